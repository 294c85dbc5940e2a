"""The outcome of one submission that was to be graded, and the sentences about it."""

import re
import shlex
from dataclasses import dataclass, field

from gradebox.flags import Flag
from gradebox.notebook_names import says_of_others
from gradebox.plain_text import MAX_SENTENCE, one_line

GRADED, UNCHANGED, FAILED = "graded", "unchanged", "failed"


@dataclass(frozen=True)
class SubmissionOutcome:
    """The outcome of one submission, with a sentence for each thing that went wrong."""

    student: str
    status: str  # GRADED, UNCHANGED or FAILED
    sentences: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    refused: dict[str, str] = field(default_factory=dict)  # {notebook: why, as students may read}
    is_machines_fault: bool = False  # the next run does it again

    @property
    def name(self) -> str:
        """The student's name as people are shown it."""
        return one_line(self.student)


def machines_fault(student: str, assignment: str, why: str) -> SubmissionOutcome:
    """Return the outcome of a submission that this machine could not read or grade."""
    sentence = not_graded(student, assignment, why)
    return SubmissionOutcome(student, FAILED, (sentence,), is_machines_fault=True)


def not_graded(student: str, assignment: str, why: str) -> str:
    """Return the sentence for a submission of which nothing was graded, on one line."""
    return one_line(
        f"{student}: {assignment} was not graded: {why}. Nothing was changed. "
        "When that is put right, run the same command again.",
        MAX_SENTENCE,
    )


def refusal(
    student: str, assignment: str, notebook: str, reason: str, is_late_aside: bool = False
) -> str:
    """Return the sentence for a notebook that cannot be graded, on one line.

    is_late_aside: a newer submission of the student's, which came late, is in `set_aside/`
    """
    who, command = one_line(student), f"gradebox grade {assignment}"
    ask = "Ask"
    if who == student and not student.startswith("-"):  # else nobody could type the name
        command += f" --students {_quoted(student)}"
        if is_late_aside:
            take = f"gradebox collect {assignment} --late {_quoted(student)}"
            ask = f"A newer one came late and is set aside: `{take}` takes it. Else ask"
    if says_of_others(reason):
        ask = f"If that is the one, rename it in submitted/ to {notebook}.ipynb, else ask"
    return one_line(
        f"{who}: {notebook}.ipynb of {assignment} was not graded and has zero points for now: "
        f"{reason}. {ask} {who} to submit again, collect, and run `{command}`.",
        MAX_SENTENCE,
    )


def _quoted(name: str) -> str:
    """Return a name for a command that is copied into a shell."""
    return f'"{name}"' if re.fullmatch(r"[\w .,@+-]+", name) else shlex.quote(name)
