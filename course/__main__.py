"""``python -m course``: open the course, grade a notebook or a class, and what authors need.

Each command is a module in :mod:`course.instructor` with ``main(argv) -> int``. It is imported
only when it is asked for, so that ``lab`` does not wait for what ``release`` needs.
"""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

COMMANDS = {
    "lab": "open JupyterLab on the course; JupyterLab's own options are passed on",
    "check": "grade a notebook of your own on the spot, hidden tests included",
    "solution": "show the solution of an exercise that you have passed, or tried three times",
    "release": "generate release/ from source/ where it is out of date",
    "grade": "grade the submissions of an assignment, in parallel",
    "report": "say how a class did in an assignment, and which mistakes it made",
    "doctor": "say which layers of the grader's sandbox work on this machine",
    "demo": "take three submissions through the whole grading loop in a temporary folder",
    "publish": "write the course, for students or for self-study, into a repository of its own",
    "site": "build the students' notebooks as a static site that needs no server",
}
MODULES = "course.instructor"
START_OTHERS = {"lab", "site"}  # programs that import what lies beside a notebook, or beside them


def commands() -> dict[str, str]:
    """Return the commands that are here: a published edition has fewer."""
    return {name: what for name, what in COMMANDS.items() if find_spec(f"{MODULES}.{name}")}


def usage() -> str:
    """Return the help text: one line a command."""
    here = commands()
    width = max(map(len, here))
    lines = (f"  {name:<{width}}  {what}" for name, what in here.items())
    return "\n".join(("usage: python -m course COMMAND [OPTIONS]", "", *lines))


def leave_folder_alone() -> None:
    """Import nothing from the folder in which the command was started, which may be anybody's.

    `python -m` puts it before all else, so that a `numpy.py` in it would run in numpy's place.
    """
    if not sys.flags.safe_path and Path(sys.path[0]) != Path(__file__).resolve().parents[1]:
        del sys.path[0]
    os.environ["PYTHONSAFEPATH"] = "1"  # for the processes that this one starts


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code; 2 means that the command is not known."""
    name, *options = (sys.argv[1:] if argv is None else argv) or ["--help"]
    if name in ("-h", "--help"):
        print(usage())
        return 0
    if name not in commands():
        print(f"There is no command {name!r}.\n\n{usage()}", file=sys.stderr)
        return 2
    if name != "lab":
        import_module("course.lean")
    return import_module(f"{MODULES}.{name}").main(options)


if __name__ == "__main__":
    if not {*sys.argv[1:2]} & START_OTHERS:
        leave_folder_alone()
    sys.exit(main())
