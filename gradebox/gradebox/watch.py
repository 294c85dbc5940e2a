"""Feedback at submission: each new submission is collected, graded and given back at once.

What has become of each submission is kept in the gradebook's database, a step at a time, and each
step can be done again. So a run that ends anywhere is gone on with by the next one: a try is
counted once, and what has been graded is not graded again.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from datetime import UTC, datetime, timedelta
from math import isnan
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError
from traitlets import Float, Integer, TraitError, validate
from traitlets.config import Config, LoggingConfigurable

from gradebox import collect_in_time
from gradebox.collect_outcome import outcome_line
from gradebox.course_errors import sentence_of
from gradebox.deadlines import duration
from gradebox.deadlines_file import FILE, read_file
from gradebox.engine import Engine
from gradebox.errors import CannotGrade, trouble_in_words
from gradebox.fallback import fall_back
from gradebox.feedback import FeedbackExporter
from gradebox.folder import state_of
from gradebox.give_back import GiveBack
from gradebox.grade_submission import RunContext
from gradebox.gradebook_store import Store
from gradebox.graded_files import graded_folder
from gradebox.inbound import (
    HandedIn,
    checks_owner,
    exchange_folder,
    is_whole,
    read_inbound,
)
from gradebox.lock import Busy, Lock
from gradebox.new_gradebook import prepare_nbgrader
from gradebox.plain_text import MAX_SENTENCE, one_line
from gradebox.pool import InThisProcess, Pool
from gradebox.submission_outcome import FAILED, SubmissionOutcome
from gradebox.watch_records import (
    BEGUN,
    FAILED_TO_GRADE,
    GIVEN,
    OPEN,
    PASSED_OVER,
    SET_ASIDE,
    WAITS,
    WatchRecords,
)
from gradebox.which_submission import collected
from gradebox.wrong_settings import wrong_settings

COULD_NOT = "This submission could not be graded."
_TROUBLE = (NbGraderException, ExchangeError, OSError, sa.exc.SQLAlchemyError)
_MOST_FAILURES = 3  # of what may be the machine's fault, before a submission is given up
_LONGEST_PAUSE = 300.0  # seconds between two looks while something is wrong

MakePool = Callable[[RunContext], AbstractContextManager[Pool]]


class Watch(LoggingConfigurable):
    """The settings of feedback at submission."""

    tries_per_day = Integer(
        3, min=1, help="How many submissions of a student get feedback on one day."
    ).tag(config=True)

    seconds = Float(
        2.0, min=0.1, max=86_400, help="How long to wait between two looks at the exchange."
    ).tag(config=True)

    @validate("seconds")
    def _is_a_number(self, proposal: Any) -> float:
        if isnan(seconds := float(proposal["value"])):  # which is not less than any limit either
            raise TraitError(f"seconds must be a number from 0.1 to 86,400, not {seconds}.")
        return seconds


class CannotWatch(CannotGrade):
    """The exchange cannot be watched; the message is a sentence."""


class Watcher:
    """Watches one assignment; `look` does all that there is to do at the moment.

    Use it as a context manager: it keeps its workers warm. `say` is called with sentences.
    """

    def __init__(
        self,
        course: CourseDirectory,
        config: Config,
        make_pool: MakePool,
        say: Callable[[str], object],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        if wrong := wrong_settings(config):
            raise CannotWatch(" ".join(wrong))
        self.settings = Watch(config=config)
        self.course, self.config = course, config
        self.assignment = course.assignment_id
        self.make_pool, self.say, self.now = make_pool, say, now
        self._said = ""
        self._pause = 0.0  # seconds; twice as long each time that something is wrong
        self._resume_at = 0.0
        self._files: object = None  # the state of the course's own when something was wrong
        self._others = 0  # submissions that are not the students' own
        self._stack = ExitStack()
        self._pool: tuple[Any, Pool] | None = None
        self._pool_stack = ExitStack()
        self._failures: Counter[str] = Counter()  # by folder
        self._again: dict[str, float] = {}  # when one that failed is tried again
        self._unreleased: set[str] = set()  # those of which it was said that they cannot be given
        self.records = WatchRecords(course)
        self.give_back = GiveBack(course, config)
        self._refuse_unsafe()

    def _refuse_unsafe(self) -> None:
        """Raise CannotWatch if students would get pages with hidden tests, or none."""
        exporter = GenerateFeedback(coursedir=self.course, config=self.config).exporter_class
        if not issubclass(exporter, FeedbackExporter) or FeedbackExporter(config=self.config).stock:
            raise CannotWatch(
                "Nothing is watched: the pages of this course would show hidden tests. In "
                "nbgrader_config.py call gradebox.configure(c), and set neither "
                "c.FeedbackExporter.stock nor c.GenerateFeedback.exporter_class after it."
            )

    def __enter__(self) -> "Watcher":
        """Read what was done before.

        Raises CannotWatch if another process watches already, or nobody knows the assignment, and
        WrongDeadlines.
        """
        with ExitStack() as stack:
            try:
                stack.enter_context(Lock.of(self.course, f"{self.assignment}.watch"))
            except Busy:
                raise CannotWatch(
                    f"{self.assignment} is watched already: end the other `gradebox watch` first."
                ) from None
            prepare_nbgrader()
            if unknown := self.records.deadlines().unknown:
                raise CannotWatch(unknown)
            self.records.read()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        """End the workers."""
        self._pool_stack.close()
        self._stack.close()

    def look(self) -> bool:
        """Do what there is to do; return False if something cannot be done now.

        That is said, and tried again: at the next look if that is likely to help, else after pauses
        that get longer, or as soon as the assignment or its dates have changed.
        """
        if time.monotonic() < self._resume_at and state_of(self._own_files()) == self._files:
            return False
        self._resume_at = 0.0
        try:
            self._look()
        except Busy:
            trouble = "somebody is grading; new submissions wait."
        except CannotWatch as error:
            trouble = str(error)
        except Exception as error:  # whatever it is, a later look may do without
            what = f"{type(error).__name__}: {one_line(str(error))}"
            said = sentence_of(error) or f"an error in gradebox itself ({what})."
            trouble = f"{one_line(said, MAX_SENTENCE)} New submissions wait, {self._wait()}."
        else:
            self._said, self._pause = "", 0.0
            return True
        self._say_once(f"{self.assignment}: {trouble}")
        return False

    def _wait(self) -> str:
        """Make the next looks wait; return in words until when."""
        self._pause = min(2 * self._pause or self.settings.seconds, _LONGEST_PAUSE)
        self._resume_at = time.monotonic() + self._pause
        self._files = state_of(self._own_files())
        return (
            "and are tried again after longer and longer pauses, at most "
            f"{duration(timedelta(seconds=_LONGEST_PAUSE))}, or at once when {FILE} or a file of "
            "source/ changes"
        )

    def _own_files(self) -> list[Path]:
        source = self.course.format_path(self.course.source_directory, ".", self.assignment)
        return [Path(self.course.root) / FILE, *Path(source).rglob("*")]

    def _say_once(self, sentence: str) -> None:
        if sentence != self._said:
            self.say(sentence)
        self._said = sentence

    def _look(self) -> None:
        inbound = exchange_folder(self.course, self.config, "inbound")
        if inbound is None:
            raise CannotWatch(
                "the exchange has no folder for this course: release an assignment. New "
                "submissions wait."
            )
        newest = list(self._newest(inbound))
        if not newest:
            return
        collect_in_time.collect(
            self.course, self.config, lambda each: (said := outcome_line(each)) and self.say(said)
        )
        begun = {}
        for student, handed_in in newest:
            try:
                if self._begin(student, handed_in):
                    begun[student] = handed_in
            except (CannotGrade, *_TROUBLE):
                raise
            except Exception as error:
                self.say(f"{one_line(student)}: {one_line(str(error))}")
                if self._has_failed(handed_in):
                    self._give_up(student, handed_in)
        if begun:
            self._grade(begun)

    def _begin(self, student: str, handed_in: HandedIn) -> bool:
        """Count a try for what was collected, and return True; or tell the student of none."""
        here = collected(self._submitted(student))
        if here is None or here.time != handed_in.time:
            self._not_collected(student, handed_in, here)
            return False
        return self.records.state(handed_in) == BEGUN or self._take_try(student, handed_in)

    # Which submissions

    def _newest(self, inbound: Path) -> Iterator[tuple[str, HandedIn]]:
        """Yield the newest submission of each student that something is to be done about.

        Of a student who has handed in both in time and late these are two: one counts, and of the
        other it is to be said why it does not. What somebody else has put there in a student's name
        uses up none of that student's tries.
        """
        checks = checks_owner(self.config)
        found = read_inbound(inbound, self.assignment, check_owner=checks)
        self._tell_of_others(
            sum(each.owner is not None for every in found.values() for each in every)
        )
        students_own = {
            student: [each for each in every if each.owner is None and self._may_be_open(each)]
            for student, every in found.items()
        }
        if not any(students_own.values()):
            return
        deadlines = self.records.deadlines()
        for student, own in students_own.items():
            deadline = deadlines.of(student)
            open_ = [
                e for e in own if self.records.state(e) != SET_ASIDE or not deadline.is_late(e.time)
            ]
            if not open_ or not is_whole(open_[-1].path):
                continue
            for is_late in (False, True):
                group = [each for each in open_ if deadline.is_late(each.time) == is_late]
                for older in group[:-1]:  # without feedback, so it takes none of the tries
                    self.records.keep(older, student, PASSED_OVER, day="")
                if group and self._is_due(student, group[-1]):
                    yield student, group[-1]

    def _may_be_open(self, handed_in: HandedIn) -> bool:
        """Return True if it is not done with; one set aside is not if the deadline has moved."""
        return self.records.state(handed_in) in (*OPEN, SET_ASIDE)

    def _is_due(self, student: str, handed_in: HandedIn) -> bool:
        """Return True if something can be done about an open submission now."""
        if self._again.get(handed_in.path.name, 0) > time.monotonic():
            return False
        return self.records.state(handed_in) != WAITS or self._tries_left(student) > 0

    def _tell_of_others(self, count: int) -> None:
        """Say so if submissions are not the students' own: on some machines none of them is."""
        if count > self._others:
            self.say(
                f"{self.assignment}: {count:,} submission{'s' * (count > 1)} in students' names "
                f"{'belongs to another account' if count == 1 else 'belong to other accounts'}: "
                "nobody gets feedback on that. If it is right on this machine, write "
                "c.ExchangeCollect.check_owner = False into nbgrader_config.py and start again."
            )
        self._others = count

    def _submitted(self, student: str) -> Path:
        course = self.course
        return Path(course.format_path(course.submitted_directory, student, self.assignment))

    # Tries

    def _today(self) -> str:
        file = read_file(self.course)
        return f"{self.now().astimezone((file and file.zone) or UTC):%Y-%m-%d}"

    def _tries_left(self, student: str) -> int:
        return self.settings.tries_per_day - self.records.tries(student, self._today())

    def _take_try(self, student: str, handed_in: HandedIn) -> bool:
        """Count a try; if none is left, tell the student and return False."""
        if self._tries_left(student) > 0:
            self.records.keep(handed_in, student, BEGUN, day=self._today())
            return True
        tries = self.settings.tries_per_day
        tomorrow = datetime.fromisoformat(self._today()) + timedelta(days=1)
        self.give_back.note(
            handed_in,
            f"You have had feedback {'once' if tries == 1 else f'{tries} times'} today, which is "
            "as often as this course gives it.",
            "This submission has been received and will be graded. Its feedback comes on "
            f"{tomorrow:%Y-%m-%d}, unless you have handed in another one by then.",
        )
        self.records.keep(handed_in, student, WAITS)
        self.say(f"{one_line(student)}: no try is left today; the submission is collected.")
        return False

    def _not_collected(self, student: str, handed_in: HandedIn, here: HandedIn | None) -> None:
        """Deal with a submission that is set aside, is not the newest, or could not be read."""
        deadline = self.records.deadlines().of(student)
        is_in_time = here is not None and not deadline.is_late(here.time)
        if is_in_time and deadline.is_late(handed_in.time):
            self.give_back.note(
                handed_in,
                f"This submission came {deadline.lateness(handed_in.time)}.",
                "Your last one in time is the one that counts. Your instructor has received this "
                "one, too, and can decide otherwise.",
            )
            self.records.keep(handed_in, student, SET_ASIDE)
        elif here is not None and here.time > handed_in.time:
            self.records.keep(handed_in, student, PASSED_OVER)
        elif self._has_failed(handed_in):
            self._give_up(student, handed_in)

    def _give_up(self, student: str, handed_in: HandedIn) -> None:
        """Pass over what has failed too often, and tell its student, if that can be."""
        try:
            self._tell_of_failure(handed_in, COULD_NOT)
        except Exception as error:  # what has failed may have been this
            self.say(f"{one_line(student)}: {one_line(str(error))}")
        self.records.keep(handed_in, student, PASSED_OVER)

    def _has_failed(self, handed_in: HandedIn) -> bool:
        """Count a failure; return True if there were so many that it is given up.

        It is tried again after a while: the fault may be the machine's.
        """
        self._failures[handed_in.path.name] += 1
        self._try_later(handed_in)
        return self._failures[handed_in.path.name] >= _MOST_FAILURES

    def _try_later(self, handed_in: HandedIn) -> None:
        self._again[handed_in.path.name] = time.monotonic() + self.settings.seconds * 10

    # Grading and giving back

    def _grade(self, begun: dict[str, HandedIn]) -> None:
        converter = Autograde(coursedir=self.course, config=self.config)
        with closing(Store(converter, say=self.say)) as store:
            engine = Engine(converter, store)
            fall_back(engine, InThisProcess, self.say)  # the workers stay as they are
            submissions = [(student, self._submitted(student)) for student in begun]
            try:
                for outcome in engine.run(self._warm_pool(engine.context), submissions):
                    self._after_grading(outcome, begun[outcome.student])
            except BaseException:
                self._end_pool()  # with what it is at: nobody will ask for that
                raise

    def _after_grading(self, outcome: SubmissionOutcome, handed_in: HandedIn) -> None:
        """Give back what was graded; what goes wrong with one costs no other."""
        if not (outcome.is_machines_fault and handed_in.path.name in self._again):  # said before
            for sentence in outcome.sentences:
                self.say(sentence)
        if outcome.is_machines_fault:
            self._try_later(handed_in)
            return
        if outcome.status != FAILED or self._is_graded(outcome.student):
            try:
                self.give_back.feedback(outcome.student)
            except OSError as error:  # of a disk, and no fault of the student's
                if handed_in.path.name not in self._unreleased:
                    self._unreleased.add(handed_in.path.name)
                    self.say(
                        f"{outcome.name}: the feedback cannot be released at present "
                        f"({trouble_in_words(error)}). It is tried again."
                    )
                self._try_later(handed_in)
                return
            except Exception as error:  # a page is made of whatever the student has shown
                self.say(f"{outcome.name}: no feedback could be made: {one_line(str(error))}")
                if self._has_failed(handed_in):
                    self._tell_of_failure(handed_in, COULD_NOT)
                    self.records.keep(handed_in, outcome.student, FAILED_TO_GRADE)
                return
            what = "what could be is graded" if outcome.refused else "graded"
            self.say(f"{outcome.name}: {what}, and the feedback is released.")
            state = GIVEN
        else:
            state = FAILED_TO_GRADE
        for notebook, why in outcome.refused.items():
            said = one_line(f"This notebook could not be graded: {why}.", MAX_SENTENCE)
            self._tell_of_failure(handed_in, said, only=notebook)
        if outcome.status == FAILED and not outcome.refused:
            self._tell_of_failure(handed_in, COULD_NOT)
        self.records.keep(handed_in, outcome.student, state)

    def _is_graded(self, student: str) -> bool:
        """Return True if there is a graded notebook of a student's to make feedback of."""
        return any(graded_folder(self.course, student).glob("*.ipynb"))

    def _tell_of_failure(self, handed_in: HandedIn, what: str, only: str = "") -> None:
        self.give_back.note(
            handed_in,
            what,
            "See that the notebook opens and runs from its first cell to its last, and hand it in "
            "again, or ask your instructor.",
            only=only,
        )

    def _warm_pool(self, context: RunContext) -> Pool:
        """Return the workers, new ones if the assignment or the settings have changed."""
        if self._pool is None or self._pool[0] != context:
            self._end_pool()
            self._pool = context, self._pool_stack.enter_context(self.make_pool(context))
        return self._pool[1]

    def _end_pool(self) -> None:
        self._pool = None
        self._pool_stack.close()
