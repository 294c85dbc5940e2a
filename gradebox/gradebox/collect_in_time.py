"""Collecting from the exchange so that nobody's work in time is lost.

For each student the newest submission in time is put into `submitted/`, in the place of an older
one. A late one is kept in `set_aside/`, and is in `submitted/` only if there is none in time or the
instructor wants it. What stands in `submitted/` and `set_aside/` counts as well as what the
exchange holds, from which it may have been removed.
"""

import errno
import fnmatch
import shlex
import shutil
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_hex
from typing import Any

from nbgrader.api import Gradebook, Student
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from nbgrader.exchange.default import ExchangeCollect
from sqlalchemy import select
from traitlets.config import Config

from gradebox.collect import Collect
from gradebox.collect_outcome import (
    AS_BEFORE,
    COLLECTED,
    NOT_COLLECTED,
    UPDATED,
    CollectOutcome,
)
from gradebox.deadlines import Deadline, Deadlines, in_words, read_deadlines, write_into_gradebook
from gradebox.errors import CannotGrade, closed_to_this_account, is_machine_trouble
from gradebox.folder import no_such_name
from gradebox.inbound import (
    LONGEST_SECRET,
    HandedIn,
    is_whole,
    read_inbound,
    students_own,
    why_not,
)
from gradebox.lock import Lock
from gradebox.new_gradebook import prepare_nbgrader
from gradebox.plain_text import MAX_SENTENCE, one_line
from gradebox.replace_folder import new_beside, recover_folder, replace_folder
from gradebox.student_files import (
    MADE_BY_COLLECT,
    SECRET,
    Unsafe,
    read_file,
    student_folder,
)
from gradebox.submitted_folders import find_submissions
from gradebox.timestamps import TIMESTAMP, time_in
from gradebox.which_submission import (
    SET_ASIDE_FOLDER,
    all_of,
    by_preference,
    candidates,
    collected,
    free_beside,
    set_aside_folders,
    set_aside_path,
)

_SOON = timedelta(minutes=5)  # until a submission has been written


class CannotCollect(CannotGrade):
    """Nothing can be collected; the message is a sentence."""


def _is_of_the_course(error: OSError, handed_in: HandedIn) -> bool:
    """Return True if an error is of the course's own folder, and not of the submission."""
    if is_machine_trouble(error):
        return True
    if error.errno not in (errno.EACCES, errno.EPERM):  # a name too long, say, is a submission's
        return False
    # what is read is opened in its folder, by a name without the path
    where = Path(error.filename if isinstance(error.filename, str) else "")
    return where.is_absolute() and not where.is_relative_to(handed_in.path.parent)


class CollectInTime(Collect):
    """Collects the newest submission in time of each student.

    `deadlines` are the assignment's, `late` and `in_time` the students of whom the instructor wants
    the late one, or no more.
    """

    def __init__(
        self,
        deadlines: Deadlines,
        say: Callable[[CollectOutcome], object],
        late: Collection[str] = (),
        in_time: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.deadlines = deadlines
        self.say = say
        self.late, self.in_time = late, in_time

    def copy_files(self) -> None:
        """Collect; say what became of each student."""
        found = read_inbound(
            Path(self.inbound_path), self.coursedir.assignment_id, check_owner=self.check_owner
        )
        for student, folder in find_submissions(self.coursedir, SET_ASIDE_FOLDER):
            if set_aside_folders(folder):  # which the exchange may not have any more
                found.setdefault(student, [])
        for student in (*self.late, *self.in_time):
            if student not in found:
                raise CannotCollect(
                    f"There is no submission of {self.coursedir.assignment_id} by "
                    f"{one_line(student)} in the exchange. Nothing was collected."
                )
        wanted = self.coursedir.student_id  # a glob, as everywhere in nbgrader
        for student, handed_in in sorted(found.items()):
            if student == wanted or fnmatch.fnmatchcase(student, wanted):
                try:
                    outcome = self._collect(student, handed_in)
                except PermissionError as error:
                    said = (closed_to_this_account(error),)
                    outcome = CollectOutcome(student, NOT_COLLECTED, said, missed=True)
                self.say(outcome)

    def _collect(self, student: str, inbound: list[HandedIn]) -> CollectOutcome:
        deadline = self.deadlines.of(student)
        place = self._place(self.coursedir.submitted_directory, student)
        aside = self._place(SET_ASIDE_FOLDER, student)
        recover_folder(place)
        here, kept = collected(place), set_aside_folders(aside)
        found = candidates(inbound, here, kept, deadline, self._wants_late(student))
        said: list[str] = []
        now = None
        for wanted in found:
            if (here and wanted.time == here.time) or self._put(
                wanted, place, aside, deadline, said
            ):
                now = wanted
                break
        if now is None:
            return CollectOutcome(student, NOT_COLLECTED, tuple(said), missed=True)
        if forged := len(inbound) - len(students_own(inbound)):
            verb = "belongs to another account" if forged == 1 else "belong to other accounts"
            said.append(f"look at it: {forged} more in {one_line(student)}'s name {verb}")
        best = by_preference(all_of(inbound, here, kept), deadline, late=False)[0]
        has_in_time = not deadline.is_late(best.time)
        if student in self.late and has_in_time and deadline.is_late(now.time):
            self._keep(best, aside, deadline, said)  # which says that the late one was chosen
        status = AS_BEFORE if here and here.time == now.time else UPDATED if here else COLLECTED
        said[:0] = self._about(student, now, deadline, status, has_in_time)
        newest = by_preference(all_of(inbound, None, kept), deadline, late=True)[0]
        is_aside = is_newer = deadline.is_late(newest.time) and newest.time > now.time
        self._forget_older(kept, newest, inbound, deadline)
        if is_newer:
            is_new = self._keep(newest, aside, deadline, said)
            is_aside = set_aside_path(aside, newest).is_dir()
            if is_aside and (is_new or status != AS_BEFORE):
                said.append(self._how_to_take(student, newest, deadline))
        return CollectOutcome(
            student,
            status,
            tuple(dict.fromkeys(said)),  # what holds of two submissions is said once
            late=deadline.is_late(now.time),
            set_aside=is_aside,
            has_in_time=has_in_time,
            missed=now != found[0] or is_aside != is_newer,
            is_of_other=status != AS_BEFORE and now.owner is not None,
        )

    def _forget_older(
        self,
        kept: list[HandedIn],
        newest: HandedIn,
        inbound: list[HandedIn],
        deadline: Deadline,
    ) -> None:
        """Remove late ones that were set aside before a newer one, and are in the exchange, too."""
        times = {each.time for each in inbound}
        for each in kept:
            if deadline.is_late(each.time) and each.time < newest.time and each.time in times:
                shutil.rmtree(each.path, ignore_errors=True)

    def _how_to_take(self, student: str, newest: HandedIn, deadline: Deadline) -> str:
        # Whoever copies it must not run what a student's name says.
        words = "collect", self.coursedir.assignment_id, "--late", one_line(student)
        command = f"gradebox {shlex.join(words)}"
        return (
            f"a newer one of {self._when(newest)}, {deadline.lateness(newest.time)}, is set aside "
            f"(`{command}` takes it)"
        )

    def _wants_late(self, student: str) -> bool | None:
        """Return whether the instructor wants the student's late one; None if nothing is said."""
        if student in self.late:
            return True
        return False if student in self.in_time else None

    def _is_wanted_time(self, content: bytes, dest: Path) -> bool:
        """Take any: the time that the folder's name says takes the place of another."""
        return True

    def _place(self, step: str, student: str) -> Path:
        course = self.coursedir
        return Path(course.format_path(step, student, course.assignment_id))

    def _put(
        self, wanted: HandedIn, place: Path, aside: Path, deadline: Deadline, said: list[str]
    ) -> bool:
        """Put a submission into `submitted/`; return False, and say why, if that cannot be done."""
        here = collected(place)
        if (kept := set_aside_path(aside, wanted)).is_dir():
            wanted = replace(wanted, path=kept)  # as it was here, where somebody may have mended it
        if not self._copied(wanted, new_beside(place), said, deadline):
            return False
        if here is not None:
            has_time = here.time != datetime.min
            is_alike = deadline.is_late(here.time) == deadline.is_late(wanted.time)
            if not (is_alike and has_time):  # before it is replaced: a run may be stopped anywhere
                to = set_aside_path(aside, here)
                self._copy_aside(place, to if has_time else free_beside(to))
        if (before := replace_folder(place)) is not None:
            shutil.rmtree(before, ignore_errors=True)
        shutil.rmtree(set_aside_path(aside, wanted), ignore_errors=True)
        return True

    def _copy_aside(self, place: Path, to: Path) -> None:
        """Copy what is in `submitted/` as it is into `set_aside/`, if it is not there."""
        if to.exists():
            return
        recover_folder(to)
        self._make(to.parent)
        try:
            shutil.copytree(place, new_beside(to), symlinks=True)
        except OSError as error:  # shutil's own, which has the errors of all files
            for made in (new_beside(to), new_beside(place)):
                shutil.rmtree(made, ignore_errors=True)
            raise CannotCollect(
                f"{place} cannot be copied to {to}, where it is to be kept: "
                f"{one_line(str(error), MAX_SENTENCE)}. What was collected by then is kept. When "
                "that is put right, run the same command again."
            ) from None
        replace_folder(to)

    def _copied(self, wanted: HandedIn, to: Path, said: list[str], deadline: Deadline) -> bool:
        """Copy a submission whole, with the time that its name says, or not at all.

        Raises CannotCollect if the fault is the course's own folder's, and no submission's.
        """
        made: list[Path] = []
        is_inbound = wanted.path.parent == Path(self.inbound_path)
        try:
            if is_inbound and not is_whole(wanted.path):
                raise Unsafe("it is still being written: collect again in some seconds")
            with student_folder(wanted.path) as folder:
                self._copy(folder, to, made)
                changed = folder.last_change()
            stamp = to / TIMESTAMP
            if not stamp.exists() or time_in(stamp.read_bytes()) != wanted.time:
                stamp.unlink(missing_ok=True)
                stamp.write_text(f"{wanted.time:%Y-%m-%d %H:%M:%S.%f} UTC")
                made.append(stamp)
            if is_inbound and (why := self._new_secret(to, made)):
                said.append(f"{why}, so its feedback cannot be fetched")
        except (Unsafe, OSError) as error:
            why = why_not(error, wanted.path) if isinstance(error, OSError) else str(error)
            said.append(f"the one of {self._when(wanted)} cannot be collected: {why}")
            shutil.rmtree(to, ignore_errors=True)
            for path in reversed(made):
                if path.is_dir() and not any(path.iterdir()):
                    path.rmdir()
            if isinstance(error, OSError) and _is_of_the_course(error, wanted):
                where = error.filename2 or error.filename or to.parent
                raise CannotCollect(
                    f"{where} cannot be written: {error.strerror}. What was collected by then is "
                    "kept. When that is put right, run the same command again."
                ) from None
            return False
        self._share(made)
        if (
            is_inbound
            and changed > wanted.time + _SOON
            and deadline.is_late(changed)
            and not deadline.is_late(wanted.time)
        ):
            said.append(
                f"look at it: its name says {self._when(wanted)}, and something in it was changed "
                f"at {in_words(changed, deadline.zone)}, after the deadline"
            )
        return True

    def _new_secret(self, folder: Path, made: list[Path]) -> str:
        """Write the file that nbgrader releases feedback by, if it is not there as nbgrader's.

        Without it, or with one that is no text, `nbgrader release_feedback` ends in an error, for
        all students. Return why it was needed, or "".
        """
        secret = folder / SECRET
        why = f"it has no {SECRET}, which nbgrader writes when one submits"
        try:
            if read_file(secret, LONGEST_SECRET).decode():
                return ""
        except (Unsafe, UnicodeDecodeError):
            why = f"its {SECRET} is none of nbgrader's"
        except FileNotFoundError:
            pass
        secret.unlink(missing_ok=True)
        secret.write_text(MADE_BY_COLLECT + token_hex(64))
        made.append(secret)
        return why

    def _keep(self, newest: HandedIn, aside: Path, deadline: Deadline, said: list[str]) -> bool:
        """Keep a late submission beside the one that is graded; return True if it is new there."""
        to = set_aside_path(aside, newest)
        if to.is_dir():
            return False
        recover_folder(to)
        if not self._copied(newest, new_beside(to), said, deadline):
            return False
        replace_folder(to)
        return True

    def _about(
        self, student: str, now: HandedIn, deadline: Deadline, status: str, has_in_time: bool
    ) -> Iterator[str]:
        """Yield what is to be said of what is in `submitted/` now, if it is new there."""
        if student in self.late and not deadline.is_late(now.time):
            yield "there is no late one"
        if status == AS_BEFORE:
            return
        lateness = deadline.lateness(now.time)
        if deadline.is_late(now.time) and not has_in_time:
            lateness += "; there is none in time"
        yield ", ".join(filter(None, [f"handed in {self._when(now)}", lateness]))
        if now.time > datetime.now(UTC).replace(tzinfo=None) + _SOON:  # a clock was wrong
            yield (
                "look at it: the time in its name is in the future, and what the student hands in "
                "before that time does not replace it; to let it, put another time into the name "
                f"of {one_line(str(now.path))}, and remove what is collected"
            )
        if now.owner is not None:
            yield (
                f"look at it: it is in {one_line(student)}'s name, and its owner is "
                f"{one_line(now.owner)}"
            )

    def _when(self, handed_in: HandedIn) -> str:
        return in_words(handed_in.time, self.deadlines.zone)

    def _make(self, folder: Path) -> None:
        made: list[Path] = []
        missing = [each for each in (folder, *folder.parents) if not each.exists()]
        for each in reversed(missing):
            each.mkdir()
            made.append(each)
        self._share(made)


def collect(
    course: CourseDirectory,
    config: Config,
    say: Callable[[CollectOutcome], object],
    late: Collection[str] = (),
    in_time: Collection[str] = (),
) -> tuple[list[CollectOutcome], list[str]]:
    """Collect an assignment; return what became of each student, and sentences about names.

    `say` is called with each outcome as it comes. Raises CannotGrade if nothing can be collected,
    and nbgrader's ExchangeError.
    """
    assignment = course.assignment_id
    if strange := no_such_name(assignment):
        raise CannotCollect(strange)
    factory = ExchangeFactory(config=config)
    if not issubclass(factory.collect, ExchangeCollect):
        raise CannotCollect(
            f"The exchange of this course is {factory.collect.__name__}, and no folder: collect "
            f"with `nbgrader collect {shlex.quote(assignment)}`."
        )
    prepare_nbgrader()
    outcomes: list[CollectOutcome] = []
    with (
        Lock.of(course, assignment),
        Gradebook(course.db_url, course.course_id) as gradebook,
    ):
        deadlines = read_deadlines(course, assignment, gradebook.db)
        lost = write_into_gradebook(gradebook.db, deadlines)
        gradebook.db.commit()
        known = set(gradebook.db.scalars(select(Student.id)))
        gradebook.db.remove()

        def keep(outcome: CollectOutcome) -> None:
            outcomes.append(outcome)
            say(outcome)

        CollectInTime(
            deadlines,
            keep,
            late,
            in_time,
            coursedir=course,
            authenticator=Authenticator(config=config),
            config=config,
        ).start()
    said = [
        *lost,
        deadlines.unknown,
        *deadlines.for_unknown_students(known | {each.student for each in outcomes}),
    ]
    return outcomes, [sentence for sentence in said if sentence]
