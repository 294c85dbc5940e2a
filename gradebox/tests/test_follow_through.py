"""A mistake costs once: later answers are tried again without the mistakes of earlier ones."""

import copy

import nbformat
import pytest
from gradebox.class_report import as_html, report
from gradebox.class_results import read_results
from gradebox.classroom import Classroom
from gradebox.earlier_mistakes import circumstances
from gradebox.failures import failed_again_of, failure_of, followed_of
from gradebox.follow_through import declared
from gradebox.hidden import Region
from gradebox.kernel.fork_server import ForkServer
from gradebox.kernel.instructors_part import InstructorsPart
from gradebox.kernel.session import Settings, execute
from gradebox.points import points_got
from gradebox.verdict_kinds import Kind
from gradebox.verdicts import verdict
from grading import ROOT, hand_in, marked_cell
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory

from gradebox import sandbox

MISSING = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)
REGION = Region("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS")

SOLUTION = """
def halves(row):  # the text of the solution
    if len(row) % 2:
        raise ValueError("the words of the solution")
    return row[: middle(row)], row[middle(row) :]
"""
SETUP = marked_cell("setup", "import numpy as np", locked=True)
HELPER = new_code_cell("def middle(row):\n    return len(row) // 2")
HALVES = marked_cell("halves", SOLUTION, solution=True)
HALVES_TESTS = (
    marked_cell(
        "halves-values",
        "first, second = halves(np.arange(4))\nassert second.tolist() == [2, 3]",
        grade=True,
        locked=True,
        points=1,
    ),
    marked_cell(
        "halves-errors",
        "try:\n    halves([1])\nexcept ValueError:\n    pass\nelse:\n    raise AssertionError",
        grade=True,
        locked=True,
        points=1,
    ),
)
SWAPPED_SOLUTION = """
def swapped(row):
    first, second = halves(row)
    return np.concatenate([second, first])
"""
SWAPPED = marked_cell("swapped", SWAPPED_SOLUTION, solution=True)
TEST = """### FOLLOWS: halves
for n in (2, 4, 8):
    assert swapped(np.arange(n)).tolist() == [*range(n // 2, n), *range(n // 2)]
"""
SWAPPED_TEST = marked_cell("swapped-values", TEST, grade=True, locked=True, points=2)
COURSE = (SETUP, HELPER, HALVES, *HALVES_TESTS, SWAPPED, SWAPPED_TEST)

WRONG_HALVES = "def halves(row):\n    return row[::2], row[1::2]"
REVERSED = "def swapped(row):\n    return row[::-1]"


@pytest.fixture(scope="module")
def server():
    with_few_modules = ForkServer()
    yield with_few_modules
    with_few_modules.close()


def answered(cells, **answers):
    """Copies of the cells, with these sources for some; None leaves a cell out."""
    made = []
    for cell in cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        source = answers.get(name, cell.source)
        if source is not None:
            made.append(new_code_cell(source, metadata=copy.deepcopy(cell.metadata)))
    return made


def run(server, cells=COURSE, seconds=10, course=COURSE, tests="separate", **answers):
    """Run a notebook with these answers; return it, and what happened."""
    notebook = new_notebook(cells=answered(cells, **answers))
    done = execute(
        notebook,
        settings=Settings(tests=tests, cell_seconds=lambda _: seconds, without=MISSING),
        instructors=InstructorsPart(cells=marked(course).values(), follow_through=allowed(course)),
        server=server,
    )
    return notebook, done


def marked(cells):
    """The cells that nbgrader knows, by grade_id."""
    return {c.metadata.nbgrader.grade_id: c for c in cells if "nbgrader" in c.metadata}


def allowed(cells):
    """Return what the FOLLOWS lines of a notebook with these cells allow."""
    return declared(marked(cells), new_notebook(cells=list(cells)), "ps1")


def grade(server, *args, **answers):
    """Run a notebook as `run` does; return its graded cells by grade_id, and what happened."""
    notebook, done = run(server, *args, **answers)
    return {n: c for n, c in marked(notebook.cells).items() if c.metadata.nbgrader.grade}, done


def printed(server, **answers):
    """Return what a cell at the end prints of the list `kept` that an answer has filled."""
    notebook, _ = run(server, (*COURSE, new_code_cell("print(*kept, sep='\\n')")), **answers)
    return notebook.cells[-1].outputs[0].text


def points(cells):
    return {name: points_got(cell) for name, cell in cells.items()}


def scores(values, errors, swapped):
    return {"halves-values": values, "halves-errors": errors, "swapped-values": swapped}


# Honest answers


def test_a_wrong_function_costs_its_own_points_and_no_others(server):
    cells, done = grade(server, halves=WRONG_HALVES)
    assert points(cells) == scores(0, 0, 2)
    assert failure_of(cells["swapped-values"]) is None
    judged = verdict(cells["swapped-values"], REGION, frozenset())
    assert judged.kind is Kind.PASSED
    assert judged.says == (
        "Your `swapped` is right; it was handed wrong values by your `halves`, which lost its "
        "points there. It got full marks here."
    )
    assert done.flags == []


@pytest.mark.parametrize(
    "halves",
    [
        "def halves(row):\n    raise NotImplementedError('your turn')",
        "",
        "def halves(row)\n    return",
    ],
    ids=["as handed out", "deleted", "no Python"],
)
def test_an_earlier_answer_that_is_missing_is_followed_through_as_a_wrong_one(server, halves):
    cells, _ = grade(server, halves=halves)
    assert points(cells) == scores(0, 0, 2)


def test_one_that_never_ends_costs_the_later_one_no_time(server):
    endless = "import time\ndef halves(row):\n    while True:\n        time.sleep(9)"
    cells, _ = grade(server, seconds=1, halves=endless)
    assert points(cells) == scores(0, 0, 2)
    assert followed_of(cells["swapped-values"]).wrong == ("halves",)


def test_an_answer_that_fails_by_itself_gets_nothing(server):
    cells, _ = grade(server, halves=WRONG_HALVES, swapped=REVERSED)
    assert points(cells) == scores(0, 0, 0)
    assert followed_of(cells["swapped-values"]) is None
    assert failure_of(cells["swapped-values"]).kind == "assertion"


@pytest.mark.parametrize(
    ("swapped", "mistake"),
    [
        (REVERSED, ""),  # it does not call the wrong function
        (
            "def swapped(row):\n    first, second = halves(row)\n    return first",
            "Your `halves`, which it calls, does not pass its own tests yet; "
            "with a right one in its place this test fails, too.",
        ),
    ],
)
def test_a_mistake_of_its_own_is_not_laid_to_the_earlier_function(server, swapped, mistake):
    notebook, _ = run(server, halves=WRONG_HALVES, swapped=swapped)
    around = circumstances(notebook)["swapped-values"]
    judged = verdict(notebook.cells[-1], REGION, frozenset(), around)
    assert judged.kind is Kind.CHECK
    assert (judged.mistake, judged.earlier) == (mistake, "")


def test_an_answer_that_is_right_without_help_is_not_said_to_have_had_any(server):
    own = "def swapped(row):\n    return np.roll(row, len(row) // 2)"
    cells, _ = grade(server, halves=WRONG_HALVES, swapped=own)
    assert points(cells) == scores(0, 0, 2)
    assert followed_of(cells["swapped-values"]) is None


def test_one_that_goes_with_its_own_wrong_function_keeps_its_points(server):
    other_way = "def halves(row):\n    return row[len(row) // 2 :], row[: len(row) // 2]"
    fitting = "def swapped(row):\n    return np.concatenate(halves(row))"
    cells, _ = grade(server, halves=other_way, swapped=fitting)
    assert points(cells) == scores(0, 0, 2)
    assert followed_of(cells["swapped-values"]) is None


def test_partial_credit_is_followed_through_too(server):
    test = SWAPPED_TEST.source + "\n1.5"
    course = (*COURSE[:-1], answered([SWAPPED_TEST], **{"swapped-values": test})[0])
    cells, _ = grade(server, course, course=course, halves=WRONG_HALVES)
    assert points(cells) == scores(0, 0, 1.5)
    judged = verdict(cells["swapped-values"], REGION, frozenset())
    assert judged.kind is Kind.PARTIAL
    assert judged.says.endswith("It got part of its points.")


def test_what_an_exercise_follows_holds_for_those_that_follow_it(server):
    twice = marked_cell("twice", "def twice(row):\n    return swapped(swapped(row))", solution=True)
    test = marked_cell(
        "twice-values",
        "### FOLLOWS: swapped\nassert twice(np.arange(6)).tolist() == [*range(6)]",
        grade=True,
        locked=True,
        points=1,
    )
    course = (*COURSE, twice, test)
    wrong = "def halves(row):\n    return row[:1], row[:1]"
    cells, _ = grade(server, course, course=course, halves=wrong)
    assert points(cells) == scores(0, 0, 2) | {"twice-values": 1}
    assert followed_of(cells["twice-values"]).wrong == ("halves",)


def test_an_answer_without_points_of_its_own_is_followed(server):
    course = tuple(cell for cell in COURSE if cell not in HALVES_TESTS)
    cells, _ = grade(server, course, course=course, halves=WRONG_HALVES)
    assert points(cells) == {"swapped-values": 2}
    says = verdict(cells["swapped-values"], REGION, frozenset()).says
    assert "it was handed wrong values by your `halves`. It got" in says


def test_in_one_process_nothing_is_tried_again(server):
    cells, _ = grade(server, tests="together", halves=WRONG_HALVES)
    assert points(cells) == scores(0, 0, 0)


def test_a_solution_that_cannot_be_run_is_said_to_the_instructor(server):
    broken = marked_cell("halves", f"{SOLUTION}\nno_such_name", solution=True)
    course = tuple(broken if cell is HALVES else cell for cell in COURSE)
    cells, done = grade(server, course, course=course, halves=WRONG_HALVES)
    assert points(cells) == scores(0, 0, 0)
    (flag,) = done.flags
    assert (flag.kind, flag.cell) == ("solution", "swapped-values")
    assert "NameError: name 'no_such_name' is not defined" in flag.text


# Answers that want more than they earned


def test_the_earlier_exercise_itself_gains_nothing(server):
    """A test of the earlier exercise stands behind the later one, where help has been had."""
    late = (SETUP, HELPER, HALVES, HALVES_TESTS[0], SWAPPED, SWAPPED_TEST, HALVES_TESTS[1])
    keeps = (
        "def swapped(row):\n"
        "    global kept\n"
        "    kept = halves\n"
        "    first, second = halves(row)\n"
        "    return np.concatenate([second, first])"
    )
    asks_it = (
        "def halves(row):\n    return kept(row)\ndef kept(row):\n    raise NotImplementedError"
    )
    cells, _ = grade(server, late, halves=asks_it, swapped=keeps)
    assert points(cells) == scores(0, 0, 0)


def test_a_function_that_was_kept_answers_nobody_after_its_test(server):
    more = marked_cell("more", "def more(row):\n    return halves(row)", solution=True)
    test = marked_cell(
        "more-values",
        "assert more(np.arange(4))[1].tolist() == [2, 3]",
        grade=True,
        locked=True,
        points=1,
    )
    keeps = SWAPPED_SOLUTION.replace("    first", "    global kept\n    kept = halves\n    first")
    uses_it = "def more(row):\n    return kept(row)"
    course = (*COURSE, more, test)
    cells, _ = grade(server, course, course=course, halves="", swapped=keeps, more=uses_it)
    assert points(cells) == scores(0, 0, 2) | {"more-values": 0}
    assert "can be called no more" in cells["more-values"].outputs[0].evalue


@pytest.mark.parametrize(
    ("halves", "tries"), [(SOLUTION, "False\n"), (WRONG_HALVES, "False\nTrue\n")]
)
def test_only_functions_that_lost_points_are_replaced(server, halves, tries):
    looks = (
        "kept = []\ndef swapped(row):\n    kept.append('callbacks' in halves.__code__.co_filename)"
    )
    assert printed(server, halves=halves, swapped=looks) == tries


def test_a_second_try_without_the_function_earns_nothing(server):
    guesses = (
        "tries = 0\n"
        "def swapped(row):\n"
        "    global tries\n"
        "    tries += 1\n"
        "    return np.roll(row, len(row) // 2) if tries > 1 else row"
    )
    cells, _ = grade(server, halves=WRONG_HALVES, swapped=guesses)
    assert points(cells) == scores(0, 0, 0)


def test_no_text_of_the_solution_enters_the_students_process(server):
    spy = """
import inspect, __main__
kept = []
def swapped(row):
    kept.append(inspect.getsource(halves))
    kept.append([halves.__code__.co_consts, halves.__doc__, vars(halves)])
    kept.append([cell.cell_contents for cell in halves.__closure__])
    kept.append([*vars(__main__), halves.__globals__.get("middle")])
    try:
        halves(row[:1])
    except ValueError as error:
        kept.append(["refused", error, error.__traceback__.tb_frame.f_locals])
    return halves(row)
"""
    shown = printed(server, halves="", swapped=spy)
    assert "refused" in shown
    for secret in ("words of the solution", "text of the solution", "middle(row) :"):
        assert secret not in shown


def test_calls_are_counted(server):
    asks = SWAPPED_SOLUTION.replace(
        "    first", "    for _ in range(2_000):\n        halves(row)\n    first"
    )
    cells, _ = grade(server, halves=WRONG_HALVES, swapped=asks)
    assert points(cells) == scores(0, 0, 0)
    assert failed_again_of(cells["swapped-values"]) == {}  # the answer may be right


def test_a_solution_that_gives_no_value_gives_nothing(server):
    lends = "def halves(row):\n    return lambda: 'the text of the solution'"
    lending = marked_cell("halves", lends, solution=True)
    course = tuple(lending if cell is HALVES else cell for cell in COURSE)
    takes = "def swapped(row):\n    return halves(row)()"
    cells, _ = grade(server, course, course=course, halves="", swapped=takes)
    assert points(cells) == scores(0, 0, 0)


@pytest.mark.parametrize(
    "swapped",
    [
        "def swapped(row):\n    import os\n    os._exit(0)",
        "def swapped(row):\n    if 'callbacks' in halves.__code__.co_filename:\n        import os\n"
        "        os._exit(0)\n    return row",
    ],
    ids=["at once", "in the second try"],
)
def test_a_process_that_ends_gets_nothing(server, swapped):
    cells, done = grade(server, halves=WRONG_HALVES, swapped=swapped)
    assert points(cells) == scores(0, 0, 0)
    assert done.died


def test_an_endless_argument_costs_only_who_hands_it_over(server):
    endless = """
import itertools
class Endless:
    def __len__(self):
        return 2
    def __getitem__(self, part):
        return itertools.count()
def swapped(row):
    return np.concatenate(halves(Endless()))
"""
    cells, done = grade(server, seconds=1, halves=WRONG_HALVES, swapped=endless)
    assert points(cells) == scores(0, 0, 0)
    assert done.seconds < 5


def test_both_tries_share_the_cells_time(server):
    slow = SWAPPED_SOLUTION.replace("    first", "    import time\n    time.sleep(0.7)\n    first")
    cells, done = grade(server, seconds=1, halves=WRONG_HALVES, swapped=slow)
    assert points(cells) == scores(0, 0, 0)
    assert done.seconds < 5


def test_a_record_of_a_students_own_making_is_removed(server):
    forged = new_code_cell(TEST, metadata=SWAPPED_TEST.metadata)
    forged.metadata["course_grading"] = {
        "followed": {"exercise": "swapped", "wrong": ["halves"], "graded": True}
    }
    assert followed_of(forged) is not None
    cells, _ = grade(server, (*COURSE[:-1], forged), halves=SOLUTION, swapped=REVERSED)
    assert followed_of(cells["swapped-values"]) is None


# From the course's folder to feedback and report


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A course with hidden tests that follow, graded once for a right and a wrong answer."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "nbgrader_config.py").write_bytes((ROOT / "nbgrader_config.py").read_bytes())
    hidden = f"### BEGIN HIDDEN TESTS\n{TEST}### END HIDDEN TESTS"
    solutions = {
        name: f"### BEGIN SOLUTION\n{code.strip()}\n### END SOLUTION"
        for name, code in (("halves", SOLUTION), ("swapped", SWAPPED_SOLUTION))
    }
    source = new_notebook(cells=answered(COURSE, **solutions, **{"swapped-values": hidden}))
    source.metadata["kernelspec"] = {"name": "python3", "display_name": "P", "language": "python"}
    (folder / "source" / "ps1").mkdir(parents=True)
    nbformat.write(source, folder / "source" / "ps1" / "ps1.ipynb")
    made = Classroom(folder)
    made.generate("ps1")
    release = nbformat.read(folder / "release" / "ps1" / "ps1.ipynb", as_version=4)
    for student, halves in (("ada", SOLUTION), ("ben", WRONG_HALVES)):
        own = copy.deepcopy(release)
        own.cells = answered(release.cells, halves=halves, swapped=SWAPPED_SOLUTION)
        hand_in(made, "ps1", student, own)
    assert made.autograde("ps1").ok
    return made


def test_a_class_is_graded_so(room):
    assert room.scores("ps1") == {"ada": scores(1, 1, 2), "ben": scores(0, 0, 2)}


def test_the_line_is_not_handed_out(room):
    assert "FOLLOWS" in (room.root / "source/ps1/ps1.ipynb").read_text()
    assert "FOLLOWS" not in (room.root / "release/ps1/ps1.ipynb").read_text()


def test_feedback_and_report_say_it_in_a_sentence(room):
    ada, ben = (page.read_text() for page in room.generate_feedback("ps1"))
    sentence = (
        "Your `swapped` is right; it was handed wrong values by your `halves`, which lost its"
    )
    assert sentence in ben
    assert sentence not in ada
    course = CourseDirectory(config=room.config, root=str(room.root))
    figures = report(read_results(course, room.config, "ps1"))
    (row,) = figures.followed
    assert (row.sentence, row.students) == ("wrong values came from halves", 1)
    assert row.sentence in as_html(figures)


def test_another_solution_counts_as_a_change(room):
    """A cell that was followed through is graded again if another solution stood in."""
    source = nbformat.read(room.root / "source/ps1/ps1.ipynb", as_version=4)
    before = declared(marked(source.cells), source, "ps1")
    source.cells[2].source += "\n# mended"
    assert declared(marked(source.cells), source, "ps1") != before


# What a FOLLOWS line may say


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("### FOLLOWS: helves", "helves"),
        ("### FOLLOWS: halves swapped", "halves swapped"),
        ("### FOLLOWS:", "no name"),
        ("### FOLLOWS: swapped", "swapped"),  # its own answer
        ("# FOLLOWS: middle", "middle"),  # no answer
        ("### FOLLOWS: np", "np"),
        ("### FOLLOWS: later", "later"),
    ],
)
def test_a_line_that_names_no_earlier_function_is_refused(line, named):
    later = marked_cell("later", "def later():\n    pass", solution=True)
    test = marked_cell("swapped-values", line, grade=True, locked=True, points=2)
    with pytest.raises(NbGraderException) as refused:
        allowed([*COURSE[:-1], test, later])
    assert f"Cell swapped-values of ps1.ipynb has a FOLLOWS line with {named}," in str(
        refused.value
    )


def test_two_exercises_cannot_follow_each_other():
    """A followed answer stands before: of two cells that name each other, one is refused."""
    cells = list(COURSE)
    cells[3] = marked_cell(
        "halves-values", "### FOLLOWS: swapped", grade=True, locked=True, points=1
    )
    with pytest.raises(NbGraderException, match=r"halves-values .* with swapped"):
        allowed(cells)


def test_the_solution_brings_what_it_needs_and_no_more():
    follow = allowed(COURSE)["swapped-values"]
    assert [cell.split("(")[0] for cell in follow.solution] == ["def middle", "def halves"]
    assert follow.exercise == "swapped"
