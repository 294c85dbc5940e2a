"""Grades for a learner without an instructor: `gradebox check NOTEBOOK`.

The engine is that of a class (`gradebox`), on one notebook and without a gradebook. Nothing
here is part of a student edition: it needs `source/`. Nothing is sent anywhere.
"""
