"""The checks of all exercises, of which a notebook's are read when the first of them is needed.

Most programs need those of one notebook, and to read all takes a quarter of a second.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import resources
from typing import Any

from course.check.runner import Check

# How `authoring/generate_checks.py` writes what begins the exercises, and each of them.
_EXERCISES, _EXERCISE = '\n "exercises": {', '\n  "'


class AllChecks(Mapping[str, Check]):
    """The check of each exercise, by its name, in the order of the notebooks."""

    def __init__(self) -> None:
        self._found: dict[str, Check] = {}

    @cached_property
    def _files(self) -> dict[str, Any]:
        """The file that each exercise is in, found without parsing it."""
        folder = resources.files("course.check") / "data"
        files = (file for file in folder.iterdir() if file.name.endswith(".json"))
        return {
            entry.partition('"')[0]: file
            for file in sorted(files, key=lambda file: file.name)
            for entry in file.read_text("utf-8").partition(_EXERCISES)[2].split(_EXERCISE)[1:]
        }

    def __getitem__(self, name: str) -> Check:
        """Return an exercise's check, with those of its notebook read if they are not yet."""
        if name not in self._found:
            self._read(self._files[name])
        return self._found[name]

    def _read(self, file: Any) -> None:
        content = json.loads(file.read_text("utf-8"))
        notebook = {name: self[name] for name in content.get("copied", ())}
        for name, data in content["exercises"].items():
            notebook[name] = Check.from_data(name, data, notebook)
        self._found |= notebook

    def __contains__(self, name: object) -> bool:
        """Return True for the name of an exercise; no file's checks are read for that."""
        return name in self._files

    def __iter__(self) -> Iterator[str]:
        """Yield the names of all exercises."""
        return iter(self._files)

    def __len__(self) -> int:
        """Return how many exercises there are."""
        return len(self._files)
