"""The body of ``gradebox try``: trials of assignments, and what is said of them."""

import os
import shlex
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException
from rich.console import Console
from rich.markup import escape
from sqlalchemy.exc import SAWarning

from gradebox import cli, plugins
from gradebox.admission import Admission
from gradebox.admission.files import Folder
from gradebox.assignments import generate_apart, why_not_gradable
from gradebox.commands.grade import STOPPED
from gradebox.commands.grade_class import GradeError, converter_for
from gradebox.errors import CannotGrade
from gradebox.fallback import Kept
from gradebox.folder import assignments, find_root
from gradebox.kernel.executor import configured
from gradebox.language import other_kernel
from gradebox.originals import original_in
from gradebox.pool import LocalPool
from gradebox.scratch import temporary_folder
from gradebox.source_notebook import read_source
from gradebox.trial import Material, NotebookTrial, try_notebooks
from gradebox.trial_answers import Answers, read_answers
from gradebox.trial_empty_answers import empty_answers
from gradebox.trial_findings import (
    ACTS,
    APART,
    BOTH,
    CUT_OFF,
    EMPTY,
    FOR_NOTHING,
    LOSES,
    MIXED,
    NO_NUMBER,
    NOT_FULL,
    SOLUTION,
    Finding,
)
from gradebox.wrong_metadata import wrong_metadata
from gradebox.wrong_settings import wrong_settings

NOT_READY, UNAVAILABLE = 1, 2  # exit codes
MODES = {"separate": "apart from the answers", "together": "together with the answers"}
TITLES = {
    APART: "it fails a right answer if it runs apart from it",
    ACTS: "it acts on the answers",
    BOTH: "it has to pass both ways",
    MIXED: "it fails a right answer where only some tests run apart",
    NOT_FULL: "it fails the solution, together with it, too",
    LOSES: "answer {} loses points in it",
    NO_NUMBER: "its result is not a number of points",
    FOR_NOTHING: "it gives points to the blank release",
    EMPTY: "it gives points to an answer that computes nothing",
    CUT_OFF: "with an answer that computes nothing it does not end in time",
}


def run(assignment: str, answers: Path | None, without: str | None) -> int:
    """Try one assignment, or all if none is named; return the command's exit code."""
    console = Console(highlight=False, soft_wrap=True)
    warnings.filterwarnings("ignore", category=SAWarning)  # nbgrader's own queries
    examples = answers.absolute() if answers else None
    try:
        root = find_root()
        os.chdir(root)
        names = [assignment] if assignment else assignments(root)
        if not names:
            raise GradeError(f"There is no assignment in {root / 'source'}.")
    except Exception as error:
        return cli.told(error, UNAVAILABLE)
    codes = {0}
    for name in names:
        try:
            is_ready = _try_one(converter_for(root, name, without=without), examples, console)
            codes.add(0 if is_ready else NOT_READY)
        except Exception as error:
            codes.add(cli.told(error, UNAVAILABLE))
        except KeyboardInterrupt:
            print("\nStopped. What was tried before is kept.", file=sys.stderr)
            return STOPPED
    return max(codes)


def _try_one(converter: Autograde, examples: Path | None, console: Console) -> bool:
    """Try an assignment and print what was found; return True if it is ready."""
    began = time.monotonic()
    name = converter.coursedir.assignment_id
    trials, answers = _tried(converter, name, examples)
    for line in (*answers.remarks, *_lines(trials)):
        console.print(escape(line))
    if answers.folders:
        console.print(escape(answers.tried))
    mode = configured(converter.config).tests
    is_ready, sentence = verdict_of(name, trials, mode, apart=_runs_apart(converter, name))
    console.print(escape(f"{sentence} ({time.monotonic() - began:.1f} s)"))
    return is_ready


def _tried(
    converter: Autograde, name: str, answers: Path | None
) -> tuple[list[NotebookTrial], Answers]:
    course = converter.coursedir
    if wrong := wrong_settings(converter.config):
        raise CannotGrade(f"{' '.join(wrong)} Nothing was tried.")
    folder = Path(course.format_path(course.source_directory, ".", name))
    notebooks = sorted(folder.glob("*.ipynb"))
    if not notebooks:
        raise GradeError(f"There is no notebook in {folder}: nothing to try.")
    for path in notebooks:
        if why := why_not_gradable(path, configured(converter.config).kernels):
            raise GradeError(f"{name} cannot be tried: {why}.")
    with temporary_folder("release") as release:
        try:
            generate_apart(name, config=converter.config, course=course, release=release)
        except NbGraderException:
            raise GradeError(
                f"{name} cannot be tried: no release can be made of source/{name}. "
                f"`nbgrader generate_assignment {shlex.quote(name)} --force` says why."
            ) from None
        made = sorted((release / name).glob("*.ipynb"))
        blank = Folder(notebooks={path.stem: path.read_bytes() for path in made})
    original = original_in(converter, name)
    material = Material.of(converter, original)
    limits = Admission(config=converter.config)
    examples = read_answers(answers or plugins.answers(name), original, limits, course.ignore)
    examples.remarks += wrong_metadata(original, configured(converter.config).tests)
    trials = try_notebooks(
        material,
        list(original.notebooks),
        LocalPool,
        blank,
        examples.folders,
        {value: Folder(notebooks=made) for value, made in empty_answers(material.sources)},
    )
    Kept.of(Path(course.root), name).add(trials)
    return list(trials.values()), examples


def _lines(trials: list[NotebookTrial]) -> Iterator[str]:
    """Yield what was found, with the reason and what to do, one finding after another."""
    for kind, title in TITLES.items():
        for each in (f for trial in trials for f in trial.findings if f.kind == kind):
            said = f"{title.format(each.answer)}{_whose(each)}"
            yield f"{each.notebook}.ipynb, {each.cell}: {said}."
            for words in (each.line, each.reason, each.advice):
                if words:
                    yield f"    {words}"


def _whose(finding: Finding) -> str:
    is_example = finding.kind in (APART, MIXED) and finding.answer != SOLUTION
    return f", that of {finding.answer}" if is_example else ""


def _runs_apart(converter: Autograde, name: str) -> bool:
    """Return True if a notebook is written in Python: tests of others never run apart."""
    course = converter.coursedir
    folder = Path(course.format_path(course.source_directory, ".", name))
    notebooks = (read_source(path) for path in folder.glob("*.ipynb"))
    return not all(other_kernel(notebook.metadata) for notebook in notebooks)


def verdict_of(
    name: str, trials: list[NotebookTrial], mode: str, *, apart: bool = True
) -> tuple[bool, str]:
    """Return whether an assignment is ready for a class with tests in this mode, and a sentence.

    apart: whether tests of it can run apart from the answers at all
    """
    counts = {kind: sum(f.kind == kind for t in trials for f in t.findings) for kind in TITLES}
    tests = sum(trial.tests for trial in trials)
    faults = []
    if n := counts[NOT_FULL]:
        faults.append(f"{n} {'fails' if n == 1 else 'fail'} the solution itself")
    stay = len(
        {(f.notebook, f.cell) for t in trials for f in t.findings if f.kind in (APART, ACTS)}
    )
    if stay and mode != "together":
        faults.append(f"{stay} cannot run apart from the answers")
    if (n := counts[MIXED]) and mode != "together":
        fails = "fails" if n == 1 else "fail"
        faults.append(f"{n} {fails} a right answer where only some tests run apart")
    if n := _cells_with(trials, LOSES):
        faults.append(f"{n} {'takes' if n == 1 else 'take'} points from an answer")
    others = []
    if n := counts[NO_NUMBER]:
        others.append(f"{n} {'has' if n == 1 else 'have'} a result that is no number: see above.")
    if n := counts[FOR_NOTHING]:
        others.append(f"{n} {'gives' if n == 1 else 'give'} points without an answer: see above.")
    if n := counts[EMPTY]:
        gives = "gives" if n == 1 else "give"
        others.append(f"{n} {gives} points to an answer that computes nothing: see above.")
    if faults:
        sentence = f"{name} is not ready. Of its {_tests(tests)}, {', '.join(faults)}."
        return False, " ".join([sentence, *others])
    how = f" {MODES['together']}, as this course runs them" if stay else ""
    if tests and apart and not stay:
        how = ", apart and together"
    gives = "gives" if tests == 1 else "give"
    said = [f"{name} is ready: its {_tests(tests)} {gives} right answers full marks{how}."]
    if counts[APART]:
        said.append(f"With tests apart, {counts[APART]} of them would not: see above.")
    if n := counts[ACTS]:
        said.append(f"{n} {'acts' if n == 1 else 'act'} on the answers: see above.")
    if (n := sum(len(trial.both) for trial in trials)) and mode != "together":
        run = "of them runs" if n == 1 else "of them run"
        said.append(f"{n} {run} apart and, to be sure, together with the answers, too.")
    return True, " ".join([*said, *others])


def _tests(count: int) -> str:
    return f"{count} test{'s' * (count != 1)}"


def _cells_with(trials: list[NotebookTrial], *kinds: str) -> int:
    """Return how many test cells have a finding of some kinds."""
    findings = (each for trial in trials for each in trial.findings)
    return len({(each.notebook, each.cell) for each in findings if each.kind in kinds})
