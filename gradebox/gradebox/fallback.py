"""Run tests together with the answers where a right answer fails them apart from it.

Which process a cell's tests run in, `kernel.session` decides, by the setting `c.Executor.tests`.
A trial names such tests. Its result is kept in the course's folder; `grade` reads it, or makes it
with the solution alone, and runs the cells that it names together with the answers, as
`"course_grading": {"tests": "together"}` in their metadata would.
"""

import json
import shlex
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from nbgrader.converters import Autograde
from traitlets import Enum
from traitlets.config import Configurable

from gradebox.errors import CannotGrade
from gradebox.kernel.executor import configured
from gradebox.language import other_kernel
from gradebox.originals import Original, run_as
from gradebox.plain_text import cells_in_words
from gradebox.pool import OpenPool
from gradebox.submission_reader import SubmissionReader
from gradebox.tests_mode import where_tests_run
from gradebox.trial import Material, NotebookTrial, try_notebooks
from gradebox.trial_findings import ACTS, APART, NOT_FULL, Finding
from gradebox.write_whole import write_whole

Say = Callable[[str], object]


class Trial(Configurable):
    """The use that grading makes of trials, as `c.Trial` in `nbgrader_config.py`."""

    fallback = Enum(
        ["together", "refuse", "none"],
        "together",
        help="What `grade` does, with tests apart, about test cells that the solution fails there: "
        "run them together with the answers; grade nobody until `gradebox try` finds none; or "
        "nothing, and it makes no trial either.",
    ).tag(config=True)


def kept_path(root: Path, assignment: str) -> Path:
    """Return where an assignment's trials are kept, in the course's folder."""
    return root / ".gradebox" / "trials" / f"{assignment}.json"


@dataclass
class Kept:
    """The trials of an assignment that are kept in the course's folder."""

    path: Path
    notebooks: dict[str, NotebookTrial] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Path, assignment: str) -> "Kept":
        """Read them; what cannot be read is not there."""
        kept = cls(kept_path(root, assignment))
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            for name, said in json.loads(kept.path.read_bytes()).items():
                findings = tuple(Finding(**each) for each in said.pop("findings"))
                kept.notebooks[name] = NotebookTrial(**said, findings=findings)
        return kept

    def missing(self, material: Material, notebooks: Iterable[str]) -> list[str]:
        """Return those of the notebooks that were not tried as they are now."""
        return [
            name
            for name in notebooks
            if name not in self.notebooks or self.notebooks[name].key != material.key(name)
        ]

    def add(self, trials: Mapping[str, NotebookTrial]) -> None:
        """Keep trials, if the folder can be written; else the next grading makes them again."""
        self.notebooks |= trials
        content = json.dumps({name: asdict(each) for name, each in self.notebooks.items()})
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, content.encode())


def fall_back(reader: SubmissionReader, open_pool: OpenPool, say: Say) -> None:
    """Let the tests that fail a right answer apart run together with the answers.

    The kept trial names them. Where there is none of the assignment as it is, it is made, with the
    solution alone. Raises CannotGrade where the course's configuration wants that.
    """
    fallback = Trial(config=reader.converter.config).fallback
    notebooks = _that_run_apart(reader.converter, reader.store.original, reader.wanted)
    name = reader.course.assignment_id
    kept = Kept.of(Path(reader.course.root), name)
    if fallback == "none" or not (notebooks or kept.notebooks):
        return
    material = Material.of(reader.converter, reader.store.original)
    unknown = [each for each in notebooks if each not in material.sources]
    if unknown:
        why = f"{name} was not tried: its solution, {unknown[0]}.ipynb, is not in source/."
        if fallback == "refuse":
            raise CannotGrade(f"{why} Nothing was graded.")
        say(why)
    notebooks = [each for each in notebooks if each in material.sources]
    missing = kept.missing(material, notebooks)
    if missing and fallback == "refuse":
        raise CannotGrade(
            f"{', '.join(missing)} of {name} was not tried with tests apart since it or a setting "
            f"changed. Nothing was graded. Run `gradebox try {shlex.quote(name)}`."
        )
    if missing:
        say(f"Grading the solution of {name} first, since its tests run apart from the answers.")
        kept.add(try_notebooks(material, missing, open_pool))
    wanted = [each for each in reader.wanted if each in material.sources]
    known = set(wanted).difference(kept.missing(material, wanted))
    _say_what_the_solution_fails(kept, sorted(known), say)
    if fallback == "refuse" and (cells := _named(kept, notebooks, APART, ACTS)):
        raise CannotGrade(
            f"These tests of {name} cannot run apart from the answers: {cells}. Nothing was "
            f"graded. `gradebox try {shlex.quote(name)}` says why, and what to change."
        )
    reader.use_original(_run_together(reader.store.original, kept, notebooks))


def _say_what_the_solution_fails(kept: Kept, notebooks: Iterable[str], say: Say) -> None:
    """Name the tests whose points nobody can get, each time that they are graded with."""
    if wrong := _named(kept, notebooks, NOT_FULL):
        say(
            f"The solution itself fails these tests of {kept.path.stem}: {wrong}. Whoever answers "
            "as it does loses their points. Mend them in source/, run `nbgrader "
            f"generate_assignment {shlex.quote(kept.path.stem)} --force`, and grade again."
        )


def fall_back_as_kept(reader: SubmissionReader) -> None:
    """See the assignment as `fall_back` would, as far as the kept trial says."""
    reader.use_original(as_kept(reader.converter, reader.store.original, reader.wanted))


def as_kept(converter: Autograde, original: Original, wanted: Iterable[str]) -> Original:
    """Return an assignment with its tests as the kept trial has them run, if `grade` would do so.

    wanted: the notebooks that are to be graded
    """
    notebooks = _that_run_apart(converter, original, wanted)
    if Trial(config=converter.config).fallback != "together" or not notebooks:
        return original
    material = Material.of(converter, original)
    kept = Kept.of(Path(converter.coursedir.root), original.name)
    notebooks = [each for each in notebooks if each in material.sources]
    missing = kept.missing(material, notebooks)
    return _run_together(original, kept, [each for each in notebooks if each not in missing])


def _run_together(original: Original, kept: Kept, notebooks: Iterable[str]) -> Original:
    ways = {each: kept.notebooks[each].ways for each in notebooks}
    return run_as(original, ways) if any(ways.values()) else original


def _named(kept: Kept, notebooks: Iterable[str], *kinds: str) -> str:
    """Return the cells with a finding of some kinds, in words."""
    findings = (each for name in notebooks for each in kept.notebooks[name].findings)
    return ", ".join(cells_in_words([(f.notebook, f.cell) for f in findings if f.kind in kinds]))


def _that_run_apart(converter: Autograde, original: Original, wanted: Iterable[str]) -> list[str]:
    tests = configured(converter.config).tests
    metadata = {name: original.notebooks[name].metadata for name in wanted}
    return [
        name
        for name, each in metadata.items()
        if (where_tests_run(each) or tests) != "together" and not other_kernel(each)
    ]
