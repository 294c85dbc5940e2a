"""The last look at an edition before it is written: what may not be in it, and what is missing."""

import ast
import functools
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

import nbformat
from gradebox.exercises import functions
from gradebox.folder import assignments
from nbformat import NotebookNode

from authoring.editions import (
    GRADER,
    HANDED_OUT,
    NOT_FOR_STUDENTS,
    PACKAGE,
    RELEASE,
    SOURCE,
    STUDENT,
)
from authoring.generated_folder import Files
from authoring.leaks import (
    authored_lines,
    leaks,
    references,
    secret_lines,
    text_leaks,
)

ANSWERS = "authoring/exercises"
# Any other kind of file is refused, for nothing here could look into it.
TEXTS = (".py", ".js", ".css", ".json", ".md", ".txt", ".toml", "")
NUMBERS = (".npz",)
NO_STUDENT_SEES = (SOURCE, GRADER, *(f"{PACKAGE}/{part}" for part in NOT_FOR_STUDENTS))
PLACES = {PACKAGE: "", GRADER: f"{GRADER}/"}  # where each package's folder lies
NOBODY_SEES = ("authoring", "tests", "submitted", "autograded", "feedback", "gradebook.db")


def find_leaks(root: Path, kind: str, files: Files) -> list[str]:
    """Return a sentence for each thing in an edition that its readers may not have."""
    is_student = kind == STUDENT
    forbidden = (*NOBODY_SEES, *(NO_STUDENT_SEES if is_student else ()))
    found = [f"{path} is not for them" for path in files if _is_in(path, forbidden)]
    sources = {name: _notebook((root / _source(name)).read_bytes()) for name in assignments(root)}
    found += _in_notebooks(sources, files)
    if is_student:
        found += _in_texts(root, sources, files)
    return found


def missing_modules(files: Files) -> list[str]:
    """Return a sentence for each module of ours that a published one imports and that is not there.

    An import inside a function counts too.
    """
    return [
        f"{path} imports {module}, which is not in this edition"
        for path, file in files.items()
        if path.startswith((f"{PACKAGE}/", f"{GRADER}/")) and path.endswith(".py")
        for module in _imports(file.content)
        if not _is_module(module, files)
    ]


def _in_notebooks(sources: Mapping[str, NotebookNode], files: Files) -> Iterator[str]:
    for path, file in files.items():
        if not path.endswith(".ipynb") or _is_in(path, (SOURCE,)):
            continue
        name = PurePosixPath(path).stem
        places = (
            f"{folder}/{name}/{name}.ipynb" for folder in (RELEASE, f"{PACKAGE}/{HANDED_OUT}")
        )
        if path not in places or name not in sources:
            yield f"{path} is no notebook of this course's"
            continue
        for leak in leaks(sources[name], _notebook(file.content)):
            yield f"{path}: {leak}"


def _in_texts(root: Path, sources: Mapping[str, NotebookNode], files: Files) -> Iterator[str]:
    texts = {}
    for path, file in files.items():
        suffix = PurePosixPath(path).suffix
        if suffix in TEXTS:
            try:
                texts[path] = file.content.decode("utf-8")
            except UnicodeDecodeError:
                yield f"{path} is no text in UTF-8, so this check cannot look into it"
        elif suffix not in (".ipynb", *NUMBERS):
            yield f"{path} is of a kind that this check cannot look into"
    secrets = set().union(*(secret_lines(source) for source in sources.values()))
    answers = [path.read_text("utf-8") for path in sorted((root / ANSWERS).glob("*.py"))]
    yield from text_leaks(texts, secrets, authored_lines(answers))
    asked = set().union(*(functions(source) for source in sources.values()))
    yield from references(texts, asked)


@functools.cache
def _imports(code: bytes) -> tuple[str, ...]:
    """Return the modules of ours that a module imports, each once."""
    names = set()
    for node in _statements(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module or ""}
    return tuple(sorted(name for name in names if name.split(".")[0] in PLACES))


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the statements of a module, those inside others too, and not what they are made of."""
    found: list[ast.AST] = [tree]
    for node in found:
        for part in ("body", "handlers", "cases", "orelse", "finalbody"):
            found += getattr(node, part, ())
        yield node


def _is_module(name: str, files: Files) -> bool:
    path = PLACES[name.split(".")[0]] + name.replace(".", "/")
    return f"{path}.py" in files or f"{path}/__init__.py" in files


def _is_in(path: str, folders: tuple[str, ...]) -> bool:
    return any(PurePosixPath(path).is_relative_to(folder) for folder in folders)


def _source(name: str) -> str:
    return f"{SOURCE}/{name}/{name}.ipynb"


def _notebook(content: bytes) -> NotebookNode:
    return nbformat.reads(content.decode("utf-8"), as_version=4)
