"""`python -m authoring publish`: what is in an edition, what is not, and what is left alone."""

import ast
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from gradebox.exercises import answer_cells
from gradebox.folder import CONFIG, assignments, load_config
from grading import ROOT, source_notebook
from nbformat.v4 import new_output

from authoring import publish, release
from authoring.editions import (
    SELF_STUDY,
    STUDENT,
    EditionError,
    edition,
    installation,
)
from authoring.editions.audit import find_leaks, missing_modules
from authoring.editions.published_folder import RECORD, PublishedFolderError, update
from authoring.generated_folder import File, Files, read

SOFTMAX = "release/03-softmax/03-softmax.ipynb"
# A small course: two of the assignments, with all that they need.
PARTS = (
    *("course", "binder", "authoring", "source/00-start-here", "source/03-softmax"),
    *("release/00-start-here", "release/03-softmax"),
)
FILES = (
    *(CONFIG, "pyproject.toml", "requirements.txt", "README.md", "LICENSE", "LICENSE-TEXT"),
    f"release/{release.RECORD}",
)


@pytest.fixture(scope="module")
def student() -> Files:
    return edition(ROOT, STUDENT)


def test_what_a_system_leaves_in_a_folder_is_not_taken_for_a_file_of_the_course(
    tmp_path: Path,
) -> None:
    for name in (".DS_Store", "desktop.ini", "a.txt"):
        (tmp_path / name).write_bytes(b"\xff")
    assert list(read(tmp_path)) == ["a.txt"]


# What is in them


def test_students_get_everything_but_the_answers_and_the_grader(student: Files) -> None:
    tops = {path.split("/")[0] for path in student}
    assert tops == {
        *("release", "course", "binder", "requirements.txt", "pyproject.toml"),
        *("README.md", "LICENSE", "LICENSE-TEXT", ".gitignore", CONFIG),
    }
    parts = {path.split("/")[1] for path in student if path.startswith("course/")}
    assert {"check", "draw", "widgets", "examples.py"} <= parts
    widgets = {path.split("/")[2] for path in student if path.startswith("course/widgets/")}
    assert "static" in widgets
    assert "js" not in widgets  # it is bundled in static
    assert not parts & {"grader", "instructor", "selfstudy", "for_gradebox.py"}
    assert all(f"release/{name}/{name}.ipynb" in student for name in assignments(ROOT))
    assert student["binder/postBuild"].is_program
    assert b"distributed" not in student["requirements.txt"].content
    assert b"distributed" not in student["pyproject.toml"].content
    assert b"mybinder" not in student["README.md"].content  # no link to nowhere


# Modules of Python that Windows has not.
UNIX_ONLY = {"crypt", "curses", "fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog"}
UNIX_ONLY |= {"readline", "termios", "tty"}


def test_students_need_nothing_that_windows_has_not(student: Files) -> None:
    for path, file in student.items():
        if path.endswith(".py"):
            tree = ast.parse(file.content)
            names = {
                alias.name
                for node in ast.walk(tree)
                if isinstance(node, ast.Import)
                for alias in node.names
            }
            names |= {
                node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
            }
            assert not {name.split(".")[0] for name in names} & UNIX_ONLY, path
    pins = student["requirements.txt"].content.decode().splitlines()
    for name in ("pexpect", "ptyprocess"):  # each is made for Unix alone
        assert all("win32" in pin for pin in pins if pin.startswith(f"{name}==")), name


def test_students_use_the_exchange_of_the_course(
    student: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NBGRADER_EXCHANGE", str(tmp_path / "exchange"))
    (tmp_path / CONFIG).write_bytes(student[CONFIG].content)
    theirs, ours = load_config(tmp_path), load_config(ROOT)
    assert theirs.Exchange.root == ours.Exchange.root == str(tmp_path / "exchange")
    assert theirs.CourseDirectory.course_id == ours.CourseDirectory.course_id


def test_nothing_leaks_and_nothing_is_missing(student: Files) -> None:
    assert find_leaks(ROOT, STUDENT, student) == []
    assert missing_modules(student) == []
    alone = edition(ROOT, SELF_STUDY)
    assert find_leaks(ROOT, SELF_STUDY, alone) == []
    assert missing_modules(alone) == []


def test_self_study_adds_the_answers_and_says_so(student: Files) -> None:
    alone = edition(ROOT, SELF_STUDY, "someone/attention")
    assert student.keys() < alone.keys()
    assert all(f"source/{name}/{name}.ipynb" in alone for name in assignments(ROOT))
    page = alone["README.md"].content.decode()
    assert "**The solutions and the hidden tests are in this repository**" in page
    assert "https://mybinder.org/v2/gh/someone/attention/HEAD?urlpath=lab%2Ftree%2Frelease" in page
    assert alone["requirements.txt"].content == (ROOT / "requirements.txt").read_bytes()
    assert not any(path.startswith(("authoring", "tests")) for path in alone)


@pytest.mark.parametrize("kind", [STUDENT, SELF_STUDY])
def test_links_lead_somewhere(kind: str) -> None:
    files = edition(ROOT, kind)
    targets = re.findall(r"\]\(([^)]+)\)", files["README.md"].content.decode())
    assert {"LICENSE", "LICENSE-TEXT"} <= set(targets) <= files.keys()


def test_self_study_grades_by_itself(tmp_path: Path) -> None:
    """The commands of the edition, not of this repository, run on its own notebook."""
    update(tmp_path, edition(ROOT, SELF_STUDY), SELF_STUDY, "", force=False)

    def course(*arguments: str) -> str:
        command = [sys.executable, "-m", "course", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert not done.stderr
        return done.stdout

    commands = course("--help")
    assert "check" in commands
    assert not {"publish", "demo", "site"} & set(commands.split())
    path = tmp_path / "release/00-start-here/00-start-here.ipynb"
    notebook = nbformat.read(path, as_version=4)
    answers = answer_cells(source_notebook("00-start-here"))
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "most_attended":
            cell.source = answers["most_attended"]
    nbformat.write(notebook, path)
    said = course("check", str(path.relative_to(tmp_path)))
    assert re.search(r"^most_attended +(\d+)/\1 +right +$", said, re.MULTILINE), said
    assert (tmp_path / "progress.json").is_file()


def test_an_installation_needs_some_tables_only() -> None:
    kept = installation('[project]\nname = "x"\n[[project.y]]\na = 1\n[tool.ruff]\nb = 2\n')
    assert kept == '[project]\nname = "x"\n[[project.y]]\na = 1\n'


# What the search for leaks finds


def with_cell(student: Files, change) -> File:
    notebook = nbformat.reads(student[SOFTMAX].content.decode(), as_version=4)
    change(next(cell for cell in notebook.cells if cell.cell_type == "code"))
    return File(nbformat.writes(notebook).encode())


def added(file: File, line: str) -> File:
    return File(file.content + f"\n{line}\n".encode())


def test_each_kind_of_leak_is_found(student: Files) -> None:
    hidden = "np.testing.assert_allclose(found, 188.93, rtol=0, atol=0.2)"
    solution = answer_cells(source_notebook("03-softmax"))["softmax"].rstrip().split("\n")[-1]
    assert solution.startswith("    return")
    leaky = {
        "course/draw/charts.py": added(student["course/draw/charts.py"], f"def f():\n{solution}"),
        "course/widgets/static/heatmap.js": added(
            student["course/widgets/static/heatmap.js"], hidden
        ),
        "course/check/data/03-softmax.json": File(b'"### BEGIN HIDDEN TESTS"'),
        "course/examples.py": added(student["course/examples.py"], "def softmax(x): ..."),
        "course/solutions.zip": File(b"PK"),
        "course/notes": File(b"\xff"),
        "gradebox/gradebox/work.py": File(b""),
        "source/03-softmax/03-softmax.ipynb": student[SOFTMAX],
        "tests/test_draw.py": File(b""),
        "release/99-extra/99-extra.ipynb": student[SOFTMAX],
        SOFTMAX: with_cell(
            student, lambda cell: cell.update(outputs=[new_output("stream", text="2")])
        ),
        "release/00-start-here/00-start-here.ipynb": student[SOFTMAX],
    }
    found = find_leaks(ROOT, STUDENT, student | leaky)
    assert {path for path in leaky if any(path in leak for leak in found)} == leaky.keys() - {
        "release/00-start-here/00-start-here.ipynb"  # another released notebook holds no secret
    }


def test_a_hidden_test_in_a_released_notebook_is_found(student: Files) -> None:
    hidden = "np.testing.assert_allclose(found, 188.93, rtol=0, atol=0.2)"
    changed = {SOFTMAX: with_cell(student, lambda cell: cell.update(source=hidden))}
    for kind in (STUDENT, SELF_STUDY):
        assert find_leaks(ROOT, kind, changed) == [f"{SOFTMAX}: cell 1: {hidden}"]


def test_the_authors_answers_are_leaks_in_the_package(student: Files) -> None:
    answers = (ROOT / "authoring/exercises/a03_softmax.py").read_text()
    answer = next(line.strip() for line in answers.split("\n") if "np.logaddexp" in line)
    changed = {"course/draw/style.py": added(student["course/draw/style.py"], f"if True: {answer}")}
    (leak,) = find_leaks(ROOT, STUDENT, changed)
    assert leak.startswith("course/draw/style.py: ")


def test_an_import_of_what_is_not_there_is_found(student: Files) -> None:
    changed = {
        "course/draw/style.py": File(b"def f():\n    from gradebox import grade_submission\n")
    }
    assert missing_modules(student | changed) == [
        "course/draw/style.py imports gradebox, which is not in this edition"
    ]


# The folder


def texts(**content: str) -> Files:
    return {name.replace("_", "."): File(text.encode()) for name, text in content.items()}


def test_a_second_run_changes_what_changed_and_nothing_else(tmp_path: Path) -> None:
    first = {**texts(a_txt="1", b_txt="1"), "deep/er/c.txt": File(b"1"), "go": File(b"#!", True)}
    assert update(tmp_path, first, STUDENT, "", False).written == sorted(first)
    assert (tmp_path / "go").stat().st_mode & 0o111
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("theirs")
    (tmp_path / "notes.md").write_text("theirs")
    untouched = (tmp_path / "a.txt").stat().st_mtime_ns

    assert update(tmp_path, first, STUDENT, "", False).written == []
    changes = update(tmp_path, texts(a_txt="1", b_txt="2"), STUDENT, "", False)
    assert (changes.written, changes.removed) == (["b.txt"], ["deep/er/c.txt", "go"])
    assert not (tmp_path / "deep").exists()
    assert (tmp_path / "a.txt").stat().st_mtime_ns == untouched
    assert (tmp_path / ".git/HEAD").read_text() == (tmp_path / "notes.md").read_text() == "theirs"


def test_work_in_the_folder_is_never_lost(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(
        PublishedFolderError, match=r"not as they were published: README\.md\. .*--force"
    ):
        update(tmp_path, texts(README_md="ours", a_txt="1"), STUDENT, "", False)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]

    update(tmp_path, texts(README_md="ours", a_txt="1"), STUDENT, "", force=True)
    (tmp_path / "a.txt").write_text("mine")
    with pytest.raises(PublishedFolderError, match=r"a\.txt"):
        update(tmp_path, texts(README_md="new", a_txt="2"), STUDENT, "", False)
    assert (tmp_path / "README.md").read_text() == "ours"
    changes = update(tmp_path, texts(README_md="new"), STUDENT, "", False)
    assert (changes.kept, changes.removed) == (["a.txt"], [])
    assert (tmp_path / "a.txt").read_text() == "mine"


@pytest.mark.parametrize("what", ["folder", "link", "linked folder", "file above"])
def test_what_is_no_plain_file_is_in_the_way(tmp_path: Path, what: str) -> None:
    folder, outside = tmp_path / "here", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    match what:
        case "folder":
            (folder / "a/b.txt").mkdir(parents=True)
        case "link":
            (folder / "a").mkdir()
            (folder / "a/b.txt").symlink_to(outside / "b.txt")
        case "linked folder":
            (folder / "a").symlink_to(outside)
        case "file above":
            (folder / "a").write_text("theirs")
    with pytest.raises(PublishedFolderError, match=r"in the place of a/b\.txt"):
        update(folder, {"a/b.txt": File(b"1")}, STUDENT, "", force=True)
    assert not any(outside.iterdir())


@pytest.mark.parametrize(
    "record",
    ["{", "[]", "{}", '{"edition": "", "repository": "", "files": {"../../precious": "00"}}'],
)
def test_a_damaged_record_stops_it(tmp_path: Path, record: str) -> None:
    (tmp_path / RECORD).write_text(record)
    with pytest.raises(PublishedFolderError, match="is damaged"):
        update(tmp_path, texts(a_txt="1"), STUDENT, "", False)


# The command


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of some of the course that is the working directory."""
    root = tmp_path / "course"
    for name in PARTS:
        skip = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, root / name, ignore=skip)
    for name in FILES:
        shutil.copy(ROOT / name, root / name)
    monkeypatch.chdir(root)
    return root


def test_the_command(course: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    """One story: refused places, published, remembered, leaking, stale."""
    target = tmp_path / "student"

    def complaint(*arguments: str) -> str:
        assert publish.main(list(arguments)) == 1
        return capsys.readouterr().err

    def said(*arguments: str) -> str:
        assert publish.main(list(arguments)) == 0
        return capsys.readouterr().out

    assert "within the course's own folder" in complaint("release")
    assert "within the course's own folder" in complaint(str(tmp_path))
    assert "is a file" in complaint(str(shutil.copy(course / "LICENSE", tmp_path / "file")))
    assert "write OWNER/NAME" in complaint(str(target), "--repo", "https://github.com/a/b")
    assert not target.exists()

    assert "no link to Binder yet" in said(str(target))
    assert "1 files written" in said(str(target), "--repo", "a/b")
    assert said(str(target)) == f"The student edition in {target} is up to date.\n"
    assert "mybinder.org/v2/gh/a/b/HEAD" in (target / "README.md").read_text()
    assert "to another folder" in complaint(str(target), "--self-study")

    before = sorted(path.read_bytes() for path in target.rglob("*") if path.is_file())
    with (course / "course/draw/style.py").open("a") as file:
        file.write("\n\ndef softmax(x):\n    return x\n")
    leak = complaint(str(target))
    assert leak.startswith("NOTHING WAS PUBLISHED.\n")
    assert "course/draw/style.py defines softmax()" in leak
    assert sorted(path.read_bytes() for path in target.rglob("*") if path.is_file()) == before

    source = course / "source/03-softmax/03-softmax.ipynb"
    source.write_text(source.read_text().replace("softmax", "softmax "))
    again = "03-softmax: run `python -m authoring release 03-softmax`."
    assert release.stale(course) == [again]
    assert complaint(str(target)).endswith(f"Nothing was published.\n{again}\n")

    (course / "README.md").write_text("# Empty\n")
    with pytest.raises(EditionError, match="no section"):
        edition(course, STUDENT)


def test_the_wheel_holds_the_course_and_no_grader(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path]
    subprocess.run([*pip, *options, ROOT], check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    assert {"course/check/runner.py", f"course/{CONFIG}"} <= set(names)
    assert not [name for name in names if name.startswith(("gradebox", "authoring", "tests"))]
