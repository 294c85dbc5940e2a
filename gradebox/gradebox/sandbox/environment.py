"""The environment variables of a sandboxed process, and its home."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

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


def clean_environment() -> dict[str, str]:
    """Return what of this process's environment a warm parent may be started with."""
    return {
        name: value for name, value in os.environ.items() if name in _KEPT or name.startswith("LC_")
    }


def move_in(folder: Path) -> None:
    """Make `folder` the working folder and the home of this process, with a clean environment."""
    home, temporary = folder / ".home", folder / ".tmp"
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


def warm_font_cache() -> tuple[str, bytes] | None:
    """Return matplotlib's list of fonts as (file name, content), if this process has loaded it.

    A program that the submission starts would otherwise search all fonts again, for seconds.
    """
    if "matplotlib.font_manager" not in sys.modules:
        return None
    import matplotlib
    from matplotlib.font_manager import FontManager

    path = Path(matplotlib.get_cachedir()) / f"fontlist-v{FontManager.__version__}.json"
    try:
        return path.name, path.read_bytes()
    except OSError:
        return None


def put_font_cache(cache: tuple[str, bytes]) -> None:
    """Write the list of fonts where matplotlib looks for it in this process's home."""
    folder = Path(os.environ["MPLCONFIGDIR"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / cache[0]).write_bytes(cache[1])


def copy_folder(source: Path, target: Path) -> None:
    """Copy what is in a folder; links stay links."""
    shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
