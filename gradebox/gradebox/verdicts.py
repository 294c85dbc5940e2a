"""The verdict on a graded cell: for a learner's eyes and for counting.

A test that fails leaves a record (`gradebox.failures`) besides its traceback. `failed_tests` puts
the record in words; here it is seen what else the verdict depends on: points, mistakes of earlier
answers, and what must not be shown.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gradebox import plugins
from gradebox.earlier_mistakes import ORDINARY, Circumstances, Mistaken, reached
from gradebox.failed_tests import did_not_run, failed, without_record
from gradebox.failures import Failure, Followed, failed_again_of, failure_of, followed_of
from gradebox.hidden import Region, Secrets
from gradebox.points import points_got
from gradebox.verdict_kinds import LEFT, SENTENCES, About, Kind, Verdict

NO_POINTS = "The test gave none of its points."
NAME_ERROR = "NameError"


def about(cell: dict[str, Any]) -> About:
    """Return what a graded cell is about: what the course's plugin knows of it, or its grade_id."""
    return About(*(plugins.about(cell["source"]) or (cell["metadata"]["nbgrader"]["grade_id"],)))


def verdict(
    cell: dict[str, Any],
    region: Region,
    own_lines: frozenset[str],
    around: Circumstances = ORDINARY,
) -> Verdict:
    """Judge a graded cell by its outputs, as nbgrader does, and say what can be said of it.

    `own_lines` are the lines of code that the learner can see, as the function of that name gives.
    `around` are the test's circumstances.
    """
    got, most = points_got(cell), float(cell["metadata"]["nbgrader"]["points"])
    if around.is_left and got <= 0 < most:
        return LEFT
    if called := failed_again_of(cell):
        mistaken = (each for each in around.mistaken if called.get(each.name, True))
        company = (replace(each, has_company=each.name in called) for each in mistaken)
        around = replace(around, mistaken=tuple(company))
    errors = [output for output in cell.get("outputs", ()) if output["output_type"] == "error"]
    if errors:
        return _of_errors(cell, errors, region, own_lines, around)
    kind = Kind.PASSED if got >= most else Kind.PARTIAL
    if got <= 0 < most:
        judged = Verdict(Kind.CHECK, NO_POINTS)
    elif followed := followed_of(cell):
        says = _follow_through(followed, kind, around.mistaken)
        return Verdict(kind, says, followed=followed.wrong, points=got)
    elif kind is Kind.PASSED:
        says = SENTENCES[kind] if region.hides(cell["source"]) else ""
        return Verdict(kind, says, reasons=tuple(plugins.reasons(cell["source"])), points=got)
    else:
        judged = Verdict(kind, SENTENCES[kind], points=got)
    return _perhaps_blaming(judged, next(iter(around.mistaken), None))


def _of_errors(
    cell: dict[str, Any],
    errors: list[dict[str, Any]],
    region: Region,
    own_lines: frozenset[str],
    around: Circumstances,
) -> Verdict:
    failure = failure_of(cell)
    name = failure.type if failure else errors[0]["ename"]
    if around.error and name == NAME_ERROR and not (failure and failure.frames):
        return did_not_run(*around.error)
    if failure is None:
        judged = without_record(cell, errors)
    else:
        judged = failed(cell, failure, region, own_lines)
    if judged.kind is Kind.TIMED_OUT:
        endless = (each for each in around.mistaken if each.is_endless)
        return _perhaps_blaming(judged, next(endless, None))
    if failure is not None:
        return _with_earlier_mistake(judged, failure, around.mistaken)
    called = around.mistaken[0] if around.mistaken and judged.kind is Kind.CHECK else None
    return _perhaps_blaming(judged, called)


def safe_verdict(
    cell: dict[str, Any],
    region: Region,
    own_lines: frozenset[str],
    secrets: Secrets,
    error_texts: bool = True,
    around: Circumstances = ORDINARY,
) -> Verdict:
    """Judge a graded cell; of what the learner's own code said, leave out hidden tests' lines.

    Without `error_texts`, an error that the learner's code raised in a hidden test is only named:
    its text may hold what the test has called the code with.
    """
    judged = verdict(cell, region, own_lines, around)
    failure = failure_of(cell)
    if not error_texts and failure and judged.is_of_hidden:
        named = (
            ("error", failure.type) if label == "error" else (label, words)
            for label, words in judged.facts
            if label != "why"
        )
        judged = replace(judged, facts=tuple(named))
    if any(secrets.leaks_into(words) for _, words in judged.facts):
        return replace(judged, facts=(), reasons=(), followed=())
    return judged


def own_lines(notebook: dict[str, Any], region: Region) -> frozenset[str]:
    """Return the lines of a notebook's code that its student can see, with single spaces."""
    return frozenset(
        " ".join(line.split())
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
        for line, hidden in region.lines(cell["source"])
        if not hidden and line.strip()
    )


def _follow_through(followed: Followed, kind: Kind, mistaken: Sequence[Mistaken]) -> str:
    unwritten = {each.name for each in mistaken if not each.is_written}
    wrong = [f"`{name}`" for name in followed.wrong if name not in unwritten]
    stubs = [f"`{name}`" for name in followed.wrong if name in unwritten]
    parts = []
    if wrong:
        lost = f", which lost {'its' if len(wrong) == 1 else 'their'} points there"
        end = lost if followed.graded else ""
        parts.append(f"it was handed wrong values by your {_listed(wrong)}{end}")
    if stubs:
        verb = "is" if len(stubs) == 1 else "are"
        parts.append(f"it calls your {_listed(stubs)}, which {verb} not written yet")
    why = "; ".join(parts)
    if kind is Kind.PARTIAL:
        return f"Your `{followed.exercise}` is partly right; {why}. It got part of its points."
    return f"Your `{followed.exercise}` is right; {why}. It got full marks here."


def _listed(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} and {last}" if some else last


def _with_earlier_mistake(
    judged: Verdict, failure: Failure, mistaken: Sequence[Mistaken]
) -> Verdict:
    """Name the wrong function that was called, in place of what the values look like."""
    if judged.kind is Kind.NOT_ATTEMPTED:
        unwritten = [each for each in mistaken if not each.is_written]
        if not unwritten:
            return judged
        return _blaming(Verdict(Kind.CHECK, SENTENCES[Kind.CHECK]), unwritten[0])
    if judged.kind in (Kind.STOPPED, Kind.CHANGED, Kind.NAME, Kind.NOT_APART):
        return judged
    called = reached(mistaken, failure)
    return _blaming(judged, called) if called else judged


def _perhaps_blaming(judged: Verdict, called: Mistaken | None) -> Verdict:
    """Name a wrong function that is called, where the test cannot say if it was reached."""
    if not called:
        return judged
    return replace(judged, mistake=called.says, earlier="" if called.has_company else called.name)


def _blaming(judged: Verdict, called: Mistaken) -> Verdict:
    return replace(_perhaps_blaming(judged, called), is_sure=True)
