"""How pytest-xdist shares the tests out."""

import pytest
from xdist.scheduler import LoadScopeScheduling

# Each of these shares something that takes long to make: a JupyterLab, a class that is graded.
TOGETHER = (
    "tests/browser/",
    "tests/test_bad_submissions.py",
    "tests/test_loop.py",
    "tests/grader/test_engine_postgres.py",
    "tests/grader/test_hostile.py",
    "tests/grader/test_other_course.py",
    "tests/test_binder.py",
)


class TogetherOnOneWorker(LoadScopeScheduling):
    """What is named in TOGETHER goes to one worker each; the rest to any.

    The mark ``xdist_group`` would say the same, but pytest-xdist 3.8 writes it where pytest 9.2
    no longer reads it.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((name for name in TOGETHER if nodeid.startswith(name)), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log) -> TogetherOnOneWorker:
    return TogetherOnOneWorker(config, log)
