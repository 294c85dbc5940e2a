"""The check data is fresh, and it knows the authors' wrong answers from their right ones."""

import pytest

from authoring.generate_checks import DATA, check_data, is_fresh
from authoring.model import Answer, answer_value, answers, assignments, exercises, solved_namespace
from course import check
from course.check import CheckFailed

ALL = [
    (assignment, exercise, answer)
    for assignment, module in assignments().items()
    for name, exercise in exercises(module).items()
    for answer in answers(name, exercise)
]
IDS = [f"{answer.exercise}-{answer.name}" for _, _, answer in ALL]
_solved: dict = {}


def value_of(assignment, exercise, answer: Answer):
    if assignment not in _solved:
        _solved[assignment] = solved_namespace(assignment)
    return answer_value(answer.cell, answer.exercise, exercise.variables, _solved[assignment])


@pytest.mark.parametrize("assignment", assignments())
def test_check_data_is_fresh(assignment):
    assert is_fresh(DATA / f"{assignment}.json", check_data(assignment)), (
        "run python -m authoring.generate_checks"
    )


@pytest.mark.parametrize("assignment", assignments())
def test_every_exercise_has_wrong_and_right_answers(assignment):
    for name, exercise in exercises(assignments()[assignment]).items():
        kinds = [answer.is_right for answer in answers(name, exercise)]
        assert kinds.count(False) >= 3, f"{name} has too few wrong answers"
        assert kinds.count(True) >= 2, f"{name} has too few right answers"


@pytest.mark.parametrize(("assignment", "exercise", "answer"), ALL, ids=IDS)
def test_the_visible_check_knows_right_from_wrong(assignment, exercise, answer, capsys):
    checker = getattr(check, answer.exercise)
    value = value_of(assignment, exercise, answer)
    if answer.is_right:
        checker(value)
        assert "visible checks passed" in capsys.readouterr().out
        return
    with pytest.raises(CheckFailed) as caught:
        checker(value)
    if answer.says:
        assert answer.says in str(caught.value)
