"""Findings of a trial: tests that treat an answer wrongly, as graded answers and code show.

Each function here takes test cells as they were graded, and yields findings; which answers are
graded, and in which order, is the affair of `gradebox.trial`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nbformat import NotebookNode

from gradebox.language import other_kernel
from gradebox.originals import Original
from gradebox.trial_acts_on_answers import Act, acts_on_answers
from gradebox.trial_empty_answers import EMPTY_ARRAY, NAN
from gradebox.trial_grading import GradedTest, points_in
from gradebox.trial_words import advice, line_of, shown_line, test_line

SOLUTION, BLANK = "the solution", "the blank release"
# Kinds of findings. A test ...
APART = "apart"  # fails a right answer if it runs apart from it
ACTS = "acts"  # acts on the answers, by what would hinder us apart
BOTH = "both"  # acts on them, or looks into them, and so it runs both ways
LASTS = "lasts"  # is one of these, at first, and its act lasts for the tests below
MIXED = "mixed"  # fails a right answer where only some tests run apart
FOR_NOTHING = "for nothing"  # gives points to the blank release
EMPTY = "empty"  # gives points to an answer that computes nothing
CUT_OFF = "cut off"  # is not run to its end with an answer that computes nothing
NOT_FULL = "not full"  # fails the solution in whichever way it runs
LOSES = "loses points"  # fails an example so
NO_NUMBER = "no number"  # has a result that says nothing, but stands where points would

INTERFERES = (
    "It fails that answer only where some tests run together with it and others apart: a test that "
    "runs apart may act on what this one looks at, such as a figure that it closes."
)
ALL_TOGETHER = (
    "Change the tests so that none depends on what another does, or put "
    '"course_grading": {"tests": "together"} into the notebook\'s own metadata in source/.'
)
ANYTHING_PASSES = (
    "Any result that is no number gives full marks, False as well. Put {test}, or end "
    "the cell with a number of points, or with `{nothing}`."
)
IN_PYTHON = {"test": "`assert` before it", "nothing": "None"}
IN_R = {"test": "it into `stopifnot()`", "nothing": "invisible()"}

PAID_FOR_A_VALUE = (
    "It gave {points:g} of {most:g} points where all functions return {values}, whatever they are "
    "given, and all other names hold that."
)
LOOK_AT_MORE = {
    NAN: "Say what has to hold (`abs(a - b) < 1e-6`): for NaN `>` and `<` are false, `!=` is true.",
    EMPTY_ARRAY: (
        "Compare shapes, too: `np.allclose(np.array([]), 3)` is true, and so is what is said of "
        "every entry where there is none."
    ),
}
NOT_ENDED = (
    "It ran for too long and was stopped where all functions return {values}, whatever they are "
    "given. What it would give them is not known."
)
OTHER_RESULTS = "Ask for results that differ, and for what they are."

LACKING = (
    "A cell above it uses `{name}`, to which the test {maker} gives a value: apart, it "
    "has none there."
)
MAKE_ABOVE = "Give `{name}` its value in a read-only cell above, by an import or otherwise."

ONLY_TOGETHER = (
    "That has its effect only together with the answers: apart, one that it is to fail would pass. "
    "So it runs together with them."
)
REPLACES = (
    "What it puts there the answers get only together with it: apart they call the real one. "
    "So it runs together with them."
)
RUNS = (
    "Apart, that would be code of theirs in the tests' own process. So it runs together with them."
)
ALSO_TOGETHER = "So it runs apart from the answers, and once more together with them."
RUN_OTHERWISE = (
    "Compare the text itself, or what it stands for: by `ast.literal_eval`, or by a call of the "
    "answer's function."
)
NOT_BOTH_WAYS = (
    "{} So it has to pass apart and then together with the answers, too. It passes apart, and then "
    "not together."
)
HINDER_OTHERWISE = (
    "Is it to forbid a function? Then look for its name in the code: `inspect.getsource` works "
    "apart, too."
)

HOLDS_TOGETHER = "This holds together with the answers, and not apart from them."
IS_FALSE = "This is false for the solution."
IS_FALSE_HERE = "This is false for that answer."


@dataclass(frozen=True)
class Finding:
    """A test cell that treats an answer wrongly: which, why, and what to do about it."""

    kind: str  # one of those above
    notebook: str
    cell: str
    answer: str  # SOLUTION, BLANK, the name of an example or what an empty answer returns
    reason: str
    line: str = ""  # "line 3: assert ...", where it is known
    advice: str = ""


def failing_apart(graded: Iterable[GradedTest], together: list[GradedTest]) -> Iterator[Finding]:
    """Yield the tests that gave a right answer less apart than together."""
    for cell in graded:
        if cell.points < (most := points_in(together, cell)):
            found = finding_of(cell, APART, cell.why + cell.part_of(most))
            if cell.lacking and not cell.says_why_not_apart:
                name, maker = cell.lacking
                found = replace(
                    found,
                    reason=f"{found.reason} {LACKING.format(name=name, maker=maker)}",
                    advice=advice(cell.cell, MAKE_ABOVE.format(name=name)),
                )
            elif cell.doubt and not cell.says_why_not_apart:
                found = replace(found, reason=f"{found.reason} It uses {cell.doubt}.")
            yield found


def failing_both_ways(
    graded: Sequence[GradedTest], acts: Mapping[str, Mapping[str, Finding]]
) -> Iterator[Finding]:
    """Yield the tests that have to run both ways, and fail a right answer the second time."""
    for cell in graded:
        if cell.answer != BLANK and _fails_together(cell, acts, graded):
            act = acts[cell.notebook].get(cell.name)
            why = f"It uses {cell.doubt}." if act is None else act.reason.replace(ALSO_TOGETHER, "")
            yield finding_of(cell, APART, NOT_BOTH_WAYS.format(why.strip()))


def interfering(graded: Iterable[GradedTest], together: list[GradedTest]) -> Iterator[Finding]:
    """Yield the tests that gave a right answer less where only some tests ran apart."""
    for cell in graded:
        if cell.points < points_in(together, cell):
            yield replace(finding_of(cell, MIXED, INTERFERES), advice=ALL_TOGETHER)


def failing_together(
    together: Iterable[GradedTest], apart: Sequence[GradedTest]
) -> Iterator[Finding]:
    """Yield the tests that give a right answer less than all together with it, too."""
    for cell in together:
        if cell.answer != BLANK and not cell.is_full:
            # Only tests apart leave a record of why they failed. There it may be another reason.
            known = next((c for c in apart if c.place == cell.place and not c.is_full), cell)
            is_elsewhere = shown_line(cell.cell) and test_line(cell.cell) != test_line(known.cell)
            known = cell if known.says_why_not_apart or is_elsewhere else known
            kind = NOT_FULL if cell.answer == SOLUTION else LOSES
            yield finding_of(known, kind, known.why + known.part_of(cell.most))


def without_number(original: Original, apart: Iterable[GradedTest]) -> Iterator[Finding]:
    """Yield the tests whose result stands where points would, and is no number."""
    for cell in apart:
        if cell.answer == SOLUTION and cell.is_odd:
            metadata = original.notebooks[cell.notebook].metadata
            words = ANYTHING_PASSES.format(**(IN_R if other_kernel(metadata) else IN_PYTHON))
            yield finding_of(cell, NO_NUMBER, words)


def paid_for_nothing(graded: Iterable[GradedTest]) -> Iterator[Finding]:
    """Yield the tests that give points to the blank release."""
    paid = {(c.notebook, c.name): c for c in graded if c.answer == BLANK and c.points}
    for cell in paid.values():
        text = f"It gave {cell.points:g} of {cell.most:g} points to an answer that is not there."
        yield finding_of(cell, FOR_NOTHING, text)


def paid_for_a_value(graded: Iterable[GradedTest]) -> Iterator[Finding]:
    """Yield the tests that give points to answers that compute nothing, by what these return."""
    paid: dict[tuple[str, str], list[GradedTest]] = {}
    for cell in graded:
        if cell.points > 0:
            paid.setdefault((cell.notebook, cell.name), []).append(cell)
    for cells in paid.values():
        best = max(cells, key=lambda cell: cell.points)
        values = [cell.answer for cell in cells]
        text = PAID_FOR_A_VALUE.format(points=best.points, most=best.most, values=_either(values))
        words = LOOK_AT_MORE.get(values[0], OTHER_RESULTS) if len(values) == 1 else OTHER_RESULTS
        yield replace(finding_of(best, EMPTY, text), advice=words)


def cut_off(graded: Iterable[GradedTest]) -> Iterator[Finding]:
    """Yield the cells that had to be stopped with answers that compute nothing."""
    found: dict[tuple[str, str], dict[str, None]] = {}  # answers, in order
    for test in graded:
        for name in test.cut_off:
            found.setdefault((test.notebook, name), {})[test.answer] = None
    for (notebook, name), answers in found.items():
        first, *_ = answers
        text = NOT_ENDED.format(values=_either(answers))
        yield Finding(CUT_OFF, notebook, name, first, text)


def _either(answers: Iterable[str]) -> str:
    """Return what answers return, as "None, False or True"."""
    *others, last = answers
    return f"{', '.join(others)} or {last}" if others else last


def acting_before(
    found: Iterable[Finding], acts: Mapping[str, Finding], cells: Sequence[str]
) -> list[Finding]:
    """Return the acts that last, and that stand before a test which runs together only.

    What a test forbids for good has its effect there if it runs so, too.
    """
    last = max((cells.index(each.cell) for each in found if each.kind in (APART, ACTS)), default=-1)
    return [
        replace(act, kind=ACTS, reason=act.reason.replace(ALSO_TOGETHER, ONLY_TOGETHER))
        for cell, act in acts.items()
        if act.kind == LASTS and cells.index(cell) < last
    ]


def _fails_together(
    cell: GradedTest, acts: Mapping[str, Mapping[str, Finding]], graded: Sequence[GradedTest]
) -> bool:
    """Return True if a right answer fails a test that has to run both ways, each time it was."""
    needs_both = bool(cell.doubt) or cell.name in acts[cell.notebook]
    same = (each for each in graded if each.place == cell.place)
    return needs_both and all(each.is_not_together for each in same)


def acting(
    notebook: str, cells: Mapping[str, NotebookNode], solution: Sequence[NotebookNode]
) -> dict[str, Finding]:
    """Return the tests that act on the answers: as the code says, whatever answers gain by them.

    cells: the notebook's, by grade_id; solution: all of its cells in `source/`
    """
    acts = acts_on_answers(cells, solution)
    return {
        cell: Finding(
            ACTS if act.hinders else LASTS if act.lasts else BOTH,
            notebook,
            cell,
            SOLUTION,
            f"{act.text} {_consequence(act)}",
            line_of(cells[cell], act.line),
            _otherwise(act),
        )
        for cell, act in acts.items()
    }


def _otherwise(act: Act) -> str:
    if act.runs:
        return RUN_OTHERWISE
    return HINDER_OTHERWISE if act.hinders and not act.replaces else ""


def _consequence(act: Act) -> str:
    if act.runs:
        return RUNS
    if act.replaces:
        return REPLACES
    return ONLY_TOGETHER if act.hinders else ALSO_TOGETHER


def once_each(findings: list[Finding]) -> Iterator[Finding]:
    """Yield one finding of each kind for a cell, the solution's first.

    Of the answers that lose points, each, but for what the solution fails, too. What an empty
    answer gets is no finding where everybody gets it, nor is either where any result gives points.
    """
    seen: set[tuple[str, ...]] = set()
    for each in sorted(findings, key=lambda each: each.answer != SOLUTION):
        of_whom = (each.answer,) if each.kind == LOSES else ()
        if (each.kind, each.cell, *of_whom) in seen:
            continue
        if each.kind in (FOR_NOTHING, EMPTY) and (NO_NUMBER, each.cell) in seen:
            continue
        if each.kind == EMPTY and (FOR_NOTHING, each.cell) in seen:
            continue
        if each.kind != LOSES or (NOT_FULL, each.cell) not in seen:
            seen.add((each.kind, each.cell, *of_whom))
            yield each


def finding_of(cell: GradedTest, kind: str, text: str) -> Finding:
    """Return what was found in a graded test, with the line and what to do where it is known."""
    what_to_do = advice(cell.cell) if kind == APART else ""
    line = "" if kind in (FOR_NOTHING, EMPTY, NO_NUMBER) else test_line(cell.cell)
    if text.startswith("AssertionError."):  # without a message
        said = {APART: HOLDS_TOGETHER, LOSES: IS_FALSE_HERE}.get(kind, IS_FALSE)
        text = text.replace("AssertionError.", said, 1)
    return Finding(kind, cell.notebook, cell.name, cell.answer, text, line, what_to_do)
