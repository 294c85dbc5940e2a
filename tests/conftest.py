"""How pytest-xdist shares the tests out, and what all tests begin with."""

import gc
import os

# Two threads that wait for each other take more of two cores than they save; before numpy.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import gradebox.startup.fast_imports  # noqa: E402, F401
import pytest  # noqa: E402
import shared_statements  # noqa: E402, F401
from gradebox.startup.garbage_collector import at_rest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402
from xdist.scheduler import LoadScopeScheduling  # noqa: E402

from course.check import runner  # noqa: E402

runner.RULES_MAY_FAIL = False

# On a busy machine, to find an example may take longer than Hypothesis expects.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

# All of the browser tests share one JupyterLab.
BROWSER = "tests/browser/"
OTHER_BROWSERS = "tests/browser/test_other_browsers.py"  # with one of its own: it need not wait
# What takes longest begins first, so that no worker is left alone with it at the end.
FIRST = (
    OTHER_BROWSERS,
    BROWSER,
    "gradebox/tests/test_hostile.py",
    "tests/docs/",
    "tests/hub/",
    "tests/source/test_answers.py",
    "tests/source/test_grading.py",
    "tests/authoring/",
    "gradebox/tests/test_sandbox.py",
    "tests/test_loop.py",
    "tests/test_binder.py",
    "gradebox/tests/test_engine_workers.py",
    "tests/source/test_lazy_answers.py",
    "gradebox/tests/test_engine.py",
    "gradebox/tests/test_kernel_",
    "gradebox/tests/test_other_course.py",
)


class FilesOnOneWorker(LoadScopeScheduling):
    """The tests of a file run on one worker, one after another: they share what takes long to make.

    The mark ``xdist_group`` would say the same, but pytest-xdist 3.8 writes it where pytest 9.2
    no longer reads it.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return BROWSER if file.startswith(BROWSER) and file != OTHER_BROWSERS else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log) -> FilesOnOneWorker:
    config.option.loadscopereorder = False  # those with the most tests are not the longest
    return FilesOnOneWorker(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """All modules are imported here, and stay: Python need not look through them for garbage."""
    with at_rest():
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Let pytest find no garbage in the end: it would look five times through all there is."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items) -> None:
    items.sort(key=lambda item: _place(item.nodeid))


def _place(nodeid: str) -> int:
    places = (place for place, name in enumerate(FIRST) if nodeid.startswith(name))
    return next(places, len(FIRST))


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
