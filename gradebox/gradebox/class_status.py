"""Who of a class stands where with an assignment: handed in, collected, graded, given feedback.

It only reads, and needs no exchange, no gradebook and no submission: columns that say nothing are
left out.
"""

import csv
import shlex
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry, Student
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import select
from traitlets.config import Config

from gradebox.class_results import has_gradebook, read_scores
from gradebox.deadlines import Deadlines, read_deadlines
from gradebox.errors import CannotGrade, closed_to_this_account
from gradebox.fallback import fall_back_as_kept
from gradebox.gradebook_reader import GradebookReader
from gradebox.grades_mark import mark_in, marks
from gradebox.html_pages import page, points
from gradebox.inbound import (
    LONGEST_SECRET,
    HandedIn,
    about_owner,
    checks_owner,
    exchange_folder,
    read_inbound,
    students_own,
    why_unreadable,
)
from gradebox.notebook_names import names_in, notebook_files
from gradebox.plain_text import one_line
from gradebox.release_feedback import page_name
from gradebox.student_files import MADE_BY_COLLECT, SECRET, Unsafe, read_file
from gradebox.submission_reader import SubmissionReader
from gradebox.submitted_folders import find_submissions
from gradebox.which_submission import SET_ASIDE_FOLDER, candidates, collected, set_aside_folders
from gradebox.write_whole import whole_text

NO_TIME = "no readable time"  # so it is not counted as late
GENERATED, OLD, RELEASED = "made, not released", "older than the grade", "released"
UNREACHABLE = "released, and cannot be fetched"  # by a student who has not its secret


@dataclass
class StudentStatus:
    """Where one student stands."""

    student: str
    name: str = ""
    handed_in: list[datetime] = field(default_factory=list)  # in the exchange, by time
    lateness: str = ""  # of what is graded, or would be; "" if simply in time
    is_late: bool = False
    is_collected: bool = False
    collected: datetime | None = None  # when that was handed in, if it says so
    waits: bool = False  # `collect` would take another one
    is_unreadable: bool = False  # one that `collect` should take, and cannot
    aside: int = 0  # submissions set aside
    is_graded: bool = False
    refused: list[str] = field(default_factory=list)  # notebooks that could not be graded
    score: float = 0.0
    late_penalty: float = 0.0  # points that the score lacks for lateness
    changed: bool = False  # since it was graded
    pending: int = 0  # answers that wait for a person
    to_look_at: list[str] = field(default_factory=list)
    feedback: str = ""  # "", GENERATED, OLD, UNREACHABLE or RELEASED

    @property
    def has_submitted(self) -> bool:
        """Return True if something was handed in, by whatever way."""
        return bool(self.handed_in) or self.is_collected

    @property
    def needs_person(self) -> bool:
        """Return True if a person has to grade or look at something."""
        return bool(self.pending or self.to_look_at or self.refused)

    @property
    def is_graded_whole(self) -> bool:
        """Return True if every notebook is graded as it is now."""
        return self.is_graded and not (self.changed or self.refused)

    @property
    def is_ungraded(self) -> bool:
        """Return True if `grade` has something to do."""
        return self.is_collected and (self.changed or not (self.is_graded or self.refused))


class _People(dict[str, StudentStatus]):
    """The students by their ids; one who turns up meanwhile is one of them."""

    def __missing__(self, student: str) -> StudentStatus:
        self[student] = StudentStatus(student)
        return self[student]


@dataclass
class ClassStatus:
    """Where a class stands with an assignment."""

    assignment: str
    students: list[StudentStatus]
    has_exchange: bool
    is_known: bool  # to the gradebook
    is_to_be_released: bool = False  # students cannot fetch it from the exchange yet
    has_due_date: bool = False
    max_score: float = 0.0
    zone: tzinfo | None = None
    remarks: list[str] = field(default_factory=list)

    @property
    def columns(self) -> list[tuple[str, Callable[[StudentStatus], str]]]:
        """The columns that apply: (head, what it says of a student)."""
        found: list[tuple[str, Callable[[StudentStatus], str]]] = [
            ("student", lambda each: each.student)
        ]
        if any(each.name for each in self.students):
            found.append(("name", lambda each: each.name))
        if self.has_exchange:
            found.append((f"handed in ({self.zone_name})", self._handed_in))
        if self.has_due_date:
            found.append(("lateness", lambda each: each.lateness))
        found.append(("collected", lambda each: collected_in_words(each, self._when)))
        if self.is_known:
            found += [
                (self.graded_head, graded_in_words),
                ("for a person", _for_person),
                ("feedback", lambda each: each.feedback),
            ]
        return found

    @property
    def graded_head(self) -> str:
        """The head of the points; the gradebook has those of the assignment once it is graded."""
        return f"graded, of {points(self.max_score)}" if self.max_score else "graded"

    @property
    def rows(self) -> list[list[str]]:
        """The table, a row for each student; a name is one line of visible characters."""
        return [[one_line(says(each)) for _, says in self.columns] for each in self.students]

    @property
    def total(self) -> str:
        """The counts in one sentence, and the next command."""
        people = self.students
        submitted = sum(each.has_submitted for each in people)
        late = sum(each.has_submitted and each.is_late for each in people)
        parts = [
            f"{submitted:,} submitted" + (f" ({late:,} late)" if late else ""),
            f"{sum(each.is_collected for each in people):,} collected",
        ]
        if self.is_known:
            person = sum(each.needs_person for each in people)
            has = RELEASED if self.has_exchange else GENERATED
            refused = sum(bool(each.refused) for each in people)
            parts += [
                f"{sum(each.is_graded_whole for each in people):,} graded",
                *([f"{refused:,} could not be graded in full"] if refused else []),
                f"{person:,} need{'s' * (person == 1)} a person",
                f"{sum(each.feedback == has for each in people):,} "
                + ("can read their feedback" if self.has_exchange else "have a page of feedback"),
            ]
        count = f"{len(people):,} student{'s' * (len(people) != 1)}"
        return f"{count}: {', '.join(parts)}. {self.next_step}"

    @property
    def next_step(self) -> str:
        """The next thing to do, in a sentence."""
        name, people = shlex.quote(self.assignment), self.students
        if any(each.waits for each in people):
            return f"Next: gradebox collect {name}"
        if not any(each.has_submitted for each in people):
            release = f" Next: nbgrader release_assignment {name}" * self.is_to_be_released
            return f"Nobody has handed in yet.{release}"
        if any(each.is_ungraded for each in people):
            return f"Next: gradebox grade {name}"
        if any(each.pending for each in people):
            return "Next: grade in the formgrader what waits for a person."
        graded = [each.feedback for each in people if each.is_graded]
        if OLD in graded:
            return f"Next: nbgrader generate_feedback {name} --force"
        if "" in graded:
            return f"Next: nbgrader generate_feedback {name}"
        if GENERATED in graded and self.has_exchange:
            return f"Next: nbgrader release_feedback {name}"
        if any(each.is_unreadable for each in people):
            return "Next: see to what cannot be read."
        if refused := sum(bool(each.refused) for each in people):
            return f"Next: see to {refused:,} that could not be graded."
        if any(each.needs_person for each in people):
            return "All else is done."
        return "All is done."

    @property
    def zone_name(self) -> str:
        """The time zone in which times are shown."""
        return str(self.zone or "UTC")

    def local(self, time: datetime) -> datetime:
        """Return a time of the gradebook's in the zone in which times are shown."""
        time = time.replace(tzinfo=UTC)
        with suppress(OverflowError):  # of the last day of all calendars, as a student wrote it
            time = time.astimezone(self.zone or UTC)
        return time

    def _when(self, time: datetime) -> str:
        """Return a time without its zone, which stands in the head of the column."""
        return f"{self.local(time):%Y-%m-%d %H:%M}"

    def _handed_in(self, each: StudentStatus) -> str:
        times = len(each.handed_in)
        last = self._when(each.handed_in[-1]) if times else ""
        return f"{last} ({times} times)" if times > 1 else last


def collected_in_words(each: StudentStatus, when: Callable[[datetime], str]) -> str:
    """Return what is collected of a student, what waits and what was set aside."""
    parts = []
    if each.is_collected:
        is_only = not each.handed_in or each.handed_in == [each.collected]
        parts.append("yes" if is_only or not each.collected else when(each.collected))
    if each.waits:
        parts.append("another one waits" if each.is_collected else "waits")
    if each.is_unreadable:
        parts.append("cannot be read")
    if each.aside:
        parts.append(f"{each.aside} set aside")
    return ", ".join(parts)


def graded_in_words(each: StudentStatus) -> str:
    """Return a student's points, or why there are none."""
    if not each.is_graded:
        what = "could not be graded" if each.refused else "not graded"
        return what if each.is_collected else ""
    parts = [points(each.score)]
    if each.late_penalty:
        parts.append(f"{points(each.late_penalty)} off for lateness")
    if each.refused:
        parts.append(f"{' and '.join(each.refused)} could not be graded")
    if each.pending:
        parts.append(f"{each.pending} pending")
    if each.changed:
        parts.append("changed since")
    return ", ".join(parts)


def _for_person(each: StudentStatus) -> str:
    waiting = f"{each.pending} answer{'s' * (each.pending > 1)} to grade" if each.pending else ""
    return "; ".join(filter(None, [waiting, *each.to_look_at]))


def read_status(course: CourseDirectory, config: Config) -> ClassStatus:
    """Return where the class stands with the assignment of `course`.

    Raises WrongDeadlines.
    """
    assignment = course.assignment_id
    inbound = exchange_folder(course, config, "inbound")
    status = ClassStatus(assignment, [], has_exchange=inbound is not None, is_known=False)
    if inbound is not None:
        status.is_to_be_released = not (inbound.parent / "outbound" / assignment).is_dir()
    people = _People()
    deadlines = None
    if has_gradebook(course):
        with Gradebook(course.db_url, course.course_id) as gradebook:
            columns = Student.id, Student.first_name, Student.last_name
            for student, first, last in gradebook.db.execute(select(*columns)):
                people[student].name = " ".join(filter(None, [first, last]))
            deadlines = read_deadlines(course, assignment, gradebook.db)
    deadlines = deadlines or read_deadlines(course, assignment, None)
    status.is_to_be_released &= deadlines.is_known
    status.zone, status.has_due_date = deadlines.zone, deadlines.due is not None
    found: dict[str, list[HandedIn]] = {}
    if inbound is not None:
        found = read_inbound(inbound, assignment, check_owner=checks_owner(config))
    submissions = find_submissions(course)
    aside = find_submissions(course, SET_ASIDE_FOLDER)
    for student in (*found, *(student for student, _ in (*submissions, *aside))):
        people[student]  # makes one who is not there yet
    for each in people.values():
        handed_in = found.get(each.student, [])
        try:
            _read_collected(each, handed_in, course, config, deadlines, status.has_exchange)
        except PermissionError as error:  # of the course's own folders, as after a backup
            each.is_unreadable = True
            each.to_look_at.append(closed_to_this_account(error))
    if has_gradebook(course):
        try:
            _read_graded(status, people, submissions, course, config)
        except MissingEntry:
            pass  # nobody has graded anything yet
        except CannotGrade as reason:
            status.remarks.append(str(reason))
    unknown = deadlines.for_unknown_students(people.keys())
    status.remarks += filter(None, [deadlines.unknown, *unknown])
    status.students = [people[student] for student in sorted(people)]
    return status


def _read_collected(
    each: StudentStatus,
    inbound: list[HandedIn],
    course: CourseDirectory,
    config: Config,
    deadlines: Deadlines,
    has_exchange: bool,
) -> None:
    """Add what was handed in and collected, and what `collect` would do."""
    deadline = deadlines.of(each.student)
    place, aside = (
        Path(course.format_path(step, each.student, course.assignment_id))
        for step in (course.submitted_directory, SET_ASIDE_FOLDER)
    )
    each.handed_in = [one.time for one in students_own(inbound)]
    each.to_look_at += filter(None, [about_owner(inbound)])
    here, kept = collected(place), set_aside_folders(aside)
    each.aside = len(kept)
    each.is_collected = here is not None
    if here is not None and here.time != datetime.min:
        each.collected = here.time
    graded = here
    if inbound or (kept and has_exchange):
        for one in candidates(inbound, here, kept, deadline):
            if here is not None and one.time == here.time:
                break
            if not (why := why_unreadable(one.path, course, config)):
                graded, each.waits = one, True
                break
            each.is_unreadable = True
            each.to_look_at.append(f"a submission cannot be read: {why}")
    if graded is not None:
        has_time = graded.time != datetime.min or deadlines.due is None
        each.lateness = deadline.lateness(graded.time) if has_time else NO_TIME
        each.is_late = deadline.is_late(graded.time)


def _read_graded(
    status: ClassStatus,
    people: _People,
    submissions: list[tuple[str, Path]],
    course: CourseDirectory,
    config: Config,
) -> None:
    """Add scores, what waits for a person, and feedback. Raises MissingEntry, CannotGrade."""
    converter = Autograde(coursedir=course, config=config)
    with closing(GradebookReader(converter)) as store:
        status.is_known = True
        for result in read_scores(store.opened, status.assignment):
            each = people[result.student]
            each.score, each.late_penalty = result.score, result.late_penalty
        assignment = store.opened.find_assignment(status.assignment)
        status.max_score = float(assignment.max_score or 0)
        every = [notebook.name for notebook in assignment.notebooks]
        tried = {each.student_id: each.timestamp for each in assignment.submissions}
        for student, answers in store.pending_by_student().items():
            people[student].pending = answers
        for student, sentences in store.noticed().sentences.items():
            seen = people[student].to_look_at
            seen += [sentence for sentence in sentences if sentence not in seen]
        released = exchange_folder(course, config, "feedback")
        known_marks = marks(store.opened.db(), status.assignment)
        pages: dict[str, list[str]] = {}
        ungraded: dict[str, list[str]] = {}
        for student, notebook in store.known():
            try:
                graded_at = store.graded_file(student, notebook).stat().st_mtime
            except FileNotFoundError:
                ungraded.setdefault(student, []).append(notebook)
                continue
            people[student].is_graded = True
            mark = known_marks.get((student, notebook), "")
            state = _page_state(student, notebook, graded_at, mark, course, released)
            pages.setdefault(student, []).append(state)
        for student, states in pages.items():
            people[student].feedback = min(
                states, key=("", OLD, GENERATED, UNREACHABLE, RELEASED).index
            )
        folders = dict(submissions)
        for student, notebooks in ungraded.items():
            each = people[student]
            if student in folders and student in tried and each.collected == tried[student]:
                there = notebook_files(names_in(folders[student]), every)
                there_are = [name for name in notebooks if name in there]
                each.refused = there_are if each.is_graded else notebooks
        graded = [each for each in submissions if people[each[0]].is_graded]
        reader = SubmissionReader(converter, store)
        fall_back_as_kept(reader)
        refused = [(each.student, name) for each in people.values() for name in each.refused]
        for student in reader.changed(graded, refused):
            people[student].changed = True


def _page_state(
    student: str,
    notebook: str,
    graded_at: float,
    mark: str,
    course: CourseDirectory,
    released: Path | None,
) -> str:
    """Return how far a notebook's page of feedback is, whose grades have this mark now."""
    folder = Path(course.format_path(course.feedback_directory, student, course.assignment_id))
    try:
        made_at = (folder / f"{notebook}.html").stat().st_mtime
        made_with = mark_in(folder / f"{notebook}.html")
    except OSError:
        return ""
    if made_at < graded_at or (made_with and made_with != mark):
        return OLD
    try:
        secret = read_file(folder / SECRET, LONGEST_SECRET).decode()
        name = page_name(secret, notebook)
        is_there = released is not None and (released / name).stat().st_mtime >= made_at
    except (OSError, Unsafe, UnicodeDecodeError, AssertionError):
        return GENERATED
    if not is_there:
        return GENERATED
    return UNREACHABLE if secret.startswith(MADE_BY_COLLECT) else RELEASED


def as_html(status: ClassStatus, seconds: int = 0) -> str:
    """Return the table as a page, which a browser loads again after `seconds`, if not 0."""
    sentences = [*status.remarks, status.total]
    return page("status.html.j2", status=status, seconds=seconds, sentences=sentences)


def write_csv(status: ClassStatus, path: Path) -> None:
    """Write a row for each student."""
    from gradebox.no_formulas import as_text  # takes a tenth of a second, for the CSV alone

    with whole_text(path) as file:
        rows = csv.writer(file)
        rows.writerow(head for head, _ in status.columns)
        rows.writerows(map(as_text, row) for row in status.rows)
