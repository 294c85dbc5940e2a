"""An answer that does no work earns no point: every lazy answer, on every graded cell.

A right answer keeps its points, whatever form its arrays and numbers have.

The hidden tests run as in grading, with the answer in another process. The visible checks are left
out, since a lazy answer knows their cases by heart. All answers of a notebook share a process, so
it takes a second or two.
"""

import ast
import contextlib
import io

import numpy as np
import pytest
from gradebox.separate.tests_end import StudentNames
from gradebox.separate.wire import Wire
from grading import graded_cell, marked_cell, source_notebook
from nbformat.v4 import new_notebook
from source.lazy_answers import LAZY_LETTERS, NothingLazy, each_part, lazy_functions, lazy_values
from two_processes import other_process, run_cell, serve

from authoring.model import assignments, exercises, solved_namespace
from course import check

# Forms in which a right answer may come, beside the solution's own.
RIGHT = "the right answer"
FORMS = {
    "column-major": lambda right: np.array(right, order="F"),
    "a view with gaps": lambda right: np.stack([right, right], axis=-1)[..., 0],
    "a number of numpy's": lambda right: right[()],
    "a number as an array without dimensions": lambda right: right,
}

# {(cell, how the lazy answer's name begins): why it may pass}. Keep it near empty.
MAY_PASS = {
    ("breaks_clip-values", "the right shape of zeros"): "scores of 0 leave nothing to share out",
    ("breaks_clip-values", "the first entry for all"): "two equal scores below 0 are right, too",
    ("mended_love-no_more", "the right keys"): "it asks for the lines alone",
    ("mended_three-no_more", "the right keys"): "it asks for the lines alone",
}


def halves(cell):
    """The visible check of a graded cell, and its hidden tests."""
    visible, _, hidden = cell.source.partition("### BEGIN HIDDEN TESTS")
    return visible, hidden.partition("### END HIDDEN TESTS")[0]


def names_in(source):
    return {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}


def setup_names(notebook):
    """The names that the locked cells define."""
    names = {"__name__": "__main__"}
    for cell in notebook.cells:
        mark = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "code" and mark.get("locked") and not mark.get("grade"):
            run_cell(cell.source, names)
    return names


def lazy_answers(assignment, solved):
    """Yield (the names that are answered, a function that gives {lazy answer: {name: value}}).

    The function is called for each cell, so that an answer that counts its calls begins anew.
    """
    for name, exercise in exercises(assignments()[assignment]).items():
        if exercise.variables:
            yield set(exercise.variables), lambda names=exercise.variables: of_values(names, solved)
        else:
            yield {name}, lambda name=name: of_function(name, solved)


def of_function(name, solved):
    visible = [case.arguments for case in getattr(check, name).cases]
    found = dict(lazy_functions(solved[name], visible))
    found |= {f"{RIGHT}, {form}": formed(solved[name], FORMS[form]) for form in FORMS}
    return {lazy: {name: answer} for lazy, answer in found.items()}


def formed(solution, change):
    """The solution, its arrays and numbers in another form; truth values and text as they are."""

    def answer(*arguments, **keywords):
        value = solution(*arguments, **keywords)
        try:
            return value if isinstance(value, bool) else each_part(value, change)
        except NothingLazy:
            return value

    return answer


def of_values(names, solved):
    lazy = {name: dict(lazy_values(solved[name])) for name in names}
    common = set.intersection(*map(set, lazy.values()))
    return {each: {name: lazy[name][each] for name in names} for each in sorted(common)}


def of_letters(names):
    return {lazy: dict.fromkeys(names, letter) for lazy, letter in LAZY_LETTERS.items()}


def passing(student, cell, hidden, answers, used, setup):
    """Which of the answers, {name: {what the tests call it: value}}, pass a cell's hidden tests."""
    code = compile(hidden, "hidden tests", "exec")

    def passes(name):
        student.begin()
        try:
            fetched = {
                called: student.fetch(
                    stored(cell, name, called) if called in answers[name] else called
                )
                for called in used
            }
            exec(code, setup | fetched)
        except Exception:
            return False
        return not student.unanswered  # all that they asked was answered

    with np.errstate(all="ignore"):
        return [name for name in answers if passes(name)]


def stored(cell, answer, called):
    """Return what the student's process calls a value of an answer to a cell."""
    return f"{cell}, {answer}, {called}"


def unearned(notebook, solved, lazy_answers):
    """The cells that a lazy answer passes, each with the answer's name, as they come."""
    setup, found, graded, namespace = setup_names(notebook), [], [], dict(solved)
    for cell in notebook.cells:
        if not cell.metadata.get("nbgrader", {}).get("grade"):
            continue
        visible, hidden = halves(cell)
        used = names_in(hidden) & solved.keys()
        makers = [make for answered, make in lazy_answers if answered & used]
        letters = used & names_in(visible)
        (make,) = makers or [lambda letters=letters: of_letters(letters)]
        answers = make() | {RIGHT: {}}  # the last: the process has answered to the end
        grade_id = cell.metadata.nbgrader.grade_id
        graded.append((grade_id, hidden, answers, used - setup.keys()))
        for name, values in answers.items():
            namespace |= {stored(grade_id, name, called): values[called] for called in values}
    quiet = contextlib.redirect_stdout(io.StringIO())
    with other_process(lambda sock: serve(sock, namespace)) as sock, quiet:
        student = StudentNames(Wire(sock))
        for grade_id, hidden, answers, used in graded:
            passed = passing(student, grade_id, hidden, answers, used, setup)
            right = [name for name in answers if name.startswith(RIGHT)]
            assert set(right) <= set(passed), (
                f"{grade_id}: {set(right) - set(passed)} has no points"
            )
            found += [(grade_id, name) for name in passed if name not in right]
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("assignment", assignments())
def test_no_points_for_no_work(assignment):
    solved = solved_namespace(assignment)
    found = unearned(source_notebook(assignment), solved, list(lazy_answers(assignment, solved)))
    points_for_no_work = [
        f"{cell}: {lazy}"
        for cell, lazy in found
        if not any(cell == known and lazy.startswith(begin) for known, begin in MAY_PASS)
    ]
    assert not points_for_no_work, "\n".join(["points for no work", *points_for_no_work])


def halved(row):
    return row / 2


# Hidden tests of `halved`, each with a lazy answer that it lets pass, if there is one.
HIDDEN_TESTS = [
    ("found = halved(x)\nassert_allclose(found, x / 2)", "arguments set to 0, and right for these"),
    ("assert_allclose(halved(x), [1, 2])", "right, complex"),
    ("assert (halved(x) >= 1).all()", "an empty array"),
    ("assert halved(x)[0] == 1", "the first visible answer"),
    ("assert halved(x).shape == (2,)", "the right shape of zeros"),
    ("assert np.ndim(halved(4)) == 0\nassert_allclose(halved(4), 2)", "0.0 and an empty array"),
    ("try:\n    halved('')\nexcept TypeError:\n    pass\nelse:\n    1 / 0", "always TypeError"),
    ("found = halved(x)\nassert found.dtype == float\nassert found.tolist() == [1, 2]", None),
]


@pytest.mark.filterwarnings("ignore")
def test_a_weak_hidden_test_is_noticed():
    before = "import numpy as np\nx = np.array([2.0, 4.0])\n"
    cells = [marked_cell("setup", "from numpy.testing import assert_allclose", locked=True)]
    cells += [
        graded_cell(f"halved-{i}", "check.halved(halved)", before + code, points=1)
        for i, (code, _) in enumerate(HIDDEN_TESTS)
    ]

    def lazy():
        found = lazy_functions(halved, [(np.array([2.0, 6.0]),)])
        return {name: {"halved": answer} for name, answer in found}

    found = unearned(new_notebook(cells=cells), {"halved": halved}, [({"halved"}, lazy)])
    for i, (code, weakness) in enumerate(HIDDEN_TESTS):
        passed = [name for cell, name in found if cell == f"halved-{i}"]
        noticed = any(name.startswith(weakness) for name in passed) if weakness else not passed
        assert noticed, f"{code}\nis passed by {passed}"
