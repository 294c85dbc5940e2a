"""How pytest-xdist shares the tests out."""

import pytest
from xdist.scheduler import LoadScopeScheduling

BROWSER_TESTS = "tests/browser/"


class OneWorkerForTheBrowser(LoadScopeScheduling):
    """All browser tests go to one worker, because they share one JupyterLab; the rest to any.

    The mark ``xdist_group`` would say the same, but pytest-xdist 3.8 writes it where pytest 9.2
    no longer reads it.
    """

    def _split_scope(self, nodeid: str) -> str:
        return BROWSER_TESTS if nodeid.startswith(BROWSER_TESTS) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log) -> OneWorkerForTheBrowser:
    return OneWorkerForTheBrowser(config, log)
