"""``python -m course``: open the course, grade a notebook of one's own, see how far one is.

`check` and `solution` are commands of the grader, gradebox, which runs as a program of its own: no
module of this package imports it.
"""

import sys

IS_PROGRAM = __name__ == "__main__"
if IS_PROGRAM and sys.argv[1:2] != ["lab"] and not sys.flags.safe_path:
    del sys.path[0]  # the folder in which this was started, which may be anybody's

import os  # noqa: E402
import subprocess  # noqa: E402
from importlib import import_module  # noqa: E402
from importlib.util import find_spec  # noqa: E402

COMMANDS = {
    "lab": "open JupyterLab on the course; JupyterLab's own options are passed on",
    "check": "grade a notebook of your own on the spot, hidden tests included",
    "solution": "show the solution of an exercise that you have passed, or tried three times",
    "progress": "show how far you are with each notebook, and which one is next",
    "reset": "put a notebook or one answer back as it was; your version is kept",
}
NO_GRADER = (
    "The grader is not installed here (a class's student edition has none): your instructor's "
    "grader runs the hidden tests when you submit the notebook."
)


def usage() -> str:
    """Return the help text: one line a command."""
    width = max(map(len, COMMANDS))
    lines = (f"  {name:<{width}}  {does}" for name, does in COMMANDS.items())
    return "\n".join(("usage: python -m course COMMAND [OPTIONS]", "", *lines))


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code; 2 means that the command is not known."""
    name, *options = (sys.argv[1:] if argv is None else argv) or ["--help"]
    if name in ("-h", "--help"):
        print(usage())
        return 0
    if name not in COMMANDS:
        print(f"There is no command {name!r}.\n\n{usage()}", file=sys.stderr)
        return 2
    try:
        os.getcwd()
    except FileNotFoundError:
        print("The folder that you are in is no longer there. Go to another one.", file=sys.stderr)
        return 2
    if name in ("lab", "progress", "reset"):
        command = import_module(f"course.{name}")
        return int(command.main(options))
    return _grader(name, [_file(option) for option in options])


def _file(notebook: str) -> str:
    """Return the file of a notebook that is given by its name alone; anything else as it is."""
    if notebook.startswith("-") or os.path.exists(notebook):
        return notebook
    from course.reset import CannotReset, named

    try:
        return str(named(notebook))
    except CannotReset:
        return notebook


def _grader(command: str, options: list[str]) -> int:
    """Run a command of the grader's in the place of this process; 2 if there is no grader."""
    found = find_spec("gradebox")
    if found is None or found.origin is None:
        print(NO_GRADER, file=sys.stderr)
        return 2
    # -P: nothing is imported from the folder in which this was started, which may be anybody's
    program = [sys.executable, "-P", "-m", "gradebox", command, *options]
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(program[0], program)
    return subprocess.run(program, check=False).returncode


if IS_PROGRAM:
    sys.exit(main())
