"""Grades for Canvas and Moodle: the right person's points, nobody lost, nothing a formula."""

import csv

import pytest
from fabricated import Pupil, enter
from gradebox.class_results import SubmissionResult
from gradebox.classroom import Classroom
from gradebox.commands import report as command
from gradebox.exports import CANVAS, CANVAS_TITLE, MOODLE, Roster, RosterError, export, match
from gradebox.html_pages import points
from gradebox.no_formulas import as_text
from grading import TINY, tiny_course
from nbgrader.apps import ExportApp

CANVAS_ROSTER = """\
Student,ID,SIS User ID,SIS Login ID,Integration ID,Root Account,Section,00-Tiny (4711),Essay (12),\
Current Score
,,,,,,,Manual Posting,,
    Points Possible,,,,,,,5,10,(read only)
"Lovelace, Ada",101,s-1,ADA@uni.example,,uni.example,"One, two",1,9,55
"=cmd|' /C calc'!A0",102,ben,x@uni.example,,uni.example,Two,,,
"Nobody, Nick",103,,nick,,uni.example,Two,4,,
"Twin, A",104,twin,,,,One,,,
"Twin, B",105,,twin,,,One,,,
"""
MOODLE_GRADES = """\
First name,Last name,ID number,Email address,Assignment: 00-tiny (Real),Quiz (Real)
Ada,Lovelace,1,ada@uni.example,-,7
@Ben,B,ben,x@uni.example,2.00,-
Nick,Nobody,3,nick@uni.example,4.00,-
"""
WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (grade)
Participant 9,Ada L,ada@uni.example,Submitted,,5.00,-
Participant 8,Nick N,nick@uni.example,Nothing,1.00,5.00,Monday
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    course = tiny_course(tmp_path_factory.mktemp("course"))
    room = Classroom(course)
    room.generate(TINY)
    pupils = [
        Pupil("ada", {"double-values": 2.0}, about={"email": "Ada@uni.example"}),
        Pupil("ben", {"double-values": 2.0, "double-edges": 0.5}, late_penalty=1.0),
        Pupil("cy", {"double-edges": 1.0}, about={"lms_user_id": "77"}),
        Pupil("twin", {}),
    ]
    enter(room, TINY, pupils)
    return room


@pytest.fixture
def exported(room, tmp_path):
    """Export to a system from a roster; return the rows and the sentences."""

    def run(format_, roster, encoding="utf-8"):
        path, to = tmp_path / "roster.csv", tmp_path / "grades.csv"
        path.write_text(roster, encoding=encoding)
        with room.gradebook() as gradebook:
            said = export(gradebook, [TINY], format_, path, to)
        with to.open(newline="", encoding="utf-8") as file:
            return list(csv.reader(file, delimiter=";" if ";" in roster else ",")), said

    return run


def test_canvas(exported):
    rows, said = exported(CANVAS, CANVAS_ROSTER)
    header, possible, ada, ben, nick, *twins = rows
    assert header == [
        *["Student", "ID", "SIS User ID", "SIS Login ID", "Integration ID", "Root Account"],
        *["Section", "00-Tiny (4711)"],
    ]
    assert possible == ["    Points Possible", *[""] * 6, "5"]
    assert ada[0] == "Lovelace, Ada"
    assert ada[6:] == ["One, two", "2"]
    assert ben[0] == "'=cmd|' /C calc'!A0"
    assert ben[-1] == "1.5"  # 2.5 and 1 off for being late
    assert nick[-1] == "4"  # handed nothing in here: what Canvas has stays
    assert [twin[-1] for twin in twins] == ["", ""]
    assert said == [
        "cy is not in the file: nobody of the roster fits.",
        "twin is not in the file: two people of the roster fit.",
        "3 rows of the roster got no points, and what was there stays: "
        "Nobody, Nick; Twin, A; Twin, B.",
    ]


def test_whose_points_are_not_final_is_said(exported, room):
    with room.gradebook() as gradebook:
        grade = gradebook.find_submission_notebook(TINY, TINY, "ada").grades[0]
        before = grade.auto_score, grade.needs_manual_grade
        grade.auto_score, grade.needs_manual_grade = None, True
        gradebook.db.commit()
        _, said = exported(CANVAS, CANVAS_ROSTER)
        grade.auto_score = 0  # of a notebook that was refused
        gradebook.db.commit()
        _, said_of_refused = exported(CANVAS, CANVAS_ROSTER)
        grade.auto_score, grade.needs_manual_grade = before
        gradebook.db.commit()
    sentence = "Not everything is graded yet, and the rest has no points here, of ada."
    assert sentence in said
    assert sentence in said_of_refused


def test_the_roster_is_not_overwritten(room, tmp_path):
    roster = tmp_path / "canvas.csv"
    roster.write_text(CANVAS_ROSTER)
    with room.gradebook() as gradebook, pytest.raises(RosterError, match="another name"):
        export(gradebook, [TINY], CANVAS, roster, roster)
    assert roster.read_text() == CANVAS_ROSTER


def test_canvas_other_points_and_a_new_assignment(exported):
    _, said = exported(CANVAS, CANVAS_ROSTER.replace(",5,10", ",100,10"))
    assert "00-tiny has 5 points here and 100 in Canvas" in said[0]
    rows, said = exported(CANVAS, CANVAS_ROSTER.replace("00-Tiny (4711)", "Something else (4711)"))
    assert rows[0][-1] == TINY
    assert rows[1][-1] == "5"
    assert rows[4][-1] == ""


def test_canvas_with_semicolons_and_a_byte_order_mark(exported):
    roster = "Student;ID;SIS Login ID;Section\nAda;1;ada;S\n"
    rows, _ = exported(CANVAS, roster, encoding="utf-8-sig")
    assert rows[0] == ["Student", "ID", "SIS Login ID", "Section", TINY]
    assert rows[2] == ["Ada", "1", "ada", "S", "2"]


def test_a_student_known_by_the_other_systems_number(exported):
    rows, _ = exported(CANVAS, "Student,ID,SIS Login ID,Section\nCy,77,zz,S\n")
    assert rows[2][-1] == "1"


def test_moodle_grades(exported):
    rows, said = exported(MOODLE, MOODLE_GRADES)
    assert rows == [
        ["First name", "Last name", "ID number", "Email address", "Assignment: 00-tiny (Real)"],
        ["Ada", "Lovelace", "1", "ada@uni.example", "2"],
        ["'@Ben", "B", "ben", "x@uni.example", "1.5"],
    ]
    assert "cy is not in the file: nobody of the roster fits." in said
    assert "1 row of the roster got no points, and what was there stays: Nick Nobody." in said
    assert not any("no column" in sentence for sentence in said)


def test_moodle_grades_of_an_assignment_without_a_column(exported):
    """The points stand in none whose title only holds its name."""
    rows, said = exported(MOODLE, MOODLE_GRADES.replace("00-tiny", "00-tiny0"))
    assert rows[0][-1] == TINY
    assert rows[1][-1] == "2"
    assert said[0] == (
        "The file from Moodle has no column for 00-tiny, or several: the points stand in a new "
        "one, 00-tiny. Say at the import which grade item it is."
    )


def test_a_moodle_worksheet_is_filled_in(exported):
    rows, said = exported(MOODLE, WORKSHEET)
    ada, nick = rows[1:]
    assert ada == ["Participant 9", "Ada L", "ada@uni.example", "Submitted", "2", "5.00", "-"]
    assert nick[4] == "1.00"
    assert not any("Moodle" in sentence for sentence in said)
    _, said = exported(MOODLE, WORKSHEET.replace("5.00,", "100.00,"))
    assert "00-tiny has 5 points here and 100.00 in Moodle" in said[0]
    noted = WORKSHEET.replace("Last modified (grade)", "Feedback comments")
    rows, _ = exported(MOODLE, noted.replace("Monday", '"- good\n- but see 3"'))
    assert rows[2][-1] == "- good\n- but see 3"


def test_a_student_filed_under_the_number_of_a_moodle_worksheet(exported):
    rows, said = exported(MOODLE, WORKSHEET.replace("Participant 8,", "Participant 77,"))
    assert rows[2][4] == "1"
    assert not any(sentence.startswith("cy ") for sentence in said)


def test_the_number_of_a_moodle_worksheets_row_is_no_students_name_here(room, exported):
    enter(room, TINY, [Pupil("1001", {"double-values": 2.0})])
    rows, said = exported(MOODLE, WORKSHEET.replace("Participant 8,", "Participant 1001,"))
    assert rows[2][:5] == ["Participant 1001", "Nick N", "nick@uni.example", "Nothing", "1.00"]
    assert "1001 is not in the file: nobody of the roster fits." in said


def test_a_class_filed_under_the_numbers_of_a_moodle_worksheets_rows():
    roster = Roster(
        ["Identifier", "Full name"], [["Participant 9", "A"], ["Participant 8", "B"]], ","
    )
    filed = [SubmissionResult(number, "", "", "", "", 1.0, 0.0) for number in ("8", "9")]
    found, missed = match(roster, MOODLE.keys, filed)
    assert {row: each.student for row, each in found.items()} == {0: "9", 1: "8"}
    assert missed == {}


@pytest.mark.parametrize(
    ("number", "written"),
    [(3, "3"), (0.5, "0.5"), (5 / 3, "1.67"), (12345.67, "12345.67"), (1234567, "1234567"),
     (100, "100"), (0, "0"), (-0.001, "0"), (-1.5, "-1.5")],
)  # fmt: skip
def test_points_are_written_whole_however_many(number, written):
    assert points(number) == written


@pytest.mark.parametrize(
    ("format_", "roster", "reason"),
    [
        (CANVAS, "Vorname,Nachname\nAda,L\n", "has none of the columns"),
        (CANVAS, "Student,ID\nAda,1\n", "ID and Section"),
        (CANVAS, "Student,ID,Section\n", "holds no people"),
        (CANVAS, "Student,ID,ID,Section\nA,1,1,S\n", "has the column ID twice"),
    ],
)
def test_a_roster_of_another_kind_is_refused_with_a_sentence(exported, format_, roster, reason):
    with pytest.raises(RosterError, match=reason):
        exported(format_, roster)


def test_columns_that_nobody_looks_for_may_be_there_twice(exported):
    rows, _ = exported(CANVAS, "ID,Student,Notes,Notes,Section,,\nada,Ada,a,b,S,,\n")
    assert rows[2] == ["ada", "Ada", "a", "b", "S", "2"]


def test_a_roster_in_another_encoding(exported):
    with pytest.raises(RosterError, match="not text in UTF-8"):
        exported(CANVAS, "Student,ID,Section\n\u00dcmit,1,S\n", encoding="latin-1")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd", "'+cmd"),
        ("-cmd", "'-cmd"),
        (" @SUM(A1)", "' @SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("-1.5", "-1.5"),
        ("-", "-"),
        ("O'Neil, Ann-Marie", "O'Neil, Ann-Marie"),
        ("two\nlines\x00", "two lines"),
    ],
)
def test_text_for_spreadsheets(text, written):
    assert as_text(text) == written


def test_the_commands_write_the_same_file(room, tmp_path, monkeypatch, capsys, caplog):
    roster = tmp_path / "roster.csv"
    roster.write_text(CANVAS_ROSTER)
    monkeypatch.chdir(room.root)
    assert command.main([TINY, "--canvas", str(roster), "--moodle", str(roster)]) == 1
    assert "has none of the columns" in capsys.readouterr().err  # Canvas's file is not Moodle's
    app = ExportApp()
    app.initialize(
        [
            *("--to", str(tmp_path / "plugin.csv"), "--exporter=gradebox.exports.CanvasExport"),
            f"--CanvasExport.roster={roster}",
        ]
    )
    monkeypatch.setattr(app.log, "propagate", True)
    app.start()
    assert "cy is not in the file" in caplog.text
    plugin = (tmp_path / "plugin.csv").read_bytes()
    assert plugin == (room.root / f"{TINY}-canvas.csv").read_bytes()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "Which roster? Say --CanvasExport.roster=FILE"),
        (["--CanvasExport.roster=none.csv"], "none.csv cannot be read: No such file"),
        (["--CanvasExport.roster=nbgrader_config.py"], "has none of the columns"),
        (
            ["--CanvasExport.roster=canvas.csv", "--CanvasExport.assignment=['ps9']"],
            "No such assignment: ps9",
        ),
    ],
)
def test_nbgraders_command_ends_with_a_sentence(room, monkeypatch, caplog, options, sentence):
    (room.root / "canvas.csv").write_text(CANVAS_ROSTER)
    monkeypatch.chdir(room.root)
    app = ExportApp()
    app.initialize(["--exporter=gradebox.exports.CanvasExport", *options])
    monkeypatch.setattr(app.log, "propagate", True)
    with pytest.raises(SystemExit) as end:
        app.start()
    assert end.value.code == 1
    assert sentence in caplog.text


def test_a_cell_of_a_roster_keeps_its_line_breaks(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_bytes('ID,Section,Note\r\n1,S,"one\r\ntwo"\r\n2,S,a\u2028b\r\n'.encode())
    assert Roster.read(path).rows == [["1", "S", "one\r\ntwo"], ["2", "S", "a\u2028b"]]
    path.write_text("ID,Section\n1," + "x" * 200_000)
    with pytest.raises(RosterError, match="is no CSV: field larger"):
        Roster.read(path)


def test_names_in_another_form_of_unicode_are_the_same():
    composed, by_a_mac = "m\N{LATIN SMALL LETTER U WITH DIAERESIS}", "mu\N{COMBINING DIAERESIS}"
    roster = Roster(["Student", "SIS User ID", f"{by_a_mac} (7)"], [["M", by_a_mac, ""]], ",")
    found, missed = match(
        roster, CANVAS.keys, [SubmissionResult(composed, "", "", "", "", 1.0, 0.0)]
    )
    assert (list(found), missed) == ([0], {})
    assert roster.column_of(composed, CANVAS_TITLE) == 2


def matched(format_, header, rows, *students):
    filed = [SubmissionResult(student, "", "", "", "", 1.0, 0.0) for student in students]
    found, missed = match(Roster(header, rows, ","), format_.keys, filed)
    return {row: each.student for row, each in found.items()}, list(missed)


def test_canvas_own_number_is_nobodys_id_in_a_class_that_is_filed_under_others():
    rows = [["Bo", "1001", "2002"], ["Cy", "1005", "2003"]]
    header = ["Student", "ID", "SIS User ID"]
    assert matched(CANVAS, header, rows, "1001", "2003") == ({1: "2003"}, ["1001"])
    assert matched(CANVAS, header, rows, "1001", "1005", "7") == ({0: "1001", 1: "1005"}, ["7"])


def test_who_has_left_a_class_filed_under_moodles_numbers_is_the_only_one_missed():
    rows = [[f"Participant {number}", str(number)] for number in (1, 2, 3)]
    found = matched(MOODLE, ["Identifier", "Full name"], rows, "1", "2", "4")
    assert found == ({0: "1", 1: "2"}, ["4"])
    alone = matched(MOODLE, ["Identifier", "Full name"], rows, "1", "1001", "1002")
    assert alone == ({}, ["1", "1001", "1002"])
