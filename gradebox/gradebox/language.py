"""Which language a notebook is written in, by what its metadata says.

The grader runs Python, and another language by its kernel where the course names that.
"""

from collections.abc import Collection, Mapping
from typing import Any

from gradebox.plain_text import one_line

MAX_NAME = 40  # characters of a name that are shown


def other_language(metadata: object, *, run: bool = False) -> str:
    """Return a notebook's language if it is not Python, as "R (kernel ir)", else "".

    With `run` a kernel must have said so, and what the editor says of the kernel must not differ: a
    kernel that was merely chosen, or has another name on another machine, does not make a notebook
    one of another language.
    """
    kernel, info = (_part(metadata, key) for key in ("kernelspec", "language_info"))
    said, chosen = _name(info, "name"), _name(kernel, "language")
    if any("python" in language.casefold() for language in (said, chosen)):
        return ""
    if run and not (said and _agree(said.casefold(), chosen.casefold())):
        return ""
    named, name = said or chosen, _name(kernel, "name")
    return f"{named} (kernel {name})" if named and name else named


def refused_language(metadata: object, kernels: Collection[str]) -> str:
    """Return an instructor's notebook's language, as above, if it is run by none of these kernels.

    kernels: names of the kernels that the course allows besides Python's
    """
    return "" if kernel_name(metadata) in kernels else other_language(metadata)


def other_kernel(metadata: object) -> str:
    """Return the name of the kernel that an instructor's notebook needs, "" if that is Python's."""
    return kernel_name(metadata) if other_language(metadata) else ""


def kernel_name(metadata: object) -> str:
    """Return the name of the kernel that a notebook says, on one line; "" if it says none."""
    return _name(_part(metadata, "kernelspec"), "name")


def in_words(language: str) -> str:
    """Return what is wrong with a notebook of another language, as the end of a sentence."""
    return (
        f"is written in {language}; this grader runs Python, and other kernels only where "
        "c.Executor.kernels in nbgrader_config.py names them"
    )


def _agree(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)  # "C++" and "C++17"


def _part(metadata: object, key: str) -> Mapping[str, Any]:
    part = metadata.get(key) if isinstance(metadata, Mapping) else None
    return part if isinstance(part, Mapping) else {}


def _name(part: Mapping[str, Any], key: str) -> str:
    name = part.get(key)
    return one_line(name, MAX_NAME) if isinstance(name, str) else ""
