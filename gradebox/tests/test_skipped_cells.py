"""An experiment that the instructor tagged is not run for grading, unless something needs it."""

import time

import nbformat
import pytest
from engine_course import RIGHT, run, statuses, submit
from gradebox.classroom import Classroom
from gradebox.kernel.names import names_read
from gradebox.kernel.skipped_cells import SAID, TAG, cells_to_skip, tagged
from gradebox.submission_outcome import GRADED
from grading import TINY, tiny_course
from nbformat.v4 import new_code_cell, new_markdown_cell

EXPERIMENT = "sizes = [1, 2]\nfor size in sizes:\n    print('size', size)"


def cells(*sources):
    return [new_markdown_cell("# 1"), *map(new_code_cell, sources)]


@pytest.mark.parametrize(
    "code",
    [
        "x = 1",
        "def double(size):\n    return [2 * size for size in (1, 2)]",
        "sizes = ",  # a SyntaxError: it does not run
        "class Sizes:\n    sizes = 3",
        "print('sizes')",
        "sizes = [3]\nprint(sizes)",
        "sizes, size = [3], 4\ntotal = sizes[0] + size",
    ],
)
def test_it_is_skipped_where_nothing_reads_its_names(code):
    assert cells_to_skip(cells(EXPERIMENT, code), {EXPERIMENT}) == {1}


@pytest.mark.parametrize(
    "code",
    [
        "\n" * 90_000 + "x = 1",
        "\t\n" * 49_000 + "x = 1",
        "x ?" + " " * 90_000 + "y",
        "=" * 40_000 + " " * 40_000,
        "%time x\n" * 600,
        "%time x\n" * 20 + "x = 1\n" * 15_000,
    ],
    ids=["lines", "tabs", "a question", "signs", "magics", "magics in a long cell"],
)
def test_it_is_soon_seen_what_a_cell_reads(code):
    began = time.thread_time()
    cells_to_skip(cells(EXPERIMENT, code), {EXPERIMENT})
    assert time.thread_time() - began < 15


@pytest.mark.parametrize(
    "code",
    [
        "sizes",
        "def double(x):\n    return x * len(sizes)",
        "later = lambda: size",
        "%timeit max(sizes)",
        "x = 1\nsizes?",
        "!echo $sizes",
        "del sizes",
        "size += 1",
        "sizes = [*sizes, 3]",
        "sizes[0] = 3",
        "print(size)\nsize = 1",
        "if x:\n    size = 1\nprint(size)",
        "size = 1\ndef double(x):\n    return x * size",
        "size = 1\nlater = (x * size for x in (1, 2))",
        "found = %timeit -o size",
        "%%time\nlargest = max(sizes)",
        "largest = eval('max(sizes)')",
        "globals()['sizes'] += [3]",
    ],
)
def test_it_runs_where_a_cell_reads_one(code):
    assert cells_to_skip(cells(EXPERIMENT, code), {EXPERIMENT}) == set()


@pytest.mark.parametrize(
    "code",
    [
        f"x = {'+-' * 7000}5",  # the parser gives up with a MemoryError,
        f"x = 1{' + 1' * 9000}",  # and here with a RecursionError
        f"if 0: x = [{'x, ' * 700_000}]",  # to parse it took a minute, and a gigabyte
        "x = '\ud800'",
    ],
    ids=["deep", "nested", "long", "no text"],
)
def test_beside_a_cell_that_cannot_be_looked_through_all_run(code):
    assert cells_to_skip(cells(EXPERIMENT, code), {EXPERIMENT}) == set()


@pytest.mark.parametrize(
    "experiment",
    [
        "%%time\nz = 3",
        "%time z = 3",
        "from math import *",
        "exec('z = 3')",
        "globals()['z'] = 3",
        "get_ipython().push({'z': 3})",
    ],
)
def test_one_whose_names_cannot_be_seen_runs(experiment):
    assert cells_to_skip(cells(experiment, "z"), {experiment}) == set()


@pytest.mark.parametrize("line", ["%matplotlib inline", "%timeit 2 + 3", "%config X.y = 1"])
def test_magics_that_give_no_name_keep_none_running(line):
    assert cells_to_skip(cells(f"{line}\n{EXPERIMENT}", "z"), {f"{line}\n{EXPERIMENT}"}) == {1}


def test_one_needs_another():
    sources = "a = 1", "b = a", "c = b", "d = 4"
    assert cells_to_skip(cells(*sources), sources) == {1, 2, 3, 4}
    assert cells_to_skip(cells(*sources, "c"), sources) == {4}


def test_only_as_the_instructor_wrote_it_and_never_one_with_a_grade_id():
    changed, graded = cells(EXPERIMENT + "\nimport math")[1], cells(EXPERIMENT)[1]
    graded.metadata["nbgrader"] = {"grade_id": "a", "grade": True}
    assert cells_to_skip([changed, graded], {EXPERIMENT}) == set()
    graded.metadata["tags"] = changed.metadata["tags"] = [TAG]
    assert tagged([changed, graded, *cells("x")]) == {changed.source}


def test_a_class_is_graded_without_it(tmp_path):
    folder = tiny_course(tmp_path / "course")
    path = folder / "source" / TINY / f"{TINY}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.insert(1, new_code_cell(EXPERIMENT, metadata={"tags": [TAG]}))
    nbformat.write(notebook, path)
    room = Classroom(folder)
    room.generate(TINY)
    submit(room, "ada")
    submit(room, "ben", code="def double(x):\n    return len(sizes) * x")
    assert statuses(run(room)) == {"ada": GRADED, "ben": GRADED}
    assert room.scores(TINY) == {"ada": RIGHT, "ben": RIGHT}

    def shown(student):
        graded = nbformat.read(
            room.root / "autograded" / student / TINY / f"{TINY}.ipynb", as_version=4
        )
        (cell,) = (cell for cell in graded.cells if cell.source == EXPERIMENT)
        return "".join(output.text for output in cell.outputs)

    assert shown("ada") == f"{SAID}\n"
    assert shown("ben") == "size 1\nsize 2\n"


def test_a_long_table_with_a_comma_before_each_line_is_read():
    code = "table = [first\n, other\n" + ", 2\n" * 900 + "]"
    assert names_read(code) == {"first", "other"}
