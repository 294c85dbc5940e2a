"""A failed test in words: from its record, its own source, and nothing of its traceback.

There is text of the student's and of hidden tests in a traceback. Only lines of the learner's own
are shown.
"""

import ast
import builtins
import re
import textwrap
from typing import Any

from gradebox import failures
from gradebox.earlier_mistakes import NOT_PYTHON, STUB
from gradebox.failures import CheckParts, Failure
from gradebox.hidden import Region
from gradebox.plain_text import one_line
from gradebox.separate.doubt import FILE
from gradebox.separate.exceptions import StudentError
from gradebox.verdict_kinds import LEFT, SENTENCES, Kind, Verdict

MAX_FRAMES = 4  # of the student's calls
LOOK_FOR = {
    FILE: "Your code has written over a file that the test needs, or has removed it.",
    "": "Look for what your code has changed or left open, and for what the task forbids.",
}
LOOK_FOR_COPIES = (
    "Look for one list or object in two places, where a copy is needed, for what your code has "
    "changed or left open, and for what the task forbids."
)
# The grader's own errors: a test cell that was not run to its end.
ENGINE = {"DeadKernelError", "KernelError", "NotRun", "OutputError", "WireError"}
NOT_WRITTEN = ("NotAttempted", STUB)
ENDED = {
    failures.TIMED_OUT: Kind.TIMED_OUT,
    failures.STOPPED: Kind.STOPPED,
    failures.NOT_ATTEMPTED: Kind.NOT_ATTEMPTED,
}
NO_RECORD = "This test did not pass."
DID_NOT_RUN = "Your answer did not run"
ENDED_PROGRAM = "Your code ended the program, as `sys.exit()` does, and the test got no result."


def did_not_run(name: str, text: str) -> Verdict:
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


def without_record(cell: dict[str, Any], errors: list[dict[str, Any]]) -> Verdict:
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


def failed(cell: dict[str, Any], failure: Failure, region: Region, own: frozenset[str]) -> Verdict:
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
