"""Grades as tables: nbgrader's own, and for Canvas and Moodle, matched to a roster from there.

`nbgrader export --exporter gradebox.exports.CanvasExport --CanvasExport.roster FILE` and the
same with Moodle; `gradebox report` has both as options. Both systems know their people by
numbers or addresses of their own, so a file for them starts from one of theirs: the first columns
are kept as they came, and the points are put in. Students on either side that the other does not
know are named; nobody is guessed.
"""

import csv
import io
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.plugins import CsvExportPlugin, ExportPlugin
from traitlets import List, Unicode

from gradebox.class_results import SubmissionResult, read_scores, who_waits
from gradebox.html_pages import points
from gradebox.no_formulas import as_text
from gradebox.notebook_names import in_nfc
from gradebox.plain_text import first_of, named_students, one_line
from gradebox.write_whole import whole_text

Row = list[str]
# of nbgrader's own export
COLUMNS = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_submission_penalty", "score", "max_score"),
)
# what stands around the name of an assignment in a column's title
CANVAS_TITLE = re.compile(r"(?P<name>.*?)( \(\d+\))?")
MOODLE_TITLE = re.compile(r"((Assignment|Quiz): ?)?(?P<name>.*?)( \(Real\))?")
PARTICIPANT = re.compile(r"Participant (?P<number>\d+)")  # in a Moodle worksheet
OWN_NUMBER = "id"  # the column with Canvas's number of a person
MOST_NAMED = 10  # people in a sentence


class RosterError(Exception):
    """A roster that cannot be used; the message says why and what to do."""


@dataclass(frozen=True)
class Format:
    """One learning management system's files.

    `keys` are the columns, in lower case, that may hold a student's id or address as nbgrader
    knows it, and `others` further ones that are looked for; `fill` puts points into a roster.
    """

    name: str
    keys: frozenset[str]
    others: frozenset[str]
    fill: "Callable[[Roster, Grades], tuple[list[Row], list[str]]]"


@dataclass(frozen=True)
class Roster:
    """A table of people, as the other system exported it."""

    header: Row
    rows: list[Row]
    delimiter: str

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """Read a CSV file with commas, semicolons or tabs; raises RosterError."""
        try:
            text = path.read_bytes().decode("utf-8-sig")  # with the line ends that are in cells
        except UnicodeDecodeError:
            raise RosterError(f"{path} is not text in UTF-8: export it as CSV in UTF-8.") from None
        except OSError as error:
            raise RosterError(f"{path} cannot be read: {error.strerror}.") from None
        lines = io.StringIO(text, newline="")
        delimiter = max(",;\t", key=lines.readline().count)
        lines.seek(0)
        try:
            rows = [row for row in csv.reader(lines, delimiter=delimiter) if any(row)]
        except csv.Error as error:
            raise RosterError(f"{path} is no CSV: {error}. Export it again.") from None
        if len(rows) < 2:
            raise RosterError(f"{path} holds no people: export it again.")
        header = [name.strip() for name in rows[0]]
        return cls(
            header, [[*row, *[""] * (len(header) - len(row))] for row in rows[1:]], delimiter
        )

    def columns(self, names: frozenset[str]) -> list[int]:
        """Return the places of the columns of these names, in lower case."""
        return [place for place, name in enumerate(self.header) if name.lower() in names]

    def column_of(self, assignment: str, title: re.Pattern[str]) -> int | None:
        """Return the place of an assignment's column; None if there is none, or are several."""
        found = [
            place
            for place, text in enumerate(self.header)
            if (match := title.fullmatch(text))
            and _comparable(match["name"]) == _comparable(assignment)
        ]
        return found[0] if len(found) == 1 else None

    def person(self, row: int) -> str:
        """Return the name of a person, as people are shown it."""
        places = self.columns(NAMES) or [0]
        return one_line(" ".join(self.rows[row][place] for place in places))


@dataclass(frozen=True)
class Grades:
    """The points to hand over: {assignment: {row of the roster: points}} and what there is."""

    points: dict[str, dict[int, float]]
    of: dict[str, float]


def export(
    gradebook: Gradebook, assignments: list[str], format_: Format, roster: Path, to: Path
) -> list[str]:
    """Write the file for the other system; return a sentence for everything to know about it.

    Raises RosterError for a roster of another kind, and MissingEntry for an unknown assignment.
    """
    people = Roster.read(roster)
    if not people.columns(format_.keys):
        raise RosterError(
            f"{roster} has none of the columns {', '.join(sorted(format_.keys))}: is it a table "
            f"that {format_.name.capitalize()} exported, with English headers?"
        )
    looked_for = [people.header[place] for place in people.columns(format_.keys | format_.others)]
    if repeated := {name for name in looked_for if looked_for.count(name) > 1}:
        raise RosterError(f"{roster} has the column {', '.join(sorted(repeated))} twice.")
    given: dict[str, dict[int, float]] = {}
    unmatched: dict[str, str] = {}
    pending: set[str] = set()
    for assignment in assignments:
        submissions = list(read_scores(gradebook, assignment))
        matched, missed = match(people, format_.keys, submissions)
        given[assignment] = {row: each.score for row, each in matched.items()}
        unmatched |= missed
        pending |= {each.student for each in matched.values()} & who_waits(gradebook, assignment)
    of = {name: float(gradebook.find_assignment(name).max_score) for name in assignments}
    rows, said = format_.fill(people, Grades(given, of))
    if to.exists() and to.samefile(roster):
        raise RosterError(f"{roster} would be overwritten: give the roster another name.")
    with whole_text(to) as file:
        csv.writer(file, delimiter=people.delimiter).writerows(rows)
    for row in _people(people):
        for place in people.columns(format_.keys):
            if as_text(key := people.rows[row][place]) != key:
                shown = one_line(key)
                said.append(
                    f"{shown!r} would be a formula: it was written as text. Look at its row."
                )
    said += [
        f"{one_line(student)} is not in the file: {why}."
        for student, why in sorted(unmatched.items())
    ]
    if pending:
        who = named_students(sorted(pending))
        said.append(f"Not everything is graded yet, and the rest has no points here, of {who}.")
    graded = {row for rows_of_one in given.values() for row in rows_of_one}
    if without := [people.person(row) for row in _people(people) if row not in graded]:
        shown = first_of(without, MOST_NAMED, ";")
        are = "1 row" if len(without) == 1 else f"{len(without):,} rows"
        said.append(f"{are} of the roster got no points, and what was there stays: {shown}.")
    return said


def _comparable(text: str) -> str:
    """Return a text in which capitals, blanks around it and forms of Unicode make no difference."""
    return in_nfc(text.strip().casefold())


def _names_of(each: SubmissionResult) -> set[str]:
    return {_comparable(text) for text in (each.student, each.email, each.lms_user_id) if text}


def match(
    roster: Roster, keys: frozenset[str], submissions: list[SubmissionResult]
) -> tuple[dict[int, SubmissionResult], dict[str, str]]:
    """Return {row of the roster: submission}, and {student: why nobody was found}.

    A student is the row that holds their id, their address or their id in the other system,
    capital letters or not. Where that is two rows, or two students are one row, it is nobody.
    The number that Moodle gives a row, or Canvas a person, is its own: it may be anybody's id here.
    So it is looked for among ids only if the class is filed under such numbers. With Moodle's that
    is so if all students have one, or most rows are a student's: somebody may have left. With
    Canvas's it is so if they fit more students than the other columns do.
    """
    places = roster.columns(keys)
    rows_of: dict[str, set[int]] = {}
    numbered: dict[str, set[int]] = {}
    numbers_of_canvas: dict[str, set[int]] = {}
    people = _people(roster)
    for row in people:
        for place in places:
            cell = roster.rows[row][place].strip()
            if participant := PARTICIPANT.fullmatch(cell):
                numbered.setdefault(participant["number"], set()).add(row)
            elif cell and roster.header[place].lower() == OWN_NUMBER:
                numbers_of_canvas.setdefault(cell, set()).add(row)
            elif key := _comparable(cell):
                rows_of.setdefault(key, set()).add(row)
    ids = [each.student for each in submissions]
    by_number = sum(number in numbered for number in ids)
    are_filed_so = by_number == len(ids) or 2 * by_number > len(people)
    if numbers_of_canvas:
        numbered, by_number = numbers_of_canvas, sum(number in numbers_of_canvas for number in ids)
        by_others = sum(not rows_of.keys().isdisjoint(_names_of(each)) for each in submissions)
        are_filed_so = by_number > by_others
    found: dict[int, list[SubmissionResult]] = {}
    missed: dict[str, str] = {}
    for each in submissions:
        names = _names_of(each)
        numbers = {(each.lms_user_id or "").strip(), each.student if are_filed_so else ""}
        rows = set().union(
            *(rows_of.get(name, set()) for name in names),
            *(numbered.get(number, set()) for number in numbers),
        )
        if len(rows) == 1:
            found.setdefault(rows.pop(), []).append(each)
        else:
            missed[each.student] = (
                "two people of the roster fit" if rows else "nobody of the roster fits"
            )
    for row, group in list(found.items()):
        if len(group) > 1:
            del found[row]
            missed |= {each.student: "others fit the same person" for each in group}
    return {row: group[0] for row, group in found.items()}, missed


def _people(roster: Roster) -> list[int]:
    """Return the rows that are people; Canvas has one or two others on top."""
    return [
        number
        for number, row in enumerate(roster.rows)
        if "Points Possible" not in row[0]
        and any(cell.strip() and not cell.strip().startswith("Manual Posting") for cell in row)
    ]


def fill_canvas(roster: Roster, grades: Grades) -> tuple[list[Row], list[str]]:
    """Return what Canvas imports: its own columns up to the section, then one an assignment.

    An assignment that Canvas has keeps its number and its points possible; another one is new
    there. Canvas takes an empty cell for "no grade", so what is there already stays.
    """
    if "Section" not in roster.header or "ID" not in roster.header:
        raise RosterError(
            "A Canvas gradebook has the columns ID and Section: export it from Grades, Export."
        )
    kept = roster.header.index("Section") + 1
    possible = next((row for row in roster.rows if "Points Possible" in row[0]), None)
    header = roster.header[:kept]
    top = ["    Points Possible", *[""] * (kept - 1)]
    people = _people(roster)
    body = [[*map(as_text, roster.rows[row][:kept])] for row in people]
    said: list[str] = []
    for name, given in grades.points.items():
        place = roster.column_of(name, CANVAS_TITLE)
        header.append(roster.header[place] if place is not None else name)
        theirs = possible[place].strip() if possible and place is not None else ""
        top.append(theirs or points(grades.of[name]))
        if theirs and not _is(theirs, grades.of[name]):
            said.append(
                f"{name} has {points(grades.of[name])} points here and {theirs} in Canvas: make "
                "them the same there, or every share of the points is off."
            )
        for line, row in zip(body, people, strict=True):
            old = as_text(roster.rows[row][place]) if place is not None else ""
            line.append(points(given[row]) if row in given else old)
    return [header, top, *body], said


def _is(text: str, number: float) -> bool:
    try:
        return abs(float(text.replace(",", ".")) - number) < 0.005
    except ValueError:
        return False


NAMES = frozenset({"student", "first name", "last name", "surname", "full name"})
MOODLE_KEYS = frozenset({"identifier", "username", "id number", "email address", "email"})
PEOPLE = NAMES | MOODLE_KEYS | {"institution", "department"}


def fill_moodle(roster: Roster, grades: Grades) -> tuple[list[Row], list[str]]:
    """Return what Moodle imports: a grading worksheet filled in, or people and their points.

    Moodle refuses a whole file for one person that it does not know, and takes an empty cell for
    "no grade": so only rows with points are in a file of the second kind.
    """
    if {"Identifier", "Grade"} <= set(roster.header):
        return _worksheet(roster, grades)
    places = roster.columns(PEOPLE)
    header = [roster.header[place] for place in places]
    theirs: dict[str, int] = {}
    said: list[str] = []
    for name in grades.points:
        place = roster.column_of(name, MOODLE_TITLE)
        if place is not None:
            theirs[name] = place
        else:
            said.append(
                f"The file from Moodle has no column for {name}, or several: the points stand in "
                f"a new one, {name}. Say at the import which grade item it is."
            )
        header.append(name if place is None else roster.header[place])
    body = []
    for row in sorted({row for given in grades.points.values() for row in given}):
        line = [as_text(roster.rows[row][place]) for place in places]
        for name, given in grades.points.items():
            old = roster.rows[row][theirs[name]] if name in theirs else "-"
            line.append(points(given[row]) if row in given else as_text(old))
        body.append(line)
    return [header, *body], said


def _worksheet(roster: Roster, grades: Grades) -> tuple[list[Row], list[str]]:
    if len(grades.points) != 1:
        raise RosterError("A Moodle worksheet is for one assignment: export one at a time.")
    ((name, given),) = grades.points.items()
    place = roster.header.index("Grade")
    said: list[str] = []
    if "Maximum grade" in roster.header:
        most = {row[roster.header.index("Maximum grade")] for row in roster.rows}
        if not all(_is(text, grades.of[name]) for text in most):
            said.append(
                f"{name} has {points(grades.of[name])} points here and "
                f"{', '.join(sorted(most))} in Moodle: make them the same there."
            )
    comments = [n for n, title in enumerate(roster.header) if title.lower().startswith("feedback")]
    body = []
    for number, row in enumerate(roster.rows):
        # comments are the teachers', and would come back to Moodle changed
        line = [cell if n in comments else as_text(cell) for n, cell in enumerate(row)]
        if number in given:
            line[place] = points(given[number])
        body.append(line)
    return [roster.header, *body], said


CANVAS = Format(
    "canvas",
    frozenset({"id", "sis user id", "sis login id", "integration id", "email"}),
    frozenset({"section"}),
    fill_canvas,
)
MOODLE = Format("moodle", MOODLE_KEYS, PEOPLE | {"grade", "maximum grade"}, fill_moodle)


class CsvExport(CsvExportPlugin):
    """nbgrader's own table of all grades, in which no name is a formula or breaks a row."""

    def export(self, gradebook: Gradebook) -> None:
        """Write a row for each student and assignment; without a submission it has zero points."""
        to = Path(self.to or "grades.csv")
        self.log.info("Exporting grades to %s", to)
        wanted = {str(name) for name in self.assignment}, {str(name) for name in self.student}
        with whole_text(to) as file:
            rows = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            rows.writeheader()
            for assignment in gradebook.assignments:
                if wanted[0] and assignment.name not in wanted[0]:
                    continue
                submissions = {each.student_id: each for each in assignment.submissions}
                for student in gradebook.students:
                    if not wanted[1] or student.id in wanted[1]:
                        row = _row(assignment, student, submissions.get(student.id))
                        rows.writerow({name: as_text(str(cell)) for name, cell in row.items()})


def _row(assignment: Any, student: Any, submission: Any) -> dict[str, Any]:
    score = penalty = 0.0
    if submission is not None:
        score, penalty = submission.score, submission.late_submission_penalty
    cells = (
        *(assignment.name, assignment.duedate or "", (submission and submission.timestamp) or ""),
        *(student.id, student.last_name or "", student.first_name or "", student.email or ""),
        *(score, penalty, max(0.0, score - penalty), assignment.max_score),
    )
    return dict(zip(COLUMNS, cells, strict=True))


class _RosterExport(ExportPlugin):
    """The part that both plugins share; nbgrader's own options choose assignments and the file."""

    roster = Unicode("", help="The table exported from the other system.").tag(config=True)
    assignment: Any = List([], help="Only these assignments; all, if none is named.").tag(
        config=True
    )

    format: Format

    def export(self, gradebook: Gradebook) -> None:
        """Write the file and log what there is to know about it; end with 1 if there is none."""
        try:
            for sentence in self._export(gradebook):
                self.log.warning("%s", sentence)
        except (RosterError, MissingEntry, OSError) as error:
            self.log.error("%s", error)
            sys.exit(1)

    def _export(self, gradebook: Gradebook) -> list[str]:
        if not self.roster:
            raise RosterError(
                f"Which roster? Say --{type(self).__name__}.roster=FILE, a file that "
                f"{self.format.name.capitalize()} exported."
            )
        names = [str(name) for name in self.assignment] or sorted(
            assignment.name for assignment in gradebook.assignments
        )
        to = Path(self.to or f"{self.format.name}.csv")
        return export(gradebook, names, self.format, Path(self.roster), to)


class CanvasExport(_RosterExport):
    """Grades for Canvas's gradebook: `--exporter gradebox.exports.CanvasExport`."""

    format = CANVAS


class MoodleExport(_RosterExport):
    """Grades for Moodle's gradebook: `--exporter gradebox.exports.MoodleExport`."""

    format = MOODLE
