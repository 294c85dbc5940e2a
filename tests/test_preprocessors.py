"""The stubs that a release gets, warnings that cost nothing, results that are no points."""

import pytest
from gradebox.preprocessors import CheckPoints, ClearAnswers, DropWarnings, assigned_names
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbgrader.utils import determine_grade

YOUR_TURN = 'raise NotImplementedError("your turn")'


def mark(**flags):
    return {"nbgrader": {"grade_id": "x", "schema_version": 3, "solution": True, **flags}}


def region(body: str, indent: str = "") -> str:
    return f"{indent}### BEGIN SOLUTION\n{body}\n{indent}### END SOLUTION"


def cleared(source: str, make=new_code_cell, **flags) -> str:
    notebook = new_notebook(cells=[make(source, metadata=mark(**flags))])
    notebook, _ = ClearAnswers().preprocess(notebook, {})
    return notebook.cells[0].source


@pytest.mark.parametrize(("language", "stub"), [("octave", "% YOUR"), ("java", "// YOUR")])
def test_other_languages_keep_nbgraders_stubs(language, stub):
    kernel = {"name": language, "language": language, "display_name": language}
    cell = new_code_cell(region("x = 1"), metadata=mark())
    notebook = new_notebook(cells=[cell], metadata={"kernelspec": kernel})
    notebook, _ = ClearAnswers().preprocess(notebook, {})
    assert notebook.cells[0].source.startswith(stub)


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ('prediction = "b"', ["prediction"]),
        ('prediction = "b"  # because of the mask', ["prediction"]),
        ('recall_1, recall_2 = "a", "b"', ["recall_1", "recall_2"]),
        ("a = 1\n\n# a thought\nb = a + 1", ["a", "b"]),
        ("a = 1\na = 2", ["a"]),
        ("a = b = 7", ["a", "b"]),
        ("a, (b, *c) = 1, (2, 3, 4)", ["a", "b", "c"]),
        ("shape: tuple[int, int] = (3, 4)", ["shape"]),
        ("scores = Q @ K.T / np.sqrt(\n    d_k\n)", ["scores"]),
    ],
)
def test_values_become_none_and_nothing_of_them_is_left(answer, names):
    assert cleared(region(answer)) == "\n".join(f"{name} = None  # your answer" for name in names)


@pytest.mark.parametrize(
    "answer",
    [
        "print(1)",
        "a = 1\nprint(a)",
        "x[0] = 1",
        "x.y = 1",
        "a += 1",
        "a: int",
        "def f():\n    return 1",
        "a = 1 +",  # not Python at all
        "%matplotlib inline",
        "",
        "# only a remark",
    ],
)
def test_anything_else_becomes_a_stub_that_raises(answer):
    assert cleared(region(answer)) == YOUR_TURN


def test_a_function_keeps_its_given_lines_and_the_indent_of_the_region():
    source = (
        "def softmax(x):\n"
        '    """Rows that sum to 1."""\n'
        "    shifted = x - x.max()\n"
        f"{region('    total = np.exp(shifted).sum()', '    ')}\n"
        "    return np.exp(shifted) / total"
    )
    assert cleared(source) == (
        "def softmax(x):\n"
        '    """Rows that sum to 1."""\n'
        "    shifted = x - x.max()\n"
        f"    {YOUR_TURN}\n"
        "    return np.exp(shifted) / total"
    )


def test_a_region_in_a_loop_is_stubbed_where_it_stands():
    source = f"for x in y:\n    if x:\n{region('        total = x', '        ')}"
    assert cleared(source) == f"for x in y:\n    if x:\n        {YOUR_TURN}"


def test_every_region_of_a_cell_gets_its_own_stub():
    source = f"{region('a = 1')}\ngiven = 2\n{region('print(a)')}"
    assert cleared(source) == f"a = None  # your answer\ngiven = 2\n{YOUR_TURN}"


def test_a_solution_cell_without_a_region_is_replaced_whole():
    assert cleared("secret = 42") == YOUR_TURN


def test_markdown_is_left_to_nbgrader():
    assert cleared("An essay.", new_markdown_cell, grade=True) == "YOUR ANSWER HERE"
    source = f"Why?\n{region('Because.')}"
    assert cleared(source, new_markdown_cell, grade=True) == "Why?\nYOUR ANSWER HERE"


def test_cells_that_are_no_answers_are_left_alone():
    assert cleared("given = 1", solution=False) == "given = 1"


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("### BEGIN SOLUTION\na = 1", "has no end"),
        ("a = 1\n### END SOLUTION", "never began"),
        ("### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION", "inside another"),
    ],
)
def test_regions_that_do_not_match_are_refused(source, complaint):
    with pytest.raises(RuntimeError, match=complaint):
        cleared(source)


def test_a_solution_outside_an_answer_cell_is_refused():
    with pytest.raises(RuntimeError, match="non-solution cell"):
        cleared(region("a = 1"), solution=False)


def test_assigned_names_wants_nothing_but_assignments():
    assert assigned_names("a = 1; b = 2") == ["a", "b"]
    assert assigned_names("import numpy") == []


def test_warnings_of_graded_cells_are_dropped_and_errors_stay():
    outputs = [
        new_output("stream", name="stderr", text="RuntimeWarning: overflow"),
        new_output("stream", name="stdout", text="hello"),
        new_output("error", ename="AssertionError", evalue="", traceback=[]),
    ]
    graded = new_code_cell("", outputs=outputs, metadata=mark(grade=True, solution=False))
    other = new_code_cell("", outputs=outputs, metadata=mark())
    notebook = new_notebook(cells=[graded, other, new_markdown_cell("text")])
    notebook, _ = DropWarnings().preprocess(notebook, {})
    assert [output.get("name", "error") for output in notebook.cells[0].outputs] == [
        "stdout",
        "error",
    ]
    assert len(notebook.cells[1].outputs) == 3


@pytest.mark.parametrize(
    ("result", "points"),
    [
        ("0", 0),
        ("1.5", 1.5),
        ("2", 2),
        ("-1", 0),
        ("nan", 0),
        ("inf", 0),
        ("2.01", 0),
        ("'fine'", 2),
        ("True", 2),
    ],
)
def test_a_result_counts_if_it_is_a_number_of_points(result, points):
    output = new_output("execute_result", {"text/plain": result})
    metadata = mark(grade=True, solution=False, points=2)
    cells = [new_code_cell("points", outputs=[output], metadata=metadata)]
    notebook, _ = CheckPoints().preprocess(new_notebook(cells=cells), {})
    assert determine_grade(notebook.cells[0]) == (points, 2)
