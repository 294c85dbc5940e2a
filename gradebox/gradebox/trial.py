"""A trial of an assignment before a class meets it: right answers, and none, in both modes.

A test that runs apart from the answers can be failed by a right answer, because of the test. The
trial grades the solution in `source/`, without a gradebook, finds such cells and says what to
change. It runs all others together with the solution as well, as grading does where a wrong answer
may pass apart. What `grade` does about what was found: see `gradebox.fallback`.
"""

import copy
import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.converters import Autograde

from gradebox.admission import Admission
from gradebox.admission.files import Folder
from gradebox.failures import KEY
from gradebox.fingerprints import package_digest, settings_digest
from gradebox.grade_submission import NO_DATABASE, RunContext, Steps
from gradebox.kernel.names import defined, names_read
from gradebox.originals import Original, run_together
from gradebox.pool import OpenPool
from gradebox.source_notebook import read_source
from gradebox.tests_mode import TestsMode, where_tests_run
from gradebox.trial_empty_answers import tests_of_imports
from gradebox.trial_findings import (
    ACTS,
    APART,
    BLANK,
    BOTH,
    SOLUTION,
    Finding,
    acting,
    acting_before,
    cut_off,
    failing_apart,
    failing_both_ways,
    failing_together,
    finding_of,
    interfering,
    once_each,
    paid_for_a_value,
    paid_for_nothing,
    without_number,
)
from gradebox.trial_grading import (
    GradedTest,
    all_together,
    answers_where,
    cut_short,
    grade_answers,
    points_in,
    tests_in,
)

MAKES = (
    "It makes {names} for the test {user}, which has to run together with the answers. "
    "Give {names} a value there, too, by an import or otherwise, and this test can run apart."
)
USES = (
    "It uses {names}, to which the test {maker} gives a value. That one runs together with the "
    "answers, so this one has to do so, too. Give {names} a value here, by an import or otherwise, "
    "and it can run apart."
)
SHARES = (
    "It passes only where all tests run in one process: what another of them makes or does is "
    "missing otherwise."
)


@dataclass(frozen=True)
class NotebookTrial:
    """The findings in one notebook. `key` changes when anything that they depend on does."""

    key: str
    findings: tuple[Finding, ...] = ()
    tests: int = 0
    both: Sequence[str] = ()  # the cells that the solution passes both ways, and that need it
    only_apart: Sequence[str] = ()  # those that it passes apart only, and that need no more

    @property
    def apart(self) -> frozenset[str]:
        """The cells that cannot be run apart from the answers."""
        return frozenset(each.cell for each in self.findings if each.kind in (APART, ACTS))

    @property
    def ways(self) -> dict[str, TestsMode]:
        """How cells are to run, where it is not as the course's settings say."""
        ways: dict[str, TestsMode] = dict.fromkeys(self.both, "both")
        ways |= dict.fromkeys(self.only_apart, "separate")
        return ways | dict.fromkeys(self.apart, "together")


@dataclass(frozen=True)
class Material:
    """An assignment to try: the tests, the solutions, and how a submission is graded."""

    original: Original
    sources: dict[str, NotebookNode]  # the notebooks of `source/`, by name
    context: RunContext
    settings: str  # a hash

    @classmethod
    def of(cls, converter: Autograde, original: Original) -> "Material":
        """Take the solutions from `source/`, and the settings from the converter's course."""
        course = converter.coursedir
        folder = Path(course.format_path(course.source_directory, ".", original.name))
        paths = {name: folder / f"{name}.ipynb" for name in original.notebooks}
        sources = {name: read_source(path) for name, path in paths.items() if path.exists()}
        config = copy.deepcopy(converter.config)
        config.Executor.tests = "separate"
        config.Executor.is_trial = True
        steps = Steps.of(Autograde(coursedir=course, config=config)).work
        context = RunContext(original, steps, config, NO_DATABASE)
        return cls(original, sources, context, settings_digest(config, [Admission, *steps]))

    def key(self, notebook: str) -> str:
        """Return a hash of everything that a notebook's trial depends on."""
        original = self.original.notebooks[notebook]
        cells = [_essence(cell) for cell in original.cells.values()]
        solution = [[cell.cell_type, cell.source] for cell in self.sources[notebook].cells]
        of_notebook = [
            cells,
            original.metadata.get(KEY),
            sorted(original.of_source.skippable),
            solution,
        ]
        parts = [package_digest(), self.settings, self.original.digest, *of_notebook]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def solutions(self, notebooks: Iterable[str]) -> Folder:
        """Return the solutions of some notebooks as a submission."""
        return Folder(notebooks={n: nbformat.writes(self.sources[n]).encode() for n in notebooks})


def _essence(cell: NotebookNode) -> list[Any]:
    """Return what of a test, an answer or a set-up cell can change a score."""
    mark = cell.metadata.nbgrader
    flags = [bool(mark.get(name)) for name in ("grade", "solution", "locked")]
    points = float(mark.get("points") or 0)
    return [
        mark.grade_id,
        cell.cell_type,
        cell.source,
        *flags,
        points,
        where_tests_run(cell.metadata),
        sorted(map(str, cell.metadata.get("tags", ()))),  # one of them says that it is not run
    ]


def try_notebooks(
    material: Material,
    notebooks: Collection[str],
    open_pool: OpenPool,
    blank: Folder | None = None,
    examples: Mapping[str, Folder] | None = None,
    empty: Mapping[str, Folder] | None = None,
) -> dict[str, NotebookTrial]:
    """Grade right answers, and the blank release if it is given; return what was found.

    `examples` are further right answers by name, `empty` are answers that compute nothing, by what
    they return. Of the solution alone, only notebooks in which it fails a test apart are graded
    again with tests together. A cell counts as one that fails a right answer apart only if it does
    so twice: what happens once may be a busy machine. Raises CannotGrade.
    """
    right = {SOLUTION: material.solutions(notebooks), **(examples or {})}
    tried = right | ({BLANK: blank} if blank else {})
    acts = {
        name: acting(name, material.original.notebooks[name].cells, material.sources[name].cells)
        for name in notebooks
    }
    found = {name: [f for f in acts[name].values() if f.kind == ACTS] for name in notebooks}
    as_read = run_together(material.original, _by_notebook(found))
    context = replace(material.context, original=as_read)
    apart = grade_answers(context, tried, open_pool)
    again = tried if blank else answers_where(tried, apart, lambda cell: not cell.is_full)
    together = grade_answers(all_together(material.context), again, open_pool)
    lost = {cell.place for cell in apart if cell.points < points_in(together, cell)}
    doubtful = answers_where(right, apart, lambda cell: cell.place in lost)
    second = grade_answers(context, doubtful, open_pool)
    _add(found, failing_apart((cell for cell in second if cell.place in lost), together))
    _add(found, failing_both_ways((*apart, *second), acts))
    shared = _that_share(material.context, found, right, together, open_pool)
    _add(found, [finding_of(cell, APART, why) for cell, why in shared])
    cells = _by_notebook(found)
    mixed = replace(material.context, original=run_together(material.context.original, cells))
    chosen = answers_where(examples or {}, together, lambda cell: bool(cells[cell.notebook]))
    # No more tests run together for the sake of an example: which one is the cause is not known.
    _add(found, interfering(grade_answers(mixed, chosen, open_pool), together))
    _add(found, failing_together(together, apart))
    _add(found, without_number(material.original, apart))
    for name in notebooks:
        _add_acts(found[name], acts[name], [*material.original.notebooks[name].cells])
    _add(found, paid_for_nothing((*apart, *together)))
    seconds = max((cell.seconds for cell in apart if cell.answer == SOLUTION), default=0)
    nothing = grade_answers(cut_short(mixed, seconds), empty or {}, open_pool)
    _add(found, _of_empty_answers(material, nothing))
    return {
        name: NotebookTrial(
            material.key(name),
            tuple(once_each(found[name])),
            len(tests_in(material.original.notebooks[name])),
            *_ways_of_solution(name, acts[name], apart),
        )
        for name in notebooks
    }


def _add(found: Mapping[str, list[Finding]], findings: Iterable[Finding]) -> None:
    for each in findings:
        found[each.notebook].append(each)


def _add_acts(found: list[Finding], acts: Mapping[str, Finding], cells: Sequence[str]) -> None:
    """Add the acts of tests: one that lasts for tests which run together has to run so, too.

    Tests for which nothing at all was found run both ways.
    """
    found += acting_before(found, acts, cells)
    known = {each.cell for each in found}
    found += [replace(each, kind=BOTH) for cell, each in acts.items() if cell not in known]


def _of_empty_answers(material: Material, graded: list[GradedTest]) -> Iterator[Finding]:
    """Yield what answers that compute nothing show: too many points, and what had to be stopped."""
    imports = {name: tests_of_imports(source) for name, source in material.sources.items()}
    yield from paid_for_a_value(c for c in graded if c.name not in imports[c.notebook])
    yield from cut_off(graded)


def _ways_of_solution(
    notebook: str, acts: Collection[str], graded: Iterable[GradedTest]
) -> tuple[list[str], list[str]]:
    """Return the cells that the solution passes both ways and that need it, and those apart only.

    What fails apart is in neither.
    """
    cells = [c for c in graded if (c.answer, c.notebook) == (SOLUTION, notebook) and c.is_full]
    both = [c.name for c in cells if not c.is_not_together and (c.doubt or c.name in acts)]
    needless = [c.name for c in cells if c.is_not_together and not c.doubt and c.name not in acts]
    return both, needless


def _that_share(
    context: RunContext,
    found: Mapping[str, list[Finding]],
    right: Mapping[str, Folder],
    together: list[GradedTest],
    open_pool: OpenPool,
) -> Iterator[tuple[GradedTest, str]]:
    """Yield the cells that have to run with those found for the solution's full marks, and why.

    A test may use names that another one has made. If the two are in different processes, one of
    them is missing something. If it is one that was found, the tests that make its names are moved,
    and where that is not enough, all of the notebook's.
    """
    cells = _by_notebook(found)
    solution = {SOLUTION: right[SOLUTION]}
    answers = answers_where(solution, together, lambda cell: bool(cells[cell.notebook]))
    for is_last in (False, False, True):
        mixed = replace(context, original=run_together(context.original, cells))
        graded = grade_answers(mixed, answers, open_pool)
        failed = [cell for cell in graded if cell.points < points_in(together, cell)]
        left = [cell for cell in failed if cell.name not in cells[cell.notebook]]
        moved = [(cell, _why_with(cell, graded, cells)) for cell in left]
        stuck = [cell for cell in failed if cell.name in cells[cell.notebook]]
        moved += [] if is_last else _makers(graded, stuck, cells)
        helped = {cell.notebook for cell, _ in moved}
        lost = {cell.notebook for cell in stuck if is_last or cell.notebook not in helped}
        moved += [(cell, SHARES) for cell in graded if cell.notebook in lost]
        for cell, why in moved:
            if cell.name not in cells[cell.notebook]:
                cells[cell.notebook].add(cell.name)
                yield cell, why
        if not failed:
            return


def _makers(
    graded: list[GradedTest], stuck: list[GradedTest], cells: Mapping[str, Collection[str]]
) -> list[tuple[GradedTest, str]]:
    """Return the tests that make the names which stuck ones read, and why they move."""
    return [
        (maker, MAKES.format(names=names, user=user.name))
        for user in stuck
        for maker, names in _made_above(user, graded)
        if maker.name not in cells[maker.notebook]
    ]


def _why_with(
    user: GradedTest, graded: list[GradedTest], cells: Mapping[str, Collection[str]]
) -> str:
    """Return why a test has to run with those that were found."""
    for maker, names in _made_above(user, graded):
        if maker.name in cells[maker.notebook]:
            return USES.format(names=names, maker=maker.name)
    return SHARES


def _made_above(user: GradedTest, graded: list[GradedTest]) -> Iterator[tuple[GradedTest, str]]:
    """Yield the tests above one that were last to make names which it reads, and those names."""
    of_user = [c for c in graded if (c.answer, c.notebook) == (user.answer, user.notebook)]
    above = of_user[: of_user.index(user)]
    makers = {name: cell for cell in above for name in defined(cell.cell.source)}
    wanted = sorted(names_read(user.cell.source) & makers.keys())
    for cell in above:
        if names := [f"`{name}`" for name in wanted if makers[name] is cell]:
            yield cell, " and ".join(names)


def _by_notebook(found: Mapping[str, list[Finding]]) -> dict[str, set[str]]:
    return {notebook: {each.cell for each in findings} for notebook, findings in found.items()}
