"""Runs a notebook as a kernel would, in processes forked from a warm one.

`session.execute` runs one notebook; `executor.Executor` does so in nbgrader's place of `Execute`.
"""
