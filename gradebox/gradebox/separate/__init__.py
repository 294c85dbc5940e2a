"""Test cells in one process, the student's cells in another, and the little that passes between.

`wire` moves frames, and `conversation` makes and answers calls with them. `student_end` is the end
in the student's process; `tests_end` is the tests', with `functions` and `proxies` for what is not
plain, and `operands` for the arithmetic that these take part in. What a test hands to an answer to
call is `callbacks`.

`encoding` says which values can cross, and in which form: `encoder` writes it and `decoder` reads
it, arrays by `array_memory`, tables by `tables`, objects of classes that both have by `shared`,
named tuples and the like by `derived`. What lists and the like hold says `containers`, and what a
call has changed in them `changes`. With a call go what it has around it (`surroundings`,
`traced_memory`), how it fails (`exceptions`) and data files (`files`). `failure_record` is what is
kept of a failed test, and `not_crossed` what may be the reason; `solution` puts right functions in
the place of a student's. `doubt` says why a test that passes apart may fail together with the
answers: by what names have given (`values_of_names`), what has crossed before (`crossed_before`)
and what a call has changed of the set-up cells' (`set_up_values`).

Whatever the student's process sends, the tests get a plain value, a stand-in that cannot be
compared, an exception, or the end of all asking. Nothing that arrives is imported or run.
"""
