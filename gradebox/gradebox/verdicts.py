"""The outcome of a graded cell in words: for a learner's eyes and for counting.

A test that fails leaves a record (`gradebox.failures`) besides its traceback. The record is
read here, and the test's own source; a traceback is never taken apart, since there is text of the
student's and of hidden tests in it. Only lines of the learner's own are shown.
"""

import ast
import builtins
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from gradebox import failures, plugins
from gradebox.earlier_mistakes import (
    NOT_PYTHON,
    ORDINARY,
    STUB,
    Circumstances,
    Mistaken,
    reached,
)
from gradebox.failures import (
    CheckParts,
    Failure,
    Followed,
    failed_again_of,
    failure_of,
    followed_of,
)
from gradebox.hidden import Region, Secrets
from gradebox.plain_text import one_line
from gradebox.points import points_got
from gradebox.separate.doubt import FILE
from gradebox.separate.exceptions import StudentError

MAX_FRAMES = 4


class Kind(Enum):
    """The kind of a verdict; the value says it in a word or two."""

    PASSED = "right"
    PARTIAL = "partly right"
    NOT_ATTEMPTED = "not attempted"
    TIMED_OUT = "took too long"
    NOT_RUN = "did not run"
    RAISED = "raised an error"
    NAME = "a name is missing"
    CHANGED = "inputs changed"
    SHAPE = "wrong shape"
    TYPE = "wrong kind of value"
    ACCEPTED = "an error should have been raised"
    TOGETHER = "passed only apart from your code"
    VALUE = "wrong value"
    CHECK = "not right yet"
    NOT_APART = "could not be tested"
    STOPPED = "not run to its end"
    BY_HAND = "graded by a person"


# What to tell the learner when a hidden test failed.
SENTENCES = {
    Kind.PASSED: "The hidden tests passed, too.",
    Kind.PARTIAL: "Part of the points.",
    Kind.NOT_ATTEMPTED: "The answer was left as it was handed out.",
    Kind.TIMED_OUT: "It took too long and was stopped. Look for a loop that does not end.",
    Kind.RAISED: "With an input of the hidden tests, your code raised an error.",
    Kind.NAME: "A name that the test needs was not there when the test ran. Look for a function "
    "that was renamed, or a cell that was deleted.",
    Kind.CHANGED: "An input was not the same after the call as before it. Work on a copy.",
    Kind.SHAPE: "The result has the wrong shape or size for an input of the hidden tests.",
    Kind.TYPE: "What came back is not the kind of value that the task asks for.",
    Kind.ACCEPTED: "An input that should be refused with an error was accepted.",
    Kind.TOGETHER: "Apart from your code the test passes, and in one process with it, it does not.",
    Kind.VALUE: "A hidden test found a value that is not right.",
    Kind.CHECK: "A check that stands in your notebook did not pass.",
    Kind.NOT_APART: "The test could not be run with this answer, be it right or wrong: tests run "
    "in a process of their own here, and not every value can be handed over.",
    Kind.STOPPED: "The test could not be run to its end.",
    Kind.BY_HAND: "Graded by a person.",
}


LOOK_FOR = {
    FILE: "Your code has written over a file that the test needs, or has removed it.",
    "": "Look for what your code has changed or left open, and for what the task forbids.",
}
LOOK_FOR_COPIES = (
    "Look for one list or object in two places, where a copy is needed, for what your code has "
    "changed or left open, and for what the task forbids."
)


@dataclass(frozen=True)
class Verdict:
    """The judgement of a graded cell.

    `points` are those that the test itself gave, whatever a person has made of them.
    `mistake` is the sentence of a known mistake, where one was recognised; `is_sure` if it is no
    guess. `facts` are labelled lines that a learner may see ("case", "called", "seen", "error",
    "line", "why"), hidden tests or not.
    `reasons` say why a right answer is right, where the course tells.
    `earlier` names the function of another exercise that the answer calls and that is at fault.
    `followed` names the earlier functions of the learner's that follow-through credit is about.
    """

    kind: Kind
    says: str
    mistake: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    reasons: tuple[str, ...] = ()
    followed: tuple[str, ...] = ()  # functions whose mistakes it was not marked down for
    is_sure: bool = False
    earlier: str = ""
    is_of_hidden: bool = False  # an error that an input of a hidden test has led to
    points: float = 0.0


LEFT = Verdict(Kind.NOT_ATTEMPTED, SENTENCES[Kind.NOT_ATTEMPTED])


@dataclass(frozen=True)
class About:
    """The subject of a graded cell: the exercise, one aspect of it, and what that asks for.

    Cells that do not begin with one of our checks are known by their grade_id alone.
    """

    exercise: str
    aspect: str = ""
    asks: str = ""


# The grader's own errors: a test cell that was not run to its end.
ENGINE = {"DeadKernelError", "KernelError", "NotRun", "OutputError", "WireError"}
NAME_ERROR = "NameError"
NOT_WRITTEN = ("NotAttempted", STUB)
ENDED = {
    failures.TIMED_OUT: Kind.TIMED_OUT,
    failures.STOPPED: Kind.STOPPED,
    failures.NOT_ATTEMPTED: Kind.NOT_ATTEMPTED,
}
NO_RECORD = "This test did not pass."
NO_POINTS = "The test gave none of its points."
DID_NOT_RUN = "Your answer did not run"
ENDED_PROGRAM = "Your code ended the program, as `sys.exit()` does, and the test got no result."


def about(cell: dict[str, Any]) -> About:
    """Return what a graded cell is about: what the course's plugin knows of it, or its grade_id."""
    return About(*(plugins.about(cell["source"]) or (cell["metadata"]["nbgrader"]["grade_id"],)))


def verdict(
    cell: dict[str, Any],
    region: Region,
    own_lines: frozenset[str],
    around: Circumstances = ORDINARY,
) -> Verdict:
    """Judge a graded cell by its outputs, as nbgrader does, and say what can be said of it.

    `own_lines` are the lines of code that the learner can see, as the function of that name gives.
    `around` are the test's circumstances.
    """
    got, most = points_got(cell), float(cell["metadata"]["nbgrader"]["points"])
    if around.is_left and got <= 0 < most:
        return LEFT
    if called := failed_again_of(cell):
        mistaken = (each for each in around.mistaken if called.get(each.name, True))
        company = (replace(each, has_company=each.name in called) for each in mistaken)
        around = replace(around, mistaken=tuple(company))
    errors = [output for output in cell.get("outputs", ()) if output["output_type"] == "error"]
    if errors:
        return _of_errors(cell, errors, region, own_lines, around)
    kind = Kind.PASSED if got >= most else Kind.PARTIAL
    if got <= 0 < most:
        judged = Verdict(Kind.CHECK, NO_POINTS)
    elif followed := followed_of(cell):
        says = _follow_through(followed, kind, around.mistaken)
        return Verdict(kind, says, followed=followed.wrong, points=got)
    elif kind is Kind.PASSED:
        says = SENTENCES[kind] if region.hides(cell["source"]) else ""
        return Verdict(kind, says, reasons=tuple(plugins.reasons(cell["source"])), points=got)
    else:
        judged = Verdict(kind, SENTENCES[kind], points=got)
    return _perhaps_blaming(judged, next(iter(around.mistaken), None))


def _of_errors(
    cell: dict[str, Any],
    errors: list[dict[str, Any]],
    region: Region,
    own_lines: frozenset[str],
    around: Circumstances,
) -> Verdict:
    failure = failure_of(cell)
    name = failure.type if failure else errors[0]["ename"]
    if around.error and name == NAME_ERROR and not (failure and failure.frames):
        return _did_not_run(*around.error)
    if failure is None:
        judged = _without_record(cell, errors)
    else:
        judged = _failed(cell, failure, region, own_lines)
    if judged.kind is Kind.TIMED_OUT:
        endless = (each for each in around.mistaken if each.is_endless)
        return _perhaps_blaming(judged, next(endless, None))
    if failure is not None:
        return _with_earlier_mistake(judged, failure, around.mistaken)
    called = around.mistaken[0] if around.mistaken and judged.kind is Kind.CHECK else None
    return _perhaps_blaming(judged, called)


def safe_verdict(
    cell: dict[str, Any],
    region: Region,
    own_lines: frozenset[str],
    secrets: Secrets,
    error_texts: bool = True,
    around: Circumstances = ORDINARY,
) -> Verdict:
    """Judge a graded cell; of what the learner's own code said, leave out hidden tests' lines.

    Without `error_texts`, an error that the learner's code raised in a hidden test is only named:
    its text may hold what the test has called the code with.
    """
    judged = verdict(cell, region, own_lines, around)
    failure = failure_of(cell)
    if not error_texts and failure and judged.is_of_hidden:
        named = (
            ("error", failure.type) if label == "error" else (label, words)
            for label, words in judged.facts
            if label != "why"
        )
        judged = replace(judged, facts=tuple(named))
    if any(secrets.leaks_into(words) for _, words in judged.facts):
        return replace(judged, facts=(), reasons=(), followed=())
    return judged


def own_lines(notebook: dict[str, Any], region: Region) -> frozenset[str]:
    """Return the lines of a notebook's code that its student can see, with single spaces."""
    return frozenset(
        " ".join(line.split())
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
        for line, hidden in region.lines(cell["source"])
        if not hidden and line.strip()
    )


def _follow_through(followed: Followed, kind: Kind, mistaken: Sequence[Mistaken]) -> str:
    unwritten = {each.name for each in mistaken if not each.is_written}
    wrong = [f"`{name}`" for name in followed.wrong if name not in unwritten]
    stubs = [f"`{name}`" for name in followed.wrong if name in unwritten]
    parts = []
    if wrong:
        lost = f", which lost {'its' if len(wrong) == 1 else 'their'} points there"
        end = lost if followed.graded else ""
        parts.append(f"it was handed wrong values by your {_listed(wrong)}{end}")
    if stubs:
        verb = "is" if len(stubs) == 1 else "are"
        parts.append(f"it calls your {_listed(stubs)}, which {verb} not written yet")
    why = "; ".join(parts)
    if kind is Kind.PARTIAL:
        return f"Your `{followed.exercise}` is partly right; {why}. It got part of its points."
    return f"Your `{followed.exercise}` is right; {why}. It got full marks here."


def _listed(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} and {last}" if some else last


def _with_earlier_mistake(
    judged: Verdict, failure: Failure, mistaken: Sequence[Mistaken]
) -> Verdict:
    """Name the wrong function that was called, in place of what the values look like."""
    if judged.kind is Kind.NOT_ATTEMPTED:
        unwritten = [each for each in mistaken if not each.is_written]
        if not unwritten:
            return judged
        return _blaming(Verdict(Kind.CHECK, SENTENCES[Kind.CHECK]), unwritten[0])
    if judged.kind in (Kind.STOPPED, Kind.CHANGED, Kind.NAME, Kind.NOT_APART):
        return judged
    called = reached(mistaken, failure)
    return _blaming(judged, called) if called else judged


def _perhaps_blaming(judged: Verdict, called: Mistaken | None) -> Verdict:
    """Name a wrong function that is called, where the test cannot say if it was reached."""
    if not called:
        return judged
    return replace(judged, mistake=called.says, earlier="" if called.has_company else called.name)


def _blaming(judged: Verdict, called: Mistaken) -> Verdict:
    return replace(_perhaps_blaming(judged, called), is_sure=True)


def _did_not_run(name: str, text: str) -> Verdict:
    """Say what the answer's own cell ended with, where the test found its name missing."""
    if name in NOT_WRITTEN:
        return LEFT
    says, error = DID_NOT_RUN, f"{name}: {text}"
    # any other name may be the student's, and what is said is not searched for hidden tests
    shown = name if isinstance(getattr(builtins, name, None), type) else "an error"
    if name in NOT_PYTHON and (place := re.search(r" \([^()]*, line (\d+)\)$", error)):
        says, error = f"{says}: {shown} in line {place[1]}.", error[: place.start()]
    else:
        says = f"{says} to its end: {shown}."
    return Verdict(Kind.NOT_RUN, says, facts=(("error", error),))


def _without_record(cell: dict[str, Any], errors: list[dict[str, Any]]) -> Verdict:
    """Say what the names of a cell's errors mean, where the grader has noted no failure.

    So it is with tests that ran in one process with the answers, and with what another executor
    or an earlier version has graded. There all text of an error may be the student's, and what
    looks like the student's may be a hidden test's: nothing of it is shown.
    """
    names = [output["ename"] for output in errors]
    if any("Timeout" in name for name in names):  # the reason, not the interrupt that it caused
        kind = Kind.TIMED_OUT
    elif ENGINE.intersection(names):
        kind = Kind.STOPPED
    elif names[0] in NOT_WRITTEN:
        kind = Kind.NOT_ATTEMPTED
    else:
        kind = Kind.CHECK
    says = NO_RECORD if kind is Kind.CHECK else SENTENCES[kind]
    return Verdict(kind, says)


def _failed(cell: dict[str, Any], failure: Failure, region: Region, own: frozenset[str]) -> Verdict:
    """Say what the record of a failed test means."""
    if failure.kind in ENDED:
        kind = ENDED[failure.kind]
        facts = [("error", failure.text)] if kind is Kind.STOPPED and failure.text else []
        return Verdict(kind, SENTENCES[kind], facts=tuple(facts))
    if failure.kind == failures.CHECK:
        return _check_failed(failure.check)
    if failure.kind == failures.TOGETHER:
        return _failed_together(cell["source"], failure, region)
    lines = region.lines(cell["source"])
    if 0 < failure.line <= len(lines):
        failing, hidden = lines[failure.line - 1]
    else:
        failing, hidden = "", region.hides(cell["source"])  # it is not known where
    error = f"{failure.type}: {failure.text}" if failure.text else failure.type
    error = error.removeprefix(f"{StudentError.__name__}: ")  # what it stands for has its name
    if failure.kind == failures.RAISED:
        says = SENTENCES[Kind.RAISED] if hidden else "Your code raised an error."
        if error.startswith(SystemExit.__name__):
            says = ENDED_PROGRAM
        frames = [frame for frame in failure.frames if frame.code in own][-MAX_FRAMES:]
        seen = [("line", f"{frame.code}   (in {frame.function})") for frame in frames]
        return Verdict(Kind.RAISED, says, facts=(("error", error), *seen), is_of_hidden=hidden)
    shown = () if hidden else (("failed", failing.strip()), ("error", error))
    facts = [(label, words) for label, words in shown if words]
    if failures.could_not_run_apart(cell["source"], failure):
        why = failure.not_apart
        facts = [*(fact for fact in facts if why not in fact[1]), ("why", why)]
        says = SENTENCES[Kind.NOT_APART]
        return Verdict(Kind.NOT_APART, says, facts=tuple(facts), is_of_hidden=hidden)
    if not hidden:
        return Verdict(Kind.CHECK, SENTENCES[Kind.CHECK], facts=tuple(facts))
    kind = _kind_of_failure(failure.kind, _statement(cell["source"], failure.line))
    return Verdict(kind, SENTENCES[kind])


def _failed_together(source: str, failure: Failure, region: Region) -> Verdict:
    """Say what a test found that failed only together with the answers.

    The line comes from their process, and what it says of a hidden test is not shown.
    """
    facts = []
    if not region.hides(source) and (line := source.split("\n")[failure.line - 1 : failure.line]):
        facts = [("failed", line[0].strip()), ("error", _own_message(source, failure.line))]
    says = f"{SENTENCES[Kind.TOGETHER]} {LOOK_FOR.get(failure.doubt, LOOK_FOR_COPIES)}"
    return Verdict(Kind.TOGETHER, says, facts=tuple((label, said) for label, said in facts if said))


def _own_message(source: str, line: int) -> str:
    """Return the message of the assertion to which a line belongs, where it is a plain text."""
    try:
        match ast.parse(textwrap.dedent(_statement(source, line))).body:
            case [ast.Assert(msg=ast.Constant(value=str(message)))]:
                return one_line(f"{AssertionError.__name__}: {message}")
    except SyntaxError:
        pass
    return ""


def _check_failed(check: CheckParts) -> Verdict:
    """Take over a visible check's report: it was written for the learner."""
    seen = f"{check.seen} in the line  {check.line}" if check.line else check.seen
    facts = (("case", check.case), ("called", check.called), ("seen", seen))
    shown = tuple((label, words) for label, words in facts if words)
    return Verdict(Kind.CHECK, SENTENCES[Kind.CHECK], check.mistake, shown)


def _statement(source: str, line: int) -> str:
    """Return the statement of a cell, with its comment, to which a line belongs."""
    lines = source.split("\n")
    if not 1 <= line <= len(lines):
        return ""
    try:
        nodes = [
            node
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
        ]
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # a magic, say
        return lines[line - 1]
    if not nodes:
        return lines[line - 1]
    inner = max(nodes, key=lambda node: node.lineno)
    return "\n".join(lines[inner.lineno - 1 : inner.end_lineno])


# An input is compared with its own copy, which goes by one of these names, or the test says so. A
# copy that something is computed from, as in `before[0] @ weight`, is no such comparison.
_COMPARES_INPUT = re.compile(
    r"(,|==)\s*(before|original)(\[\d+\])?\s*(\)|,|$)"
    r"|\bunchanged\b|as (it was|they were)|not changed",
    re.MULTILINE,
)


def _kind_of_failure(kind: str, statement: str) -> Kind:
    """Guess from the kind of failure and the test's own statement what was wrong."""
    if kind == failures.NAME:
        return Kind.NAME
    if kind == failures.SHAPE:
        return Kind.SHAPE
    if kind != failures.ASSERTION:
        # The test itself stumbled over what came back: it was not what it could work with.
        return Kind.TYPE
    if _COMPARES_INPUT.search(statement):
        return Kind.CHANGED
    if statement.lstrip().startswith("raise "):
        return Kind.ACCEPTED
    if re.search(r"\.shape\b|\.ndim\b|\.size\b|\blen\(|np\.shape\(|np\.ndim\(", statement):
        return Kind.SHAPE
    if re.search(r"isinstance\(|\.dtype\b|\btype\(", statement):
        return Kind.TYPE
    return Kind.VALUE
