"""The assignments of the course, as `source/` holds them: names, points, hints and solutions."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from os.path import isfile
from pathlib import Path
from typing import Any

from gradebox.folder import assignments
from gradebox.student_files import Unsafe, read_file

MOST_BYTES = 100_000_000  # of a notebook, to find out which one it is

SECTION = 2  # the level of the headings under which a subject is taught

_HEADING = r"^(#{1,6}) +(.*?)\s*$"
_HINT = r"<details>\s*<summary>\s*(Hint[^<]*?)\s*</summary>"
_POINTS = re.compile(r" \(\d+ points?\b[^)]*\)$")
_OPTIONAL = re.compile(r"\boptional\b", re.IGNORECASE)
# Code in a text, in which a comment is no heading; one that never ends goes on to the end.
_CODE = re.compile(r"^ {0,3}(```+(?![^\n]*`)|~~~+).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_HEADING_OR_HINT = re.compile(f"{_HEADING}|{_HINT}", re.MULTILINE)


class NotHere(Exception):
    """Something that is not in this course's folder; the message is a sentence."""


@dataclass(frozen=True)
class Passage:
    """A heading or the title of a hint, and the id of the cell that it stands in."""

    title: str
    cell: str = ""


@dataclass(frozen=True)
class Place:
    """Where an answer cell stands: under which heading, and below which hints (their titles).

    `taught` is the section in which it stands, where what it asks for is taught.
    """

    heading: str
    hints: tuple[Passage, ...] = ()
    taught: Passage = Passage("")

    @property
    def is_optional(self) -> bool:
        """Return True if its heading, or that of its section, has the word "optional"."""
        return bool(_OPTIONAL.search(f"{self.heading} {self.taught.title}"))


@dataclass(frozen=True)
class Course:
    """The course in the folder `root`."""

    root: Path

    @cached_property
    def names(self) -> list[str]:
        """The names of the assignments whose notebook has the name of its folder."""
        return [name for name in assignments(self.root) if self.source(name).is_file()]

    def source(self, name: str) -> Path:
        """Return the file that holds an assignment's tests and solutions."""
        return self.root / "source" / name / f"{name}.ipynb"

    def points(self) -> dict[str, float]:
        """Return how many points the tests of each assignment give. Raises NotHere."""
        return {name: self._points(name, by_hand=False) for name in self.names}

    def points_by_hand(self, name: str) -> float:
        """Return how many points of an assignment only a person gives. Raises NotHere."""
        return self._points(name, by_hand=True)

    def _points(self, name: str, *, by_hand: bool) -> float:
        return sum(
            float(mark.get("points") or 0)
            for mark in self._marks(self.source(name))
            if (mark.get("grade") or mark.get("task"))
            and bool(mark.get("solution") or mark.get("task")) == by_hand
        )

    def find(self, notebook: Path) -> str:
        """Return the assignment that a notebook is of, as `find_source`.

        Raises NotHere where it does, and if the assignment has not one notebook of its own name.
        """
        if isfile(notebook) and notebook.stem in self.names:
            return notebook.stem
        source = self.find_source(notebook)
        if source != self.source(source.parent.name):
            shown = source.relative_to(self.root)
            raise NotHere(
                f"{notebook.name} is {shown} as a student has it. `check` and `solution` work only "
                "for an assignment of one notebook that has its folder's name, as "
                "source/NAME/NAME.ipynb. `gradebox grade` grades this one as a submission, and "
                "`gradebox handout` prints it as it was handed out."
            )
        return source.parent.name

    def find_source(self, notebook: Path) -> Path:
        """Return the file in `source/` that a notebook is of: by its name, else by its cells.

        Raises NotHere if it is of none, is no file, or if there is no `source/`.
        """
        if not isfile(notebook):  # False for a name that is too long, too
            raise NotHere(f"There is no notebook {notebook}.")
        if not assignments(self.root):
            raise NotHere(
                f"The hidden tests are not here: {self.root} has no folder source/ (a class's "
                "student edition has none). They run when the notebook is submitted."
            )
        sources = sorted((self.root / "source").glob("*/*.ipynb"))
        if len(named := [path for path in sources if path.name == notebook.name]) == 1:
            return named[0]
        own = {mark.get("grade_id") for mark in _marks(_content(notebook))}
        shared = {
            path: len(own & {mark["grade_id"] for mark in self._marks(path)}) for path in sources
        }
        best = max(sources, key=lambda path: shared[path])
        if 2 * shared[best] <= len(own):
            names = ", ".join(dict.fromkeys(path.stem for path in sources))
            raise NotHere(
                f"{notebook.name} is none of this course's notebooks: neither its name nor its "
                f"cells are those of {names}."
            )
        return best

    def exercise(self, assignment: str, name: str) -> str:
        """Return an exercise's name as it is written, however a learner has written it.

        The name of one of its tests, which feedback shows, means it, too. Raises NotHere, with the
        names that there are, if none is meant.
        """
        tests = self._tests(assignment)
        if name in tests:
            return name
        meant = {
            exercise
            for exercise, names in tests.items()
            if _plain(name) in map(_plain, (exercise, *names))
        }
        if len(meant) != 1:
            raise NotHere(
                f"There is no exercise {name!r} in {assignment}; there is {', '.join(tests)}."
            )
        return meant.pop()

    def _tests(self, assignment: str) -> dict[str, list[str]]:
        """Return the test cells of each exercise."""
        source = self.source_notebook(assignment)
        from gradebox.exercises import exercises

        return {exercise.cell: list(exercise.points) for exercise in exercises(source)}

    def source_notebook(self, name: str) -> Any:
        """Return an assignment's notebook in `source/`. Raises NotHere if it cannot be read."""
        return source_notebook(self.source(name))

    def _marks(self, source: Path) -> Iterator[dict[str, Any]]:
        content: object = None
        with suppress(OSError, ValueError, RecursionError):
            content = json.loads(source.read_text(encoding="utf-8"))
        return _marks(content if isinstance(content, dict) else source_notebook(source))


def source_notebook(source: Path) -> Any:
    """Return a notebook in `source/`. Raises NotHere if it cannot be read."""
    from gradebox.source_notebook import UnreadableSource, read_source  # takes seconds

    try:
        return read_source(source)
    except UnreadableSource as error:
        raise NotHere(str(error)) from None


def _plain(name: str) -> str:
    """Return a name in which case, blanks, hyphens and underscores make no difference."""
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def _content(notebook: Path) -> dict[str, Any]:
    """Return what is in a file if it can be read; what is wrong with it is for admission to say."""
    try:
        content = json.loads(read_file(notebook, MOST_BYTES))
    except (OSError, Unsafe, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _marks(content: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield nbgrader's metadata of each cell that has some; of whatever else, nothing."""
    cells = content.get("cells")
    for cell in cells if isinstance(cells, list) else ():
        metadata = cell.get("metadata") if isinstance(cell, dict) else None
        mark = metadata.get("nbgrader") if isinstance(metadata, dict) else None
        if isinstance(mark, dict) and isinstance(mark.get("grade_id"), str):
            yield mark


def places(source: Mapping[str, Any]) -> dict[str, Place]:
    """Return where each answer cell of a source notebook stands, by its grade_id.

    So do the graded cells above the first one, each of which is an exercise of its own.
    A hint belongs to the first answer cell after it, if no heading stands between them. A section
    begins with a heading of the first or second level.
    """
    found: dict[str, Place] = {}
    heading, taught, hints, has_answer = "", Passage(""), list[Passage](), False
    for cell in source["cells"]:
        if cell["cell_type"] == "markdown":
            text = _CODE.sub("", "".join(cell["source"]))
            for level, title, hint in _HEADING_OR_HINT.findall(text):
                if hint:
                    hints.append(Passage(hint, cell.get("id", "")))
                    continue
                heading, hints = _POINTS.sub("", title).replace("`", ""), []
                if len(level) <= SECTION:
                    taught = Passage(heading, cell.get("id", ""))
        mark = cell["metadata"].get("nbgrader", {})
        if mark.get("solution") or (mark.get("grade") and not has_answer):
            has_answer = bool(mark.get("solution"))
            found[mark["grade_id"]] = Place(heading, tuple(hints), taught)
            hints = []
    return found
