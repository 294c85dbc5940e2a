"""The commands in docs/ do what the pages say, in their order, in a clone of the course.

A block of commands is marked ```sh; a second word there names the situation that it is for, and
the test that brings it about. A block with a word that no test knows fails.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

import nbformat
import pytest
from distributed import Client
from gradebox.folder import CONFIG
from grading import ROOT, answered, marked_cell, source_notebook
from test_engine_postgres import server  # noqa: F401
from warm_commands import warm_commands

DOCS = ROOT / "docs"
NAME = "00-start-here"
BLOCK = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SITUATIONS = {
    "instructor.md": {"", "lms", "postgres", "background", "dask", "room"},
    "student.md": {"", "exchange", "clone"},
    "author.md": {""},
    "publishing.md": {""},
}
# Not run here: what `make` or pip has set up for the tests already, and what other tests run.
ELSEWHERE = (
    *("make lab", "python3 -m venv", ". .venv/bin/activate", "pip install", "jupyter lab"),
    "python -m authoring demo",  # tests/test_loop.py
    "make site",  # tests/test_site.py
)


@dataclass(frozen=True)
class Block:
    """One fenced block of a page: its language, what else its first line says, and its text."""

    language: str
    about: str
    text: str


def blocks(page: str, language: str = "sh") -> list[Block]:
    found = [Block(*parts) for parts in BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))]
    return [block for block in found if block.language == language]


def commands(page: str, about: str = "") -> list[str]:
    """The texts of the blocks for one situation."""
    return [block.text for block in blocks(page) if block.about == about]


@pytest.fixture
def clone(tmp_path):
    """A clone of the course, as of the work tree, with nothing of a class in it.

    What Python has compiled of the tree is in it, too: it would take each clone five seconds.
    """
    files = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    folder = tmp_path / "attention-by-hand"
    files += [cache_from_source(name, optimization="") for name in files if name.endswith(".py")]
    for name in filter(None, files):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def shell(folder: Path, text: str, **environment: str) -> str:
    """Run commands as a person would type them; returns what they print. Fails where one does."""
    lines = [line for line in text.splitlines() if not line.startswith(ELSEWHERE)]
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
        cwd=folder,
        env=surroundings(folder) | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{text}\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module", autouse=True)
def quick_commands(tmp_path_factory):
    """Have the pages' many commands start from a process that has imported what they need."""
    with (
        warm_commands(tmp_path_factory.mktemp("warm")) as folder,
        pytest.MonkeyPatch.context() as p,
    ):
        p.setenv("WARM_PROGRAMS", str(folder))
        yield


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a terminal in which the course's .venv is active."""
    programs = os.environ["WARM_PROGRAMS"], str(Path(sys.executable).parent)
    packages = folder, folder / "gradebox", ROOT / "gradebox" / "tests" / "fast_imports"
    return os.environ | {
        "PATH": os.pathsep.join((*programs, os.environ["PATH"])),
        "PYTHONPATH": os.pathsep.join(map(str, packages)),
        "HOME": str(folder.parent),
        "COLUMNS": "120",
    }


def hand_in(folder: Path, student: str, notebook: nbformat.NotebookNode) -> None:
    place = folder / "submitted" / student / NAME
    place.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, place / f"{NAME}.ipynb")


def release(folder: Path = ROOT) -> nbformat.NotebookNode:
    return nbformat.read(folder / "release" / NAME / f"{NAME}.ipynb", as_version=4)


@pytest.mark.parametrize("page", SITUATIONS)
def test_every_block_of_commands_is_run_by_a_test(page):
    assert {block.about for block in blocks(page)} == SITUATIONS[page]


@pytest.mark.parametrize(
    "page", [*sorted(path.name for path in DOCS.glob("*.md")), "../hub/README.md"]
)
def test_links_lead_somewhere(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target:
            assert (DOCS / page).parent.joinpath(target).exists(), target


def test_the_hubs_page_names_files_of_the_kit():
    """Its commands are for an empty machine; tests/hub/ runs what they run."""
    text = "\n".join(block.text for block in blocks("../hub/README.md"))
    named = set(re.findall(r"(?<![\w/])hub/[\w.-]+", text))
    assert {"hub/set_up.py", "hub/class.toml", "hub/requirements.txt"} <= named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_the_instructors_page(clone):
    given = iter(commands("instructor.md"))
    ada = answered(release(), source_notebook(NAME))

    exchange = {"NBGRADER_EXCHANGE": str(clone / ".exchange")}

    def step() -> str:
        return shell(clone, next(given))

    assert step() == ""  # make lab
    assert "sandbox" in step()
    assert step() == ""  # the demo
    step()  # students
    step()  # dates
    assert NAME in step()  # released
    for student, notebook in (("ada", ada), ("ben", release())):
        work = clone.parent / student
        work.mkdir()
        # One person plays them all, and nbgrader would ask the machine who is at the keyboard.
        config = (clone / CONFIG).read_text()
        (work / CONFIG).write_text(f'{config}\nc.CourseDirectory.student_id = "{student}"\n')
        look, fetch, hand_over, look_again = commands("student.md", "exchange")[0].splitlines()
        assert NAME in shell(work, look, **exchange)
        shell(work, fetch, **exchange)
        nbformat.write(notebook, work / NAME / f"{NAME}.ipynb")
        shell(work, hand_over, **exchange)
        assert student in shell(work, look_again, **exchange)
    # Everyone here is one user of the machine, which nbgrader takes for cheating.
    with (clone / CONFIG).open("a") as config:
        config.write("\nc.ExchangeCollect.check_owner = False\n")
    assert "2 collected" in step().splitlines()[-1]
    assert "2 submitted (2 late), 2 collected" in step()
    assert "ada" in (clone / "status.csv").read_text()
    assert " graded       2 " in step()
    step()  # report
    assert "ada" in (clone / "grades.csv").read_text()
    assert "row of" in (clone / "report.html").read_text()
    step()  # feedback
    assert (clone / "feedback" / "ada" / NAME / f"{NAME}.html").exists()
    assert "ada: graded, and the feedback is released." in step()
    step()  # export
    assert "ada" in (clone / "all.csv").read_text()
    (clone / "canvas.csv").write_text("Student,ID,SIS Login ID,Section\nAda,1,ada,S\n")
    (clone / "moodle.csv").write_text("First name,Email address\nAda,ada@example.org\n")
    step()
    assert (clone / f"{NAME}-canvas.csv").read_text().count("11") == 2  # of 11, and Ada's
    assert "11" in (clone / f"{NAME}-moodle.csv").read_text()
    assert " graded       1 " in step()  # one student's again
    change_a_test(clone)
    said = step()
    assert " graded       2 " in said, said
    dates = clone / "deadlines.toml"
    dates.write_text(dates.read_text().replace("ben = 2026", "ben = 2096"))
    said = step()
    assert " graded       0 " in said, said
    assert "the lateness of ben has changed with the dates" in " ".join(said.split()), said
    assert "ben: in time by an extension to 2096-03-08 12:00 CET" in said, said
    assert list(given) == []

    shell(clone.parent / "ada", commands("student.md", "exchange")[1], **exchange)
    assert list((clone.parent / "ada" / NAME / "feedback").rglob("*.html"))


def change_a_test(clone: Path) -> None:
    path = clone / "source" / NAME / f"{NAME}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    cell = next(c for c in notebook.cells if c.id == "most-attended-edges")
    cell.source = cell.source.replace("0.501", "0.502")
    nbformat.write(notebook, path)


def test_the_instructors_page_with_a_learning_management_system(clone):
    """Canvas's and Moodle's names of files end as students' folders, of two with one name, too."""
    notebook = release()
    archive = clone / "downloaded" / NAME / "archive"
    names = (
        {
            "101": f"lovelaceada_LATE_101_5678_{NAME}-1.ipynb",
            "104": f"daredan_104_5681_{NAME} (1).ipynb",  # as a browser has named it
        },
        {
            student: f"Maria Müller_{student}_assignsubmission_file/{NAME}.ipynb"
            for student in ("78", "79")
        },
    )
    for command, files in zip(commands("instructor.md", "lms"), names, strict=True):
        shutil.rmtree(archive.parent, ignore_errors=True)
        for name in files.values():
            (archive / name).parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, archive / name)
        shell(clone, command)
        for student in files:
            assert (clone / "submitted" / student / NAME / f"{NAME}.ipynb").exists()


def test_the_instructors_page_on_a_cluster(clone):
    """The scheduler and the workers of the page, on a port that is free."""
    hand_in(clone, "ada", answered(release(), source_notebook(NAME)))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    [block] = commands("instructor.md", "background")
    running = [
        subprocess.Popen(
            line.replace("8786", port).split(),
            cwd=clone,
            env=surroundings(clone),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for line in block.splitlines()
    ]
    try:
        with Client(f"tcp://127.0.0.1:{port}", timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        [command] = commands("instructor.md", "dask")
        assert " graded       1 " in shell(clone, command.replace("8786", port))
    finally:
        for process in running:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=30)


def test_the_instructors_page_with_postgresql(clone, server):  # noqa: F811
    hand_in(clone, "ada", answered(release(), source_notebook(NAME)))
    [block] = commands("instructor.md", "postgres")
    said = shell(
        clone,
        block,
        PGHOST="127.0.0.1",
        PGPORT=str(server.port),
        PGUSER="teacher",
        PATH=f"{surroundings(clone)['PATH']}{os.pathsep}{server.programs}",
    )
    assert " graded       1 " in said
    assert not (clone / "gradebook.db").exists()


def test_the_instructors_page_in_a_room_of_computers(clone):
    [block] = commands("instructor.md", "room")
    shell(clone, block.replace("/srv", str(clone.parent / "srv")))
    assert (clone.parent / "srv/nbgrader/exchange").stat().st_mode & 0o7777 == 0o1777
    assert clone.stat().st_mode & 0o777 == 0o700


def test_the_students_page_in_a_clone(clone):
    assert [shell(clone, text) for text in commands("student.md")] == [""]  # sets up
    path = clone / "release" / NAME / f"{NAME}.ipynb"
    nbformat.write(answered(release(), source_notebook(NAME)), path)
    check, solution, progress, reset = commands("student.md", "clone")
    said = shell(clone, check)
    assert "11 of 11 points, 5 of 5 exercises right." in said
    assert "most_attended: 4 of 4 points." in said
    assert "def most_attended" in shell(clone, solution)
    said = shell(clone, progress)
    assert "full marks   11 of 11" in said
    assert "Next: 01-matrix-products" in said
    assert "Nothing was changed." in shell(clone, reset)  # by the second: all was put back
    assert nbformat.read(path, as_version=4) == release()
    assert len(list(path.parent.glob("*.ipynb"))) == 2  # and the learner's version


def test_the_authors_page(clone):
    """The example, put where the page says, holds what the page says."""
    path = clone / "source" / NAME / f"{NAME}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    new = []
    for block in blocks("author.md", "python"):
        kind, *about = block.about.split()
        if kind == "answer":
            new.append(marked_cell(about[0], block.text.rstrip("\n"), solution=True))
        elif kind == "test":
            points = {"grade": True, "locked": True, "points": int(about[1])}
            new.append(marked_cell(about[0], block.text.rstrip("\n"), **points))
            new[-1].metadata.tags = ["raises-exception"]
        else:
            with (clone / "authoring/exercises/a00_start_here.py").open("a") as module:
                module.write(f"\n\n{block.text}")
    assert [cell.metadata.nbgrader.grade_id for cell in new] == [
        *("least_attended", "least_attended-values", "least_attended-edges"),
    ]
    after = next(i for i, cell in enumerate(notebook.cells) if cell.id == "most-attended-errors")
    notebook.cells[after + 1 : after + 1] = new
    nbformat.write(notebook, path)
    generate, make_release, run_tests = commands("author.md")[0].splitlines()
    assert "wrote course/check/data/00-start-here.json" in shell(clone, generate)
    assert "generated from source/" in shell(clone, make_release)
    assert "least_attended" in (clone / "release" / NAME / f"{NAME}.ipynb").read_text()
    assert " passed" in shell(clone, f"{run_tests} -q -p no:cacheprovider")


def test_the_page_on_publishing(clone):
    publish, commit, self_study, site = commands("publishing.md")
    shell(clone, publish)
    students = clone.parent / "attention-students"
    assert "mybinder.org" in (students / "README.md").read_text()
    who = {"GIT_AUTHOR_NAME": "a", "GIT_COMMITTER_NAME": "a", "EMAIL": "a@example.org"}
    shell(clone, commit, **who)
    assert (students / ".git").is_dir()
    assert shell(clone, publish).endswith("is up to date.\n")  # with git there, too
    assert not (students / "source").exists()
    shell(clone, self_study)
    assert (clone.parent / "attention-alone" / "source").is_dir()
    assert shell(clone, site) == ""
