"""Metadata of source notebooks and their cells that speaks to the grader, and means nothing.

Jupyter keeps any metadata. A test that is to run apart from the answers, misspelt, would run as the
setting says, and nobody would notice.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from gradebox.failures import KEY
from gradebox.language import other_kernel
from gradebox.originals import Original, OriginalNotebook
from gradebox.plain_text import one_line
from gradebox.tests_mode import MODES, TestsMode, where_tests_run

TESTS = "tests"


def wrong_metadata(original: Original, tests: TestsMode) -> list[str]:
    """Return a sentence for each notebook and cell whose tests would not run where it says.

    tests: where the course's settings have tests run
    """
    wrong = [
        f"{where}: {what}"
        for notebook in original.notebooks.values()
        for where, metadata in (
            (f"{notebook.name}.ipynb", notebook.metadata),
            *((f"{notebook.name}.ipynb, {name}", c.metadata) for name, c in notebook.cells.items()),
        )
        if (what := _wrong(metadata))
    ]
    notebooks = original.notebooks.values()
    return wrong + [each for notebook in notebooks for each in _not_apart(notebook, tests)]


def _not_apart(notebook: OriginalNotebook, tests: TestsMode) -> Iterator[str]:
    """Yield a sentence for each cell that wants a process of its own, in a notebook with none."""
    mode = where_tests_run(notebook.metadata) or tests
    if mode != "together" or other_kernel(notebook.metadata):
        return
    for name, cell in notebook.cells.items():
        said = where_tests_run(cell.metadata)
        if said not in (None, mode):
            yield (
                f'{notebook.name}.ipynb, {name}: "{TESTS}": "{said}" in its metadata changes '
                "nothing, since the tests of this notebook run together with the answers. Write "
                f'"{KEY}": {{"{TESTS}": "separate"}} into the notebook\'s own metadata, or take '
                "it out."
            )


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
