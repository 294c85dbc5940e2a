"""A change of the code that a score depends on has everything graded again."""

import ast
from pathlib import Path

from gradebox.fingerprints import MACHINERY

import gradebox

ROOT = Path(gradebox.__file__).parent
# They are imported there, and no score depends on them: words, logs, folders, how it all starts.
OTHERS = {
    *("flags.py", "notebook_text.py", "plain_text.py", "plugins.py", "scratch.py", "startup"),
    "waiting.py",
}


def test_all_code_that_grades_is_in_the_hash():
    waiting, seen = [ROOT / "grade_submission.py", ROOT / "save_scores.py"], set()
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            waiting += imported(file)
    parts = {file.relative_to(ROOT).parts[0] for file in seen}
    assert parts - OTHERS == {*MACHINERY}


def imported(file):
    """Return the files of this package that one of them imports."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gradebox"):
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
            paths = [ROOT.joinpath(*name.split(".")[1:]) for name in names]
            found += [path / "__init__.py" for path in paths if path != ROOT]
            found += [path.with_suffix(".py") for path in paths]
    return [path for path in found if path.is_file()]
