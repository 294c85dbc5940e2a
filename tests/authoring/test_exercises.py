"""The check data is fresh, and it knows the authors' wrong answers from their right ones."""

import contextlib
import io

import numpy as np
import pytest

from authoring.generate_checks import DATA, app, as_text, check_data, is_fresh
from authoring.model import Answer, answer_value, answers, assignments, exercises, solved_namespace
from course import check
from course.check import CheckFailed
from course.check.codec import encode
from gradebox import cli

EXERCISES = [
    pytest.param(assignment, name, id=f"{assignment}-{name}")
    for assignment, module in assignments().items()
    for name in exercises(module)
]
_solved: dict = {}


def value_of(assignment, exercise, answer: Answer):
    if assignment not in _solved:
        _solved[assignment] = solved_namespace(assignment)
    return answer_value(answer.cell, answer.exercise, exercise.variables, _solved[assignment])


@pytest.mark.parametrize("assignment", assignments())
def test_check_data_is_fresh(assignment):
    assert is_fresh(DATA / f"{assignment}.json", check_data(assignment)), (
        "run python -m authoring generate_checks"
    )


def test_an_unknown_assignment_is_said(capsys):
    assert cli.run(app, ["00-start"], "generate_checks") == 1
    assert "There is no assignment 00-start. The assignments are: 00-start-here," in (
        capsys.readouterr().err
    )


def test_the_last_of_eight_digits_may_differ_between_machines(tmp_path):
    def data(number):
        exercise = {
            "parameters": [],
            "mistakes": [],
            "cases": [encode(np.array([number, -1.8308639]))],
        }
        return {"assignment": "00-a", "recall": {}, "exercises": {"a": exercise}}

    path = tmp_path / "00-a.json"
    path.write_text(as_text(data(1.6808644)), encoding="utf-8")
    assert is_fresh(path, data(1.6808645))
    assert not is_fresh(path, data(1.680865))


@pytest.mark.parametrize("assignment", assignments())
def test_every_exercise_has_wrong_and_right_answers(assignment):
    for name, exercise in exercises(assignments()[assignment]).items():
        kinds = [answer.is_right for answer in answers(name, exercise)]
        assert kinds.count(False) >= 3, f"{name} has too few wrong answers"
        assert kinds.count(True) >= 2, f"{name} has too few right answers"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("assignment", "name"), EXERCISES)
def test_the_visible_check_knows_right_from_wrong(assignment, name):
    exercise = exercises(assignments()[assignment])[name]
    complaints = {}
    for answer in answers(name, exercise):
        value = value_of(assignment, exercise, answer)
        if complaint := mistaken(getattr(check, name), answer, value):
            complaints[answer.name] = complaint
    assert not complaints


# What they return is taken over from the inputs, or is no number, or differs from call to call.
NOT_COMPUTED = {"row_of", "most_attended", "score_variance", "causal_mask", "padding_mask", "leaks"}
NOT_COMPUTED |= {"align", "split_heads", "merge_heads", "most_similar"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("decimals", [4, 5])
@pytest.mark.parametrize("assignment", assignments())
def test_a_rounded_result_fails_the_visible_check_and_not_only_hidden_tests(assignment, decimals):
    names = solved_namespace(assignment)
    checked = {
        name: getattr(check, name)
        for name, exercise in exercises(assignments()[assignment]).items()
        if exercise.cases and not exercise.variables and name not in NOT_COMPUTED
    }
    passed = {
        name: each.passes(lambda *given, name=name: rounded(names[name](*given), decimals))
        for name, each in checked.items()
    }
    assert not any(passed.values()), passed


def rounded(value, decimals):
    if isinstance(value, tuple):
        return tuple(rounded(part, decimals) for part in value)
    return np.round(value, decimals)


def mistakes_named(said: str) -> set[str]:
    """Return the sentences in which a check says why an answer is wrong."""
    lines = (line.split(maxsplit=1) for line in said.split("\n") if line.strip())
    return {line[1] for line in lines if len(line) == 2 and line[0] in ("why", "likely")}


def mistaken(checker, answer: Answer, value) -> str:
    """Return how the check is mistaken about an answer; nothing if it is right."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            checker(value)
    except CheckFailed as error:
        if answer.is_right:
            return f"right, and the check says: {error}"
        if answer.says not in str(error):
            return f"the check does not name it: {error}"
        others = mistakes_named(str(error)) - {answer.says}
        return f"it names another mistake, too: {others}" if answer.says and others else ""
    if not answer.is_right:
        return "wrong, and the check lets it pass"
    return "" if "visible checks passed" in said.getvalue() else f"it said: {said.getvalue()}"
