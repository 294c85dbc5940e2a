"""Write course/check/data from the source notebooks' solutions and the authors' wrong answers.

`python -m authoring generate_checks` writes; `--check` only says whether the files are fresh.
"""

import copy
import json
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from typer import Argument, Option

from authoring.model import (
    ROOT,
    Exercise,
    answer_value,
    answers,
    assignments,
    call,
    exercises,
    solved_namespace,
    stub_sizes,
)
from course.check.cases import Case
from course.check.codec import decode, encode
from course.check.compare import describe_whole, is_float_for_whole, same
from course.check.questions import letter_digest
from gradebox import cli

DATA = ROOT / "course" / "check" / "data"
DIGITS = 8  # of a mistake's numbers
LAST_DIGIT = 2 * 10.0 ** (1 - DIGITS)  # what rounding may differ by where machines' last bits do


def check_data(assignment: str) -> dict[str, Any]:
    """Return the check data of one assignment, as it is written to its JSON file."""
    module, names = assignments()[assignment], solved_namespace(assignment)
    stubs = stub_sizes(assignment)
    copied = [name for name in stubs if name not in exercises(module) and name in _all_exercises()]
    return {
        "assignment": assignment,
        **({"copied": copied} if copied else {}),  # from earlier notebooks, written here once more
        "recall": {
            name: {
                "digest": letter_digest(assignment, name, names[name]),
                "why": question.why,
                "taught": question.taught,
            }
            for name, question in getattr(module, "RECALL", {}).items()
        },
        "exercises": {
            name: _exercise_data(name, exercise, names) | {"stub_size": stubs.get(name, 0)}
            for name, exercise in exercises(module).items()
            if exercise.cases
        },
    }


def _all_exercises() -> set[str]:
    return {name for module in assignments().values() for name in exercises(module)}


def _exercise_data(name: str, exercise: type[Exercise], names: dict) -> dict[str, Any]:
    wrong = [answer for answer in answers(name, exercise) if not answer.is_right and answer.says]
    behaviours = [
        (index, answer_value(answer.cell, name, exercise.variables, names))
        for index, answer in enumerate(wrong)
    ]
    return {
        "parameters": list(exercise.parameters),
        "variables": list(exercise.variables),
        "tolerance": exercise.tolerance,
        "whole_products": exercise.whole_products,
        "results": list(exercise.results),
        "not_by": list(exercise.not_by),
        **({"floats": True} if exercise.floats else {}),
        **({"first_step": exercise.first_step} if exercise.first_step else {}),
        "mistakes": [answer.says for answer in wrong],  # two may have the same sentence
        "cases": [_case_data(name, exercise, case, names, behaviours) for case in exercise.cases],
    }


def _case_data(
    name: str, exercise: type[Exercise], case: Case, names: dict, behaviours: list
) -> dict[str, Any]:
    arguments = tuple(_as_array(argument) for argument in case.arguments)
    data: dict[str, Any] = {
        "says": case.says,
        "aspect": case.aspect,
        "arguments": [encode(argument) for argument in arguments],
    }
    if case.raises:
        data["raises"] = case.raises
    elif case.must:
        data["must"] = case.must
    if case.calls > 1:
        return {**data, "calls": case.calls, "mistakes": []}
    if case.most_bytes:
        data["most_bytes"] = case.most_bytes
    if case.one_block:
        data["one_block"] = case.one_block
    if exercise.variables:
        values = tuple(names[variable] for variable in exercise.variables)
        right = {"value": values[0] if len(values) == 1 else values}
    else:
        right = call(names[name], arguments)
    if not case.must:
        if right.get("raises") != case.raises:
            raise ValueError(f"{name}, {case.says!r}: the solution gives {right}")
        if not case.raises:
            data["expected"] = encode(right["value"])
    # What is large is kept small in the file: a mistake is known by what it gives elsewhere.
    known = [] if case.most_bytes else behaviours
    data["mistakes"] = _mistakes(exercise, right, arguments, known)
    return data


def _mistakes(
    exercise: type[Exercise], right: dict, arguments: tuple, behaviours: list
) -> list[list[Any]]:
    """Return what each known mistake gives here, where that differs from the right answer.

    Where random numbers are drawn, what it gives in any case.
    """
    found: list[list[Any]] = []
    # Other numbers may be right, too; a mistake that gives the solution's has to give these.
    is_drawn = any(isinstance(each, np.random.Generator) for each in arguments)
    is_drawn = is_drawn and not np.allclose(right.get("value", 0.0), 0.0)
    for index, behaviour in behaviours:
        outcome = {"value": behaviour} if exercise.variables else call(behaviour, arguments)
        if "value" in outcome:
            is_right = "value" in right and same(
                outcome["value"], right["value"], exercise.tolerance
            )
            is_right = is_right and not (
                exercise.parameters and is_float_for_whole(outcome["value"], right["value"])
            )
            is_right = is_right and not (
                exercise.floats
                and describe_whole(outcome["value"], right["value"], exercise.results)
            )
            if is_right and not is_drawn:
                continue
            try:
                outcome = {"value": encode(_rounded(outcome["value"]))}
            except TypeError:
                continue
        elif outcome["raises"] == right.get("raises"):  # whatever it says
            continue
        found.append([index, outcome])
    return found


def _as_array(argument: Any) -> Any:
    """Return an array for a list of numbers, of floats unless all were written as integers."""
    if isinstance(argument, list) and argument and not isinstance(argument[0], (str, tuple)):
        array = np.array(argument)
        return array if array.dtype.kind in "ifb" else argument
    return copy.deepcopy(argument)


def _rounded(value: Any) -> Any:
    """Return a value with eight digits: enough to know a mistake by, and the files stay small."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return np.vectorize(lambda x: float(f"{x:.{DIGITS}g}"), otypes=[float])(value)
    if isinstance(value, tuple):
        return tuple(_rounded(item) for item in value)
    return value


def as_text(data: dict[str, Any]) -> str:
    """Return the file's text: one case a line, so that a change in one shows as a change in one."""
    recall = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(question, ensure_ascii=False)}"
        for name, question in data["recall"].items()
    )
    lines = [
        f'{{"assignment": {json.dumps(data["assignment"])},',
        *([f' "copied": {json.dumps(data["copied"])},'] if "copied" in data else []),
        f' "recall": {{\n{recall}}},' if recall else ' "recall": {},',
        ' "exercises": {',
    ]
    entries = []
    for name, exercise in data["exercises"].items():
        head = {key: value for key, value in exercise.items() if key not in ("cases", "mistakes")}
        mistakes = ",\n".join(
            f"    {json.dumps(m, ensure_ascii=False)}" for m in exercise["mistakes"]
        )
        cases = ",\n".join(f"    {json.dumps(c, ensure_ascii=False)}" for c in exercise["cases"])
        entries.append(
            f"  {json.dumps(name)}: {json.dumps(head)[:-1]},\n"
            f'   "mistakes": [\n{mistakes}],\n   "cases": [\n{cases}]}}'
        )
    return "\n".join(lines) + "\n" + ",\n".join(entries) + "\n}}\n"


def is_fresh(path: Path, data: dict[str, Any]) -> bool:
    """Return True if the file holds `data`; the last digits may differ between machines."""
    if not path.exists():
        return False
    written = json.loads(path.read_text(encoding="utf-8"))
    return _alike(written, json.loads(as_text(data)))


def _alike(left: Any, right: Any) -> bool:
    if isinstance(left, dict) and isinstance(right, dict):
        if "array" in left and "array" in right:
            return {**left, "array": 0} == {**right, "array": 0} and same(
                decode(left), decode(right), LAST_DIGIT
            )
        return left.keys() == right.keys() and all(_alike(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_alike, left, right))
    if isinstance(left, float) and isinstance(right, float):
        return bool(np.isclose(left, right, rtol=1e-9, atol=1e-12, equal_nan=True))
    return bool(left == right)


def generate_checks(
    assignment: Annotated[
        list[str] | None, Argument(metavar="[ASSIGNMENT]...", help="all, if none is named")
    ] = None,
    only_check: Annotated[bool, Option("--check", help="write nothing, only compare")] = False,
) -> None:
    """Write the data of the visible checks; with --check exit with 1 if it is not fresh."""
    if unknown := sorted(set(assignment or ()) - assignments().keys()):
        known = ", ".join(assignments())
        print(
            f"There is no assignment {unknown[0]}. The assignments are: {known}.", file=sys.stderr
        )
        raise typer.Exit(1)
    stale = 0
    for name in assignment or assignments():
        path, data = DATA / f"{name}.json", check_data(name)
        if is_fresh(path, data):
            continue
        stale += 1
        if only_check:
            print(f"{path.name} is out of date: run python -m authoring generate_checks")
        else:
            path.write_text(as_text(data), encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    raise typer.Exit(int(only_check and stale > 0))


app = cli.command(generate_checks)

if __name__ == "__main__":
    sys.exit(cli.run(app, sys.argv[1:], "python -m authoring generate_checks"))
