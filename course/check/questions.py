"""Answers that are a letter: questions from memory, and predictions."""

from typing import Any

from course.check.outcomes import CheckFailed, NotAttempted


def choice(answer: Any, options: str = "abc") -> None:
    """Accept one of the letters in `options`, in either case; say that it is noted, not marked.

    `answer` may be a tuple of answers, one for each question of a cell. None is "not answered yet";
    anything else raises CheckFailed. Whether it is the right letter is for the hidden tests: a
    visible mark would invite trying them all.
    """
    for each in answer if isinstance(answer, tuple) else (answer,):
        _note(each, options)


def _note(answer: Any, options: str) -> None:
    if answer is None:
        note = "Not answered yet. Put a letter in the answer's cell, run it, then this."
        return NotAttempted(note).say()
    letters = ", ".join(repr(letter) for letter in options)
    if not isinstance(answer, str) or answer.strip().lower() not in list(options):
        raise CheckFailed(f"{answer!r} is not one of the letters {letters}.")
    print(f"Your answer {answer.strip().lower()!r} is noted; it is marked when you submit.")


def committed(prediction: Any, options: str = "abc") -> None:
    """Go on only once a prediction is made; predictions are never marked.

    Raises NotAttempted where `prediction` is None and CheckFailed where it is not in `options`.
    """
    if prediction is None:
        raise NotAttempted("First your prediction, in the cell above. Then run this cell again.")
    if not isinstance(prediction, str) or prediction.strip().lower() not in list(options):
        letters = ", ".join(repr(letter) for letter in options)
        raise CheckFailed(f"{prediction!r} is not one of the letters {letters}.")
    print(f"You predicted {prediction.strip().lower()!r}. Now look:")
