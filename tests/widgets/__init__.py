"""Tests of course.widgets; a package, so that tests/browser may have files of the same names."""
