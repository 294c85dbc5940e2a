"""How the grader calls an exercise, from the first line of its test cell."""

import pytest

from course.for_gradebox import about


@pytest.mark.parametrize(
    ("line", "name", "aspect"),
    [
        ("check.choice(law_output)  # 1 point", "law_output", ""),
        ('check.choice((why_1, why_2), "abcd")  # 2 points', "why_1, why_2", ""),
        ("check.choice(why_2, unlike=(why_1,))  # 1 point", "why_2", ""),
        ('check.choice((c, d), "abcd", unlike=(a, b))  # 2 points', "c, d", ""),
        (
            'check.attention(attention, "large")  # 2 points, with hidden tests',
            "attention",
            "large",
        ),
        ('check.softmax(answer_of("softmax"), "large")', "softmax", "large"),
        ('check.softmax(\n    softmax,\n    "large",\n)', "softmax", "large"),
    ],
)
def test_an_exercise_is_called_by_its_answers_without_brackets(line, name, aspect):
    assert about(line)[:2] == (name, aspect)


@pytest.mark.parametrize("source", ["", "assert softmax(2) == 1", "%time x", "x = check.dot(dot)"])
def test_a_cell_without_a_check_is_called_by_nothing(source):
    assert about(source) is None
