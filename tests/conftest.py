"""How pytest-xdist shares the tests out."""

import pytest
from xdist.scheduler import LoadScopeScheduling

# Each of these shares something that takes long to make: a JupyterLab, a class that is graded.
TOGETHER = (
    "tests/browser/test_other_browsers.py",  # a lab of its own; the first name that fits counts
    "tests/browser/",
    "tests/test_bad_submissions.py",
    "tests/test_loop.py",
    "gradebox/tests/test_engine_postgres.py",
    "gradebox/tests/test_hostile.py",
    "gradebox/tests/test_other_course.py",
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


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(report):
    """A worker that reports a name that is no UTF-8, of a hostile file say, would end the run."""
    return _sendable((yield))


def _sendable(value):
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {_sendable(key): _sendable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_sendable(item) for item in value)
    return value
