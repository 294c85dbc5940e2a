"""The files of a submission that are an assignment's notebooks, whatever became of their names.

A Mac writes ü in a file's name as two characters, others as one (Unicode's forms NFD and NFC). A
browser that downloads `ps1.ipynb` a second time names it `ps1 (1).ipynb`, and a copy in JupyterLab
is `ps1-Copy1.ipynb`.
"""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from unicodedata import normalize

from gradebox.plain_text import first_of, one_line

MAX_NAME = 80  # characters of a name that are shown
NO_FILE = "there is no file of that name"
_NUMBERED = re.compile(r"(?P<stem>.+?)(?: ?\([0-9]+\)|-Copy[0-9]+)\.ipynb")


def in_nfc(name: str) -> str:
    """Return a name in the form of Unicode in which names are compared."""
    return normalize("NFC", name)


def known_names(names: Collection[str], known: Collection[str]) -> dict[str, str]:
    """Return {name of a file: the known name that it is}, also in another form of Unicode.

    Of several files the one with the very name counts; if none has it, none of them does.
    """
    found = {name: name for name in names if name in known}
    others = {name: in_nfc(name) for name in names if name not in known}
    return found | _one_to_one(others, set(known).difference(found))


def numbered_notebooks(names: Collection[str], missing: Collection[str]) -> dict[str, str]:
    """Return {name of a file: the missing notebook that it is, by a browser's name}.

    Names of notebooks are without `.ipynb`. Where two files could be one, neither is.
    """
    matches = {name: _NUMBERED.fullmatch(name) for name in names}
    return _one_to_one({name: in_nfc(m["stem"]) for name, m in matches.items() if m}, missing)


def _one_to_one(plain: Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """Return {name: known name} where the plain form of both is that of no other."""
    ways, forms = Counter(plain.values()), Counter(map(in_nfc, known))
    of = {in_nfc(name): name for name in known}
    return {n: of[form] for n, form in plain.items() if ways[form] == forms[form] == 1}


def notebook_files(names: Collection[str], notebooks: Collection[str]) -> dict[str, str]:
    """Return {notebook: name of its file} for the notebooks among the files of a folder."""
    by_name = known_names(names, {f"{name}.ipynb" for name in notebooks})
    found = {known.removesuffix(".ipynb"): name for name, known in by_name.items()}
    missing = [name for name in notebooks if name not in found]
    left = [name for name in names if name not in by_name]
    return found | {each: name for name, each in numbered_notebooks(left, missing).items()}


def other_notebooks(names: Iterable[str], notebooks: Collection[str]) -> list[str]:
    """Return the names of notebooks' files that are none of the assignment's."""
    names = [name for name in names if name.endswith(".ipynb") and os.sep not in name]
    return sorted(set(names).difference(notebook_files(names, notebooks).values()))


def but_others(names: Collection[str]) -> str:
    """Return the other notebooks as an end of "there is no file of that name", or ""."""
    return f", but {first_of([one_line(name, MAX_NAME) for name in names])}" if names else ""


def says_of_others(reason: str) -> bool:
    """Return True if the reason is that there is no file of that name, but others are there."""
    return reason.startswith(f"{NO_FILE}, but")


def names_in(folder: Path) -> list[str]:
    """Return the names of the files in a folder; none if it cannot be read."""
    try:
        return [each.name for each in folder.iterdir() if each.is_file()]
    except OSError:
        return []
