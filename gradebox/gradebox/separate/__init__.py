"""Test cells in one process, the student's cells in another, and the little that passes between.

`wire` moves frames, `encoding` and `array_memory` say which values can cross and how,
`conversation` makes and answers calls, `surroundings` and `exceptions` carry what a call has around
it and how it fails.
`student` is the student's end; `tests` is the tests', with `proxies` for what is not plain.

Whatever the student's process sends, the tests get a plain value, a stand-in that cannot be
compared, an exception, or the end of all asking. Nothing that arrives is imported or run.
"""
