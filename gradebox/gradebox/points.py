"""The points that a test came to: its result, where that is a number, or all or nothing."""

import re
from collections.abc import Mapping
from typing import Any

POINTS_ERROR = "PointsError"  # of a test that came to points which it cannot give
# a number of numpy's as it shows itself: np.float64(2.0)
_NUMBER_OF_NUMPY = re.compile(r"np\.(?:float|int|uint)\d+\((.*)\)")


def points_got(cell: Mapping[str, Any]) -> float:
    """Return the points of a test cell that was run, as they are after `CheckPoints`."""
    outputs = cell.get("outputs", ())
    if any(output["output_type"] == "error" for output in outputs):
        return 0.0
    most = float(cell["metadata"]["nbgrader"]["points"])
    results = (output for output in outputs if output["output_type"] == "execute_result")
    number = next(map(as_number, results), None)
    points = most if number is None else number
    return points if 0 <= points <= most else 0.0


def as_number(output: Mapping[str, Any]) -> float | None:
    """Return the number that is taken for the points."""
    if output["output_type"] != "execute_result":
        return None
    try:
        return float(result_text(output))
    except ValueError:
        return None


def result_text(output: Mapping[str, Any]) -> str:
    """Return a result as text, a number of numpy's as Python writes it."""
    text = "".join(output["data"].get("text/plain", ""))
    number = _NUMBER_OF_NUMPY.fullmatch(text)
    return number[1] if number else text
