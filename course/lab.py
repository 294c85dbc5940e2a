"""``python -m course lab``: JupyterLab on the course, opened at its first notebook.

The server runs in this process, so Ctrl-C and its exit code are JupyterLab's own. What is set
here are defaults: a Jupyter configuration file or an option on the command line wins over them.
"""

import atexit
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from traitlets.config import Config

CLONE = Path(__file__).resolve().parents[1]  # where this package lies, if it is not installed
CONFIG = "nbgrader_config.py"
FIRST_NOTEBOOK = Path("release/00-start-here/00-start-here.ipynb")


def find_course() -> Path:
    """Return the course's folder: the working directory, or else this clone.

    Raises FileNotFoundError, with a sentence, if neither holds an `nbgrader_config.py`.
    """
    for folder in (Path.cwd(), CLONE):
        if (folder / CONFIG).is_file():
            return folder
    raise FileNotFoundError(f"No {CONFIG} in {Path.cwd()}: change to the course's folder.")


def defaults(root: Path) -> "Config":
    """Return the settings that a configuration file or an option may still change."""
    from traitlets.config import Config

    config = Config()
    config.ServerApp.root_dir = str(root)
    # JupyterLab's start-up notes would bury the two lines that a learner needs.
    config.Application.log_level = "WARN"
    if (root / FIRST_NOTEBOOK).is_file():
        config.LabApp.default_url = f"/lab/tree/{FIRST_NOTEBOOK.as_posix()}"
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Root is the only user in many containers, where Jupyter would refuse to start.
        config.ServerApp.allow_root = True
    return config


def main(argv: list[str]) -> int:
    """Start JupyterLab with ``argv`` added to the course's defaults; return when it is stopped."""
    try:
        root = find_course()
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    # jsonschema, which JupyterLab uses, builds a grammar of international web addresses when it is
    # imported, and that takes twice as long as all else. Without it no such address is checked;
    # JupyterLab's settings hold none.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    # A process that ends looks through all that it has for what nobody needs: a third of a second.
    atexit.register(gc.freeze)
    from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]

    os.chdir(root)  # nbgrader reads nbgrader_config.py from the working directory

    server = LabApp.initialize_server(argv=argv, config=defaults(root))
    server.io_loop.add_callback(print, invitation(server.public_url), flush=True)
    # Jupyter shows the addresses of a server with a generated token itself; once is enough.
    server.identity_provider.token_generated = False
    server.start()
    return 0


def invitation(url: str) -> str:
    """Return what the learner reads once the server answers."""
    return (
        f"\nAttention by Hand is open at {url}\n"
        "Start with the notebook 00-start-here: read it from the top and run each cell with "
        "Shift+Enter.\nStop with Ctrl-C here.\n"
    )
