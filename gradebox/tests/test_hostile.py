"""Hostile submissions, a class of them in one run: nothing earned, read, written or left behind."""

import contextlib
import copy
import hashlib
import itertools
import json
import re
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import grading
import nbformat
import psutil
import pytest
from bs4 import BeautifulSoup
from engine_course import converter
from gradebox.classroom import Classroom
from gradebox.engine import Engine
from gradebox.grade_submission import RunContext, Submission
from gradebox.gradebook_store import Store
from gradebox.kernel import session
from gradebox.kernel.fork_server import ForkServer
from gradebox.submission_outcome import FAILED, SubmissionOutcome
from gradebox.submitted_folders import find_submissions
from grading import answered, hand_in, source_notebook
from hostile_answers import (
    EXCEPTIONS,
    EXHAUSTION,
    HIDES_EXCEPTIONS,
    PROCESS,
    VALUES,
    WIRE_ATTACKS,
)
from hostile_course import NAME, RIGHT, World, make_course, world
from hostile_submissions import ADMISSION, KNOWN, LIAR, LOOT, OWN_NAMES, Attack
from nbconvert.exporters import HTMLExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from nbgrader.api import Grade
from traitlets.config import Config

from gradebox import grade_submission

ATTACKS: dict[str, Attack] = (
    KNOWN | ADMISSION | PROCESS | WIRE_ATTACKS | VALUES | EXCEPTIONS | EXHAUSTION
)
# These get pages of feedback, which take long: who reads, shows, raises or prints something.
SHOWN = KNOWN | EXCEPTIONS | {"mangles_the_page": EXHAUSTION["mangles_the_page"]}
SHOWN |= {name: attack for name, attack in PROCESS.items() if LOOT in attack.code}
# Their processes read each other's questions: a wrong answer may be seen first, or the time is up.
RACES = {"starts_many_in_a_test", "forges_messages_everywhere", "answers_by_two_processes"}
# Graded between the others, in the order of their names.
HONEST = ["a_first_one", "classmate", "forks_many_next", "leaves_startup_files_next", "zz_last_one"]
MIB = 1 << 20
WORKERS = 4


@dataclass
class GradedClass:
    """The class after the run, and the world around it."""

    world: World
    room: Classroom
    outcomes: dict[str, SubmissionOutcome]
    said: list[str]  # what the grader said besides
    scores: dict[str, dict[str, float]]
    changed: list[str]  # files of the instructor's, and others, that are not as they were
    left: list[Path]  # files in the grader's place for temporary ones

    def notebook(self, student: str) -> NotebookNode | None:
        path = self.room.root / "autograded" / student / NAME / f"{NAME}.ipynb"
        return nbformat.v4.reads(path.read_text("utf-8")) if path.exists() else None


def submission(release: NotebookNode, source: NotebookNode, attack: Attack) -> NotebookNode:
    notebook = answered(release, source, **attack.cells)
    if attack.change is not None:
        attack.change(notebook)
    if attack.code:
        notebook.cells.insert(0, new_code_cell(attack.code))
    return notebook


def hand_in_all(room: Classroom, around: World, attacks: dict[str, Attack]) -> None:
    """Put the class's submissions where `nbgrader collect` would."""
    release = nbformat.read(room.root / "release" / NAME / f"{NAME}.ipynb", as_version=4)
    source = source_notebook(NAME, room.root)
    right = answered(release, source)
    for student in HONEST:
        hand_in(room, NAME, student, right)
    theirs = new_code_cell(f"# {around.secrets['classmate']}")
    hand_in(room, NAME, "classmate", NotebookNode(right, cells=[*right.cells, theirs]))
    for name, attack in attacks.items():
        notebook = submission(release, source, attack)
        content = around.filled(json.dumps(notebook)).encode()
        path = hand_in(room, NAME, name, content)
        if attack.beside is not None:
            attack.beside(path.parent)


def state(*folders: Path) -> dict[str, str]:
    """Return a hash of every file in some folders, by path."""
    files = (path for folder in folders for path in folder.rglob("*"))
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if path.is_file() and not path.is_symlink()
    }


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    with world(folder) as around, pytest.MonkeyPatch.context() as patch:
        scratch = folder / "tmp"
        scratch.mkdir(mode=0o755)
        patch.setattr(tempfile, "tempdir", str(scratch))
        patch.setenv("TMPDIR", str(scratch))
        patch.setenv("HOME", str(around.home))
        patch.setenv("GRADER_TOKEN", around.secrets["token"])
        patch.setenv("NBGRADER_EXECUTION", "autograde")  # for all threads at once
        patch.setattr(grade_submission, "setenv", lambda **_: contextlib.nullcontext())
        first = ForkServer()  # it starts in no time
        first.warm_up({"pandas"})  # or to import it could take a cell's time on a busy machine
        servers = [first, ForkServer(warm=first)]
        patch.setattr(session, "fork_server", itertools.cycle(servers).__next__)
        config = Config()
        config.Executor.timeout = 2
        config.Executor.total_seconds = 60  # nobody comes near, on a busy machine either
        config.Executor.limits = {
            "memory_bytes": 256 * MIB,
            "disk_bytes": 32 * MIB,
            "file_bytes": 8 * MIB,
        }
        room = Classroom(make_course(around), config)
        room.generate(NAME)
        with room.gradebook() as gradebook:
            gradebook.add_student("classmate", last_name=around.secrets["gradebook"])
        hand_in_all(room, around, ATTACKS)
        places = [room.root / name for name in ("source", "release", "submitted")]
        places += [around.outside, around.home]
        before = state(*places)
        outcomes, said = grade(room)
        for server in servers:
            server.close()
        after = state(*places)
        config.CourseDirectory.student_id_exclude = ",".join(ATTACKS.keys() - SHOWN.keys())
        Classroom(room.root, config).generate_feedback(NAME)
        yield GradedClass(
            around,
            room,
            outcomes,
            said,
            room.scores(NAME),
            sorted({path for path, _ in before.items() ^ after.items()}),
            [*scratch.rglob("*")],
        )


class Threads:
    """A pool that is ready sooner than one of processes; most of what is graded only waits."""

    is_full = property(lambda self: len(self.running) >= WORKERS)
    is_empty = property(lambda self: not self.running)

    def __init__(self, threads: ThreadPoolExecutor, context: RunContext) -> None:
        self.threads, self.context = threads, context
        self.running: dict[Future[grade_submission.GradingResult], Submission] = {}

    def put(self, submission: Submission) -> None:
        self.running[self.threads.submit(grade_submission.grade, submission, self.context)] = (
            submission
        )

    def take(self) -> tuple[Submission, grade_submission.GradingResult | Exception]:
        done = next(as_completed(self.running))
        submission, error = self.running.pop(done), done.exception()
        return submission, error if isinstance(error, Exception) else done.result()


def grade(room: Classroom) -> tuple[dict[str, SubmissionOutcome], list[str]]:
    """Grade the class; return what became of each, and what else was said."""
    said: list[str] = []
    store = Store(converter(room, assignment_id=NAME), say=said.append)
    try:
        engine = Engine(store.converter, store)
        with ThreadPoolExecutor(WORKERS) as threads:
            outcomes = engine.run(Threads(threads, engine.context), find_submissions(engine.course))
            return {outcome.student: outcome for outcome in outcomes}, said
    finally:
        store.close()


def test_there_are_as_many_of_them_as_the_page_says():
    page = (grading.ROOT / "gradebox" / "docs" / "security.md").read_text("utf-8")
    groups = (KNOWN, ADMISSION, PROCESS, WIRE_ATTACKS, VALUES, EXCEPTIONS, EXHAUSTION)
    assert re.findall(r"^\| (\d\d) ", page, re.MULTILINE) == [str(len(group)) for group in groups]
    assert f"{len(ATTACKS)} submissions to one small assignment" in page
    assert len({attack.tries for attack in ATTACKS.values()}) == len(ATTACKS)


@pytest.mark.parametrize("name", ATTACKS)
def test_no_point_is_earned(graded, name):
    attack, scores = ATTACKS[name], graded.scores[name]
    if attack.hurts_itself:
        assert all(scores[cell] <= most for cell, most in attack.score.items()), attack.tries
    else:
        assert scores == attack.score, attack.tries


@pytest.mark.parametrize("name", [name for name, attack in ATTACKS.items() if attack.code])
def test_the_attack_was_made(graded, name):
    """One that names what is not there only hurts itself, and earns nothing by that."""
    notebook = graded.notebook(name)
    outputs = [] if notebook is None else notebook.cells[0].outputs
    errors = {each.ename for each in outputs if each.output_type == "error"}
    assert not errors & {"AttributeError", "ImportError", "ModuleNotFoundError", "NameError"}


@pytest.mark.parametrize("student", HONEST)
def test_honest_work_between_them_is_graded_as_ever(graded, student):
    assert graded.scores[student] == RIGHT


def test_the_run_comes_to_its_end(graded):
    assert graded.scores.keys() == {*ATTACKS, *HONEST}
    assert graded.said == []
    for name, attack in ATTACKS.items():
        outcome = graded.outcomes[name]
        said = " ".join(outcome.sentences)
        if not attack.hurts_itself:
            assert (outcome.status == FAILED) == bool(attack.refused), (name, said)
        assert attack.refused in said, name
        assert "stopped the grader" not in said, (name, said)
    assert not any(graded.outcomes[student].sentences for student in HONEST)
    assert not any(graded.outcomes[student].flags for student in HONEST)


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_is_read(graded, name):
    notebook = graded.notebook(name)
    shown = ""
    if notebook is not None:
        tests = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade")]
        own = [cell for cell in notebook.cells if cell not in tests]
        shown = json.dumps([notebook.metadata, own])
    for place in ("feedback", "autograded"):
        for path in (graded.room.root / place / name).rglob("*"):
            if path.is_file() and path.suffix != ".ipynb":
                shown += path.read_bytes().decode("latin-1")
    found = [what for what, secret in graded.world.secrets.items() if secret in shown]
    assert found == [], ATTACKS[name].tries


def test_nothing_secret_is_said(graded):
    said = [s for outcome in graded.outcomes.values() for s in outcome.sentences]
    said += [flag.sentence for outcome in graded.outcomes.values() for flag in outcome.flags]
    assert not any(secret in text for secret in graded.world.secrets.values() for text in said)


def test_nothing_is_written_outside(graded):
    assert graded.changed == []


def test_nothing_is_reached_over_the_network(graded):
    assert graded.world.reached() == []


def test_the_gradebook_holds_nothing_that_the_grader_did_not_write(graded):
    with graded.room.gradebook() as gradebook:
        grades = gradebook.db.query(Grade).all()  # in one question, in place of three for each
        assert len(grades) == len(RIGHT) * len(graded.scores)
        for grade in grades:
            assert (grade.manual_score, grade.extra_credit or 0) == (None, 0)
            assert grade.max_score == RIGHT[grade.name]
        assert {cell.name for cell in gradebook.find_notebook(NAME, NAME).grade_cells} == {*RIGHT}


def test_nothing_is_left_behind(graded):
    unique, number = graded.world.unique, graded.world.filled("3600.@number@")
    left = [
        process.info
        for process in psutil.process_iter(["name", "cmdline"])
        if process.info["name"] == unique or number in (process.info["cmdline"] or ())
    ]
    assert left == []
    assert graded.left == []
    for folder in ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/etc", str(Path.cwd())):
        assert list(Path(folder).glob(f"*{unique}*")) == []
    key = graded.world.filled("@number@")
    for kind in ("shm", "sem", "msg"):
        table = Path("/proc/sysvipc", kind)
        if table.exists():
            assert key not in table.read_text().split()
    assert unique not in Path("/proc/net/unix").read_text()


REAL = "01-matrix-products"
PATCH_CHECKS = """
import os
os.environ["NBGRADER_EXECUTION"] = ""
import course.check, course.check.compare, course.check.outcomes, course.check.runner
for module in (course.check, course.check.compare, course.check.outcomes, course.check.runner):
    for name in list(vars(module)):
        if not name.startswith("__"):
            setattr(module, name, lambda *args, **kwargs: True)
"""
LAZY = {  # for each, what comes first, and what every answer is
    "liar": (LIAR, "Liar()"),
    "mock": ("from unittest import mock", "mock.MagicMock()"),
    "patcher": (PATCH_CHECKS, "0"),
    "blank": (PATCH_CHECKS + HIDES_EXCEPTIONS, None),
    "own": (OWN_NAMES + "\ncheck = draw = np", "True"),
}


def test_no_answer_that_fits_everything_earns_a_point_in_the_course():
    release = generated(REAL)
    lazy = {student: answered_by(release, *how) for student, how in LAZY.items()}
    scores = grading.grade(lazy, REAL)
    assert {student: sum(points.values()) for student, points in scores.items()} == dict.fromkeys(
        LAZY, 0
    )


def generated(assignment: str) -> NotebookNode:
    return nbformat.read(grading.ROOT / "release" / assignment / f"{assignment}.ipynb", 4)


def answered_by(release: NotebookNode, first: str, value: str | None) -> NotebookNode:
    """A notebook in which each function and each name that is asked for gives the same value."""
    notebook = copy.deepcopy(release)
    for cell in notebook.cells:
        if value and cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
            functions = re.findall(r"^def (\w+)\(", cell.source, re.MULTILINE)
            names = re.findall(r"^(\w+) = None", cell.source, re.MULTILINE)
            assert functions or names, cell.source
            lines = [f"def {name}(*args, **kwargs): return {value}" for name in functions]
            cell.source = "\n".join([*lines, *(f"{name} = {value}" for name in names)])
    notebook.cells.insert(0, new_code_cell(first))
    return notebook


PAGES = ["puts_a_script_on_the_page", "mangles_the_page", "raises_lookalikes", "raises_much"]
RUNS = ("steal()", "//steal")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("view", ["feedback", "formgrader"])
def test_nothing_runs_where_it_is_looked_at(graded, name, view):
    if view == "feedback":
        page = (graded.room.root / f"feedback/{name}/{NAME}/{NAME}.html").read_text("utf-8")
    else:
        page, _ = HTMLExporter(config=graded.room.config).from_notebook_node(graded.notebook(name))
    soup = BeautifulSoup(page, "html.parser")
    for element in soup(["script", "style"]):
        assert not any(code in element.text for code in RUNS)
    for element in soup(True):
        for attribute, value in element.attrs.items():
            text = "".join(str(value).split()).lower()
            assert not attribute.startswith("on"), element
            if attribute not in ("alt", "title"):
                assert not any(code in text for code in RUNS), element


def test_what_would_run_is_on_the_page_as_text(graded):
    page = graded.room.root / f"feedback/puts_a_script_on_the_page/{NAME}/{NAME}.html"
    assert "steal()" in BeautifulSoup(page.read_text("utf-8"), "html.parser").text


@pytest.mark.parametrize("name", [name for name, attack in ATTACKS.items() if attack.flagged])
def test_tampering_is_flagged_for_a_person(graded, name):
    kinds = {flag.kind for flag in graded.outcomes[name].flags}
    assert kinds & ({ATTACKS[name].flagged, "time"} if name in RACES else {ATTACKS[name].flagged})
    if any(flag.is_suspicious for flag in graded.outcomes[name].flags):
        with graded.room.gradebook() as gradebook:
            submitted = gradebook.find_submission(NAME, name)
            assert submitted.notebooks[0].flagged or ATTACKS[name].flagged == "link"
