"""Test cells in one process, the student's cells in another, and the little that passes between.

`wire` moves frames, `codec` says which values can cross, `conversation` makes and answers calls,
`student` is the student's end and `tests` the tests' end.
"""
