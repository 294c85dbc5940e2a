"""The grading of a class: which submissions, in what order, and what became of each.

One engine for every entrance. `gradebox grade` runs it on a pool of worker processes;
`nbgrader autograde`, nbgrader's API and the formgrader's button run it in their own process.
"""

import fnmatch
import re
import shlex
import traceback
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from nbgrader.converters import Autograde
from traitlets.config import Config

from gradebox.admission import Admission, Refused
from gradebox.admission.files import Folder, read_folder
from gradebox.deadlines import feedback_again
from gradebox.errors import CannotGrade, is_machine_trouble, trouble_in_words
from gradebox.fingerprints import digest, settings_digest
from gradebox.flags import NO_TIME, Flag
from gradebox.grade_submission import GradingResult, RunContext, Steps, Submission
from gradebox.gradebook_store import NEVER, StepStopped, Store, StoreUnavailable
from gradebox.kernel.executor import configured
from gradebox.kernel.fork_server import NotStarted
from gradebox.language import in_words, refused_language
from gradebox.late_penalties import rule_in
from gradebox.notebook_names import NO_FILE, but_others
from gradebox.originals import Original
from gradebox.plain_text import MAX_SENTENCE, named_students, one_line
from gradebox.pool import Pool
from gradebox.sandbox import SandboxUnavailable
from gradebox.submitted_folders import folder_of_students
from gradebox.timestamps import TIMESTAMP, UNREADABLE, read_time, time_in
from gradebox.wrong_settings import wrong_settings

GRADED, UNCHANGED, FAILED = "graded", "unchanged", "failed"
_EMPTY = b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'

LINE_BREAK = "the name of its folder holds a line break: rename it"


@dataclass(frozen=True)
class SubmissionOutcome:
    """The outcome of one submission, with a sentence for each thing that went wrong."""

    student: str
    status: str  # GRADED, UNCHANGED or FAILED
    sentences: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    refused: dict[str, str] = field(default_factory=dict)  # {notebook: why, as students may read}
    is_machines_fault: bool = False  # nothing was changed; the next run may do without

    @property
    def name(self) -> str:
        """The student's name as people are shown it."""
        return one_line(self.student)


class Engine:
    """Grades the submissions of the assignment that a converter is about.

    Raises CannotGrade if the assignment is written in another language than Python whose kernel the
    course does not allow, if it has no notebook of the name that is asked for, or if a setting is
    not as it should be.
    """

    def __init__(self, converter: Autograde, store: Store) -> None:
        if wrong := wrong_settings(converter.config):
            raise CannotGrade(f"{' '.join(wrong)} Nothing was graded.")
        self.converter = converter
        self.course = converter.coursedir
        self.store = store
        self.wanted = [
            name
            for name in store.original.notebooks
            if fnmatch.fnmatch(name, self.course.notebook_id)
        ]
        if store.original.notebooks and not self.wanted:
            name, there = self.course.assignment_id, ", ".join(store.original.notebooks)
            raise CannotGrade(f"{name} has no notebook {self.course.notebook_id}. It has {there}.")
        self.kernels = configured(converter.config).kernels
        self._refuse_other_languages()
        self.steps = Steps.of(converter)
        self.late_rule = rule_in(self.steps.save, converter.config)
        self.limits = Admission(config=converter.config)
        self.context = RunContext(
            original=store.original,
            steps=self.steps.work,
            config=Config(converter.config),
            db_url=self.course.db_url,
        )
        # What the rule for lateness says is asked at each run, and runs no notebook. Without one
        # that can be asked, a date is a part of what a grade depends on.
        steps = [
            step
            for step in (*self.steps.work, *self.steps.save)
            if self.late_rule is None or step is not type(self.late_rule)
        ]
        self.settings = settings_digest(converter.config, [Admission, *steps])

    def grade_as(self, original: Original) -> None:
        """Grade with these cells and files from now on; what was graded with others has changed."""
        self.store.original = original
        self.context = replace(self.context, original=original)

    def _refuse_other_languages(self) -> None:
        for name in self.wanted:
            metadata = self.store.original.notebooks[name].metadata
            if language := refused_language(metadata, self.kernels):
                raise CannotGrade(
                    f"{name}.ipynb of {self.course.assignment_id} {in_words(language)}. Nothing "
                    "was graded. Other notebooks of the assignment can be graded one at a time: "
                    f"`gradebox grade {self.course.assignment_id} --notebook NAME`."
                )

    def run(
        self, pool: Pool, submissions: Collection[tuple[str, Path]], *, force: bool = False
    ) -> Iterator[SubmissionOutcome]:
        """Grade what has changed of these submissions, or all; yield what became of each.

        Raises CannotGrade if nobody can be graded; what was yielded by then is kept. What a worker
        could not finish is tried once more, alone, so that it takes no other with it: at the end,
        or as soon as no process could be started for two. That alone none can be started, either,
        is no submission's fault and ends the run. Nor is one at fault where the solution stops the
        grader, too: the first failure of a run has it graded.
        """
        done = {} if force else self.store.fingerprints()
        deadlines = self.store.deadlines()
        again: list[tuple[Submission, Exception]] = []
        solution_is_tried = False
        for student, path in submissions:
            prepared = self._prepare(student, path, done, deadlines)
            if isinstance(prepared, SubmissionOutcome):
                yield prepared
                continue
            pool.put(prepared)
            if pool.is_full:
                yield from self._first_try(pool, again)
            if len(_not_started(again)) > 1:
                yield from self._first_tries(pool, again)
                for each in _not_started(again):
                    again.remove(each)
                    yield self._second_try(pool, *each)
            if not solution_is_tried and (failed := _unexpected(again)):
                yield from self._first_tries(pool, again)
                self._try_solution(pool, *failed)
                solution_is_tried = True
        yield from self._first_tries(pool, again)
        if not solution_is_tried and (failed := _unexpected(again)):
            self._try_solution(pool, *failed)
        for submission, error in again:
            yield self._second_try(pool, submission, error)
        self._assign_penalties({student for student, _ in submissions})

    def _first_tries(
        self, pool: Pool, again: list[tuple[Submission, Exception]]
    ) -> Iterator[SubmissionOutcome]:
        """Take all that is in the pool, as `_first_try` does."""
        while not pool.is_empty:
            yield from self._first_try(pool, again)

    def _first_try(
        self, pool: Pool, again: list[tuple[Submission, Exception]]
    ) -> Iterator[SubmissionOutcome]:
        """Yield what became of the next submission; add one that was not finished to `again`."""
        submission, result = pool.take()
        outcome = self._outcome(submission, result)
        if isinstance(outcome, SubmissionOutcome):
            yield outcome
        else:
            again.append((submission, outcome))

    def _second_try(
        self, pool: Pool, submission: Submission, first: Exception
    ) -> SubmissionOutcome:
        """Grade a submission that was not finished once more, alone in the pool."""
        pool.put(submission)
        submission, result = pool.take()
        outcome = self._outcome(submission, result)
        if isinstance(outcome, NotStarted):
            raise CannotGrade(str(outcome))
        if isinstance(outcome, Exception):
            return self._give_up(submission, outcome)
        sentence = self._graded_again(submission.student, first)
        return replace(outcome, sentences=(sentence, *outcome.sentences))

    def _outcome(
        self, submission: Submission, result: GradingResult | Exception
    ) -> SubmissionOutcome | Exception:
        """Save a result; return what became of the submission, or why it was not finished."""
        if isinstance(result, SandboxUnavailable):
            raise CannotGrade(str(result))
        if isinstance(result, Exception):
            return result
        try:
            return self._keep(submission, result)
        except StepStopped as error:
            return error

    def _try_solution(self, pool: Pool, failed: Submission, why: Exception) -> None:
        """Raise CannotGrade if the solution stops the grader, too, alone in the pool.

        It has a name of its own, and then that of the student whose submission has failed: a step
        of the course's may look for one whom it knows.
        """
        kept = "Nothing was changed for those who are not graded."
        solution = Folder(notebooks=dict(self._solutions()))
        for student in ("the solution", failed.student):
            pool.put(replace(failed, student=student, folder=solution))
            _, result = pool.take()
            if isinstance(result, SandboxUnavailable | NotStarted):
                raise CannotGrade(str(result))
            if isinstance(why, StepStopped) and not isinstance(result, Exception):
                kept = f"{one_line(failed.student)} has the new points already."
                try:
                    self.store.run_steps(student, result, self.steps.save)
                except StepStopped as stopped:
                    result = stopped
            if not isinstance(result, Exception):
                return
            error = result
        raise CannotGrade(
            f"{one_line(failed.student)}: {self.course.assignment_id} stopped the grader, and so "
            f"does its solution ({one_line(_in_words(error), MAX_SENTENCE)}): no submission is at "
            "fault. Look at the steps that nbgrader_config.py names and, with --scheduler, at what "
            f"is installed for its workers. {kept} When that is mended, run the same command again."
        )

    def _solutions(self) -> Iterator[tuple[str, bytes]]:
        """Yield what source/ has of the notebooks to be graded, and else one without answers."""
        course = self.course
        folder = Path(course.format_path(course.source_directory, ".", course.assignment_id))
        for name in self.wanted:
            path = folder / f"{name}.ipynb"
            yield name, path.read_bytes() if path.is_file() else _EMPTY

    def _assign_penalties(self, students: Collection[str]) -> None:
        """Let late work lose what the rule says now, of the points that a person gave, too."""
        if self.late_rule is None:
            return
        name = self.course.assignment_id
        changed, errors = self.store.assign_penalties(self.late_rule, students)
        if changed:
            self.store.say(
                f"{name}: the penalty for lateness has changed with the points, the dates or the "
                f"rule for {named_students(changed)}. {feedback_again(name)}"
            )
        if errors:
            why = one_line(next(iter(errors.values())), MAX_SENTENCE)
            self.store.say(
                f"{name}: the penalty for lateness was not worked out for "
                f"{named_students(list(errors))}: the course's rule for it is out of order ({why})."
            )

    def _prepare(
        self, student: str, path: Path, done: dict[tuple[str, str], str], deadlines: dict[str, str]
    ) -> Submission | SubmissionOutcome:
        """Read a submission; return what is to be graded of it, or why nothing is."""
        if "\n" in student:  # nbgrader cannot read such a path, and then makes nobody's feedback
            return SubmissionOutcome(student, FAILED, (self._not_graded(student, LINE_BREAK),))
        self.converter.notebooks = [str(path / f"{name}.ipynb") for name in self.wanted]
        self.converter.run_pre_convert_hook()
        return self._read(student, path, done, deadlines)

    def changed(
        self, submissions: Collection[tuple[str, Path]], refused: Collection[tuple[str, str]] = ()
    ) -> set[str]:
        """Return whose submissions hold something that `run` would grade.

        Left out: notebooks that were tried as they are, and refused, by (student, notebook).
        """
        done, deadlines = self.store.fingerprints(), self.store.deadlines()
        found = set()
        if self.late_rule is not None:
            students = {student for student, _ in submissions}
            found |= self.store.outdated_penalties(self.late_rule, students)
        for student, path in submissions:
            read = self._read(student, path, done, deadlines)
            if isinstance(read, Submission):
                folder = read.folder
                lost = [name for name in folder.missing if (student, name) in done]
                names = (*folder.notebooks, *folder.refused, *lost)
                is_changed = any((student, name) not in refused for name in names)
            else:
                is_changed = read.status != UNCHANGED
            if is_changed:
                found.add(student)
        return found

    def _read(
        self, student: str, path: Path, done: dict[tuple[str, str], str], deadlines: dict[str, str]
    ) -> Submission | SubmissionOutcome:
        original = self.store.original
        try:
            folder = read_folder(
                path, original, self.limits, self.course.ignore, folder_of_students(self.course)
            )
        except Refused as reason:
            folder = Folder(refused=dict.fromkeys(original.notebooks, str(reason)))
            if when := read_time(path):  # that of an earlier submission holds no more
                folder.files[TIMESTAMP] = f"{when} UTC".encode()
        except OSError as error:
            why = f"its folder could not be read ({error.strerror}: {error.filename})"
            return self._out_of_order(student, why)
        else:
            is_due = deadlines.get(student, deadlines[""]) != NEVER
            time = folder.files.get(TIMESTAMP, b"" if is_due else None)
            if time is not None and time_in(time) is None:
                folder.flags.append(Flag(NO_TIME, UNREADABLE))
        if not folder.notebooks and not folder.refused:
            folder.refused = dict.fromkeys(folder.missing, NO_FILE + but_others(folder.others))
            folder.missing.clear()
        submission = Submission(
            student, path, folder, self._fingerprints(student, folder, deadlines)
        )

        def is_unchanged(name: str) -> bool:
            return done.get((student, name), "") == submission.fingerprints.get(name, "-")

        for name in original.notebooks:
            if name not in self.wanted or is_unchanged(name):
                folder.notebooks.pop(name, None)
                folder.refused.pop(name, None)
                if name in folder.missing:
                    folder.missing.remove(name)
        lost = any((student, name) in done for name in folder.missing)  # was graded before
        if not (folder.notebooks or folder.refused or lost):
            return SubmissionOutcome(student, UNCHANGED)
        return submission

    def _fingerprints(
        self, student: str, folder: Folder, deadlines: dict[str, str]
    ) -> dict[str, str]:
        """Return, for each notebook, a hash of everything that its grade depends on."""
        original = self.store.original
        beside = sorted((path, digest(content)) for path, content in folder.files.items())
        noted = [flag.kind for flag in folder.flags if flag.text == UNREADABLE]
        until = deadlines.get(student, deadlines[""]) if self.late_rule is None else ""
        shared = digest(self.settings, original.digest, repr(beside), repr(noted), until)
        return {
            name: digest(shared, original.notebooks[name].digest, content)
            for name, content in folder.notebooks.items()
        }

    def _keep(self, submission: Submission, graded: GradingResult) -> SubmissionOutcome:
        """Save what came of a submission. Raises StepStopped."""
        student = submission.student
        graded.refused |= submission.folder.refused
        try:
            self.store.save(submission, graded, self.steps.save)
        except (StepStopped, StoreUnavailable):
            raise
        except PermissionError as error:  # for a folder of the course: no score is lost by that
            return self._not_kept(student, error)
        except Exception as error:
            return self._give_up(submission, error)
        self.converter.run_post_convert_hook()
        flags = [*submission.folder.flags, *(f for each in graded.flags.values() for f in each)]
        sentences = [
            refusal(student, self.course.assignment_id, name, reason)
            for name, reason in graded.refused.items()
        ]
        status = FAILED if sentences else GRADED
        return SubmissionOutcome(student, status, tuple(sentences), tuple(flags), graded.refused)

    def _give_up(self, submission: Submission, error: Exception) -> SubmissionOutcome:
        """Say that a submission could not be graded; an earlier score stands for it no more."""
        for line in "".join(traceback.format_exception(error)).splitlines():
            self.converter.log.debug("%s: %s", one_line(submission.student), one_line(line))
        if is_machine_trouble(error):
            why = f"the machine that should grade it is out of order ({trouble_in_words(error)})"
            return self._out_of_order(submission.student, why)
        reason, why = "it stopped the grader", f" ({_in_words(error)})"  # it may hold hidden tests
        stopped = dict.fromkeys(submission.folder.notebooks, reason)
        refused = GradingResult(refused=submission.folder.refused | stopped)
        sentences = [
            refusal(
                submission.student,
                self.course.assignment_id,
                name,
                reason + why * (name in stopped),
            )
            for name, reason in refused.refused.items()
        ]
        try:
            self.store.save(submission, refused, ())
        except StoreUnavailable:
            raise
        except Exception as second:  # a name that the database refuses, say
            why = f"the gradebook does not take it ({_in_words(second)})"
            sentences = [self._not_graded(submission.student, why)]
        return SubmissionOutcome(
            submission.student, FAILED, tuple(sentences), refused=refused.refused
        )

    def _out_of_order(self, student: str, why: str) -> SubmissionOutcome:
        sentence = self._not_graded(student, why)
        return SubmissionOutcome(student, FAILED, (sentence,), is_machines_fault=True)

    def _not_kept(self, student: str, error: PermissionError) -> SubmissionOutcome:
        sentence = one_line(
            f"{student}: the graded files of {self.course.assignment_id} cannot be written "
            f"({trouble_in_words(error)}). This account must own them: see to that, and run the "
            "same command again.",
            MAX_SENTENCE,
        )
        return SubmissionOutcome(student, FAILED, (sentence,), is_machines_fault=True)

    def _graded_again(self, student: str, error: Exception) -> str:
        return one_line(
            f"{student}: {self.course.assignment_id} was graded a second time, alone, because the "
            f"first time failed ({_in_words(error)}). What counts is the second time.",
            MAX_SENTENCE,
        )

    def _not_graded(self, student: str, why: str) -> str:
        return one_line(
            f"{student}: {self.course.assignment_id} was not graded: {why}. Nothing was changed. "
            "When that is put right, run the same command again.",
            MAX_SENTENCE,
        )


def _unexpected(
    failures: list[tuple[Submission, Exception]],
) -> tuple[Submission, Exception] | None:
    """Return the first failure that is not this machine's."""
    return next((each for each in failures if not is_machine_trouble(each[1])), None)


def _not_started(
    failures: list[tuple[Submission, Exception]],
) -> list[tuple[Submission, Exception]]:
    """Return the failures of submissions that no process could be started for."""
    return [each for each in failures if isinstance(each[1], NotStarted)]


def refusal(student: str, assignment: str, notebook: str, reason: str) -> str:
    """Return the sentence for a notebook that cannot be graded, on one line."""
    who, command = one_line(student), f"gradebox grade {assignment}"
    if who == student and not student.startswith("-"):  # else nobody could type the name
        command += f" --students {_quoted(student)}"
    ask = "Ask"
    if reason.startswith(f"{NO_FILE}, but"):
        ask = f"If that is the one, rename it in submitted/ to {notebook}.ipynb, else ask"
    return one_line(
        f"{who}: {notebook}.ipynb of {assignment} was not graded and has zero points for now: "
        f"{reason}. {ask} {who} to submit again, collect, and run `{command}`.",
        MAX_SENTENCE,
    )


def _quoted(name: str) -> str:
    """Return a name for a command that is copied into a shell."""
    return f'"{name}"' if re.fullmatch(r"[\w .,@+-]+", name) else shlex.quote(name)


def _in_words(error: BaseException) -> str:
    error = error.__cause__ or error if isinstance(error, StepStopped) else error
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__
