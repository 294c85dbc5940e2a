"""Metadata of source notebooks and their cells that speaks to the grader, and means nothing.

Jupyter keeps any metadata. A test that is to run apart from the answers, misspelt, would run as the
setting says, and nobody would notice.
"""

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from gradebox.failures import KEY
from gradebox.originals import Original
from gradebox.plain_text import one_line
from gradebox.tests_mode import MODES

TESTS = "tests"


def wrong_metadata(original: Original) -> list[str]:
    """Return a sentence for each notebook and cell whose tests would not run where it says."""
    return [
        f"{where}: {what}"
        for notebook in original.notebooks.values()
        for where, metadata in (
            (f"{notebook.name}.ipynb", notebook.metadata),
            *((f"{notebook.name}.ipynb, {name}", c.metadata) for name, c in notebook.cells.items()),
        )
        if (what := _wrong(metadata))
    ]


def _wrong(metadata: Mapping[str, Any]) -> str:
    """Return what metadata says and nobody obeys, and what is meant; "" if there is no such."""
    key = _meant(KEY, metadata)
    said = metadata.get(key)
    if not isinstance(said, Mapping):
        is_obeyed, value = key != KEY, said
    else:
        name = _meant(TESTS, said)
        value = said.get(name)
        # without the name it is a record of the grader's, or somebody else's
        is_obeyed = not name or (key == KEY and name == TESTS and value in MODES)
    if is_obeyed:
        return ""
    mode = _meant(str(value), MODES) or MODES[0]
    return (
        f'"{one_line(key)}" in its metadata is {one_line(json.dumps(said))}, which changes '
        f'nothing. Write "{KEY}": {{"{TESTS}": "{mode}"}}, or take it out.'
    )


def _meant(name: str, names: Iterable[str]) -> str:
    """Return the one of `names` that is this name, perhaps misspelt; "" if none is."""
    return next(iter(get_close_matches(name, names, n=1, cutoff=0.75)), "")
