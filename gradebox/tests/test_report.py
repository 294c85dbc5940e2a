"""The report on a class: points, named mistakes, what to look at; terminal, page, spreadsheet."""

import contextlib
import csv
import io
import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from engine_course import converter
from exchange_course import ExchangeCourse
from fabricated import Pupil, absent, enter
from gradebox.class_report import RULE, as_html, as_text, report, write_csv
from gradebox.class_results import (
    ClassResults,
    GradedCell,
    SubmissionResult,
    _judge,
    _tests,
    read_results,
)
from gradebox.classroom import Classroom
from gradebox.commands import report as command
from gradebox.commands.grade_class import Outcomes, _table
from gradebox.failures import KEY, TOGETHER, Failure, note_failure
from gradebox.flags import Flag
from gradebox.gradebook_store import Store
from gradebox.hidden import Region
from gradebox.noticed import Noticed, read_noticed
from gradebox.preprocessors import CheckPoints
from gradebox.separate.doubt import AGAIN, FILE
from gradebox.submission_outcome import SubmissionOutcome
from gradebox.timestamps import UNREADABLE
from gradebox.verdict_kinds import LEFT, About, Kind, Verdict
from grading import TINY, marked_cell, tiny_course
from nbformat.v4 import new_notebook, new_output
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import compute_checksum
from rich.console import Console
from traitlets.config import Config

FULL = {"double-values": 2.0, "double-edges": 1.0, "recall_1-answer": 1.0, "recall_2-answer": 1.0}
SQUARED = "It squared x."
EVIL = "[red]<script>\x1b[2Jx</script>[/red]"


def pupils():
    for number in range(6):
        yield Pupil(f"full{number}", FULL)
    for number in range(3):
        wrong = {"double-values": SQUARED, "double-edges": SQUARED}
        zero = dict.fromkeys(wrong, 0)
        yield Pupil(f"squared{number}", FULL | zero, mistakes=wrong)
    yield Pupil("late", FULL, late_penalty=2.0)
    yield Pupil("later", {}, dict.fromkeys(FULL, ("NotAttempted", "not yet")), late_penalty=1.0)
    yield Pupil("slow", FULL | {"double-edges": 0}, {"double-edges": ("CellTimeoutError", "")})
    yield Pupil(
        "=cmd",
        FULL | {"double-values": 0},
        mistakes={"double-values": EVIL},
        about={"first_name": "@SUM(A1)", "last_name": "<b>B", "email": "+x@y.org"},
        flags=[{"kind": "copied", "cell": "double", "text": "there twice"}],
    )
    yield Pupil("lost", FULL, has_notebook=False)


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    course = tiny_course(tmp_path_factory.mktemp("course"))
    room = Classroom.copy_of(course, tmp_path_factory.mktemp("room"), [TINY])
    room.generate(TINY)
    enter(room, TINY, pupils())
    absent(room, "away")
    return room


@pytest.fixture(scope="module")
def figures(room):
    course = CourseDirectory(config=room.config, root=str(room.root))
    return report(read_results(course, room.config, TINY))


def printed(figures, width=100):
    console = Console(width=width, color_system=None, record=True, file=io.StringIO())
    console.print(as_text(figures))
    return console.export_text()


def test_the_scores_are_the_gradebooks(room, figures):
    with room.gradebook() as gradebook:
        for each in figures.results.submissions:
            submission = gradebook.find_submission(TINY, each.student)
            assert each.raw_score == submission.score
            assert each.late_penalty == submission.late_submission_penalty
    scores = {each.student: each.score for each in figures.results.submissions}
    assert scores["late"] == 3
    assert scores["later"] == 0  # no less than nothing
    assert figures.results.max_score == 5
    assert [students for _, students in figures.bands] == [1, 0, 0, 0, 3, 0, 2, 0, 1, 7]


def test_points_by_exercise(figures):
    values = figures.tests[0]
    assert values.test.cell == (TINY, "double-values")
    assert (values.full, values.zero, values.not_attempted) == (9, 4, 1)
    assert values.mean == pytest.approx(18 / 14)
    assert [row.test.cell[1] for row in figures.tests] == list(FULL)  # the notebook's order


def test_mistakes_that_were_recognised(figures):
    rows = [(row.exercise, row.sentence, row.students) for row in figures.mistakes]
    assert rows == [
        ("double-edges", "It squared x.", 3),
        ("double-values", "It squared x.", 3),
        ("double-values", "[red]<script>x</script>[/red]", 1),
    ]
    assert [(row.sentence, row.students) for row in figures.others] == [("took too long", 1)]


def test_a_student_counts_once_for_a_mistake_in_several_tests_of_an_exercise():
    softmax = [
        GradedCell(("n", f"softmax-{a}"), 1.0, About("softmax", a)) for a in ("values", "axes")
    ]
    wrong = Verdict(Kind.CHECK, "", "It ran over the queries.")
    both = SubmissionResult("ada", "", "", "", "", 0.0, 0.0, {}, {t.cell: wrong for t in softmax})
    one = SubmissionResult("ben", "", "", "", "", 0.0, 0.0, {}, {softmax[0].cell: wrong})
    (row,) = report(ClassResults("n", softmax, [both, one], [], [])).mistakes
    assert (row.exercise, row.students) == ("softmax", 2)


def test_what_is_to_be_looked_at(figures):
    assert set(figures.to_look_at) == {
        ("slow", "took too long: double-edges"),
        ("=cmd", "double: there twice"),
        ("lost", "00-tiny.ipynb was not handed in"),
    }
    assert figures.results.without == ["away"]


def test_the_terminal_gets_words_as_they_are(figures):
    text = printed(figures)
    assert "3 of 14" in text
    assert "[red]<script>x</script>[/red]" in text
    assert "\x1b" not in text
    assert "Nothing in submitted/ of: away." in text


def test_the_page_is_inert_and_has_bars_with_words(figures):
    page = as_html(figures)
    assert "Content-Security-Policy" in page
    assert "&lt;script&gt;" in page
    assert not re.search(r"<script|https?://(?!www\.w3\.org/)", page)
    assert len(re.findall(r'aria-label="[^"]* of 14 students"', page)) == 10


def test_the_spreadsheet_holds_text_where_text_is_meant(figures, tmp_path):
    write_csv(figures, tmp_path / "class.csv")
    with (tmp_path / "class.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert len(rows) == 14
    evil = rows["'=cmd"]
    assert evil["first name"] == "'@SUM(A1)"
    assert evil["email"] == "'+x@y.org"
    assert evil["to look at"] == "double: there twice"
    assert rows["late"]["score"] == "3"
    assert rows["squared0"]["mistakes"] == "It squared x. (double-values, double-edges)"
    assert rows["later"]["not attempted"] == ", ".join(FULL)


def test_somebody_elses_course_has_a_report_too(figures):
    """The tiny course uses none of our checks: its cells are known by their grade_id."""
    assert [row.test.about.exercise for row in figures.tests] == list(FULL)


def test_an_answer_that_waits_for_a_person_is_pending_and_not_zero(room, tmp_path):
    copy = Classroom(Path(shutil.copytree(room.root, tmp_path / "copy")))
    with copy.gradebook() as gradebook:
        for student in ("full0", "full1"):
            grade = gradebook.find_grade("double-edges", TINY, TINY, student)
            grade.auto_score, grade.needs_manual_grade = None, True
        gradebook.db.commit()
    course = CourseDirectory(config=copy.config, root=str(copy.root))
    figures = report(read_results(course, copy.config, TINY))
    row = next(row for row in figures.tests if row.test.cell[1] == "double-edges")
    others = [row.pending for row in figures.tests if row.test.cell[1] != "double-edges"]
    assert (row.pending, row.zero, others) == (2, 4, [0, 0, 0])
    assert row.mean == pytest.approx(7 / 12)
    assert [students for _, students in figures.bands] == [1, 0, 0, 0, 3, 0, 2, 0, 1, 7]
    said = printed(figures, width=300).replace("\N{NO-BREAK SPACE}", " ")
    assert "14 submissions. Of the points that are given so far: mean 73 %, median" in said
    assert "from 0 % to 100 %. 2 answers wait for a person: pending here, 0 in" in said
    assert "Pending" in as_html(figures)
    assert all(RULE in shown for shown in (said, as_html(figures)))
    write_csv(figures, tmp_path / "class.csv")
    with (tmp_path / "class.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert rows["full0"]["double-edges"] == "pending"
    engine = converter(copy)
    with contextlib.closing(Store(engine)) as store:
        assert store.pending() == 2


def test_an_answer_that_was_left_is_not_attempted_whoever_would_grade_it(room, tmp_path):
    copy = Classroom(Path(shutil.copytree(room.root, tmp_path / "copy")))
    for student in ("full0", "full1"):  # of whom the second has points for it all the same
        path = copy.root / "autograded" / student / TINY / f"{TINY}.ipynb"
        notebook = nbformat.read(path, 4)
        cell = notebook.cells[-1]
        cell.metadata.nbgrader["solution"] = True
        cell.metadata.nbgrader["checksum"] = compute_checksum(cell)
        nbformat.write(notebook, path)
    name = cell.metadata.nbgrader.grade_id
    with copy.gradebook() as gradebook:
        gradebook.find_grade(name, TINY, TINY, "full0").auto_score = 0
        gradebook.db.commit()
    course = CourseDirectory(config=copy.config, root=str(copy.root))
    figures = report(read_results(course, copy.config, TINY))
    row = next(row for row in figures.tests if row.test.cell[1] == name)
    assert (row.zero, row.not_attempted) == (0, 2)  # with the one who left everything
    write_csv(figures, tmp_path / "class.csv")
    with (tmp_path / "class.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["student"]: row["not attempted"] for row in csv.DictReader(file)}
    assert (rows["full0"], rows["full1"]) == (name, "")


def test_points_that_a_test_gave_before_a_person_looks_are_not_given_yet():
    cells = [GradedCell(("n", name), 2.0, About(name)) for name in ("sum", "essay")]
    points = {cell.cell: 2.0 for cell in cells}
    waits = SubmissionResult("ada", "", "", "", "", 4.0, 0.0, points, {}, {cells[1].cell})
    assert report(ClassResults("n", cells, [waits], [], [])).shares == (100.0,)


def test_of_a_test_without_points_it_is_counted_who_passed():
    bonus = GradedCell(("n", "bonus"), 0.0, About("bonus"))
    kinds = (Kind.PASSED, Kind.VALUE, Kind.NOT_ATTEMPTED)
    submissions = [
        SubmissionResult(
            "ada", "", "", "", "", 0, 0, {bonus.cell: 0.0}, {bonus.cell: Verdict(kind, "")}
        )
        for kind in kinds
    ]
    [row] = report(ClassResults("n", [bonus], submissions, [], [])).tests
    assert (row.full, row.zero, row.not_attempted) == (1, 1, 1)


def test_where_everything_waits_for_a_person_the_report_says_no_more():
    cell = GradedCell(("n", "the_essay"), 5.0, About("the_essay"))
    waits = SubmissionResult("ada", "", "", "", "", 0.0, 0.0, {cell.cell: 0.0}, {}, {cell.cell})
    figures = report(ClassResults("n", [cell], [waits], [], []))
    assert cell.title == "the_essay"
    assert figures.spread.startswith("1 submission. No points are given yet. 1 answer waits")
    assert "essay" in printed(figures)
    assert "essay" in as_html(figures)


def test_the_last_lines_of_grading_name_what_waits_and_who_has_no_time():
    outcomes = Outcomes()
    outcomes.add(SubmissionOutcome("ada", "graded", (), (Flag("timestamp", UNREADABLE),)))
    outcomes.add(SubmissionOutcome("b\x1b[2Jen", "graded", (), (Flag("changed", "a cell"),)))
    apart = {("part1", "df-values"): ["ada", "ben"]}
    noticed = Noticed({"b\x1b[2Jen": ["a cell"]}, {"part2": ["cy"]}, apart)
    console = Console(width=200, color_system=None, record=True, file=io.StringIO())
    console.print(_table(outcomes, 1.0, 3, noticed, {}))
    text = console.export_text()
    assert re.search(r"pending +3 +answers wait for a person", text)
    assert re.search(rf"no time +1 +{UNREADABLE}:\s+ada", text)
    assert re.search(r"to look at +1\s+ben: a cell", text)
    assert (
        "1 test could not be run apart from the answers and gave fewer points or none: "
        "df-values (ada, ben)" in text
    )
    assert "part2.ipynb is not graded for cy." in text


def test_two_notebooks_with_cells_of_one_name_have_two_tests():
    noticed = Noticed(
        apart={("p1", "t"): ["ben"], ("p2", "t"): ["ada", "ben"], ("p2", "u"): ["cy"]}
    )
    assert noticed.not_apart.startswith("3 tests could not be run apart")
    assert "t of p2.ipynb (ada, ben), t of p1.ipynb (ben), u (cy)." in noticed.not_apart


def test_what_went_wrong_is_the_way_of_running_only_where_it_is_the_reason():
    """Both records hold something that has not crossed; one passes together with the answer."""
    test = marked_cell("t", "assert found == 7", grade=True, locked=True, points=1)
    test.outputs = [new_output("error", ename="TypeError", evalue="no")]
    note_failure(test, Failure("other", "TypeError", line=1, not_apart="it got a re.Match"))
    notebook = json.loads(json.dumps(new_notebook(cells=[test])))  # as it is read
    kinds = []
    for flagged in ([], ["t"]):
        one = SubmissionResult("ada", "", "", "", "", 0.0, 0.0)
        _judge(one, "n", notebook, Region.from_config(Config()), flagged)
        kinds += [each.kind for each in one.verdicts.values()]
    assert kinds == [Kind.CHECK, Kind.NOT_APART]


def test_grade_and_report_count_the_same_and_say_it_the_same_way(room, figures):
    with contextlib.closing(Store(converter(room))) as store:
        noticed = store.noticed()
    assert noticed == figures.results.noticed
    assert figures.noticed == "3 students"
    assert "To look at: 3 students" in printed(figures)


def test_a_notebook_that_was_not_graded_is_neither_zero_nor_pending(room, tmp_path):
    """As after `gradebox grade ASSIGNMENT --notebook OTHER`: it has rows and no score."""
    copy = Classroom(Path(shutil.copytree(room.root, tmp_path / "copy")))
    with copy.gradebook() as gradebook:
        for cell in FULL:
            grade = gradebook.find_grade(cell, TINY, TINY, "full0")
            grade.auto_score, grade.needs_manual_grade = None, True
        gradebook.db.commit()
    graded = copy.root / "autograded" / "full0" / TINY
    handed_in = copy.root / "submitted" / "full0" / TINY
    handed_in.parent.mkdir(parents=True)
    graded.rename(handed_in)
    course = CourseDirectory(config=copy.config, root=str(copy.root))
    figures = report(read_results(course, copy.config, TINY))
    assert [(row.pending, row.graded) for row in figures.tests] == [(0, 13)] * len(FULL)
    assert {row.of for row in (*figures.mistakes, *figures.others)} == {13}
    assert len(figures.scores) == 13
    assert figures.spread.endswith(" Left out: 1 with a notebook that is not graded.")
    assert f"{TINY}.ipynb is not graded for full0." in printed(figures, width=200)
    assert f"{TINY}.ipynb is not graded for full0." in as_html(figures)
    write_csv(figures, tmp_path / "class.csv")
    with (tmp_path / "class.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert rows["full0"]["double-edges"] == "not graded"
    with contextlib.closing(Store(converter(copy))) as store:
        assert store.pending() == 0


def test_who_was_collected_and_is_not_graded_has_handed_in(room, tmp_path):
    copy = Classroom(Path(shutil.copytree(room.root, tmp_path / "copy")))
    absent(copy, "bob")
    absent(copy, "carl")
    for student in ("bob", "dora"):
        folder = copy.root / "submitted" / student / TINY
        folder.mkdir(parents=True)
        shutil.copy(copy.root / "source" / TINY / f"{TINY}.ipynb", folder)
    course = CourseDirectory(config=copy.config, root=str(copy.root))
    said = printed(report(read_results(course, copy.config, TINY)), width=200)
    assert f"{TINY}.ipynb is not graded for bob, dora." in said
    assert "Nothing in submitted/ of: " in said
    assert "bob" not in said.split("Nothing in submitted/ of: ")[1].split("\n")[0]


def test_an_answer_that_met_the_limit_of_memory_is_to_be_looked_at(room, tmp_path):
    path = tmp_path / "autograded" / "ada" / TINY / f"{TINY}.ipynb"
    shutil.copytree(room.root / "autograded" / "slow" / TINY, path.parent)
    path.write_text(path.read_text("utf-8").replace("CellTimeoutError", "MemoryError"), "utf-8")
    course = CourseDirectory(config=room.config, root=str(tmp_path))
    said = read_noticed(course, TINY, [("ada", TINY)]).sentences
    assert said == {"ada": ["took too much memory: double-edges"]}


def test_a_graded_notebook_that_cannot_be_read_is_said(room, tmp_path):
    course = CourseDirectory(config=room.config, root=str(tmp_path))
    path = tmp_path / "autograded" / "ada" / TINY / f"{TINY}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    assert read_noticed(course, TINY, [("ada", TINY)]).sentences == {
        "ada": [f"the autograded {TINY}.ipynb cannot be read"]
    }


def test_the_command(room, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(room.root)
    files = {"--html": tmp_path / "class.html", "--csv": tmp_path / "class.csv"}
    options = [str(part) for pair in files.items() for part in pair]
    assert command.main([TINY, *options]) == 0
    assert "It squared x." in capsys.readouterr().out
    assert all(path.is_file() for path in files.values())
    assert command.main(["99-nothing"]) == 1
    assert "The gradebook does not know 99-nothing. Grade it first" in capsys.readouterr().err


def test_a_cell_without_a_name_is_told_by_its_place(tmp_path):
    notebook = {"cells": [], "metadata": {"course_grading": {"flags": [
        {"kind": "time", "cell": "3", "text": "It was ended."},
        {"kind": "time", "cell": "a-test", "text": "It was ended."},
    ]}}}  # fmt: skip
    path = tmp_path / "autograded" / "ada" / TINY / f"{TINY}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook))
    course = CourseDirectory(root=str(tmp_path))
    assert read_noticed(course, TINY, [("ada", TINY)]).sentences == {
        "ada": [f"cell 4 of {TINY}.ipynb: It was ended", "a-test: It was ended"]
    }
    mark = {"grade_id": "3", "solution": True}  # a name, of digits
    notebook["cells"] = [{"cell_type": "code", "source": "", "metadata": {"nbgrader": mark}}]
    path.write_text(json.dumps(notebook))
    (said, _) = read_noticed(course, TINY, [("ada", TINY)]).sentences["ada"]
    assert said == "3: It was ended"


def test_cells_of_an_earlier_release_are_said_once_for_the_class(tmp_path):
    flag = {"kind": "earlier", "cell": "a-test", "text": "is that of an earlier release"}
    content = json.dumps({"cells": [], "metadata": {"course_grading": {"flags": [flag, flag]}}})
    for student in ("ada", "ben"):
        path = tmp_path / "autograded" / student / TINY / f"{TINY}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(content)
    course = CourseDirectory(root=str(tmp_path))
    noticed = read_noticed(course, TINY, [("ada", TINY), ("ben", TINY)])
    assert noticed.sentences == {}
    assert noticed.remarks == [
        "1 read-only cell was handed in as an earlier release had it, and put right: "
        "a-test (ada, ben)."
    ]


def test_a_hand_in_by_another_account_is_to_be_looked_at(tmp_path, monkeypatch):
    course = ExchangeCourse(tmp_path)
    course.config.ExchangeCollect.check_owner = True
    for student in ("ada", "ben", "cy"):
        course.hand_in(student, "11:00")
    monkeypatch.setattr("gradebox.inbound.getpwuid", lambda uid: SimpleNamespace(pw_name="ada"))
    noticed = Noticed()
    noticed.add_owners(course.course, course.config, course.assignment, {"ada", "ben"})
    assert noticed.sentences == {"ben": ["handed in by the account ada"]}
    course.config.ExchangeCollect.check_owner = False
    noticed = Noticed()
    noticed.add_owners(course.course, course.config, course.assignment, {"ada", "ben"})
    assert noticed.sentences == {}


def test_what_is_graded_is_shown_where_no_submission_is_graded_whole():
    tests = [GradedCell((name, "values"), 2, About("mean")) for name in "ab"]
    ada = SubmissionResult("ada", "", "", "", "", 1, 0, {("a", "values"): 1.0}, not_graded={"b"})
    figures = report(ClassResults("ps1", tests, [ada], [], []))
    for said in (printed(figures), as_html(figures)):
        assert "Nobody's" not in said
        assert "nobody has a score yet" in said
        assert "1.00" in said


def test_nobody_graded_yet(tmp_path):
    course = tiny_course(tmp_path)
    room = Classroom(course)
    room.generate(TINY)
    figures = report(
        read_results(CourseDirectory(config=room.config, root=str(course)), room.config, TINY)
    )
    assert "Nobody's submission has been graded yet." in printed(figures)
    assert "Nobody" in as_html(figures)


@pytest.mark.parametrize(("used", "is_of_copies"), [("", False), (FILE, False), (AGAIN, True)])
def test_copies_are_named_only_where_a_test_has_used_what_may_be_in_two_places(
    tmp_path, used, is_of_copies
):
    test = marked_cell("figures", "assert closed()", grade=True, locked=True, points=2)
    note_failure(test, Failure(TOGETHER, "NotTogether", line=1, doubt=used))
    flags = [{"kind": "together", "cell": "figures", "text": "It failed."}]
    notebook = new_notebook(cells=[test], metadata={KEY: {"flags": flags}})
    nbformat.write(notebook, tmp_path / "ps1.ipynb")
    course = SimpleNamespace(
        format_path=lambda *parts: str(tmp_path), autograded_directory="", submitted_directory=""
    )
    (said,) = read_noticed(course, "ps1", [("ada", "ps1")]).remarks
    assert "counts as failed: figures (ada)." in said
    assert ("one list or object" in said) == is_of_copies


def test_points_that_a_test_cannot_give_are_said_to_the_instructor(tmp_path):
    test = marked_cell("sum", "3.0", grade=True, locked=True, points=2)
    test.outputs = [new_output("execute_result", {"text/plain": "3.0"})]
    CheckPoints().preprocess_cell(test, {}, 0)
    notebook = new_notebook(cells=[test])
    nbformat.write(notebook, tmp_path / "ps1.ipynb")
    course = SimpleNamespace(
        format_path=lambda *parts: str(tmp_path), autograded_directory="", submitted_directory=""
    )
    noticed = read_noticed(course, "ps1", [("ada", "ps1")])
    assert noticed.remarks == [
        "1 test came to a number of points below 0 or above its maximum, and gave 0: sum (ada). "
        "Mend the test, or its points, in source/."
    ]


def test_exercises_of_one_name_in_two_notebooks_are_two(tmp_path):
    cells = [SimpleNamespace(name="f", max_score=1.0, source="assert f() == 1")]
    notebooks = [
        SimpleNamespace(name=name, grade_cells=cells, task_cells=[], source_cells=cells)
        for name in ("my_p1", "p2")
    ]
    first, second = _tests(SimpleNamespace(notebooks=notebooks))
    wrong = Verdict(Kind.VALUE, "No.", mistake="It squared x.")
    submission = SubmissionResult(
        *("ada", "", "", "", "", 0.0, 0.0), verdicts={first.cell: wrong, second.cell: LEFT}
    )
    found = report(ClassResults("ps1", [first, second], [submission], [], []))
    assert [row.test.title for row in found.tests] == [
        "f of my_p1.ipynb",
        "f of p2.ipynb",
    ]
    assert [(each.exercise, each.students) for each in found.mistakes] == [("f of my_p1.ipynb", 1)]
    write_csv(found, tmp_path / "report.csv")
    (row,) = csv.DictReader((tmp_path / "report.csv").open(newline="", encoding="utf-8"))
    assert row["not attempted"] == "p2/f"
    assert row["mistakes"] == "It squared x. (f of my_p1.ipynb)"
