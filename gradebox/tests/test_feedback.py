"""The feedback for a student: points, what was tested, what is known of a mistake, no test."""

import copy
import json
import re
from dataclasses import asdict
from pathlib import Path

import nbformat
import pytest
from gradebox.classroom import Classroom
from gradebox.earlier_mistakes import circumstances
from gradebox.failures import KEY, TOGETHER, Failure, note_failure
from gradebox.feedback.exporter import FeedbackExporter
from gradebox.feedback.feedback_page import render
from gradebox.flags import Flag
from gradebox.folder import assignments
from gradebox.hidden import Region, Secrets
from gradebox.separate import doubt
from gradebox.separate.exceptions import StudentError, of_being_apart, rebuild
from gradebox.separate.exceptions import describe as describe_error
from gradebox.separate.failure_record import describe
from gradebox.verdict_kinds import Kind
from gradebox.verdicts import about, own_lines, safe_verdict, verdict
from grading import ROOT, TINY, answered, hand_in, source_notebook, tiny_course
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import compute_checksum
from traitlets.config import Config

from authoring.leaks import leaked, secret_lines
from course.check import CheckFailed

REGION = Region("BEGIN HIDDEN TESTS", "END HIDDEN TESTS")
ABOUT = {
    "notebook": "a-notebook",
    "student": "ada",
    "score": 1.0,
    "max_score": 3.0,
    "late_penalty": 0,
}
SOFTMAX = "03-softmax"
AXIS = "e = np.exp(scores - scores.max())\n    return e / e.sum(axis=0, keepdims=True)"
# Right in all visible cases; with the sizes of the hidden tests it meets an index too large.
RAISES = (
    "def third(x):\n    return x[100]\n\n\n"
    "def softmax(scores, axis=-1):\n"
    "    if scores.shape == (11, 23):\n"
    "        print('SEEN BY A HIDDEN TEST', scores)\n"
    "        third(scores)\n"
    "    e = np.exp(scores - scores.max(axis=axis, keepdims=True))\n"
    "    return e / e.sum(axis=axis, keepdims=True)"
)


def mark(name, points=None, **flags):
    kind = {"grade": False, "solution": False, "locked": False, "task": False}
    graded = {} if points is None else {"points": points, "score": 0.0}
    return {"nbgrader": {"schema_version": 3, "grade_id": name, **kind, **graded, **flags}}


def graded_cell(source, outputs=(), name="double-values", points=2, score=0.0):
    metadata = mark(name, points, grade=True, locked=True, score=score)
    return new_code_cell(source, metadata=metadata, outputs=list(outputs))


def error(name, text=""):
    """An error as IPython prints it."""
    trace = f"\x1b[31m{name}\x1b[39m     Traceback (most recent call last)\n{name}: {text}"
    return new_output("error", ename=name, evalue=text, traceback=[trace])


class OddError(Exception):
    pass


def failing(cell, raised, line=0, frames=()):
    """A graded cell that `raised` has ended, with the record of it.

    A frame of the student's is (file, function, line, the line's code).
    """
    if frames:
        raised.student_frames = list(frames)
    text = str(raised)
    record = describe(raised, text, {}) | {"line": line}
    note_failure(cell, Failure.from_data(json.loads(json.dumps(record))))
    cell.outputs = [error(type(raised).__name__, text)]
    return cell


HIDDEN = """assert double(1) == 2
### BEGIN HIDDEN TESTS
answer = double(np.array([3, 4]))
assert answer.shape == (2,)
assert isinstance(answer, np.ndarray)
np.testing.assert_array_equal(sample, before)
assert answer.tolist() == [6, 8], "twice three is six"
raise AssertionError(f"no ValueError for {answer}")
np.testing.assert_allclose(answer, before[0] @ weight)
### END HIDDEN TESTS"""


def failed(raised, line=0, frames=()):
    """A cell with hidden tests that `raised` has ended."""
    return failing(graded_cell(HIDDEN), raised, line, frames)


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        (graded_cell(HIDDEN), Kind.PASSED),
        (graded_cell(HIDDEN, [new_output("execute_result", {"text/plain": "1.5"})]), Kind.PARTIAL),
        (graded_cell(HIDDEN, [new_output("execute_result", {"text/plain": "'x'"})]), Kind.PASSED),
        (failed(NotImplementedError("your turn")), Kind.NOT_ATTEMPTED),
        (graded_cell(HIDDEN, [error("CellTimeoutError")]), Kind.TIMED_OUT),
        (failed(AssertionError(), 1), Kind.CHECK),
        (failed(AssertionError(), 4), Kind.SHAPE),
        (failed(AssertionError("(shapes (2,), (3,) mismatch)"), 7), Kind.SHAPE),
        (failed(AssertionError("\n x: (shapes\n(shapes (2,), (3,) mismatch)"), 7), Kind.VALUE),
        (failed(AssertionError(), 5), Kind.TYPE),
        (failed(AssertionError(), 6), Kind.CHANGED),
        (failed(AssertionError("twice three is six"), 7), Kind.VALUE),
        (failed(AssertionError("no ValueError for 1"), 8), Kind.ACCEPTED),
        (failed(AssertionError(), 9), Kind.VALUE),
        (failed(AttributeError("'NoneType' ... 'shape'"), 4), Kind.TYPE),
        (failed(NameError("name 'sample'"), 6), Kind.NAME),
        (failed(ValueError("odd"), 3, [("", "double", 2, "x")]), Kind.RAISED),
        (graded_cell(HIDDEN, [error("DeadKernelError", "It has ended.")]), Kind.STOPPED),
        (failed(OddError("no frames at all")), Kind.TYPE),
    ],
)
def test_the_kind_of_failure(cell, kind):
    judged = verdict(cell, REGION, frozenset())
    assert judged.kind is kind
    if kind is not Kind.CHECK:
        assert not leaked({"assertdouble(1)==2"}, str(judged))
    assert "six" not in str(judged)


def test_an_interrupt_is_told_as_the_time_out_that_caused_it():
    cell = graded_cell(HIDDEN, [error("KeyboardInterrupt"), error("CellTimeoutError")])
    assert verdict(cell, REGION, frozenset()).kind is Kind.TIMED_OUT


def test_of_the_frames_only_the_learners_own_lines_are_told():
    frames = [("", "double", 2, "return x + y"), ("linalg.py", "inv", 9, "raise error")]
    cell = failed(NameError("name 'y' is not defined"), 3, frames)
    notebook = new_notebook(cells=[new_code_cell("def double(x):\n    return  x + y")])
    judged = verdict(cell, REGION, own_lines(notebook, REGION))
    assert judged.kind is Kind.RAISED
    assert dict(judged.facts) == {
        "error": "NameError: name 'y' is not defined",
        "line": "return x + y   (in double)",
    }


def test_a_visible_checks_report_is_taken_over():
    raised = CheckFailed(
        "It raised IndexError",
        exercise="softmax",
        case="two rows",
        called="softmax(x)",
        line="return x[9]",
        mistake="The softmax ran over the queries.",
    )
    assert str(raised) == (
        "\x1b[1msoftmax: not right yet\x1b[0m\n  case      two rows\n  called    softmax(x)\n"
        "  seen      It raised IndexError\n            in the line  return x[9]\n"
        "  likely    The softmax ran over the queries."
    )
    judged = verdict(failing(graded_cell("check.softmax(softmax)"), raised), REGION, {})
    assert judged.mistake == "The softmax ran over the queries."
    assert judged.facts == (
        ("case", "two rows"),
        ("called", "softmax(x)"),
        ("seen", "It raised IndexError in the line  return x[9]"),
    )


def test_what_a_cell_is_about():
    cell = graded_cell('check.softmax(softmax, "large")  # 2 points\n', name="softmax-large")
    assert (about(cell).exercise, about(cell).aspect) == ("softmax", "large")
    assert "scores near 10,000" in about(cell).asks
    letter = graded_cell("check.choice(recall_1)  # 1 point", name="recall_1-answer")
    assert about(letter).exercise == "recall_1"
    other = about(graded_cell("assert square(2) == 4", name="cell-3f2a"))
    assert (other.exercise, other.aspect, other.asks) == ("cell-3f2a", "", "")


# The page


def test_the_page_of_somebody_elses_course():
    """No checks of ours: the visible lines stay, the hidden ones do not, comments are there."""
    answer = new_code_cell("def double(x):\n    return x", metadata=mark("double", solution=True))
    answer.metadata.nbgrader["comment"] = "Look **again**."
    essay = new_markdown_cell("An essay.", metadata=mark("essay", 1, grade=True, solution=True))
    essay.metadata.nbgrader["score"] = 1.0
    cells = [answer, failed(AssertionError("six"), 7), essay]
    page = render(new_notebook(cells=cells), ABOUT, REGION)
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))
    assert "assert double(1) == 2" in text
    assert "Look again." in text
    assert "graded by a person" in text
    assert "A hidden test found a value that is not right." in text
    for secret in ("np.array([3, 4])", "[6, 8]", "six", "HIDDEN TESTS", "no ValueError"):
        assert secret not in page


def test_points_changed_by_a_person_are_said_to_be():
    passed = graded_cell("assert True", score=0.5)
    failed = graded_cell("assert 0", [error("AssertionError")], name="b", score=2.0)
    page = render(new_notebook(cells=[passed, failed]), ABOUT, REGION)
    assert page.count("The points were set by a person.") == 3  # two cells, and what is next


@pytest.mark.parametrize(
    ("number", "score", "chip", "says"),
    [
        ("2", 2, "✓ right", "The hidden tests passed, too."),
        ("np.float64(2.0)", 2, "✓ right", "The hidden tests passed, too."),
        ("1.5", 1.5, "◐ partly right", "Part of the points."),
        ("0", 0, "✗ not right yet", "The test gave none of its points."),
        ("1", 1.5, "◐ graded by a person", "The points were set by a person."),
        ("1", 2, "✓ right", "The points were set by a person."),
    ],
)
def test_a_test_that_gives_part_of_its_points(number, score, chip, says):
    cell = graded_cell(HIDDEN, [new_output("execute_result", {"text/plain": number})], score=score)
    page = render(new_notebook(cells=[cell]), ABOUT, REGION)
    assert f"{chip} {says}" in " ".join(re.sub(r"<[^>]+>", "", page).split())


def remarks(flags, **about):
    """The sentences on the page of a notebook with these flags."""
    notebook = new_notebook(cells=[graded_cell("assert True")])
    notebook.metadata[KEY] = {"flags": flags}
    return re.findall("<li>(.*)[.]</li>", render(notebook, ABOUT | about, REGION))


def test_the_student_is_told_what_was_done_to_the_files_in_a_sentence_each():
    flags = [
        Flag("left-out", "left out: a: 1.py, a (1).ipynb and 3 more"),
        Flag("link", "no plain file, left out: a.csv"),
        Flag("kernel", "was made with the kernel <b>, and is run by ir"),
        Flag("copied", "there twice, the last one counts", "double"),
        Flag("missing", "missing, put back", "double"),
        Flag("tagged", "tagged skip-execution; tags taken off", "double"),
        Flag("changed", "a read-only cell was changed; put right", "double"),
        Flag("retyped", "was not a code cell any more; put right", "double"),
        Flag("time", "The cell ran for too long.", "double"),
        Flag("time", "The cell ran for too long.", "3"),
        Flag("time", "The cell ran for too long.", "double-values"),  # a test; said beside it
        Flag("secret", "holds text that only source/ has"),
        Flag("forged", "claims to be a graded cell that the assignment has not: x"),
    ]
    assert remarks([asdict(flag) for flag in flags], others=["b.ipynb was not handed in"]) == [
        "Left out, because the assignment has no file of this name: a: 1.py, a (1).ipynb and "
        "3 more",
        "Left out, because it is a link or no plain file: a.csv",
        "The notebook was made with the kernel &lt;b&gt;, and is run by ir",
        "The cell double was there twice, and the last one counts",
        "The cell double was missing and was put back",
        "The cell double had a tag that would keep it from being graded, and the tag was taken off",
        "The cell double is read-only and was changed, so it was put back",
        "The cell double had another type, and its own was put back",
        "The cell double was stopped, because its time or the notebook&#39;s was used up",
        "The cell number 4 was stopped, because its time or the notebook&#39;s was used up",
        "b.ipynb was not handed in",
    ]


@pytest.mark.parametrize("flags", [3, {"a": 1}, ["changed", 3, {"kind": ["changed"]}, {}]])
def test_what_another_grader_left_in_the_place_of_flags_is_passed_over(flags):
    assert remarks(flags) == []


@pytest.mark.parametrize("ours", [3, [], "x"])
def test_what_another_grader_left_in_the_notebook_is_passed_over(ours):
    notebook = new_notebook(cells=[graded_cell("assert True")], metadata={KEY: ours})
    assert "About what you handed in" not in render(notebook, ABOUT, REGION)


def test_an_answer_that_was_left_is_graded_by_nobody():
    left = new_markdown_cell("Why?", metadata=mark("why", 3, grade=True, solution=True, score=0.0))
    left.metadata.nbgrader["checksum"] = compute_checksum(left)
    written = copy.deepcopy(left)
    written.source = "Because."
    page = render(new_notebook(cells=[left]), ABOUT, REGION)
    assert "not attempted" in page
    assert "graded by a person" not in page
    assert "graded by a person" in render(new_notebook(cells=[written]), ABOUT, REGION)


def judged_after(name, text, source="def double(x):", frames=()):
    """The verdict on a test that lacks a name, where the answer's own cell has ended so."""
    answer = new_code_cell(source, metadata=mark("double", solution=True))
    answer.outputs = [error(name, text)]
    test = failed(NameError("name 'double' is not defined"), 1, frames)
    around = circumstances(new_notebook(cells=[answer, test]))["double-values"]
    return verdict(test, REGION, frozenset(), around)


def test_an_answer_that_did_not_run_is_said_before_the_name_that_it_lacks():
    broken = judged_after("SyntaxError", "expected ':' (detected at line 9) (3.py, line 1)")
    assert broken.kind is Kind.NOT_RUN
    assert broken.says == "Your answer did not run: SyntaxError in line 1."
    assert broken.facts == (("error", "SyntaxError: expected ':' (detected at line 9)"),)
    ended = judged_after("ZeroDivisionError", "division by zero (3.py, line 1)")
    assert ended.says == "Your answer did not run to its end: ZeroDivisionError."
    own = judged_after("np.array([3, 4])", "")  # a name of the student's own choice
    assert own.says == "Your answer did not run to its end: an error."
    assert judged_after("NotImplementedError", "").kind is Kind.NOT_ATTEMPTED


def test_for_a_name_that_is_not_there_it_is_said_where_to_look():
    says = verdict(failed(NameError("name 'sample'"), 6), REGION, frozenset()).says
    assert "renamed" in says
    assert "deleted" in says
    assert "sample" not in says  # it may be in a hidden line alone


def test_a_name_that_the_answer_itself_lacks_is_its_own_error():
    frames = [("", "double", 1, "double(x)")]
    assert judged_after("ValueError", "odd", frames=frames).says == "Your code raised an error."


@pytest.mark.parametrize(
    "stub",
    ["def double(x):\n    # your turn\n    pass", "class double:\n    # your turn", "double = 0"],
)
def test_an_answer_as_it_was_handed_out_is_not_attempted(stub):
    answer = new_code_cell(stub, metadata=mark("double", solution=True))
    answer.metadata.nbgrader["checksum"] = compute_checksum(answer)
    if "class" in stub:
        answer.outputs = [error("SyntaxError", "incomplete input (3.py, line 2)")]
    zero = graded_cell(HIDDEN, [new_output("execute_result", {"text/plain": "0"})])
    part = graded_cell(HIDDEN, [new_output("execute_result", {"text/plain": "1"})])

    def kind(test):
        around = circumstances(new_notebook(cells=[answer, test]))["double-values"]
        return verdict(test, REGION, frozenset(), around).kind

    assert kind(failed(AssertionError(), 1)) is kind(zero) is Kind.NOT_ATTEMPTED
    assert kind(part) is Kind.PARTIAL
    answer.source += "  # mine"
    assert kind(failed(AssertionError(), 1)) is Kind.CHECK


def test_an_answer_that_was_left_says_nothing_of_a_test_of_something_else():
    answer = new_code_cell("other = None", metadata=mark("other", solution=True))
    answer.metadata.nbgrader["checksum"] = compute_checksum(answer)
    test = failed(AssertionError(), 1)
    around = circumstances(new_notebook(cells=[answer, test]))["double-values"]
    assert verdict(test, REGION, frozenset(), around).kind is Kind.CHECK


@pytest.mark.parametrize(
    "extra", ["# \0", "x = " + "-" * 100_000 + "1", "x = " + "1+" * 60_000 + "1", "x = ("]
)
def test_an_answer_that_python_cannot_parse_has_a_verdict(extra):
    answer = new_code_cell(
        f"def double(x):\n    pass\n{extra}", metadata=mark("double", solution=True)
    )
    test = failed(AssertionError(), 1)
    around = circumstances(new_notebook(cells=[answer, test]))["double-values"]
    assert verdict(test, REGION, frozenset(), around).kind is Kind.CHECK


def around_mean(test, source="def mean(x):\n    pass", outputs=()):
    """The circumstances of `double`, which calls `mean`, whose own test this is."""
    cells = [
        new_code_cell(source, metadata=mark("mean", solution=True), outputs=list(outputs)),
        test,
        new_code_cell("def double(x):\n    return mean(x)", metadata=mark("double", solution=True)),
        graded_cell(HIDDEN),
    ]
    return circumstances(new_notebook(cells=cells))["double-values"]


def failed_mean(name):
    return graded_cell("mean(1)", [error(name)], name="mean-values")


def test_a_function_whose_name_ends_in_that_of_a_wrong_one_does_not_call_it():
    """Nor does `np.mean`, nor a remark."""
    source = "def row_mean(x):  # by mean(x)\n    n = np.mean(x)\n    s = n + x\n    return mean(s)"
    cells = [
        new_code_cell("def mean(x):\n    pass", metadata=mark("mean", solution=True)),
        failed_mean("AssertionError"),
        new_code_cell(source, metadata=mark("double", solution=True)),
    ]
    for code, name in (
        ("n = np.mean(x)", ""),
        ("s = n + x", ""),
        ("return mean(s)", "mean"),
    ):
        test = failed(ValueError("shapes"), 1, [("", "row_mean", 2, code)])
        around = circumstances(new_notebook(cells=[*cells, test]))["double-values"]
        assert verdict(test, REGION, frozenset(), around).earlier == name


@pytest.mark.parametrize(("number", "kind"), [("1", Kind.PARTIAL), ("0", Kind.CHECK)])
def test_part_of_the_points_may_come_of_an_earlier_function(number, kind):
    cell = graded_cell(HIDDEN, [new_output("execute_result", {"text/plain": number})])
    judged = verdict(cell, REGION, frozenset(), around_mean(failed_mean("AssertionError")))
    assert (judged.kind, judged.earlier, judged.is_sure) == (kind, "mean", False)
    assert judged.mistake == "Your `mean`, which it calls, does not pass its own tests yet."


def test_an_earlier_function_that_could_not_be_run_is_named():
    broken = [error("SyntaxError", "expected ':' (3.py, line 1)")]
    around = around_mean(failed_mean("NameError"), "def mean(x)\n    pass", broken)
    frames = [("", "double", 2, "m = mean(x)")]
    cell = failed(NameError("name 'mean' is not defined"), 1, frames)
    judged = verdict(cell, REGION, frozenset(), around)
    assert judged.mistake == "It calls your `mean`, whose cell did not run."
    assert (judged.earlier, judged.is_sure) == ("mean", True)


def test_an_earlier_mistake_is_likely_where_no_failure_was_noted():
    cell = graded_cell(HIDDEN, [error("AssertionError")])
    judged = verdict(cell, REGION, frozenset(), around_mean(failed_mean("AssertionError")))
    assert (judged.kind, judged.earlier, judged.is_sure) == (Kind.CHECK, "mean", False)


def test_a_loop_without_end_is_looked_for_where_it_is():
    cell = graded_cell(HIDDEN, [error("CellTimeoutError")])
    wrong = around_mean(failed_mean("AssertionError"))
    assert verdict(cell, REGION, frozenset(), wrong).mistake == ""
    judged = verdict(cell, REGION, frozenset(), around_mean(failed_mean("CellTimeoutError")))
    assert judged.kind is Kind.TIMED_OUT
    assert judged.mistake == "Your `mean`, which it calls, takes too long in its own tests, too."


def test_an_answer_that_waits_for_a_person_is_pending_and_not_zero():
    essay = new_markdown_cell("my words", metadata=mark("essay", 3, grade=True, solution=True))
    essay.metadata.nbgrader.update(score=0.0, comment=None)
    page = render(new_notebook(cells=[essay]), ABOUT | {"pending": {"essay"}}, REGION)
    assert page.count("pending,&nbsp;3") == 2
    assert "A person has yet to grade an answer for 3 of these points" in page
    assert "every point that is given so far was earned" in page
    assert "0&nbsp;of&nbsp;3" not in page


def test_a_bonus_without_points_that_fails_has_no_tick():
    bonus = failed(OddError("no"), 3)
    bonus.metadata.nbgrader.points = 0
    assert "✗ wrong kind of value" in render(new_notebook(cells=[bonus]), ABOUT, REGION)
    passed = graded_cell(HIDDEN, points=0)
    assert "✓ right" in render(new_notebook(cells=[passed]), ABOUT, REGION)


def test_full_marks_in_one_notebook_are_not_all_where_another_has_none():
    notebook = new_notebook(cells=[graded_cell(HIDDEN, score=2.0)])
    assert "Nothing: every point was earned." in render(notebook, ABOUT, REGION)
    page = render(notebook, ABOUT | {"others": ["b.ipynb was not handed in"]}, REGION)
    assert "In this notebook nothing: every point was earned." in page
    assert "Ask your instructor whether you can hand in again." in page


def test_where_a_person_has_left_a_comment_it_is_pointed_at():
    metadata = mark("essay", 4, grade=True, solution=True, comment="Only half of it.")
    page = render(new_notebook(cells=[new_markdown_cell("Mine", metadata=metadata)]), ABOUT, REGION)
    assert "</a>:\nGraded by a person: see the comment.</li>" in page


def test_a_task_shows_its_text_and_no_mark_scheme(tmp_path):
    text = "Draw it.\n\n=== BEGIN MARK SCHEME ===\nTwo points for axes.\n=== END MARK SCHEME ==="
    metadata = mark("draw", 2, grade=False, task=True, locked=True)
    notebook = new_notebook(cells=[new_markdown_cell(text, metadata=metadata)])
    with Gradebook(f"sqlite:///{tmp_path}/gradebook.db") as gradebook:
        gradebook.add_assignment("ps1")
        gradebook.add_notebook("a-notebook", "ps1")
        gradebook.add_student("ada")
        gradebook.add_submission("ps1", "ada")
        known = {"db_url": gradebook.db.get_bind().url.render_as_string(), "assignment": "ps1"}
    course = CourseDirectory(root=str(tmp_path))
    exporter = FeedbackExporter(parent=GenerateFeedback(coursedir=course))
    page, _ = exporter.from_notebook_node(notebook, {"nbgrader": ABOUT | known})
    assert "Task: draw" in page
    assert "Draw it." in page
    assert "MARK SCHEME" not in page
    assert "axes" not in page


def test_an_answer_whose_text_was_deleted_is_on_the_page_all_the_same():
    essay = new_markdown_cell(" ", metadata=mark("essay", 5, grade=True, solution=True))
    essay.metadata.nbgrader.comment = "Where is it?"
    page = render(new_notebook(cells=[essay]), ABOUT, REGION)
    assert "every point" not in page
    assert "0&nbsp;of&nbsp;5" in page
    assert "Where is it?" in page


def test_the_end_of_the_program_is_told_in_plain_words():
    try:
        raise SystemExit(0)
    except SystemExit as end:
        raised = rebuild(describe_error(end), ["0"])
    judged = verdict(failed(raised, 3, [("", "double", 2, "exit()")]), REGION, frozenset())
    assert judged.facts[0] == ("error", "SystemExit: 0")
    assert judged.says.startswith("Your code ended the program")


def test_a_test_that_could_not_be_run_with_an_answer_is_not_said_to_have_found_it_wrong():
    refused = of_being_apart(StudentError("a value of type Poly cannot be handed over"))
    why = ("why", "a value of type Poly cannot be handed over")
    shown = verdict(failed(refused, 1), REGION, frozenset())
    assert (shown.kind, shown.facts) == (
        Kind.NOT_APART,
        (("failed", "assert double(1) == 2"), why),
    )
    assert "could not be run with this answer" in shown.says
    hidden = failed(refused, 3)
    assert verdict(hidden, REGION, frozenset()).facts == (why,)
    assert safe_verdict(hidden, REGION, frozenset(), Secrets(frozenset()), False).facts == ()
    raised = failed(refused, 3, [("", "double", 2, "return made")])
    assert verdict(raised, REGION, frozenset()).kind is Kind.RAISED


def test_an_assertion_about_something_else_is_wrong_whatever_did_not_cross():
    cell = graded_cell("axes = plot()\nassert axes.get_title() == 'Sales'\nassert type(axes) is A")
    for line, kind in ((2, Kind.CHECK), (3, Kind.NOT_APART)):
        why = {"not_apart": "it got a matplotlib.Axes", "not_apart_kind": "drawn"}
        note_failure(cell, Failure("assertion", "AssertionError", line=line, **why))
        cell.outputs = [error("AssertionError", "")]
        assert verdict(cell, REGION, frozenset()).kind is kind


def failed_together(source, line, used=""):
    cell = graded_cell(source)
    note_failure(cell, Failure(TOGETHER, "NotTogether", "It failed.", line, doubt=used))
    cell.outputs = [error("NotTogether", "It failed.")]
    return cell


def test_of_a_test_that_failed_together_only_its_line_is_shown_before_any_guess():
    source = "n = len(figures())\nsave()\nassert len(figures()) == n, (\n    'close the figure'\n)"
    judged = verdict(failed_together(source, 3), REGION, frozenset())
    assert judged.kind is Kind.TOGETHER
    assert judged.facts == (
        ("failed", "assert len(figures()) == n, ("),
        ("error", "AssertionError: close the figure"),
    )
    assert "left open" in judged.says
    assert "two places" not in judged.says
    for line in (0, 9, -1):
        assert verdict(failed_together(source, line), REGION, frozenset()).facts == ()
    assert verdict(failed_together(HIDDEN, 1), REGION, frozenset()).facts == ()


@pytest.mark.parametrize(
    ("used", "guess", "is_of_copies"),
    [(doubt.FILE, "written over a file", False), (doubt.OBJECT, "in two places", True)],
)
def test_two_places_are_guessed_at_only_where_a_test_has_used_what_may_be(
    used, guess, is_of_copies
):
    judged = verdict(failed_together("assert f() == 1", 1, used), REGION, frozenset())
    assert guess in judged.says
    assert ("two places" in judged.says) == is_of_copies


def test_the_text_of_a_students_error_can_be_left_out():
    cell = failed(ValueError("[3, 4]"), 3, [("", "double", 2, "raise ValueError(repr(x))")])
    own = frozenset({"raise ValueError(repr(x))"})
    with_text = safe_verdict(cell, REGION, own, Secrets(frozenset()))
    without = safe_verdict(cell, REGION, own, Secrets(frozenset()), error_texts=False)
    assert with_text.facts[0] == ("error", "ValueError: [3, 4]")
    assert without.facts == (("error", "ValueError"), with_text.facts[1])


def test_a_whole_class_of_leaks():
    """A submission that prints, raises and draws whatever it can get hold of, in every notebook."""
    for name in assignments(ROOT):
        source = source_notebook(name)
        secrets = {line for line in secret_lines(hidden_only(source)) if len(line) > 8}
        assert secrets
        notebook = nbformat.from_dict(source)
        told = False
        everything = "\n".join(cell.source for cell in source.cells if is_hiding(cell))
        for cell in notebook.cells:
            cell.metadata.get("nbgrader", {}).setdefault("score", 0)
            if is_hiding(cell):
                printed = cell.source + repr(cell.source) + json.dumps(cell.source)
                frames = [("", "f", 1, code) for code in cell.source.split("\n")[-12:]]
                cell.outputs = [
                    new_output("stream", text=printed),
                    *failing(cell, ValueError(printed), 1, frames).outputs,
                    new_output("display_data", {"text/html": printed}, metadata={"a": printed}),
                ]
            elif cell.cell_type == "code" and not told:
                told = True  # one cell will do, and takes its time
                lines = [f"<b>{line}</b>" for line in everything.split("\n")]
                cell.source = "print(In)"
                cell.outputs = [
                    new_output("stream", text=everything),
                    new_output("stream", text=repr([everything])),
                    new_output("display_data", {"text/html": "<br>".join(lines)}),
                    new_output("display_data", {"text/markdown": f"```\n{everything}\n```"}),
                    new_output("display_data", {"text/plain": "fine"}),
                ]
                cell.metadata["secret"] = everything
        notebook.metadata["secret"] = everything
        page = render(notebook, ABOUT, REGION)
        plain = re.sub(r"<[^>]+>", "", page).replace("&lt;", "<").replace("&gt;", ">")
        for text in (page, plain.replace("&#34;", '"').replace("&#39;", "'")):
            assert leaked(secrets, text) == []
        assert "repeats a line of a hidden test" in page
        assert "fine" in page


def is_hiding(cell):
    return "BEGIN HIDDEN TESTS" in cell.source


def hidden_only(source):
    """The notebook without its solutions, whose lines a student may well have."""
    cells = [cell for cell in source.cells if not cell.metadata.get("nbgrader", {}).get("solution")]
    return {"cells": [dict(cell) for cell in cells]}


def test_a_line_that_the_student_can_see_is_no_secret():
    visible = new_code_cell("expected = np.exp(sample) / 2")
    hidden = (
        "check.x(x)\n### BEGIN HIDDEN TESTS\nexpected = np.exp(sample) / 2\n### END HIDDEN TESTS"
    )
    notebook = new_notebook(cells=[visible, graded_cell(hidden)])
    assert not Secrets.of(notebook, REGION).leaks_into("expected = np.exp(sample) / 2")


# With nbgrader


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A real assignment with two failing submissions, graded and fed back."""
    room = Classroom.copy_of(ROOT, tmp_path_factory.mktemp("room"), [SOFTMAX])
    room.generate(SOFTMAX)
    source = source_notebook(SOFTMAX)
    release = nbformat.read(room.root / "release" / SOFTMAX / f"{SOFTMAX}.ipynb", as_version=4)
    axis = f"def softmax(scores, axis=-1):\n    {AXIS}"
    hand_in(room, SOFTMAX, "axis", answered(release, source, softmax=axis))
    wrong = {"softmax": RAISES, "mended_formula": "mended_formula = None"}
    hand_in(room, SOFTMAX, "raises", answered(release, source, **wrong))
    outcome = room.autograde(SOFTMAX)
    assert outcome.ok, outcome.log
    pages = room.generate_feedback(SOFTMAX)
    return room, {page.parts[-3]: page.read_text() for page in pages}


def test_a_real_assignments_pages(graded):
    room, pages = graded
    axis, raises = pages["axis"], pages["raises"]
    scores = room.scores(SOFTMAX)
    for student, page in pages.items():
        assert f"(Score: {sum(scores[student].values())} / 19.0)" in page
        assert "Content-Security-Policy" in page
    assert "It ran along axis 0, from query to query." in axis
    assert "With an input of the hidden tests, your code raised an error." in raises
    assert "IndexError: index 100 is out of bounds" in raises
    assert "third(scores)   (in softmax)" in raises
    assert "return x[100]   (in third)" in raises
    assert "SEEN BY A HIDDEN TEST [" not in raises
    assert "The answer was left as it was handed out." in raises  # the letter that is None
    assert "the sum of all exponentials below" not in raises  # why the right letter is right


def test_no_line_of_a_hidden_test_in_a_real_assignments_pages(graded):
    _, pages = graded
    secrets = secret_lines(hidden_only(source_notebook(SOFTMAX)))
    for page in pages.values():
        text = re.sub(r"<[^>]+>", "", page)
        assert leaked(secrets, page) == leaked(secrets, text) == []
        assert "data:image/svg+xml" in page  # the course's figures are there


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("*", ["a[b]", "b", "c*?"]), ("a[b]", ["a[b]"]), ("a[[]b]", ["a[b]"]), ("[ab]", ["b"])],
)
def test_a_name_with_a_globs_own_characters_gets_feedback_too(tmp_path, wanted, found):
    for student in ("a[b]", "b", "c*?"):
        notebook = tmp_path / "autograded" / student / TINY / f"{TINY}.ipynb"
        notebook.parent.mkdir(parents=True)
        notebook.touch()
    (tmp_path / "autograded" / "blank" / TINY).mkdir(parents=True)

    def converter(student):
        course = CourseDirectory(root=str(tmp_path), assignment_id=TINY, student_id=student)
        return GenerateFeedback(coursedir=course)

    wanted = converter(wanted)
    wanted.init_notebooks()
    assert sorted(Path(folder).parts[-2] for folder in wanted.assignments) == found
    with pytest.raises(NbGraderException, match="No notebooks were matched"):
        converter("nobody").init_notebooks()


def test_stock_brings_nbgraders_own_page_back(tmp_path):
    config = Config()
    config.FeedbackExporter.stock = True
    room = Classroom.copy_of(tiny_course(tmp_path / "course"), tmp_path / "room", [TINY], config)
    source = source_notebook(TINY, room.root)
    hand_in(room, TINY, "ada", answered(source, source))
    room.autograde(TINY)
    (page,) = room.generate_feedback(TINY)
    assert "BEGIN HIDDEN TESTS" in page.read_text()
    del room.config.FeedbackExporter
    (page,) = room.generate_feedback(TINY)
    assert "BEGIN HIDDEN TESTS" not in page.read_text()
    assert "(Score: 5.0 / 5.0)" in page.read_text()
