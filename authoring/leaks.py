"""Leaks to students: a search for solutions and hidden tests where they do not belong.

Lines are compared without comments and spaces, so that layout hides nothing. A line that says
nothing by itself (`return`, `else:`, `)`), or that students see elsewhere in the notebook anyway,
is no secret.
"""

import ast
import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gradebox.hidden import LONG, is_distinctive, strip_layout

BEGIN = re.compile(r"BEGIN (SOLUTION|HIDDEN TESTS)")
END = re.compile(r"END (SOLUTION|HIDDEN TESTS)")
SHOWN = 100  # characters of a line that leaks
STEP = LONG // 2
PIECE = LONG - STEP + 1  # characters: so many follow each of a long secret's first STEP


def leaks(source: dict[str, Any], release: dict[str, Any]) -> list[str]:
    """Return a sentence for each thing in a release notebook that no student may see.

    That is: a line of a solution or a hidden test, a mark of one, and any output. `source` and
    `release` are notebooks (nbformat 4).
    """
    texts = ("\n".join(_lines(cell)) for cell in release["cells"])
    in_each = [*leaked_in_each(secret_lines(source), texts)]
    found = []
    for number, cell in enumerate(release["cells"]):
        if cell.get("outputs") or cell.get("execution_count") is not None:
            found.append(f"cell {number} holds outputs")
        for line in _lines(cell):
            if BEGIN.search(line) or END.search(line):
                found.append(f"cell {number} marks where an answer was: {line.strip()}")
        found += [f"cell {number}: {line}" for line in in_each[number]]
    return found


def leaked(secrets: set[str], text: str, shortest: int = 0) -> list[str]:
    """Return the lines of `text` that hold a secret of at least `shortest` characters.

    A short secret counts if it is the whole line, a long one (16 characters) wherever it stands.
    """
    (lines,) = leaked_in_each(secrets, [text], shortest)
    return lines


def leaked_in_each(
    secrets: set[str], texts: Iterable[str], shortest: int = 0
) -> Iterator[list[str]]:
    """Yield for each of the texts what `leaked` returns for it."""
    each = [[(line, strip_layout(line)) for line in text.split("\n")] for text in texts]
    whole = "\n".join(words for lines in each for _, words in lines)
    long = _found({secret for secret in secrets if len(secret) >= max(LONG, shortest)}, whole)
    for lines in each:
        yield [
            line.strip()
            for line, words in lines
            if (words in secrets and len(words) >= shortest)
            or any(secret in words for secret in long)
        ]


def _found(long: set[str], text: str) -> set[str]:
    """Return the long secrets that stand in a text: one look at it for thousands of them.

    Wherever a secret stands, one of its first STEP pieces begins at a multiple of STEP.
    """
    by_piece: dict[str, list[tuple[int, str]]] = {}
    for secret in long:
        for start in range(STEP):
            by_piece.setdefault(secret[start : start + PIECE], []).append((start, secret))
    return {
        secret
        for place in range(0, len(text), STEP)
        for start, secret in by_piece.get(text[place : place + PIECE], ())
        if text.startswith(secret, max(place - start, 0))
    }


def text_leaks(texts: Mapping[str, str], secrets: set[str], authored: set[str]) -> list[str]:
    """Return a sentence for each line of the texts that is no student's to see.

    `texts` are files that are no notebooks, by path; `secrets` is what `secret_lines` found, and
    `authored` the lines of the authors' answers, looked for in Python if they are long.
    """
    # A header (`for i in range(n):`) says too little outside of its notebook.
    statements = {secret for secret in secrets if not secret.endswith(":")}
    in_python = {path: text for path, text in texts.items() if path.endswith(".py")}
    of_authors = leaked_in_each(authored, in_python.values(), shortest=LONG)
    more = dict(zip(in_python, of_authors, strict=True))
    found = []
    in_each = leaked_in_each(statements, texts.values(), shortest=12)
    for (path, text), lines in zip(texts.items(), in_each, strict=True):
        marks = [line.strip() for line in text.split("\n") if BEGIN.search(line)]
        every = dict.fromkeys([*lines, *marks, *more.get(path, ())])
        found += [f"{path}: {line[:SHOWN]}" for line in every]
    return found


def authored_lines(texts: Iterable[str]) -> set[str]:
    """Return the lines of the authors' right and wrong answers, without spaces."""
    lines = {
        strip_layout(line) for text in texts for line in text.split("\n") if is_distinctive(line)
    }
    return {line for line in lines if not line.endswith(":")}


def references(texts: Mapping[str, str], exercises: set[str]) -> list[str]:
    """Return a sentence for each function at the top of a module that an exercise asks for."""
    found = []
    for path, text in texts.items():
        if not path.endswith(".py"):
            continue
        defined = _defined(text)
        if defined is None:
            found.append(f"{path} is no Python that could be looked into")
            continue
        found += [
            f"{path} defines {name}(), which an exercise asks for"
            for name in defined
            if name in exercises
        ]
    return found


@functools.cache
def _defined(text: str) -> tuple[str, ...] | None:
    """Return the functions and classes at the top of a module; None if it is no Python."""
    try:
        statements = ast.parse(text).body
    except SyntaxError:
        return None
    kinds = ast.FunctionDef | ast.ClassDef
    return tuple(statement.name for statement in statements if isinstance(statement, kinds))


def secret_lines(source: dict[str, Any]) -> set[str]:
    """Return the lines of a source notebook's solutions and hidden tests, without spaces.

    Left out: lines with fewer than two words, imports, and lines that also stand outside.
    """
    hidden: set[str] = set()
    shown: set[str] = set()
    for cell in source["cells"]:
        for line, is_hidden in _marked(cell):
            (hidden if is_hidden else shown).add(strip_layout(line))
            if is_hidden and not is_distinctive(line):
                hidden.discard(strip_layout(line))
    return hidden - shown


def _marked(cell: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield each line of a cell with whether it stands in a solution or a hidden test."""
    inside = False
    for line in _lines(cell):
        if BEGIN.search(line):
            inside = True
        elif END.search(line):
            inside = False
        else:
            yield line, inside


def _lines(cell: dict[str, Any]) -> list[str]:
    source = cell["source"]
    return ("".join(source) if isinstance(source, list) else source).split("\n")
