"""The result of a test cell in R, as Python's kernel would show it.

R's kernel shows every visible value as display data ("[1] 2"), of which nbgrader reads no points.
"""

import re
from collections.abc import Iterator

from nbformat import NotebookNode

# Statements that show nothing: a value that the cell shows comes from one before.
_SILENT = re.compile(
    r"(?:\w+::)?(?:stopifnot|invisible|library|require|test_that|expect_\w+|for|while|repeat|stop"
    r"|suppressPackageStartupMessages)\b"
)
_IF, _ELSE = re.compile(r"if\s*@"), re.compile(r"\belse\b")
_ROUND, _CURLY = re.compile(r"\([^()]*\)|\[[^][]*\]"), re.compile(r"\{[^{}]*\}")
_ASSIGNS = re.compile(r"<<?-|->|(?<![=<>!])=(?!=)")
_TEXT = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`[^`]*`", re.DOTALL)
_VALUE = re.compile(r"\[1\] *(\S.*?)\s*", re.DOTALL)
_NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[+-]?\d+)?|Inf|NaN|NA)")


def mark_result(cell: NotebookNode) -> None:
    """Make the number that a test cell ends in its result, and no other output.

    The last one counts: what the student's functions show comes before it, or is a figure. If
    there is none, the last other value is the result. nbgrader gives full marks for that.
    """
    shown = [each for each in cell.outputs if "data" in each]
    for output in shown:
        output.output_type = "display_data"
        output.pop("execution_count", None)
    if _shows_nothing(_last_statement(cell.source)):
        return
    values = [(output, text) for output in shown if (text := _value(output))]
    numbers = [(output, text) for output, text in values if _NUMBER.fullmatch(text)]
    for output, text in (numbers or values)[-1:]:
        output.output_type = "execute_result"
        output.execution_count = cell.execution_count
        output.data["text/plain"] = "NaN" if text == "NA" else text


def _shows_nothing(statement: str) -> bool:
    """Return True for an assignment, a condition that may only stop, and what gives no value."""
    flat = _without(_ROUND, _TEXT.sub("text", statement)).strip()
    if "{" not in flat:
        flat = flat.rsplit(";", 1)[-1].strip()
    if condition := _IF.match(flat):
        then = flat[condition.end() :].strip("{} \n")
        return not _ELSE.search(then) and _shows_nothing(then)
    return bool(_SILENT.match(flat) or _ASSIGNS.search(_without(_CURLY, flat)))


def _without(brackets: re.Pattern[str], text: str) -> str:
    """Return a text with `@` in the place of brackets and all that they hold."""
    while (shorter := brackets.sub("@", text)) != text:
        text = shorter
    return text


def _value(output: NotebookNode) -> str:
    """Return the vector that an output shows, without R's "[1]", "" if it shows none."""
    found = _VALUE.fullmatch("".join(output.data.get("text/plain", "")))
    return found[1] if found else ""


def _last_statement(source: str) -> str:
    """Return the last lines of a cell, as many as it takes for all brackets to have their pair."""
    found = ""
    for line in _backwards(source):
        found = f"{line}\n{found}"
        if all(found.count(left) >= found.count(right) for left, right in ("()", "[]", "{}")):
            break
    return found


def _backwards(source: str) -> Iterator[str]:
    lines = (re.sub(r"(^|\s)#.*", "", line).strip() for line in reversed(source.split("\n")))
    return filter(None, lines)
