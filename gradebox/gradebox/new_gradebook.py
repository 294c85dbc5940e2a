"""The version of nbgrader's tables, which a new gradebook notes, without a program that tells it.

nbgrader starts the command `alembic` for it, which imports nbgrader once more: two seconds for each
new gradebook.
"""

import functools
import os
import shutil
import sysconfig
from pathlib import Path

import nbgrader.api


def prepare_nbgrader() -> None:
    """Let nbgrader's own commands and its formgrader make a gradebook without that program.

    nbgrader has no setting for this.
    """
    nbgrader.api.get_alembic_version = newest_version
    _find_alembic()


@functools.cache
def newest_version() -> str:
    """Return the version of the tables that this nbgrader makes."""
    from alembic.script import ScriptDirectory  # seldom needed

    scripts = ScriptDirectory(str(Path(nbgrader.api.__file__).parent / "alembic"))
    return str(scripts.get_current_head())


def _find_alembic() -> None:
    """Put this Python's scripts on the PATH if the command `alembic` is not there.

    `nbgrader db upgrade` starts it, and it is not there if the virtual environment was not
    activated (`.venv/bin/nbgrader ...`, or a JupyterLab that was started so).
    """
    if shutil.which("alembic") is None:
        scripts = sysconfig.get_path("scripts")
        os.environ["PATH"] = scripts + os.pathsep + os.environ.get("PATH", "")
