"""Where the course is, and what its `nbgrader_config.py` says."""

import os
import sys
import traceback
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from traitlets.config import Config, JSONFileConfigLoader, PyFileConfigLoader
from traitlets.config.loader import ConfigFileNotFound, FileConfigLoader

from gradebox import plugins
from gradebox.plain_text import one_line

CONFIG = "nbgrader_config.py"
CONFIG_AS_JSON = "nbgrader_config.json"


class WrongConfig(Exception):
    """A configuration that cannot be run; the message is a sentence with its file and line."""


def find_root(start: Path | None = None) -> Path:
    """Return the course's folder: `start` (the working directory), one above it, or a plugin's.

    Above it, what another person of this machine has put there does not count. Raises
    FileNotFoundError, with a sentence, if none of them holds an `nbgrader_config.py`.
    """
    start = (start or Path.cwd()).resolve()
    registered = plugins.course_folder()
    for folder in filter(None, (start, *start.parents, registered)):
        config = folder / CONFIG
        known = folder in (start, registered)
        if config.is_file() and (known or _owner(config) in _trusted(start)):
            return folder
    raise FileNotFoundError(f"No {CONFIG} in {start} or above it: change to the course's folder.")


def _owner(path: Path) -> int:
    return path.stat().st_uid


def _trusted(start: Path) -> set[int]:
    """Return whose programs run anyway: root's, one's own, and those of the folder's owner."""
    return {0, os.geteuid(), _owner(start) if start.exists() else 0}


def load_config(root: Path, *, is_own: bool = True) -> Config:
    """Return what the `nbgrader_config.py` in this folder says.

    It is a program, and runs with the rights of whoever calls this; so it must be the course's own.
    It may import modules of the course's that lie in the folder, unless the folder is somebody
    else's (`is_own`). Raises WrongConfig.
    """
    if is_own:
        _let_import(root)
    return _run(PyFileConfigLoader(CONFIG, path=str(root)), root)


def class_config(root: Path) -> Config:
    """Return the configuration with which nbgrader's own commands run in this folder.

    What Jupyter's folders say of nbgrader counts, too, where the course's own files say nothing of
    it; but the course is the one in this folder, whatever `c.CourseDirectory.root` they name, and
    relative paths begin here. This is for the commands of who has the course, not for a folder that
    came with a notebook. Raises WrongConfig.
    """
    from jupyter_core.paths import jupyter_config_path

    config = Config()
    for folder in reversed(jupyter_config_path()):  # the first one goes before all others
        config.merge(_settings_in(Path(folder)))
    config.CourseDirectory.pop("root", None)
    _let_import(root)
    config.merge(_settings_in(root))
    named = config.CourseDirectory.get("root", "")
    if isinstance(named, str):  # traitlets refuses anything else
        config.CourseDirectory.root = os.path.normpath(root / named)
    if address := config.CourseDirectory.get("db_url"):
        config.CourseDirectory.db_url = _from_folder(address, root)
    return config


def _from_folder(address: object, root: Path) -> object:
    """Return the address of a gradebook; a file that it names without a folder is in `root`."""
    kind, mark, path = str(address).partition(":///")
    is_file = kind.partition("+")[0] == "sqlite" and not path.startswith((":memory:", "file:", "?"))
    return f"{kind}{mark}{root / path}" if is_file and path else address


def _let_import(root: Path) -> None:
    if str(root) not in sys.path:
        sys.path.append(str(root))  # behind all else: it replaces no module


def _settings_in(folder: Path) -> Config:
    """Return what a folder says of nbgrader, as a program and as JSON, if it says anything."""
    config = Config()
    for kind, name in ((PyFileConfigLoader, CONFIG), (JSONFileConfigLoader, CONFIG_AS_JSON)):
        with suppress(ConfigFileNotFound):
            config.merge(_run(kind(name, path=str(folder)), folder))
    return config


def _run(loader: FileConfigLoader, folder: Path) -> Config:
    try:
        return loader.load_config()
    except ConfigFileNotFound:
        raise
    except Exception as error:  # it is a program, or is not the JSON that it should be
        raise WrongConfig(_why_stopped(error, folder / loader.filename)) from error


def _why_stopped(error: Exception, config: Path) -> str:
    """Return why a configuration stopped, and in which of its lines."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(config)]
    text = str(error)
    if isinstance(error, SyntaxError) and not lines:  # in the file itself: no line of it has run
        lines, text = [error.lineno], error.msg
    where = f" in line {lines[-1]}" if lines else ""
    return (
        f"{config} stops{where} ({type(error).__name__}: {one_line(text)}). Mend that, and run the "
        "command again."
    )


def configuration_files(root: Path) -> list[Path]:
    """Return the files that the course's configuration is made of, and the modules beside it."""
    return [root / CONFIG_AS_JSON, *root.glob("*.py")]


def state_of(files: Iterable[Path]) -> frozenset[tuple[Path, int, int]]:
    """Return what is another one when one of these files has been written, made or removed."""
    found = set()
    for file in files:
        with suppress(OSError):
            status = file.stat()
            found.add((file, status.st_mtime_ns, status.st_size))
    return frozenset(found)


def no_such_name(assignment: str) -> str:
    """Return a sentence if nothing can be an assignment of this name, "" if something can."""
    if assignment == Path(assignment).name and assignment not in ("", ".", ".."):
        return ""
    return f"{assignment!r} is not the name of an assignment: name a folder of source/."


def assignments(root: Path) -> list[str]:
    """Return the names of the assignments: the folders of `source/` that hold a notebook."""
    return sorted({notebook.parent.name for notebook in (root / "source").glob("*/*.ipynb")})
