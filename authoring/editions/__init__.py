"""The two editions that can be published, each as the files of a repository of its own.

The student edition has no solutions, no hidden tests and no grader. The self-study edition adds
`source/` and the grader, so that a learner alone gets points for a notebook on the spot.
"""

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from string import Template
from urllib.parse import quote

from gradebox.folder import CONFIG, assignments

from authoring.generated_folder import LEFT_BEHIND, File, Files, read_file
from course.lab import FIRST_NOTEBOOK

STUDENT, SELF_STUDY = "student", "self-study"

RELEASE, SOURCE, PACKAGE, GRADER = "release", "source", "course", "gradebox"
LICENCES = ("LICENSE", "LICENSE-TEXT")
WIDGET_SOURCES = "widgets/js"  # bundled in widgets/static
HANDED_OUT = "released"  # in the package: the notebooks as they are handed out, for `reset`
# What of the package only serves those who have `source/`.
NOT_FOR_STUDENTS = ("for_gradebox.py",)
# What of the grader's folder a self-learner needs.
OF_GRADER = ("gradebox", "docs", "LICENSE", "README.md", "pyproject.toml")
REQUIREMENTS = {STUDENT: "binder/student-requirements.txt", SELF_STUDY: "requirements.txt"}
BINDER = ("binder/runtime.txt", "binder/postBuild")
# Tables of pyproject.toml that an installation of the package needs.
TABLES = ("build-system", "project", "tool.hatch")
GRADER_TABLES = (
    "project.entry-points.gradebox",
    "tool.hatch.build.targets.wheel.force-include",
)

IGNORED = """\
.venv/
__pycache__/
.ipynb_checkpoints/
*.egg-info/
.exchange/
"""
IGNORED_IN_SELF_STUDY = """\
progress.json
gradebook.db*
"""


class EditionError(Exception):
    """An edition cannot be made; the message is a sentence."""


def edition(root: Path, kind: str, repository: str = "") -> Files:
    """Return all files of an edition of the course at `root`, by path.

    `repository` is OWNER/NAME on GitHub, for the link to Binder; without it there is none.
    """
    is_student = kind == STUDENT
    left_out = [f"{PACKAGE}/{part}" for part in NOT_FOR_STUDENTS] if is_student else []
    files = {
        path: file
        for path, file in _folder(root, PACKAGE)
        if path not in left_out and not path.startswith(f"{PACKAGE}/{WIDGET_SOURCES}/")
    }
    names = assignments(root)
    for name in names:
        files |= _folder(root, f"{RELEASE}/{name}")
        notebook = f"{name}/{name}.ipynb"
        files[f"{PACKAGE}/{HANDED_OUT}/{notebook}"] = files[f"{RELEASE}/{notebook}"]
    files |= {path: _file(root / path) for path in (*LICENCES, *BINDER)}
    pins = _file(root / REQUIREMENTS[kind])
    # Binder looks in binder/ only, and everybody else here.
    files |= {"requirements.txt": pins, "binder/requirements.txt": pins}
    pyproject = (root / "pyproject.toml").read_text("utf-8")
    files["pyproject.toml"] = _text(installation(pyproject, () if is_student else GRADER_TABLES))
    files["README.md"] = _text(readme(root, kind, repository))
    files[".gitignore"] = _text(IGNORED if is_student else IGNORED + IGNORED_IN_SELF_STUDY)
    if is_student:
        files[CONFIG] = _text(_own("student_config.txt"))
    else:
        for name in names:
            files |= _folder(root, f"{SOURCE}/{name}")
        for part in OF_GRADER:
            files |= _folder(root, f"{GRADER}/{part}")
        files[CONFIG] = _file(root / CONFIG)
    return files


def readme(root: Path, kind: str, repository: str = "") -> str:
    """Return the README of an edition; two of its sections are those of the course's README."""
    course = (root / "README.md").read_text("utf-8")
    return Template(_own(f"{kind}.md")).substitute(
        binder=binder_section(repository) if repository else "",
        start=FIRST_NOTEBOOK.as_posix(),
        notebooks=_section(course, "The notebooks"),
        licence=_section(course, "Licence"),
    )


def _own(name: str) -> str:
    """Return a text that stands beside this module."""
    return (resources.files(__package__) / name).read_text("utf-8")


def _section(page: str, heading: str) -> str:
    found = re.search(rf"^## {heading}\n+(.*?)\n+(?=## |\Z)", page, re.MULTILINE | re.DOTALL)
    if found is None:
        raise EditionError(f'README.md has no section "## {heading}", which an edition takes over.')
    return found[1]


def binder_section(repository: str) -> str:
    """Return what a README says of Binder, with the badge that opens the first notebook."""
    address = f"https://mybinder.org/v2/gh/{repository}/HEAD?urlpath={quote(start_page(), safe='')}"
    return (
        "## In the browser, with nothing to install\n\n"
        f"[![Open in Binder](https://mybinder.org/badge_logo.svg)]({address})\n\n"
        "Binder starts a machine for you. It forgets everything when you leave it alone for ten "
        "minutes:\ndownload a notebook to keep it (File, Download).\n\n"
    )


def start_page() -> str:
    """Return the address, below a Jupyter server's own, that opens the first notebook."""
    return f"lab/tree/{FIRST_NOTEBOOK.as_posix()}"


def installation(pyproject: str, also: tuple[str, ...] = ()) -> str:
    """Return the tables of a pyproject.toml that an installation needs; the rest is for authors.

    Of what only the grader needs, the tables stay that `also` names.
    """
    kept = []
    for table in re.split(r"^(?=\[)", pyproject, flags=re.MULTILINE):
        header = re.match(r"\[+([^\]]+)", table)
        name = header[1] if header else ""
        is_wanted = any(f"{name}.".startswith(f"{wanted}.") for wanted in TABLES)
        if name in also or (is_wanted and name not in GRADER_TABLES):
            kept.append(table)
    return "".join(kept).rstrip("\n") + "\n"


def _folder(root: Path, folder: str) -> Iterator[tuple[str, File]]:
    top = root / folder
    for path in [top] if top.is_file() else sorted(top.rglob("*")):
        parts = path.relative_to(root).parts
        if path.is_file() and not set(LEFT_BEHIND) & set(parts):
            yield "/".join(parts), _file(path)


def _file(path: Path) -> File:
    if path.is_symlink():
        raise EditionError(f"{path} is a link; only files are published.")
    try:
        return read_file(path)
    except OSError as error:
        raise EditionError(f"{path} cannot be read ({error.strerror}).") from None


def _text(text: str) -> File:
    return File(text.encode())
