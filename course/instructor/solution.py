"""``python -m course solution``: show an exercise's solution, once it is passed or well tried.

It opens with full marks, or after three honest tries: graded answers that are neither the one
handed out nor one that was tried before. It is read from `source/` when it is asked for.
"""

import argparse
import json
import sys
from pathlib import Path

from course.instructor.folder import find_root
from course.selfstudy import progress
from course.selfstudy.assignments import Course, NotHere

CLOSED = 1


def main(argv: list[str]) -> int:
    """Run the command; return 0 if the solution is open, else 1."""
    options = _parser().parse_args(argv)
    try:
        code = solution(options.notebook, options.exercise)
    except (NotHere, FileNotFoundError, progress.Unreadable) as error:
        if options.json:
            print(json.dumps({"headline": str(error)}))
        else:
            print(error, file=sys.stderr)
        return CLOSED
    print(json.dumps({"code": code}) if options.json else code)
    return 0


def solution(notebook: Path, name: str) -> str:
    """Return the code of an exercise's solution.

    Raises NotHere, with a sentence, where there is none of that name or it is not open yet.
    """
    notebook = notebook.absolute()
    root = find_root(notebook.parent)
    course = Course(root)
    assignment = course.find(notebook)
    import nbformat  # takes a second

    from course.instructor.answers import answer_cells, exercises

    source = nbformat.read(course.source(assignment), as_version=4)
    names = [exercise.cell for exercise in exercises(source)]
    if name not in names:
        raise NotHere(
            f"There is no exercise {name!r} in {assignment}; there is {', '.join(names)}."
        )
    standing = progress.read(root).get(assignment, {}).get(name, progress.Standing())
    if standing.tries_left:
        raise NotHere(
            f"The solution of {name} opens once it is passed, or after {progress.TRIES} graded "
            f"tries with different answers; so far there are {len(standing.tries)}. "
            f"`python -m course check {notebook.name}` grades one."
        )
    return answer_cells(source)[name]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m course solution",
        description="Show the solution of an exercise that you have passed, or tried three times.",
    )
    parser.add_argument("notebook", metavar="NOTEBOOK", type=Path, help="the file")
    parser.add_argument(
        "exercise", metavar="EXERCISE", help="its name, as `python -m course check` shows it"
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    return parser
