"""The ways in which test cells run: a setting of the course, or metadata of a notebook or a cell.

Together with the answers, as in stock nbgrader; or separate, in a process that runs none of the
student's code; or both, and the fewer points count. With "separate", a test that has passed apart
runs together as well where it has used what may differ there (see `separate.doubt`), unless its
cell's own metadata says "separate".
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from gradebox.failures import KEY

TestsMode = Literal["together", "separate", "both"]
MODES: tuple[TestsMode, ...] = get_args(TestsMode)


def where_tests_run(metadata: Mapping[str, Any]) -> TestsMode | None:
    """Return what a notebook's or a cell's metadata says about where its tests run, if anything."""
    ours = metadata.get(KEY)
    said = ours.get("tests") if isinstance(ours, Mapping) else None
    return said if said in MODES else None
