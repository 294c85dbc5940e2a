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

from gradebox.acts_on_answers import acts_on_answers
from gradebox.admission import Admission, Folder
from gradebox.failures import KEY
from gradebox.fingerprints import package_digest, settings_digest
from gradebox.grade_submission import NO_DATABASE, RunContext, Steps
from gradebox.kernel.names import defined, names_read
from gradebox.language import other_kernel
from gradebox.originals import Original, run_together
from gradebox.pool import OpenPool
from gradebox.source_notebook import read_source
from gradebox.tests_mode import TestsMode, where_tests_run
from gradebox.trial_grading import (
    GradedTest,
    all_together,
    answers_where,
    grade_answers,
    points_in,
    tests_in,
)
from gradebox.trial_words import advice, line_of, test_line

SOLUTION, BLANK = "the solution", "the blank release"
# Kinds of findings. A test ...
APART = "apart"  # fails a right answer if it runs apart from it
ACTS = "acts"  # acts on the answers, by what would hinder us apart
BOTH = "both"  # acts on them, or looks into them, and so it runs both ways
LASTS = "lasts"  # is one of these, at first, and its act lasts for the tests below
MIXED = "mixed"  # fails a right answer where only some tests run apart
FOR_NOTHING = "for nothing"  # gives points to the blank release
NOT_FULL = "not full"  # fails the solution in whichever way it runs
LOSES = "loses points"  # fails an example so
NO_NUMBER = "no number"  # has a result that says nothing, but stands where points would
INTERFERES = (
    "It fails that answer only where some tests run together with it and others apart: a test that "
    "runs apart may act on what this one looks at, such as a figure that it closes."
)
ALL_TOGETHER = (
    "Change the tests so that none depends on what another does, or put "
    '"course_grading": {"tests": "together"} into the notebook\'s own metadata in source/.'
)
ANYTHING_PASSES = (
    "Any result that is no number gives full marks, False as well. Put {test}, or end "
    "the cell with a number of points, or with `{nothing}`."
)
IN_PYTHON = {"test": "`assert` before it", "nothing": "None"}
IN_R = {"test": "it into `stopifnot()`", "nothing": "invisible()"}
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

ONLY_TOGETHER = (
    "That has its effect only together with the answers: apart, one that it is to fail would pass. "
    "So it runs together with them."
)
ALSO_TOGETHER = "So it runs apart from the answers, and once more together with them."
NOT_BOTH_WAYS = (
    "{} So it has to pass apart and then together with the answers, too. It passes apart, and then "
    "not together."
)
HINDER_OTHERWISE = (
    "To forbid a function apart, look for its name in the code: `inspect.getsource` works there."
)

HOLDS_TOGETHER = "This holds together with the answers, and not apart from them."
IS_FALSE = "This is false for the solution."
IS_FALSE_HERE = "This is false for that answer."


@dataclass(frozen=True)
class Finding:
    """A test cell that treats an answer wrongly: which, why, and what to do about it."""

    kind: str  # APART, ACTS, BOTH, MIXED, FOR_NOTHING, NOT_FULL, LOSES or NO_NUMBER
    notebook: str
    cell: str
    answer: str  # SOLUTION, BLANK or the name of an example
    reason: str
    line: str = ""  # "line 3: assert ...", where it is known
    advice: str = ""


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
        solution = [cell.source for cell in self.sources[notebook].cells]
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
    ]


def try_notebooks(
    material: Material,
    notebooks: Collection[str],
    open_pool: OpenPool,
    blank: Folder | None = None,
    examples: Mapping[str, Folder] | None = None,
) -> dict[str, NotebookTrial]:
    """Grade right answers, and the blank release if it is given; return what was found.

    `examples` are further right answers by name. Of the solution alone, only notebooks in which it
    fails a test apart are graded again with tests together. A cell counts as one that fails a right
    answer apart only if it does so twice: what happens once may be a busy machine.
    Raises CannotGrade.
    """
    right = {SOLUTION: material.solutions(notebooks), **(examples or {})}
    tried = right | ({BLANK: blank} if blank else {})
    acts = {name: _acts(material, name) for name in notebooks}
    found = {name: [f for f in acts[name].values() if f.kind == ACTS] for name in notebooks}
    as_read = run_together(material.original, _by_notebook(found))
    context = replace(material.context, original=as_read)
    apart = grade_answers(context, tried, open_pool)
    again = tried if blank else answers_where(tried, apart, lambda cell: not cell.is_full)
    together = grade_answers(all_together(material.context), again, open_pool)
    doubtful = answers_where(right, apart, lambda cell: cell.points < points_in(together, cell))
    second = grade_answers(context, doubtful, open_pool)
    _add(found, _failing_apart(second, together))
    _add(found, _failing_both_ways((*apart, *second), acts))
    shared = _that_share(material.context, found, right, together, open_pool)
    _add(found, [_finding(cell, APART, why) for cell, why in shared])
    cells = _by_notebook(found)
    mixed = replace(material.context, original=run_together(material.context.original, cells))
    chosen = answers_where(examples or {}, together, lambda cell: bool(cells[cell.notebook]))
    # No more tests run together for the sake of an example: which one is the cause is not known.
    _add(found, _interfering(grade_answers(mixed, chosen, open_pool), together))
    _add(found, _failing_together(together, apart))
    _add(found, _without_number(material.original, apart))
    for name in notebooks:
        found[name] += _before_those(
            found[name], acts[name], [*material.original.notebooks[name].cells]
        )
        stay = {each.cell for each in found[name]}
        rest = (each for cell, each in acts[name].items() if cell not in stay)
        found[name] += [replace(each, kind=BOTH) for each in rest]
    _add(found, _paid_for_nothing((*apart, *together)))
    return {
        name: NotebookTrial(
            material.key(name),
            tuple(_once_each(found[name])),
            len(tests_in(material.original.notebooks[name])),
            *_ways_of_solution(name, acts[name], apart),
        )
        for name in notebooks
    }


def _add(found: Mapping[str, list[Finding]], findings: Iterable[Finding]) -> None:
    for each in findings:
        found[each.notebook].append(each)


def _failing_apart(graded: Iterable[GradedTest], together: list[GradedTest]) -> Iterator[Finding]:
    """Yield the tests that gave a right answer less apart than together."""
    for cell in graded:
        if cell.points < (most := points_in(together, cell)):
            yield _finding(cell, APART, cell.why + cell.part_of(most))


def _failing_both_ways(
    graded: Sequence[GradedTest], acts: Mapping[str, Mapping[str, Finding]]
) -> Iterator[Finding]:
    """Yield the tests that have to run both ways, and fail a right answer the second time."""
    for cell in graded:
        if cell.answer != BLANK and _fails_together(cell, acts, graded):
            act = acts[cell.notebook].get(cell.name)
            why = f"It uses {cell.doubt}." if act is None else act.reason.replace(ALSO_TOGETHER, "")
            yield _finding(cell, APART, NOT_BOTH_WAYS.format(why.strip()))


def _interfering(graded: Iterable[GradedTest], together: list[GradedTest]) -> Iterator[Finding]:
    """Yield the tests that gave a right answer less where only some tests ran apart."""
    for cell in graded:
        if cell.points < points_in(together, cell):
            yield replace(_finding(cell, MIXED, INTERFERES), advice=ALL_TOGETHER)


def _failing_together(
    together: Iterable[GradedTest], apart: Sequence[GradedTest]
) -> Iterator[Finding]:
    """Yield the tests that give a right answer less than all together with it, too."""
    for cell in together:
        if cell.answer != BLANK and not cell.is_full:
            # only tests apart leave a record of why they failed
            known = next((c for c in apart if c.place == cell.place and not c.is_full), cell)
            kind = NOT_FULL if cell.answer == SOLUTION else LOSES
            yield _finding(known, kind, known.why + known.part_of(cell.most))


def _without_number(original: Original, apart: Iterable[GradedTest]) -> Iterator[Finding]:
    """Yield the tests whose result stands where points would, and is no number."""
    for cell in apart:
        if cell.answer == SOLUTION and cell.is_odd:
            metadata = original.notebooks[cell.notebook].metadata
            words = ANYTHING_PASSES.format(**(IN_R if other_kernel(metadata) else IN_PYTHON))
            yield _finding(cell, NO_NUMBER, words)


def _paid_for_nothing(graded: Iterable[GradedTest]) -> Iterator[Finding]:
    """Yield the tests that give points to the blank release."""
    paid = {(c.notebook, c.name): c for c in graded if c.answer == BLANK and c.points}
    for cell in paid.values():
        text = f"It gave {cell.points:g} of {cell.most:g} points to an answer that is not there."
        yield _finding(cell, FOR_NOTHING, text)


def _before_those(
    found: Iterable[Finding], acts: Mapping[str, Finding], cells: Sequence[str]
) -> list[Finding]:
    """Return the acts that last, and that stand before a test which runs together only.

    What a test forbids for good has its effect there if it runs so, too.
    """
    last = max((cells.index(each.cell) for each in found if each.kind in (APART, ACTS)), default=-1)
    return [
        replace(act, kind=ACTS, reason=act.reason.replace(ALSO_TOGETHER, ONLY_TOGETHER))
        for cell, act in acts.items()
        if act.kind == LASTS and cells.index(cell) < last
    ]


def _fails_together(
    cell: GradedTest, acts: Mapping[str, Mapping[str, Finding]], graded: Sequence[GradedTest]
) -> bool:
    """Return True if a right answer fails a test that has to run both ways, each time it was."""
    needs_both = bool(cell.doubt) or cell.name in acts[cell.notebook]
    same = (each for each in graded if each.place == cell.place)
    return needs_both and all(each.is_not_together for each in same)


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


def _acts(material: Material, notebook: str) -> dict[str, Finding]:
    """Return the tests that act on the answers: as the code says, whatever answers gain by them."""
    cells = material.original.notebooks[notebook].cells
    acts = acts_on_answers(cells, material.sources[notebook].cells)
    return {
        cell: Finding(
            ACTS if act.hinders else LASTS if act.lasts else BOTH,
            notebook,
            cell,
            SOLUTION,
            f"{act.text} {ONLY_TOGETHER if act.hinders else ALSO_TOGETHER}",
            line_of(cells[cell], act.line),
            HINDER_OTHERWISE if act.hinders else "",
        )
        for cell, act in acts.items()
    }


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


def _once_each(findings: list[Finding]) -> Iterator[Finding]:
    """Yield one finding of each kind for a cell, the solution's first.

    Of the answers that lose points, each, but for what the solution fails, too.
    """
    seen: set[tuple[str, ...]] = set()
    for each in sorted(findings, key=lambda each: each.answer != SOLUTION):
        of_whom = (each.answer,) if each.kind == LOSES else ()
        if (each.kind, each.cell, *of_whom) in seen:
            continue
        if each.kind != LOSES or (NOT_FULL, each.cell) not in seen:
            seen.add((each.kind, each.cell, *of_whom))
            yield each


def _finding(cell: GradedTest, kind: str, text: str) -> Finding:
    what_to_do = advice(cell.cell) if kind == APART else ""
    line = "" if kind in (FOR_NOTHING, NO_NUMBER) else test_line(cell.cell)
    if text.startswith("AssertionError."):  # without a message
        said = {APART: HOLDS_TOGETHER, LOSES: IS_FALSE_HERE}.get(kind, IS_FALSE)
        text = text.replace("AssertionError.", said, 1)
    return Finding(kind, cell.notebook, cell.name, cell.answer, text, line, what_to_do)
