"""Answers that are a letter: questions from memory, predictions, and questions that are marked."""

import hashlib
import json
import linecache
import re
import sys
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import FrameType
from typing import Any

from course.check.appearance import FAILED, NOTED, PASSED, show
from course.check.frames import is_learners
from course.check.in_notebook import advice, is_unreadable
from course.check.outcomes import CheckFailed, NotAttempted

# Cyrillic and Greek letters, and the Latin ones that nobody can tell from them.
_LOOK_ALIKE = str.maketrans(
    "\u0430\u0410\u0391\u0412\u0392\u0441\u0421\u0435\u0415\u0395", "aAABBcCeEE"
)

_TIMES = {2: "twice", 3: "three times", 4: "four times"}


def choice(answer: Any, options: str = "abc", unlike: tuple = ()) -> None:
    """Accept one of the letters in `options`, in either case; say that it is noted, not marked.

    `answer` may be a tuple of answers, one for each question of a cell. None is "not answered yet";
    anything else raises CheckFailed. Whether it is the right letter is for the hidden tests: a
    visible mark would invite trying them all. `unlike` are other answers, where each letter fits
    once: one that stands twice is said.
    """
    names, are_several = _names_of_answers(sys._getframe(1))
    if names and isinstance(answer, tuple) and not are_several:
        raise CheckFailed(f"{names[0]} holds {_values(answer)}, and one letter is wanted.")
    answers = answer if isinstance(answer, tuple) else (answer,)
    for name, each in zip(names, answers, strict=False):
        if is_unreadable(name):
            raise CheckFailed(_older(name, each))
    notebook = sys._getframe(1).f_globals
    for each in answers:
        if letter := _letter(each, options, notebook):
            show(
                NOTED,
                f"Your answer {letter!r} is noted. Grading tells you whether it is right, and why.",
            )
    letters = [as_letter(each) for each in (*answers, *unlike)]
    for letter in dict.fromkeys(filter(None, letters)) if unlike else ():
        if (count := letters.count(letter)) > 1:
            times = _TIMES.get(count, "several times")
            show(FAILED, f"{letter!r} stands {times}; each fits once.")


def mark_choice(answer: Any, right: str, *why: str, **against: str) -> None:
    """Raise CheckFailed unless `answer` is the letter `right`, with what speaks against it.

    For hidden tests: `against` has a sentence for each wrong letter, as in `a="nothing says
    that."`, and the learner reads that of their own. `why` the right letter is right is read by
    those who have it (`course.for_gradebox.reasons`): to others it would be the answer in words.
    With a tuple of answers, `right` has a letter and `why` a sentence for each.
    """
    answers = answer if isinstance(answer, tuple) else (answer,)
    if len(answers) != len(right):
        wanted = "one letter is" if len(right) == 1 else f"{len(right)} letters are"
        raise CheckFailed(f"The answer holds {_values(answers)}, and {wanted} wanted.")
    missed = []
    for place, (each, letter, _) in enumerate(zip(answers, right, why, strict=True), start=1):
        if (given := as_letter(each)) != letter:
            which = f"Answer {place} of {len(answers)}: another" if len(answers) > 1 else "Another"
            own = f"Not {given}: {against[given]}" if given in against else ""
            missed.append(own or f"{which} letter is right.")
    if missed:
        raise CheckFailed(" ".join(missed))


def recall(assignment: str, *answers: Any, options: str = "abc") -> None:
    """Say of the answers to the questions from memory, in order, which are right, and why.

    Practice without points: each gets a sentence of why and the place where it is taught. None is
    "not answered yet", and what is no letter is said to be none.
    """
    questions = _recall_questions(assignment)
    for (name, question), answer in zip(questions.items(), answers, strict=True):
        if is_unreadable(name):
            show(FAILED, _older(name, answer))
            continue
        try:
            letter = _letter(answer, options, sys._getframe(1).f_globals, name)
        except CheckFailed as error:
            show(FAILED, f"{name}: {error}")
            continue
        if letter:
            is_right = letter_digest(assignment, name, letter) == question["digest"]
            verdict = "right." if is_right else "not this one."
            text = f"{name} = {letter!r}: {verdict} {question['why']} ({question['taught']})"
            show(PASSED if is_right else FAILED, text)


def letter_digest(assignment: str, name: str, letter: str) -> str:
    """Return what stands for a right letter in the check data, so that it is not read by chance."""
    return hashlib.sha256(f"{assignment} {name} {letter}".encode()).hexdigest()[:16]


@cache
def _recall_questions(assignment: str) -> dict[str, dict[str, str]]:
    file = resources.files("course.check") / "data" / f"{assignment}.json"
    return json.loads(file.read_text(encoding="utf-8"))["recall"]


def committed(prediction: Any, options: str = "abc") -> None:
    """Go on only once a prediction is made; predictions are never marked.

    Raises NotAttempted where `prediction` is None and CheckFailed where it is not in `options`, or
    where it is older than its cell.
    """
    for name in _names_of_answers(sys._getframe(1))[0][:1]:
        if is_unreadable(name):
            raise CheckFailed(_older(name, prediction))
    if prediction is None:
        raise NotAttempted("First your prediction, in the cell above. Then run this cell again.")
    letter = _one_of(prediction, options, sys._getframe(1).f_globals)
    show(NOTED, f"You predicted {letter!r}. Now look:")


def _values(answers: tuple) -> str:
    return f"{len(answers)} value{'s' * (len(answers) != 1)}"


def _older(name: str, answer: Any) -> str:
    older = "" if answer is None else f", so {answer!r} is the older answer"
    return (
        f"{name}: the last run of its cell ended in an error{older}. Mend what the error names, "
        f"run the cell, then run this.{advice(name)}"
    )


def _names_of_answers(frame: FrameType) -> tuple[list[str], bool]:
    """Return the variables that a notebook's cell hands to a question in its line.

    And whether they stand in round brackets of their own, as those of several answers do.
    """
    file = frame.f_code.co_filename
    line = linecache.getline(file, frame.f_lineno) if is_learners(file) else ""
    found = re.search(r"\b(?:choice|committed)\((\(?)(\w+(?:, *\w+)*)", line)
    return (re.findall(r"\w+", found[2]), bool(found[1])) if found else ([], False)


def _letter(answer: Any, options: str, notebook: Mapping[str, Any], name: str = "") -> str:
    """Return the letter in lower case; "" after saying that there is none yet, and of which name.

    `notebook` holds the variables of the notebook.
    """
    if answer is None:
        note = f"{name}: not answered yet." if name else "Not answered yet."
        NotAttempted(f"{note} Put a letter in the answer's cell, run it, then this.").say()
        return ""
    return _one_of(answer, options, notebook)


def _one_of(answer: Any, options: str, notebook: Mapping[str, Any]) -> str:
    """Return the letter in lower case; CheckFailed if it is none of `options`."""
    letter = as_letter(answer)
    if letter in list(options):
        return letter
    letters = ", ".join(repr(option) for option in options)
    sentence = f"{answer!r} is not one of the letters {letters}."
    is_one = len(letter) == 1 and letter.isalpha()
    if is_one and not unicodedata.name(letter, "").startswith("LATIN"):
        sentence += " It belongs to another alphabet: switch the keyboard to Latin letters."
    named = (option for option in options if notebook.get(option) is answer)
    if option := next(named, ""):  # a variable of the notebook, whose name is a letter
        sentence += f' If {option} is your answer, write the letter in quotes: "{option}".'
    elif not isinstance(answer, str):
        sentence += " Write one letter, in quotes."
    elif len(letter) > 1:
        sentence += " Write the letter alone."
    raise CheckFailed(sentence)


def as_letter(answer: Any) -> str:
    """Return what was typed in lower case, without spaces, brackets and points; "" for no text.

    A letter of another alphabet that looks like a Latin one is taken for that.
    """
    if not isinstance(answer, str):
        return ""
    return unicodedata.normalize("NFKC", answer).translate(_LOOK_ALIKE).strip(" \t\n().").lower()
