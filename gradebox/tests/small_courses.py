"""Two small courses as others write them: one about tables, one about text, files and input."""

from pathlib import Path

import nbformat
from grading import marked_cell
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

CONFIG = """\
import gradebox

c = get_config()
c.CourseDirectory.root = {root!r}
gradebox.configure(c, tests={tests!r})
"""
METADATA = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def course(folder: Path, notebooks: dict[str, list[NotebookNode]], tests: str = "separate") -> Path:
    """Make a course with an assignment `ps1` of these notebooks in `folder`; return the folder."""
    for name, cells in notebooks.items():
        path = folder / "source" / "ps1" / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(new_notebook(cells=cells, metadata=METADATA), path)
    config = CONFIG.format(root=str(folder), tests=tests)
    (folder / "nbgrader_config.py").write_text(config, encoding="utf-8")
    return folder


def answer(name: str, code: str) -> NotebookNode:
    """An answer cell; all of its code but the lines of `def` is a solution."""
    lines = code.strip().split("\n")
    head = 1 if lines[0].startswith(("def ", "async def ")) else 0
    indent = "    " if head else ""
    marked = [f"{indent}### BEGIN SOLUTION", *lines[head:], f"{indent}### END SOLUTION"]
    return marked_cell(name, "\n".join([*lines[:head], *marked]), solution=True)


def graded(name: str, code: str, points: int = 1) -> NotebookNode:
    """A test cell, all of which students see."""
    return marked_cell(name, code.strip(), grade=True, locked=True, points=points)


TABLES = [
    new_code_cell("import pandas as pd\nimport numpy as np", id="imports"),
    new_code_cell(
        "towns = pd.DataFrame(\n"
        '    {"town": ["Ulm", "Bonn", "Kiel"], "people": [126, 336, 246], "rain": [1, None, 0.5]}\n'
        ")",
        id="data",
    ),
    answer(
        "large",
        """
def large(table, least):
    return table[table["people"] > least].reset_index(drop=True)
""",
    ),
    graded(
        "large-frame",
        """
expected = pd.DataFrame({"town": ["Bonn", "Kiel"], "people": [336, 246], "rain": [np.nan, 0.5]})
pd.testing.assert_frame_equal(large(towns, 200), expected)
""",
    ),
    graded(
        "large-kind",
        """
before = towns.copy()
result = large(towns, 130)
assert isinstance(result, pd.DataFrame)
assert result.shape == (2, 3)
assert list(result.columns) == ["town", "people", "rain"]
pd.testing.assert_frame_equal(towns, before)
""",
    ),
    answer(
        "means",
        """
def means(table, by):
    return table.groupby(by)["value"].mean()
""",
    ),
    graded(
        "means-series",
        """
data = pd.DataFrame({"kind": pd.Categorical(["a", "b", "a"]), "value": [1.0, 2.0, 5.0]})
result = means(data.astype({"kind": str}), "kind")
assert isinstance(result, pd.Series)
assert result["a"] == 3.0
assert result.index.name == "kind"
pd.testing.assert_series_equal(
    result, pd.Series([3.0, 2.0], index=pd.Index(["a", "b"], name="kind", dtype=str), name="value")
)
""",
    ),
    answer("best", 'best = towns.set_index("town")["people"].idxmax()'),
    graded("best-value", 'assert best == "Bonn"'),
    answer(
        "draw",
        """
def draw(table):
    return table.plot(x="town", y="people", kind="bar")
""",
    ),
    graded(
        "draw-axes",
        """
axes = draw(towns)
assert len(axes.patches) == 3
assert axes.get_xlabel() == "town"
assert axes.patches[0].get_height() == 126
""",
    ),
]

TEXT = [
    answer(
        "save",
        """
def save(words):
    with open("words.txt", "w") as file:
        file.write("\\n".join(words))
""",
    ),
    graded(
        "save-file",
        """
save(["b", "a"])
with open("words.txt") as file:
    assert file.read().split() == ["b", "a"]
""",
    ),
    answer("report", 'with open("report.txt", "w") as file:\n    file.write("done")'),
    graded("report-file", 'assert open("report.txt").read() == "done"'),
    answer(
        "greet",
        """
def greet():
    name = input("Name? ")
    print("Hello", name)
    return len(name)
""",
    ),
    graded(
        "greet-patch",
        """
from unittest.mock import patch

with patch("builtins.input", return_value="Ada") as asked:
    assert greet() == 3
asked.assert_called_once()
with patch("builtins.input", side_effect=["Bo", "Ada Lovelace"]):
    assert greet() == 2
    assert greet() == 12
""",
    ),
    graded(
        "greet-replaced",
        """
answers = iter(["Ada", "Grace"])
input = lambda prompt="": next(answers)
assert greet() == 3
assert greet() == 5
""",
    ),
    answer(
        "later",
        """
async def later(x):
    import asyncio

    await asyncio.sleep(0)
    return 2 * x
""",
    ),
    graded("later-await", "assert await later(4) == 8"),
    answer(
        "withdraw",
        """
class Empty(Exception):
    pass

def withdraw(balance, amount):
    if amount > balance:
        raise Empty("too little")
    return balance - amount
""",
    ),
    graded(
        "withdraw-raises",
        """
import unittest

assert withdraw(3, 2) == 1
with unittest.TestCase().assertRaises(Empty):
    withdraw(1, 2)
try:
    withdraw(1, 5)
except Empty as error:
    assert str(error) == "too little"
else:
    raise AssertionError("nothing was raised")
""",
    ),
]

# What cannot be tested apart, and tests that are wrong themselves.
ODD = [
    answer("double", "def double(x):\n    return 2 * x"),
    graded("double-values", "assert double(2) == 4"),
    answer("shared", "first = [1, 2]\nsecond = first"),
    graded("shared-is", "assert first == [1, 2]\nassert first is second", points=2),
    graded("shared-dir", 'made_here = 5\nassert "first" in dir()'),
    graded("uses-made_here", "assert made_here == 5"),
    answer("spare", "spare = 1"),
    graded("spare-del", "assert spare == 1\ndel spare"),
    answer("figure", "import matplotlib.pyplot as plt\nfigure = plt.figure()"),
    graded(
        "figure-kind", "from matplotlib.figure import Figure\nassert isinstance(figure, Figure)"
    ),
    graded("partly", "double(1) and (1 if first is second else 0.5)", points=1),
    graded("leaves", 'import os\nos.environ["LEFT"] = "1"'),
    graded("reads-left", "assert first is second\nassert double(3) == 6"),
    graded("free", "assert True"),
    graded("says", "first == [1, 2]"),
    graded("wrong", "assert double(2) == 5"),
]
