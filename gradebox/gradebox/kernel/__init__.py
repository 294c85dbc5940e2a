"""Runs a notebook as a kernel would, in processes forked from a warm one.

`session.execute` runs one notebook; `executor.Executor` does so in nbgrader's place of `Execute`.
`fork_server` makes the processes, and `notebook_process` is the grader's end of one. In it runs
`child`, and there `shell` (IPython), or `other_kernel`. What a cell shows comes as `messages` and
`streams`, and `outputs` puts it into the notebook.
"""
