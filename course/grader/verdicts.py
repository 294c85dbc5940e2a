"""What came of a graded cell, read from its outputs: for a learner's eyes and for counting.

A hidden test that fails leaves a traceback with its own lines in it. Here the traceback is read
for what kind of thing failed, and only lines of the learner's own are taken from it.
"""

import ast
import re
from dataclasses import dataclass
from enum import Enum
from typing import Any

from nbconvert.filters import strip_ansi

from course import check
from course.grader.hidden import Region, Secrets

MAX_TEXT = 400  # characters of an error's text: enough for a sentence, not for a table
MAX_FRAMES = 4


class Kind(Enum):
    """What a graded cell came to; the value says it in a word or two."""

    PASSED = "right"
    PARTIAL = "partly right"
    NOT_ATTEMPTED = "not attempted"
    TIMED_OUT = "took too long"
    RAISED = "raised an error"
    NAME = "a name is missing"
    CHANGED = "inputs changed"
    SHAPE = "wrong shape"
    TYPE = "wrong kind of value"
    ACCEPTED = "an error should have been raised"
    VALUE = "wrong value"
    CHECK = "not right yet"
    STOPPED = "not run to its end"
    BY_HAND = "graded by a person"


# What to tell the learner when a hidden test failed.
SENTENCES = {
    Kind.PASSED: "The hidden tests passed, too.",
    Kind.PARTIAL: "Part of the points.",
    Kind.NOT_ATTEMPTED: "The answer was left as it was handed out.",
    Kind.TIMED_OUT: "It took too long and was stopped. Look for a loop that does not end.",
    Kind.RAISED: "With an input of the hidden tests, your code raised an error.",
    Kind.NAME: "A name that the test needs was not there when the test ran.",
    Kind.CHANGED: "An input was not the same after the call as before it. Work on a copy.",
    Kind.SHAPE: "The result has the wrong shape or size for an input of the hidden tests.",
    Kind.TYPE: "What came back is not the kind of value that the task asks for.",
    Kind.ACCEPTED: "An input that should be refused with an error was accepted.",
    Kind.VALUE: "A hidden test found a value that is not right.",
    Kind.CHECK: "A check that stands in your notebook did not pass.",
    Kind.STOPPED: "The test could not be run to its end.",
    Kind.BY_HAND: "Graded by a person.",
}


@dataclass(frozen=True)
class Verdict:
    """What came of a graded cell.

    `mistake` is the sentence of a known mistake, where one was recognised. `facts` are labelled
    lines that a learner may see ("case", "called", "seen", "error", "line"), hidden tests or not.
    """

    kind: Kind
    says: str
    mistake: str = ""
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class About:
    """What a graded cell tests: the exercise, one aspect of it, and what that asks for.

    Cells that do not begin with one of our checks are known by their grade_id alone.
    """

    exercise: str
    aspect: str = ""
    asks: str = ""


# The grader's own errors: a test cell that was not run to its end.
ENGINE = {"DeadKernelError", "KernelError", "OutputError"}

# What the aspects that most exercises have ask for; the others speak for themselves.
ASPECTS = {
    "values": "the right result for ordinary inputs of several sizes",
    "edges": "inputs at the edge of what is allowed, left unchanged",
    "errors": "inputs that must be refused with an error",
}
_CALL = re.compile(r'check\.(?P<check>\w+)\((?P<answer>.+?)(?:, "(?P<aspect>\w+)")?\)')


def about(cell: dict[str, Any]) -> About:
    """Return what a graded cell is about, from its visible first line and its grade_id."""
    name = cell["metadata"]["nbgrader"]["grade_id"]
    call = _CALL.match(cell["source"])
    if call is None:
        return About(name)
    if call["check"] in ("choice", "committed"):
        return About(call["answer"], asks="the letter of the right answer")
    aspect = call["aspect"] or ""
    asks = ASPECTS.get(aspect, "")
    known = getattr(check, call["check"], None)
    if isinstance(known, check.Check):
        examples = "; ".join(case.says for case in known.cases if aspect in ("", case.aspect))
        if not known.is_function:
            asks = examples
        elif examples:
            asks = f"{asks or 'the right result'}, such as: {examples}"
    return About(call["check"], aspect, asks)


def verdict(cell: dict[str, Any], region: Region, own_lines: frozenset[str]) -> Verdict:
    """Judge a graded cell by its outputs, as nbgrader does, and say what can be said of it.

    `own_lines` are the lines of code that the learner can see, without the spaces around them.
    """
    errors = [output for output in cell.get("outputs", ()) if output["output_type"] == "error"]
    for output in errors:  # the reason, not the interrupt that it caused
        if "Timeout" in output["ename"]:
            return Verdict(Kind.TIMED_OUT, SENTENCES[Kind.TIMED_OUT])
        if output["ename"] in ENGINE:
            told = _shortened(strip_ansi(output["evalue"]))
            return Verdict(Kind.STOPPED, SENTENCES[Kind.STOPPED], facts=(("error", told),))
    if errors:
        return _failed(cell, errors[0], region, own_lines)
    for output in cell.get("outputs", ()):
        if output["output_type"] == "execute_result" and _is_number(output):
            return Verdict(Kind.PARTIAL, SENTENCES[Kind.PARTIAL])
    hides = region.hides(cell["source"])
    return Verdict(Kind.PASSED, SENTENCES[Kind.PASSED] if hides else "")


def safe_verdict(
    cell: dict[str, Any], region: Region, own_lines: frozenset[str], secrets: Secrets
) -> Verdict:
    """Judge a graded cell; of what the learner's own code said, leave out hidden tests' lines."""
    judged = verdict(cell, region, own_lines)
    if any(secrets.told_in(words) for _, words in judged.facts):
        return Verdict(judged.kind, judged.says, judged.mistake)
    return judged


def own_lines(notebook: dict[str, Any], region: Region) -> frozenset[str]:
    """Return the lines of a notebook's code that its student can see, stripped."""
    return frozenset(
        line.strip()
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
        for line, hidden in region.lines(cell["source"])
        if not hidden and line.strip()
    )


def _is_number(output: dict[str, Any]) -> bool:
    """nbgrader takes such a result for the points."""
    try:
        float("".join(output["data"].get("text/plain", "")))
    except ValueError:
        return False
    return True


def _failed(
    cell: dict[str, Any], error: dict[str, Any], region: Region, own: frozenset[str]
) -> Verdict:
    """Say what an error output of a graded cell means."""
    name, text = error["ename"], strip_ansi(error["evalue"]).strip()
    if name == "NotAttempted" or name == "NotImplementedError":
        return Verdict(Kind.NOT_ATTEMPTED, SENTENCES[Kind.NOT_ATTEMPTED])
    if name == "CheckFailed":
        return _check_failed(text)
    trace = _Trace.read("\n".join(error["traceback"]))
    lines = region.lines(cell["source"])
    if not lines or not trace.test_line or trace.test_line > len(lines):
        hidden = region.hides(cell["source"])  # the traceback does not say where
    else:
        hidden = lines[trace.test_line - 1][1]
    frames = [(where, code) for where, code in trace.own if code in own][-MAX_FRAMES:]
    facts = [("line", f"{code}   (in {where})") for where, code in frames]
    shown = _shortened(f"{name}: {text}" if text else name)
    if trace.own:
        says = SENTENCES[Kind.RAISED] if hidden else "Your code raised an error."
        return Verdict(Kind.RAISED, says, facts=(("error", shown), *facts))
    if not hidden:
        failing = lines[trace.test_line - 1][0].strip() if trace.test_line else ""
        facts = [("failed", failing)] if failing else []
        return Verdict(
            Kind.CHECK,
            SENTENCES[Kind.CHECK],
            facts=(*facts, ("error", shown)),
        )
    kind = _kind_of_failure(name, text, _statement(cell["source"], trace.test_line))
    return Verdict(kind, SENTENCES[kind], facts=tuple(facts))


def _check_failed(text: str) -> Verdict:
    """Take a visible check's report apart: it was written for the learner."""
    labels = {"case", "called", "seen", "likely"}
    facts: list[tuple[str, str]] = []
    mistake, rest = "", []
    for line in text.split("\n"):
        label, _, words = line.strip().partition(" ")
        if line.startswith("  ") and label in labels:
            facts.append((label, words.strip()))
        elif line.startswith("  ") and facts:  # a line that goes on
            facts[-1] = (facts[-1][0], f"{facts[-1][1]} {line.strip()}")
        else:
            rest.append(line)
    mistake = " ".join(words for label, words in facts if label == "likely")
    facts = [(label, _shortened(words)) for label, words in facts if label != "likely"]
    if not facts:
        facts = [("seen", _shortened(" ".join(rest)))]
    return Verdict(Kind.CHECK, SENTENCES[Kind.CHECK], _shortened(mistake), tuple(facts))


@dataclass(frozen=True)
class _Trace:
    """A traceback as IPython prints it, read.

    `test_line` is the line of the test cell at which it failed, 0 if it does not say; `own` are
    the frames in other cells, outermost first: (the function, the line of code).
    """

    test_line: int
    own: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, text: str) -> "_Trace":
        text = strip_ansi(text)
        test, test_line = "", 0
        own: list[tuple[str, str]] = []
        # One piece a frame, each with the number of its cell, its line and its function.
        pieces = re.split(r"^Cell In\[(\d+)\], line (\d+)(?:, in ([\w<>.]+))?", text, flags=re.M)
        for cell, line, function, body in zip(*(iter(pieces[1:]),) * 4, strict=False):
            if not test:
                test = cell
            if cell == test:
                test_line, own = int(line), []
                continue
            code = re.search(r"^-+> *\d+ (.*)$", body, re.M)
            own.append((function or "the cell", code[1].strip() if code else ""))
        # Where the student's code runs in a process of its own, its frames come as a note.
        _, _, note = text.partition("In the student's code:\n")
        for function, code in re.findall(
            r'^ *File "[^"\n]*", line \d+, in (\S+)\n +(\S.*)$', note, re.M
        ):
            own.append((function, code.strip()))
        return cls(test_line, tuple(own))


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
    except SyntaxError:  # a magic, say
        return lines[line - 1]
    if not nodes:
        return lines[line - 1]
    inner = max(nodes, key=lambda node: node.lineno)
    return "\n".join(lines[inner.lineno - 1 : inner.end_lineno])


def _kind_of_failure(name: str, text: str, statement: str) -> Kind:
    """Guess from the error and the test's own statement what was wrong with the answer."""
    if name == "NameError":
        return Kind.NAME
    if name != "AssertionError":
        # The test itself stumbled over what came back: it was not what it could work with.
        return Kind.TYPE
    if "shapes" in text and "mismatch" in text:
        return Kind.SHAPE
    if re.search(r"\bbefore\b|\bunchanged\b|as it was|not changed|\boriginal\b", statement):
        return Kind.CHANGED
    if statement.lstrip().startswith("raise "):
        return Kind.ACCEPTED
    if re.search(r"\.shape\b|\.ndim\b|\.size\b|\blen\(|np\.shape\(|np\.ndim\(", statement):
        return Kind.SHAPE
    if re.search(r"isinstance\(|\.dtype\b|\btype\(", statement):
        return Kind.TYPE
    return Kind.VALUE


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]} ..."
