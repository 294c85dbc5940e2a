"""The things in a class's submissions that a person should look at, for `grade` and `report`.

They are read from the graded notebooks, so both commands count the same and say it the same way,
whichever of them graded what.
"""

import json
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from gradebox.failures import BECAUSE_OF_TRIAL, KEY, TOGETHER, failure_of, has_timed_out
from gradebox.flags import APART, EARLIER, ENDED, NO_TIME, NOT_TOGETHER, TIME
from gradebox.hidden import is_test
from gradebox.inbound import about_owner, checks_owner, exchange_folder, read_inbound
from gradebox.notebook_names import but_others, names_in, notebook_files, other_notebooks
from gradebox.plain_text import (
    MAX_SENTENCE,
    MOST_NAMED,
    cells_in_words,
    first_of,
    named_students,
    one_line,
)
from gradebox.points import POINTS_ERROR
from gradebox.separate.doubt import FILE

MOST_OF_A_CELL = 5  # students

Cell = tuple[str, str]
"""A notebook and a grade_id: two notebooks of an assignment may have cells of one name."""


@dataclass
class Noticed:
    """The things that were noticed in an assignment, by student and by cell."""

    sentences: dict[str, list[str]] = field(default_factory=dict)  # by student
    not_graded: dict[str, list[str]] = field(default_factory=dict)  # students by notebook
    apart: dict[Cell, list[str]] = field(default_factory=dict)  # students by test cell
    not_together: dict[Cell, list[str]] = field(default_factory=dict)  # students by test cell
    may_share: bool = False  # whether copies may be why one of these failed
    together: dict[Cell, None] = field(default_factory=dict)  # test cells, by a trial, in order
    earlier: dict[Cell, list[str]] = field(default_factory=dict)  # students by read-only cell
    odd_points: dict[Cell, list[str]] = field(default_factory=dict)  # students by test cell

    @property
    def not_apart(self) -> str:
        """Which tests could not be run apart from the answers, as a sentence, or ""."""
        if not self.apart:
            return ""
        return (
            f"{len(self.apart)} test{'s' * (len(self.apart) > 1)} could not be run apart from the "
            f"answers and gave fewer points or none: {_with_students(self.apart)}. `gradebox try` "
            "names those that fail your solution, too."
        )

    @property
    def failed_together(self) -> str:
        """Which tests passed apart, and together they did not, as a sentence, or ""."""
        if not self.not_together:
            return ""
        count = len(self.not_together)
        said = (
            f"{count} test{'s' * (count > 1)} passed apart from the answers and then not together "
            f"with them, which counts as failed: {_with_students(self.not_together)}."
        )
        often = " Often one list or object is in two places where a copy is needed."
        return said + often * self.may_share

    @property
    def run_together(self) -> str:
        """Which tests ran together with the answers because of a trial, as a sentence, or ""."""
        if not self.together:
            return ""
        count = len(self.together)
        return (
            f"{count} test{'s' * (count > 1)} ran together with the answers, since apart a right "
            f"answer fails {'them' if count > 1 else 'it'} or a wrong one may pass: "
            f"{first_of(cells_in_words(self.together), MOST_NAMED)}. "
            "An answer that changes such a test from within could get its points. `gradebox try` "
            "says what to change."
        )

    @property
    def of_earlier_releases(self) -> str:
        """Which cells were handed in as an earlier release had them, as a sentence, or ""."""
        if not self.earlier:
            return ""
        cells, count = _with_students(self.earlier), len(self.earlier)
        was = "s were" if count > 1 else " was"
        return (
            f"{count} read-only cell{was} handed in as an earlier release had "
            f"{'them' if count > 1 else 'it'}, and put right: {cells}."
        )

    @property
    def of_odd_points(self) -> str:
        """Which tests came to points that they cannot give, as a sentence, or ""."""
        if not self.odd_points:
            return ""
        count = len(self.odd_points)
        return (
            f"{count} test{'s' * (count > 1)} came to a number of points below 0 or above "
            f"{'their' if count > 1 else 'its'} maximum, and gave 0: "
            f"{_with_students(self.odd_points)}. Mend the test, or its points, in source/."
        )

    @property
    def remarks(self) -> list[str]:
        """The sentences about the class as a whole."""
        found = (
            self.not_apart,
            self.failed_together,
            self.run_together,
            self.of_odd_points,
            self.of_earlier_releases,
            *self.waiting,
        )
        return [each for each in found if each]

    @property
    def waiting(self) -> list[str]:
        """A sentence for each notebook that was handed in and is not graded."""
        return [
            f"{notebook}.ipynb is not graded for {named_students(students)}."
            for notebook, students in self.not_graded.items()
        ]

    def add(self, student: str, sentences: Iterable[str]) -> None:
        """Add sentences about a student, each once."""
        for sentence in sentences:
            said = self.sentences.setdefault(student, [])
            if sentence not in said:
                said.append(sentence)

    def add_owners(
        self, course: CourseDirectory, config: Config, assignment: str, students: Collection[str]
    ) -> None:
        """Add who has handed in in these students' names, as far as the exchange can say."""
        inbound = exchange_folder(course, config, "inbound")
        if inbound is None or not checks_owner(config):
            return
        with suppress(OSError):
            for student, found in read_inbound(inbound, assignment, check_owner=True).items():
                if student in students:
                    self.add(student, filter(None, [about_owner(found)]))

    def add_notebook(
        self,
        course: CourseDirectory,
        assignment: str,
        student: str,
        notebook: str,
        notebooks: Collection[str],
    ) -> dict[str, Any] | None:
        """Add what is noticed of a student's notebook, and return it, if it was graded.

        `notebooks` are all of the assignment's.
        """
        folder = course.format_path(course.autograded_directory, student, assignment)
        try:
            content = json.loads((Path(folder) / f"{notebook}.ipynb").read_bytes())
            for cell in content["cells"]:
                cell["source"] = "".join(cell["source"])
            found = _in_notebook(content, f"{notebook}.ipynb")
            by_students = (
                (self.apart, _cells_of(content, APART)),
                (self.not_together, _cells_of(content, NOT_TOGETHER)),
                (self.earlier, _cells_of(content, EARLIER)),
                (self.odd_points, _with_error(content, POINTS_ERROR)),
            )
            together, may_share = _together(content), _may_share(content)
        except FileNotFoundError:
            folder = course.format_path(course.submitted_directory, student, assignment)
            there = names_in(Path(folder))
            if notebook in notebook_files(there, notebooks):
                self.not_graded.setdefault(notebook, []).append(student)
            else:
                others = but_others(other_notebooks(there, notebooks))
                self.add(student, [f"{notebook}.ipynb was not handed in{others}"])
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            self.add(student, [f"the autograded {notebook}.ipynb cannot be read"])
            return None
        self.add(student, found)
        for noticed, cells in by_students:
            for cell in cells:
                noticed.setdefault((notebook, cell), []).append(student)
        self.may_share |= may_share
        self.together |= dict.fromkeys((notebook, cell) for cell in together)
        return dict(content)


def _with_students(cells: dict[Cell, list[str]]) -> str:
    """Return cells with the names of their students, those of most students first."""
    by_students = dict(sorted(cells.items(), key=lambda item: -len(item[1])))
    named = [
        f"{cell} ({named_students(students, MOST_OF_A_CELL)})"
        for cell, students in zip(cells_in_words(by_students), by_students.values(), strict=True)
    ]
    return first_of(named, MOST_NAMED)


def read_noticed(
    course: CourseDirectory, assignment: str, submissions: Iterable[tuple[str, str]]
) -> Noticed:
    """Return what is noticed in these submissions, each a student and a notebook."""
    found = Noticed()
    submissions = list(submissions)
    notebooks = {notebook for _, notebook in submissions}
    for student, notebook in submissions:
        found.add_notebook(course, assignment, student, notebook, notebooks)
    return found


def _cells_of(notebook: dict[str, Any], kind: str) -> list[str]:
    """Return the cells that have a flag of this kind, each once."""
    flags = notebook["metadata"].get(KEY, {}).get("flags", ())
    return list(dict.fromkeys(flag["cell"] for flag in flags if flag.get("kind") == kind))


def _in_notebook(notebook: dict[str, Any], file: str) -> list[str]:
    """Return sentences about one student's notebook."""
    flags = notebook["metadata"].get(KEY, {}).get("flags", ())
    late = {flag.get("cell") for flag in flags if flag.get("kind") in (TIME, ENDED)}
    named = {cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in notebook["cells"]}
    slow = [
        name
        for cell in filter(is_test, notebook["cells"])
        if has_timed_out(cell) and (name := cell["metadata"]["nbgrader"]["grade_id"]) not in late
    ]
    greedy = _with_error(notebook, MemoryError.__name__)
    sentences = [
        f"{what}: {', '.join(cells)}"
        for what, cells in (("took too long", slow), ("took too much memory", greedy))
        if cells
    ]
    sentences += [
        _flag_in_words(flag, file, named)
        for flag in flags
        if flag.get("kind") not in (APART, NOT_TOGETHER, NO_TIME, EARLIER)
    ]
    return sentences


def _with_error(notebook: dict[str, Any], name: str) -> list[str]:
    """Return the test cells that show an error of this name."""
    return [
        cell["metadata"]["nbgrader"]["grade_id"]
        for cell in filter(is_test, notebook["cells"])
        if any(output.get("ename") == name for output in cell.get("outputs", ()))
    ]


def _together(notebook: dict[str, Any]) -> list[str]:
    """Return the test cells that a trial has found to fail a right answer apart from it."""
    return [
        cell["metadata"]["nbgrader"]["grade_id"]
        for cell in filter(is_test, notebook["cells"])
        if (ours := cell["metadata"].get(KEY, {})).get("because") == BECAUSE_OF_TRIAL
        and ours.get("tests") == "together"
    ]


def _may_share(notebook: dict[str, Any]) -> bool:
    """Return True if a test failed only together with the answers, and copies may be why."""
    failures = filter(None, map(failure_of, filter(is_test, notebook["cells"])))
    return any(each.kind == TOGETHER and each.doubt not in ("", FILE) for each in failures)


def _flag_in_words(flag: dict[str, Any], file: str, named: Collection[str]) -> str:
    """Return what a flag in a graded notebook says, on one line.

    `file` is the notebook's, `named` are the grade_ids in it.
    """
    words = str(flag.get("sentence") or flag.get("text") or flag.get("kind", ""))
    cell = str(flag.get("cell", ""))
    if cell.isdecimal() and cell not in named:  # its place, for want of a name
        cell = f"cell {int(cell) + 1} of {file}"
    words = words.removesuffix(".")  # it stands in a list
    return one_line(f"{cell}: {words}" if cell else words, MAX_SENTENCE)
