"""A trial's findings in words: why a test cell fails a right answer, and what would help."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from gradebox.failures import ASSERTION, RAISED, STOPPED, TIMED_OUT, Failure, failure_of
from gradebox.hidden import Region
from gradebox.kernel.magics import parsed
from gradebox.plain_text import one_line
from gradebox.separate.not_crossed import COMPARED, DRAWN, KEPT, PLAIN, WRITTEN
from gradebox.trial_acts_on_answers import look_at_line
from gradebox.verdict_kinds import Kind
from gradebox.verdicts import verdict

METADATA = '"course_grading": {"tests": "together"}'
IN_THE_FOLDER = (
    "Let the test write its file into the notebook's own folder, with an ending as .txt, .csv or "
    ".json, and give its name to the answer."
)
HELD = "Compare what the objects hold, as `a.x == b.x`, or sort them with a key."
HINTS = {
    WRITTEN: "Have the answer write a file that crosses, as .txt, .csv or .json in the notebook's "
    "own folder, or look at what it wrote by calling a function of the answers.",
    KEPT: "Have the answer write a file of another name, or look at what it wrote by calling a "
    "function of the answers.",
    COMPARED: HELD,
    PLAIN: "Where the task gives the class its name, write it on a line of its own at the top of "
    "the test: then an object of it comes as one, and answers for itself.",
    DRAWN: "Look at the numbers that are drawn: a figure stays with the answers.",
}
MAX_LINE = 200  # characters
_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_NOTHING_HIDDEN = Region("\0", "\0")  # who reads this has written the tests
_NAMESPACES = {"dir", "globals", "locals", "vars"}
_ANNOTATIONS = {"get_annotations", "get_type_hints"}
_CLOCKS = {"perf_counter", "perf_counter_ns", "monotonic", "timeit"}
_ONLY_ONE = {"masked", "nomask", "NA", "NaT", "nan"}
_CROSSING = {"__doc__", "__name__", "__qualname__"}  # of functions and classes


def reason(cell: Any, refused: str = "") -> str:
    """Return why a graded test cell gave no full marks, as sentences for its author."""
    if refused:
        return f"The notebook was not graded: {refused.rstrip('.')}."
    failure = failure_of(cell)
    if look := _look(cell):
        return look
    if failure is not None and failure.not_apart:
        return f"{failure.not_apart[:1].upper()}{failure.not_apart[1:].rstrip('.')}."
    judged = verdict(cell, _NOTHING_HIDDEN, frozenset())
    error = dict(judged.facts).get("error") or _shown_error(cell)
    said = "" if judged.kind is Kind.CHECK and error else judged.says
    return " ".join(filter(None, (said, error and f"{error.rstrip('.')}.")))


def _look(cell: Any) -> str:
    """Return what an assertion asked that has another answer apart, whatever else it got there."""
    failure = failure_of(cell)
    if failure is None or failure.not_apart_kind != DRAWN or failure.kind != ASSERTION:
        return ""
    return look_at_line(cell["source"], failure.line)


def _shown_error(cell: Any) -> str:
    """Return the error that a cell shows; of one that ran with the solution it is no secret."""
    for output in cell.get("outputs", ()):
        if output["output_type"] == "error":
            return one_line(f"{output['ename']}: {output['evalue']}", MAX_LINE).rstrip(": ")
    return ""


def test_line(cell: Any) -> str:
    """Return the line of a test cell at which it failed, as "line 3: assert ...", or ""."""
    failure = failure_of(cell)
    return line_of(cell, failure.line if failure is not None else shown_line(cell))


def shown_line(cell: Any) -> int:
    """Return the innermost line of a cell that its error shows; 0 if it shows none."""
    errors = [each for each in cell.get("outputs", ()) if each["output_type"] == "error"]
    text = _COLOUR.sub("", "\n".join(line for each in errors for line in each["traceback"]))
    found = re.findall(rf"^Cell In\[{cell.get('execution_count')}\], line (\d+)", text, re.M)
    return int(found[-1]) if found else 0


def line_of(cell: Any, number: int) -> str:
    """Return a line of a cell with its number, as "line 3: assert ...", or ""."""
    lines = cell["source"].split("\n")
    return (
        f"line {number}: {one_line(lines[number - 1], MAX_LINE)}"
        if 0 < number <= len(lines)
        else ""
    )


def advice(cell: Any, known: str = "") -> str:
    """Return what would make a test cell give a right answer its points apart from it.

    `known` says it where it is known better than the failure can tell.
    """
    failure = failure_of(cell) or Failure(STOPPED)
    if known:
        hint = known
    elif failure.kind == TIMED_OUT:
        hint = "Ask for less in it, or raise c.Execute.timeout."
    elif failure.not_apart_kind in HINTS and not _look(cell):
        hint = HINTS[failure.not_apart_kind]  # whatever else stands in the line
    elif failure.type == "FileNotFoundError":
        hint = IN_THE_FOLDER if failure.kind == RAISED else HINTS[WRITTEN]
    else:
        hint = next(_hints(cell["source"], failure.line), "")
    together = f"Put {METADATA} into the metadata of this cell in source/."
    return f"{hint} Or: {together[:1].lower()}{together[1:]}" if hint else together


def _hints(source: str, line: int) -> Iterator[str]:
    """Yield what to change, for each thing at a line that cannot hold of another process.

    Anywhere in the test if `line` is 0. What measures time comes last, wherever it stands.
    """
    tree = parsed(source)
    if tree is None:
        return
    # A comparison with `is` comes last: what it compares may not cross at all.
    for node in sorted(ast.walk(tree), key=lambda node: isinstance(node, ast.Compare)):
        if line and not getattr(node, "lineno", 0) <= line <= (getattr(node, "end_lineno", 0) or 0):
            continue
        match node:
            case ast.Compare(ops=ops) if any(
                isinstance(op, ast.Is | ast.IsNot) for op in ops
            ) and not any(map(_is_constant, (node.left, *node.comparators))):
                yield (
                    "Where it says `is`, compare numbers, text, lists and arrays with ==, which "
                    "are copies here, and of objects what they hold (`a.x == b.x`)."
                )
            case ast.Call(func=ast.Name(id=name)) if name in _NAMESPACES:
                yield f"Mention the names themselves: {name}() shows the tests' own."
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if (
                name in _ANNOTATIONS
            ):
                yield f"Do not call {name}: annotations do not cross."
            case ast.Delete(targets=targets) if any(
                isinstance(target, ast.Name) and target.id not in _given_above(node.lineno, tree)
                for target in targets
            ):
                yield "Do not `del` a name of the answers: here it is the tests' copy or nothing."
            case ast.Attribute(attr=name) if name.startswith("_") and name not in _CROSSING:
                yield f"Do not ask for {name}: names with `_` before them do not cross."
    if any(isinstance(n, ast.Name | ast.Attribute) and _last(n) in _CLOCKS for n in ast.walk(tree)):
        yield "Measure with small arguments and results: the time in which they cross counts, too."


def _last(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def _is_constant(part: ast.AST) -> bool:
    """Return True for None and the like, and for what a library has one of, as `np.ma.masked`."""
    if isinstance(part, ast.Attribute):
        return part.attr in _ONLY_ONE
    return isinstance(part, ast.Constant)


def _given_above(line: int, tree: ast.AST) -> set[str]:
    """Return the names that a test itself has given a value above a line."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.lineno < line
    }
