"""The environment variables of a sandboxed process, and its home."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL

# An instructor's environment holds tokens and passwords, so only what is known to be needed stays.
_KEPT = frozenset(
    (
        "LANG",
        "LANGUAGE",
        "MKL_NUM_THREADS",
        "MPLBACKEND",
        "NUMEXPR_NUM_THREADS",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "PYTHONHASHSEED",
        "PYTHONIOENCODING",
        "PYTHONUTF8",
        "TZ",
    )
)
# The folders that a sandboxed process is given in its own: its home, and one for temporary files.
HOME, TEMPORARY = ".home", ".tmp"
_FONT_LISTS = "fontlist-*.json"


def clean_environment() -> dict[str, str]:
    """Return what of this process's environment a warm parent may be started with."""
    return {
        name: value for name, value in os.environ.items() if name in _KEPT or name.startswith("LC_")
    }


def move_in(folder: Path) -> None:
    """Make `folder` the working folder and the home of this process, with a clean environment."""
    home, temporary = folder / HOME, folder / TEMPORARY
    for path in (home, temporary):
        path.mkdir(exist_ok=True)
    kept = clean_environment()
    os.environ.clear()
    os.environ.update(kept)
    os.environ |= {
        "HOME": str(home),
        "IPYTHONDIR": str(home / ".ipython"),
        "LOGNAME": "student",
        "MPLCONFIGDIR": str(home / ".matplotlib"),
        "PATH": os.pathsep.join(
            (os.path.dirname(sys.executable), "/usr/local/bin", "/usr/bin", "/bin")
        ),
        "TMPDIR": str(temporary),
        "USER": "student",
    }
    tempfile.tempdir = None  # the parent may have looked it up already
    os.chdir(folder)


def font_lists() -> dict[str, bytes]:
    """Return matplotlib's lists of this machine's fonts, by file name, if this account has any.

    In the empty home of a sandbox, matplotlib would otherwise search all fonts again, for seconds,
    and say so on stderr.
    """
    if "matplotlib" in sys.modules:
        import matplotlib

        folder = Path(matplotlib.get_cachedir())  # a temporary one where the home cannot be used
    else:
        folder = _cache_of_matplotlib()
    found = {}
    with contextlib.suppress(OSError):  # the home may be closed to this account
        for path in folder.glob(_FONT_LISTS):
            found[path.name] = path.read_bytes()
    return found


def make_font_list() -> None:
    """Have matplotlib make its list of fonts, once for an account, if there is none to hand on."""
    folder = _cache_of_matplotlib()
    if not find_spec("matplotlib"):
        return
    try:
        if [*folder.glob(_FONT_LISTS)]:
            return
        first = next(path for path in (folder, *folder.parents) if path.exists())
    except PermissionError:
        return  # the home is closed to this account
    if not os.access(first, os.W_OK):
        return  # it would be made each time
    command = [sys.executable, "-c", "import matplotlib.font_manager"]
    with contextlib.suppress(OSError):  # who needs it will make it
        subprocess.run(command, stdout=DEVNULL, stderr=DEVNULL, check=False)


def _cache_of_matplotlib() -> Path:
    """Return where matplotlib keeps the list in a process with a clean environment."""
    return Path(os.path.expanduser("~"), ".cache", "matplotlib")


def put_font_lists(lists: dict[str, bytes]) -> None:
    """Write the lists of fonts where matplotlib looks for them in this process's home."""
    folder = Path(os.environ["MPLCONFIGDIR"])
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in lists.items():
        (folder / name).write_bytes(content)


def copy_folder(source: Path, target: Path) -> None:
    """Copy what is in a folder; links stay links. Raises OSError, of the first that failed."""
    try:
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    except shutil.Error as errors:
        raise OSError(errors.args[0][0][2]) from None  # the rest would fill a page
