"""The record of a failed test: written by the grader alone, and never parsed out of text."""

import csv
import json
from dataclasses import asdict

import pytest
from gradebox.class_report import report, write_csv
from gradebox.class_results import ClassResults, GradedCell, SubmissionResult
from gradebox.failures import FAILURE, KEY, CheckParts, Failure, Frame, failure_of
from gradebox.feedback.feedback_page import render
from gradebox.hidden import Region, Secrets
from gradebox.kernel.cell_errors import show_error
from gradebox.kernel.fork_server import ForkServer
from gradebox.kernel.session import Settings, execute
from gradebox.verdict_kinds import About, Kind
from gradebox.verdicts import own_lines, safe_verdict
from nbformat.v4 import new_code_cell, new_notebook

from gradebox import sandbox

MISSING = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)
REGION = Region("BEGIN HIDDEN TESTS", "END HIDDEN TESTS")
SETUP = "import numpy as np\nfrom course import check\n\n\ndef same(x, y):\n    assert x == y, y"
FORGED = {"kind": "check", "check": {"case": "c", "mistake": "Give this one full marks."}}


@pytest.fixture(scope="module")
def server():
    started = ForkServer()
    yield started
    started.close()


def cell(source, name, **mark):
    flags = {"grade": False, "solution": False, "locked": False, "task": False, **mark}
    mark = {"schema_version": 3, "points": 1, "grade_id": name, **flags}
    return new_code_cell(source, metadata={"nbgrader": mark})


def hidden(test, name="f-values"):
    source = f"assert callable(f)\n### BEGIN HIDDEN TESTS\n{test}\n### END HIDDEN TESTS"
    return cell(source, name, grade=True, locked=True, score=0.0)


def graded(server, answer, *tests, **settings):
    """Run an answer and test cells; return the notebook."""
    answers = [answer] if isinstance(answer, str) else list(answer)
    cells = [cell(SETUP, "setup", locked=True), *map(new_code_cell, answers), *tests]
    notebook = new_notebook(cells=cells)
    settings = Settings(**{"tests": "separate", "without": MISSING} | settings)
    execute(notebook, settings=settings, server=server)
    return notebook


def judged(notebook):
    """The verdicts of a notebook's test cells."""
    secrets, own = Secrets.of(notebook, REGION), own_lines(notebook, REGION)
    tests = [each for each in notebook.cells if each.metadata.get("nbgrader", {}).get("grade")]
    return [safe_verdict(each, REGION, own, secrets) for each in tests]


def page(notebook):
    about = {"notebook": "n", "student": "a", "score": 0, "max_score": 1, "late_penalty": 0}
    return render(notebook, about, REGION)


def test_what_the_record_says(server):
    answer = "def half(x):\n    return x / 0  # oh\n\n\ndef f(x):\n    return half(x)"
    notebook = graded(
        server,
        answer,
        hidden("\n# a note\nsame(f, 3)"),
        hidden("def hidden_tests():\n    f(3)\n\n\nhidden_tests()"),
        cell("check.causal_mask(f, 'values')", "g", grade=True, locked=True),
        hidden("def broken(:"),
        hidden("np.testing.assert_allclose(np.ones(2), np.ones(3))"),
        hidden("sample"),
        hidden("raise NotImplementedError"),
        hidden("assert f.shape"),
    )
    assertion, raised, checked, syntax, *rest = map(failure_of, notebook.cells[2:])
    assert (assertion.kind, assertion.type, assertion.line) == ("assertion", "AssertionError", 5)
    assert assertion.frames == ()
    assert (raised.kind, raised.text, raised.line) == ("raised", "division by zero", 4)
    assert raised.frames == (
        Frame("", "f", 6, "return half(x)"),
        Frame("", "half", 2, "return x / 0 # oh"),
    )
    assert checked.kind == "check"
    assert (checked.check.exercise, checked.check.aspect) == ("causal_mask", "values")
    assert checked.check.seen == "It raised ZeroDivisionError: division by zero"
    assert checked.check.line == "return x / 0 # oh"
    assert (syntax.kind, syntax.type, syntax.line) == ("other", "SyntaxError", 0)
    assert [failure.kind for failure in rest] == ["shape", "name", "not attempted", "other"]
    kinds = [Kind.VALUE, Kind.RAISED, Kind.CHECK, Kind.TYPE]
    kinds += [Kind.SHAPE, Kind.NAME, Kind.NOT_ATTEMPTED, Kind.TYPE]
    assert [each.kind for each in judged(notebook)] == kinds
    again = json.loads(json.dumps(notebook))
    assert [failure_of(each) for each in again["cells"][2:]] == [
        *(assertion, raised, checked, syntax),
        *rest,
    ]


FORGED_FRAMES = (
    "text = '''\n\nIn the student's code:\n  File \"x\", line 1, in f\n    def f(x):\n'''\n"
    "class Odd:\n    def __repr__(self): return text\n    __str__ = __repr__\n"
    "class Text(str):\n    __repr__ = lambda self: text\n"
)


VALUES = (
    "np.array([Odd(), 1], dtype=object)",
    "[Odd()]",
    "Odd()",
    "text",
    "np.array([text])",
    "Text('x')",
    "type(text, (), {})()",
)


def test_a_repr_cannot_pose_as_the_students_frames(server):
    """The value that a hidden test wants stands in the same message, and would leak with it."""
    answers = [f"import numpy as np\n{FORGED_FRAMES}", "def f(x): pass"]
    tests = []
    for number, value in enumerate(VALUES):
        answers.append(f"def f{number}(x):\n    return {value}")
        wants = f"np.testing.assert_array_equal(f{number}(1), [1234567])"
        says = f"got = f{number}(1)\nassert 7654321 == 0, f'{{got!r}} {{got}} is not 7654321'"
        tests += [hidden(wants, f"wants-{number}"), hidden(says, f"says-{number}")]
    notebook = graded(server, answers, *tests)
    for verdict in judged(notebook):
        assert verdict.kind in (Kind.VALUE, Kind.TYPE, Kind.SHAPE)
        assert verdict.facts == ()
    shown = page(notebook)
    assert "1234567" not in shown
    assert "7654321" not in shown


LIKELY = "x\\n  likely    It deserves full marks.\\n  seen      it"


FORGERS = (
    f"f = type('{LIKELY}', (), {{}})()",
    f"def f(*_):\n    return type('{LIKELY}', (), {{}})()",
    f"def f(*_):\n    raise type('{LIKELY}', (Exception,), {{}})('x')",
    f"def f(*_):\n    raise type('{LIKELY}', (ValueError,), {{}})('x')",
    f"def f(*_):\n    raise ValueError('{LIKELY}')",
    "class CheckFailed(AssertionError): pass\n"
    f"def f(*_):\n    raise CheckFailed('not right yet\\n  case      {LIKELY}')",
    f"def f(*_):\n    return '{LIKELY}'",
    f"def f(*_):\n    raise ValueError('x')\nf.__name__ = f.__qualname__ = '{LIKELY}'",
    f"exec(compile('def f(*_): raise ValueError', '{LIKELY}', 'exec'))",
    f"import warnings\ndef f(*_):\n    warnings.warn('{LIKELY}')",
)


def test_no_name_or_text_forges_a_likely_line(server, tmp_path):
    answers, cells = ["def f(): pass"], []
    for number, answer in enumerate(FORGERS):
        answers.append(f"{answer}\nf{number} = f")
        source = f"check.causal_mask(f{number}, 'values')"
        cells.append(cell(source, f"check-{number}", grade=True, locked=True, score=0.0))
        cells.append(hidden(f"same(f{number}(3), 4)", f"more-{number}"))
    notebook = graded(server, answers, *cells)
    verdicts = judged(notebook)
    assert [each.kind for each in verdicts[::2]] == [Kind.CHECK] * len(FORGERS)
    for each in verdicts:
        assert each.kind is not Kind.PASSED
        assert each.mistake == ""
        assert not any("\n" in words for _, words in each.facts)
    assert "Likely:" not in page(notebook)
    tests = [GradedCell(("n", each.metadata.nbgrader.grade_id), 1.0, About("f")) for each in cells]
    made = {test.cell: each for test, each in zip(tests, verdicts, strict=True)}
    submission = SubmissionResult("a", "", "", "", "", 0, 0, {}, made)
    figures = report(ClassResults("n", tests, [submission], [], []))
    assert figures.mistakes == ()
    write_csv(figures, tmp_path / "class.csv")
    with (tmp_path / "class.csv").open(newline="", encoding="utf-8") as file:
        [row] = csv.DictReader(file)
    kinds = {kind.value for kind in Kind}
    assert {each.removesuffix(" (f)") for each in row["mistakes"].split("; ")} <= kinds


SHOWS = f"""
from IPython.display import display
record = {FORGED!r}
display({{"application/json": record, "text/plain": "x"}}, raw=True, metadata={{
    "{KEY}": {{"{FAILURE}": record}}}})
"""


@pytest.mark.parametrize("tests", ["separate", "together"])
def test_nothing_of_a_students_writes_a_record(server, tests):
    """Not a display, not metadata that came with the file, not the reply of its own process."""
    forge_reply = (
        f"from gradebox.kernel.child import StudentChild\nStudent.failure = lambda *_: {FORGED!r}\n"
    )
    test = hidden("same(f(1), 2)")
    test.metadata[KEY] = {FAILURE: FORGED}
    right = hidden("same(f(1), 1)", "f-more")
    right.metadata[KEY] = {FAILURE: FORGED, "tests": tests}
    answer = "def f(x):\n    return x"
    notebook = graded(server, (answer, SHOWS, forge_reply), test, right, tests=tests)
    assert notebook.cells[-1].metadata[KEY] == {"tests": tests}
    (first, second) = judged(notebook)
    assert (first.mistake, first.facts, second.kind) == ("", (), Kind.PASSED)
    assert "full marks" not in json.dumps([each.metadata for each in notebook.cells])
    assert "Likely:" not in page(notebook)


def test_in_one_process_no_text_of_an_error_is_shown(server):
    """There the student's code can raise, or print, whatever looks like a check's report."""
    likely = LIKELY.replace("\\n", "\n")
    raises = f"class CheckFailed(Exception): pass\ndef f(x):\n    raise CheckFailed({likely!r})"
    notebook = graded(server, raises, hidden("same(f(1), 1234567)"), tests="together")
    (verdict,) = judged(notebook)
    assert (verdict.kind, verdict.mistake, verdict.facts) == (Kind.CHECK, "", ())
    assert "deserves" not in page(notebook).replace("class CheckFailed", "").split("Points")[0]


def test_an_end_that_the_grader_made_is_recorded(server):
    notebook = graded(
        server,
        "def f(x):\n    import os\n    while x: pass\n    os._exit(1)",
        hidden("f(1)"),
        hidden("f(0)"),
        hidden("f(0)"),
        cell_seconds=lambda each: 1,
    )
    kinds = [failure_of(each).kind for each in notebook.cells[2:]]
    assert kinds == ["timed out", "stopped", "stopped"]
    timed_out, died, not_run = judged(notebook)
    assert timed_out.kind is Kind.TIMED_OUT
    assert died.kind is not_run.kind is Kind.STOPPED
    assert "The process that ran the student's code has ended." in dict(died.facts)["error"]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"kind": "praise"},
        {"kind": ["check"]},
        {"kind": "check", "check": [1], "line": -3, "frames": {"a": 1}, "type": 5},
        {"kind": "raised", "line": "7", "frames": [[1, 2, 3, 4], ["f"], None, {"file": "x"}]},
    ],
    ids=range(7),
)
def test_a_record_that_is_none_is_read_as_little(data):
    failure = Failure.from_data(data)
    if failure is not None:
        assert (failure.type, failure.text, failure.line) == ("", "", 0)
        assert failure.check == CheckParts()
        assert all(frame == Frame("", "", frame.line, "") for frame in failure.frames)


def test_every_text_of_a_record_is_one_line_of_visible_characters():
    odd = "a\nb\x1b[31mc\u202ed\x00" + "x" * 10_000
    parts = dict.fromkeys(CheckParts.__annotations__, odd)
    frames = [[odd, odd, 10, odd]] * 100
    data = {"kind": "check", "type": odd, "text": odd, "check": parts, "frames": frames}
    failure = asdict(Failure.from_data(data))
    assert len(failure["frames"]) == 12
    texts = [failure["type"], failure["text"], *failure["check"].values()]
    texts += [frame[key] for frame in failure["frames"] for key in ("file", "function", "code")]
    for text in texts:
        assert text.isprintable()
        assert text.startswith("a bc\N{REPLACEMENT CHARACTER}d\N{REPLACEMENT CHARACTER}xx")
        assert len(text) < 500


@pytest.mark.parametrize("sent", [5, None, [], "a line", {"a": 1}])
def test_a_reply_whose_traceback_is_no_list_shows_an_error(sent):
    cell = new_code_cell("1 / 0")
    show_error(cell, {"ename": "ZeroDivisionError", "evalue": "by zero", "traceback": sent})
    (shown,) = cell.outputs
    assert (shown.ename, shown.evalue) == ("ZeroDivisionError", "by zero")
    assert len(shown.traceback) == 1
