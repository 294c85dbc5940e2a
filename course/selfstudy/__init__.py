"""Grades for a learner without an instructor: `python -m course check NOTEBOOK`.

The engine is that of a class (`course.grader`), on one notebook and without a gradebook. Nothing
here is part of a student edition: it needs `source/`. Nothing is sent anywhere.
"""
