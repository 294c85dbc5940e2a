"""Where the course is, and what its `nbgrader_config.py` says."""

from pathlib import Path

from traitlets.config import Config, PyFileConfigLoader

CONFIG = "nbgrader_config.py"
FIRST_NOTEBOOK = Path("release/00-start-here/00-start-here.ipynb")


def find_root(start: Path | None = None) -> Path:
    """Return the course's folder: `start` (the working directory), one above it, or this clone.

    Raises FileNotFoundError, with a sentence, if none of them holds an `nbgrader_config.py`.
    """
    start = (start or Path.cwd()).resolve()
    clone = Path(__file__).resolve().parents[2]
    for folder in (start, *start.parents, clone):
        if (folder / CONFIG).is_file():
            return folder
    raise FileNotFoundError(f"No {CONFIG} in {start} or above it: change to the course's folder.")


def load_config(root: Path) -> Config:
    """Return the configuration that nbgrader's own commands use in this folder."""
    return PyFileConfigLoader(CONFIG, path=str(root)).load_config()


def assignments(root: Path) -> list[str]:
    """Return the names of the assignments: the folders of `source/` that hold a notebook."""
    return sorted({notebook.parent.name for notebook in (root / "source").glob("*/*.ipynb")})
