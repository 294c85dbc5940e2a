"""A button that grades the notebook it stands in, where the hidden tests are at hand."""

from __future__ import annotations

import ast
import os
import threading
import time
from datetime import datetime
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import traitlets
from IPython import get_ipython
from IPython.display import HTML, DisplayHandle, display

import course
from course.records import Notebook, course_folder, last_results
from course.widgets.grader import grader
from course.widgets.page import Widget

IN_A_CLASS = (
    "Hidden tests run when you submit this notebook. Before that, Validate in the toolbar runs all "
    "of its visible checks."
)
HERE = "Grades this notebook as it is saved, hidden tests included. Nothing is sent anywhere."


class GradeButton(Widget):
    """Grades the notebook of `assignment` that it stands in, when it is pressed.

    The work is done by the grader, in a process of its own, which is started when a page shows the
    button: the kernel stays free. In a class's student edition, where `source/` is not there, it
    says when hidden tests run.

    `result` is what the grader said last, in this kernel or an earlier one, with the time at which
    the file was saved, or the notebook was graded. A summary of it is in the cell's output, so that
    a notebook that is opened again shows it before the cell is run.
    """

    _module = "grade_button"

    assignment = traitlets.Unicode().tag(sync=True)
    says = traitlets.Unicode().tag(sync=True)
    can_grade = traitlets.Bool().tag(sync=True)
    busy = traitlets.Bool().tag(sync=True)
    result = traitlets.Dict().tag(sync=True)

    def __init__(self, assignment: str, **kwargs: Any) -> None:
        self._folder = Path.cwd()  # a cell may change it later
        can_grade = _has_tests(assignment, self._folder)
        says = HERE if can_grade else IN_A_CLASS
        super().__init__(assignment=assignment, can_grade=can_grade, says=says, **kwargs)
        if can_grade:
            self.result = self._last_result()
        self._summary: DisplayHandle | None = None
        self.on_msg(self._on_message)

    def _on_message(self, _: Any, content: dict[str, Any], buffers: Any) -> None:
        match content:
            case {"do": "grade", "name": str() | None as name, "cells": list() | None as cells}:
                if self.can_grade and not self.busy:
                    self.busy = True
                    self._begin(self._grade, name, cells)
            case {"do": "stop"}:
                grader.stop()
            case {"do": "get ready"}:
                if self.can_grade:
                    grader.start()
            case {"do": "solution", "name": str() | None as name, "exercise": str(exercise)}:
                self._begin(self._show_solution, name, exercise)

    @staticmethod
    def _begin(work: Any, *arguments: Any) -> None:
        threading.Thread(target=work, args=arguments, daemon=True).start()

    def _grade(self, name: str | None, cells: list[Any] | None) -> None:
        """Grade the file; `cells` are the page's code cells as [name, source], if it has said."""
        try:
            result = self._graded(name, cells)
        except Exception as error:  # nobody would see it in a thread, and the button stay pressed
            result = _failed(f"Grading did not work: {error}")
        if self._summary is not None and result.get("status") == "graded":
            self._summary.update(_summary(result, time.time()))
        # The time makes it another result than the last, so that the page is told of it.
        with self.hold_sync():
            self.result, self.busy = {**result, "answered": time.time()}, False

    def _graded(self, name: str | None, cells: list[Any] | None) -> dict[str, Any]:
        file = self._file(name)
        if file is None:
            return _failed(
                f"The notebook's file {name or self.assignment + '.ipynb'} was not found in "
                f"{self._folder}. In a terminal, `python -m course check FILE` grades it."
            )
        saved = {"saved": file.stat().st_mtime}
        on_disk = Notebook(file).code_cells()
        if cells is not None:
            unsaved = _unsaved([(str(cell), str(source)) for cell, source in cells], on_disk)
            if unsaved:
                return {**_failed(unsaved), "status": "unsaved", **saved}
        result = {"status": "not graded", **grader.ask("check", str(file))}
        result |= _way_on(result, file)
        if cells is None and (lost := _run_but_not_in(on_disk)):
            note = f"The last {lost} that you ran is not in the file. Did you save it?"
            result.setdefault("notes", []).insert(0, note)
        return {**result, **saved}

    def _show_solution(self, name: str | None, exercise: str) -> None:
        self.send({})  # the question has arrived; the answer takes a second or two
        try:
            file = self._file(name)
            answer = grader.ask("solution", str(file), exercise) if file else _failed("Not found.")
        except Exception as error:  # nobody would see it in a thread, and the page wait on
            answer = _failed(f"The solution could not be shown: {error}")
        self.send({"exercise": exercise, **answer})

    def _last_result(self) -> dict[str, Any]:
        """Return what grading has recorded of this notebook; nothing if it has not been graded."""
        file = self._file(None)
        last = last_results(course_folder(self._folder)).get(self.assignment)
        if file is None or last is None:
            return {}
        changed = last.code != Notebook(file).code_fingerprint()
        way = _way_on(last.report, file)
        return {**last.report, **way, "graded": last.graded, "changed": changed}

    def _file(self, name: str | None) -> Path | None:
        """Return the notebook's file; `name` is what the page calls it, if it has said."""
        session = os.environ.get("JPY_SESSION_NAME")  # set by the Jupyter server
        editor = getattr(get_ipython(), "user_ns", {}).get("__vsc_ipynb_file__")
        known = [Path(path) for path in (session, editor) if isinstance(path, str)]
        if name is None:
            known.append(self._folder / f"{self.assignment}.ipynb")
        else:
            folders = [*(path.parent for path in known), self._folder]
            known = [folder / Path(name).name for folder in folders]
        return next((path for path in known if path.is_file()), None)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        if self.can_grade and get_ipython() is not None:
            summary = _summary(self.result, self.result.get("graded", 0))
            self._summary = display(summary, display_id=True)
        return super()._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        """Describe the button, or say why there is none."""
        return f"<GradeButton of {self.assignment}. {self.says}>"


def _has_tests(assignment: str, folder: Path) -> bool:
    """Return True if the grader and the assignment's hidden tests are on this machine."""
    clone = Path(course.__file__).parents[1]
    grader = find_spec("gradebox")
    return bool(grader and grader.origin) and any(
        (place / "source" / assignment).is_dir() for place in (folder, *folder.parents, clone)
    )


def _summary(result: dict[str, Any], graded: float) -> HTML:
    """Return a result as HTML that needs no kernel; the page hides it where the button works."""
    if result.get("status") != "graded":
        return HTML('<div class="gb-summary"></div>')
    rows = "".join(
        "<tr>"
        + "".join(
            f"<td>{escape(words)}</td>"
            for words in (
                row["name"],
                f"{row['score']} of {row['points']}",
                row["state"],
                row["mistake"] or row["says"],
            )
        )
        + "</tr>"
        for row in result["rows"]
    )
    time_graded = f"{datetime.fromtimestamp(graded):%Y-%m-%d %H:%M}"
    return HTML(
        f'<div class="gb-summary"><p>Your last result, of {time_graded}: '
        f"<strong>{escape(result['headline'])}</strong></p><table>{rows}</table>"
        "<p>Run this cell to see all of it, and to grade again.</p></div>"
    )


def _failed(sentence: str) -> dict[str, Any]:
    return {"status": "not graded", "headline": sentence}


def _way_on(result: dict[str, Any], file: Path) -> dict[str, str]:
    """Return the way from a notebook to the next, as `onward_path`, if that lies beside it."""
    name = result.get("onward")
    way = f"../{name}/{name}.ipynb"
    return {"onward_path": way} if name and (file.parent / way).is_file() else {}


def _unsaved(page: list[tuple[str, str]], on_disk: list[tuple[str, str]]) -> str:
    """Return a sentence if the code on the page is not what is on disk, else ""."""
    if [source for _, source in page] == [source for _, source in on_disk]:
        return ""
    saved = {source for _, source in on_disk}
    changed = [name for name, source in page if source not in saved]
    named = ", ".join(filter(None, changed))
    what = f"Changes in {named} are" if named else "Your last changes are"
    return f"{what} not saved yet, so nothing was graded."


def _run_but_not_in(on_disk: list[tuple[str, str]]) -> str:
    """Return the name of a function that the file defines and was last run otherwise, or "".

    For front ends that do not say what is on their page: the kernel knows what was run.
    """
    history = getattr(getattr(get_ipython(), "history_manager", None), "input_hist_raw", [])
    saved = {source.strip() for _, source in on_disk}
    functions = {name for _, source in on_disk for name in _defined(source)}
    for code in reversed(history):
        for name in _defined(code):
            if name in functions and code.strip() not in saved:
                return name
            functions.discard(name)
    return ""


def _defined(code: str) -> list[str]:
    try:
        statements = ast.parse(code).body
    except (SyntaxError, ValueError):
        return []
    return [each.name for each in statements if isinstance(each, ast.FunctionDef)]
