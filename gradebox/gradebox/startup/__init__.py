"""The means by which a command starts, and grades its first submission, some seconds sooner.

Nothing here changes a result. In the order in which it happens:

- `fast_imports`, imported first, halves the time that nbgrader's import takes;
- `garbage_collector` keeps Python from looking for garbage in what is being imported;
- `worker_template` starts one process of which this machine's workers are copies, while the
  command itself is still busy with its imports;
- `worker_imports` is what that process imports, so that no worker has to.
"""
