"""The grading of a class: which submissions, in what order, and what became of each.

One engine for every entrance. `gradebox grade` runs it on a pool of worker processes;
`nbgrader autograde`, nbgrader's API and the formgrader's button run it in their own process.
"""

import traceback
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from nbgrader.preprocessors import SaveAutoGrades
from traitlets.config import Config

from gradebox.admission.files import Folder
from gradebox.deadlines import feedback_again
from gradebox.errors import CannotGrade, is_machine_trouble, trouble_in_words
from gradebox.grade_submission import GradingResult, RunContext, Submission
from gradebox.gradebook_errors import StoreUnavailable
from gradebox.gradebook_store import StepStopped, Store
from gradebox.kernel.fork_server import NotStarted
from gradebox.plain_text import MAX_SENTENCE, named_students, one_line
from gradebox.pool import Pool
from gradebox.sandbox import SandboxUnavailable
from gradebox.submission_outcome import (
    FAILED,
    GRADED,
    SubmissionOutcome,
    machines_fault,
    not_graded,
    refusal,
)
from gradebox.submission_reader import SubmissionReader
from gradebox.which_submission import SET_ASIDE_FOLDER, collected, set_aside_folders

_EMPTY = b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'

LINE_BREAK = "the name of its folder holds a line break: rename it"


class Engine(SubmissionReader):
    """Grades the submissions of the assignment that a converter is about."""

    store: Store

    @property
    def context(self) -> RunContext:
        """The part of a task that is the same for all submissions: workers are told it once."""
        return RunContext(
            original=self.store.original,
            steps=self.steps.work,
            config=Config(self.converter.config),
            db_url=self.course.db_url,
        )

    def run(
        self, pool: Pool, submissions: Collection[tuple[str, Path]], *, force: bool = False
    ) -> Iterator[SubmissionOutcome]:
        """Grade what has changed of these submissions, or all; yield what became of each.

        What a worker could not finish is tried once more, alone, so that it takes no other with it:
        at the end, or as soon as no process could be started for two. After the first failure of a
        run, the solution is graded. Where that fails, too, or where no process can be started for
        one submission alone, no submission is at fault: CannotGrade is raised, and what was yielded
        by then is kept.
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
        # A step that saves scores would give the student those of the solution.
        steps = tuple(step for step in self.steps.save if not issubclass(step, SaveAutoGrades))
        solution = Folder(notebooks=dict(self._solutions()))
        for student in ("the solution", failed.student):
            pool.put(replace(failed, student=student, folder=solution))
            _, result = pool.take()
            if isinstance(result, SandboxUnavailable | NotStarted):
                raise CannotGrade(str(result))
            if isinstance(why, StepStopped) and not isinstance(result, Exception):
                kept = f"{one_line(failed.student)} has the new points already."
                try:
                    self.store.run_steps(student, result, steps)
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
            return SubmissionOutcome(
                student, FAILED, (not_graded(student, self.course.assignment_id, LINE_BREAK),)
            )
        self.converter.notebooks = [str(path / f"{name}.ipynb") for name in self.wanted]
        self.converter.run_pre_convert_hook()
        return self.read(student, path, done, deadlines)

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
        is_late_aside = bool(graded.refused) and self._is_newer_aside(submission)
        sentences = [
            refusal(student, self.course.assignment_id, name, reason, is_late_aside)
            for name, reason in graded.refused.items()
        ]
        status = FAILED if sentences else GRADED
        return SubmissionOutcome(student, status, tuple(sentences), tuple(flags), graded.refused)

    def _is_newer_aside(self, submission: Submission) -> bool:
        """Return True if `collect` has set aside what the student handed in after this one."""
        course, student = self.course, submission.student
        aside = Path(course.format_path(SET_ASIDE_FOLDER, student, course.assignment_id))
        place = Path(course.format_path(course.submitted_directory, student, course.assignment_id))
        here = collected(place)
        return any(here and each.time > here.time for each in set_aside_folders(aside))

    def _give_up(self, submission: Submission, error: Exception) -> SubmissionOutcome:
        """Say that a submission could not be graded; an earlier score stands for it no more."""
        for line in "".join(traceback.format_exception(error)).splitlines():
            self.converter.log.debug("%s: %s", one_line(submission.student), one_line(line))
        if is_machine_trouble(error):
            why = f"the machine that should grade it is out of order ({trouble_in_words(error)})"
            return machines_fault(submission.student, self.course.assignment_id, why)
        reason, why = "it stopped the grader", f" ({_in_words(error)})"  # it may hold hidden tests
        stopped = dict.fromkeys(submission.folder.notebooks, reason)
        result = GradingResult(refused=submission.folder.refused | stopped)
        sentences = [
            refusal(
                submission.student,
                self.course.assignment_id,
                name,
                f"{reason}{why}" if name in stopped else reason,
            )
            for name, reason in result.refused.items()
        ]
        try:
            self.store.save(submission, result, ())
        except StoreUnavailable:
            raise
        except Exception as second:  # a name that the database refuses, say
            why = f"the gradebook does not take it ({_in_words(second)})"
            sentences = [not_graded(submission.student, self.course.assignment_id, why)]
        return SubmissionOutcome(
            submission.student, FAILED, tuple(sentences), refused=result.refused
        )

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


def _in_words(error: BaseException) -> str:
    error = error.__cause__ or error if isinstance(error, StepStopped) else error
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__
