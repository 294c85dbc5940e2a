"""The outcome of collecting a student's submissions, and what it says in the terminal."""

from collections.abc import Sequence
from dataclasses import dataclass

from gradebox.plain_text import MAX_SENTENCE, one_line

COLLECTED, UPDATED, AS_BEFORE, NOT_COLLECTED = "collected", "updated", "as before", "not collected"
# Where one account hands in for all, say for a course of one's own at home.
IF_RIGHT = "if that is right, c.ExchangeCollect.check_owner = False says so."


@dataclass(frozen=True)
class CollectOutcome:
    """The result of collecting one student's submissions; `sentences` say what there is to know."""

    student: str
    status: str  # COLLECTED, UPDATED, AS_BEFORE or NOT_COLLECTED
    sentences: tuple[str, ...] = ()
    late: bool = False  # what is in `submitted/` now
    set_aside: bool = False  # there is a late one beside it
    has_in_time: bool = False  # there is one in time, wherever it is
    missed: bool = False  # one that should have been copied could not be
    is_of_other: bool = False  # another account owns what was collected now


def outcome_line(outcome: CollectOutcome) -> str:
    """Return what became of a student's submissions on one line, "" if nothing is to be said."""
    if outcome.status == AS_BEFORE and not outcome.sentences:
        return ""
    said = "; ".join((outcome.status, *outcome.sentences))
    return f"{one_line(outcome.student)}: {one_line(said, MAX_SENTENCE)}."


def totals_line(assignment: str, outcomes: Sequence[CollectOutcome]) -> str:
    """Return the outcomes of all in one sentence."""
    if not outcomes:
        return f"Nobody has handed in {assignment}."
    counts = [
        (sum(each.status == status for each in outcomes), status)
        for status in (COLLECTED, UPDATED, AS_BEFORE, NOT_COLLECTED)
    ]
    only_late = sum(each.late and not each.has_in_time for each in outcomes)
    late = sum(each.late and each.has_in_time for each in outcomes)
    of_others = sum(each.is_of_other for each in outcomes)
    aside = sum(each.set_aside for each in outcomes)
    missed = sum(each.missed and each.status != NOT_COLLECTED for each in outcomes)
    people = f"{len(outcomes):,} student{'s' * (len(outcomes) != 1)}"
    parts = ", ".join(f"{number:,} {status}" for number, status in counts if number)
    return (
        f"{people} handed in {assignment}: {parts}."
        + (f" {only_late:,} late: none in time." if only_late else "")
        + (f" {late:,} late, though there is one in time." if late else "")
        + (f" {aside:,} newer late one{'s' * (aside != 1)} set aside." if aside else "")
        + (f" Of {missed:,} a newer one could not be collected: see above." if missed else "")
        + (f" {of_others:,} owned by another account: {IF_RIGHT}" if of_others else "")
    )
