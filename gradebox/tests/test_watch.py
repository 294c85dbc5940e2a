"""Feedback at submission: graded and given back at once, a few times a day, each once."""

import contextlib
import copy
import errno
import os
import re
import shutil
import signal
from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import nbformat
import pytest
from engine_course import RIGHT, WRONG, records
from gradebox.classroom import Classroom
from gradebox.errors import CannotGrade
from gradebox.give_back import GiveBack
from gradebox.lock import Busy, Lock
from gradebox.pool import InThisProcess
from gradebox.watch import CannotWatch, Watcher
from gradebox.watch_records import BEGUN, GIVEN, PASSED_OVER, SET_ASIDE, WAITS, WatchRecords
from grading import TINY, answered, source_notebook, tiny_course
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import release_feedback

BAD = "def double(x):\n    return x"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tiny_course(tmp_path_factory.mktemp("course"))
    room = Classroom(folder)
    room.generate(TINY)
    room.release(TINY)
    return folder


@pytest.fixture
def room(course, tmp_path):
    shutil.copytree(course, tmp_path / "course")
    return Classroom(tmp_path / "course")


def submit(room, student, code="def double(x):\n    return 2 * x"):
    """Hand in by nbgrader's own command; each at a later time than the one before."""
    folder = room.students / student / TINY
    if not folder.exists():
        room.fetch(TINY, student)
    source = source_notebook(TINY, room.root)
    release = nbformat.read(room.root / "release" / TINY / f"{TINY}.ipynb", as_version=4)
    nbformat.write(answered(release, source, double=code), folder / f"{TINY}.ipynb")
    room.submit(TINY, student)


def feedback(room, student):
    """The page that the student sees on each submission, in the order of their times."""
    return [page.read_text() for page in room.fetch_feedback(TINY, student)]


class Watching(Watcher):
    """A watcher that grades in this process, and whose sentences are kept."""

    def __init__(self, room, assignment=TINY):
        self.sentences, self.later, self.pools = [], timedelta(), []

        @contextlib.contextmanager
        def in_this_process(task):
            self.pools.append(task)
            yield InThisProcess(task)

        config = copy.deepcopy(room.config)  # the room's changes with each student
        course = CourseDirectory(config=config, root=str(room.root), assignment_id=assignment)
        super().__init__(
            course,
            config,
            in_this_process,
            self.sentences.append,
            now=lambda: datetime.now(UTC) + self.later,
        )


def states(watcher):
    return sorted(watcher.records)


def test_graded_and_given_back_at_once_a_few_times_a_day(room):
    room.config.Watch.tries_per_day = 2
    with Watching(room) as watcher:
        submit(room, "ada", BAD)
        submit(room, "ben")
        watcher.look()
        assert room.scores(TINY) == {"ada": WRONG, "ben": RIGHT}
        assert "<strong>2</strong> of 5" in feedback(room, "ada")[0]
        submit(room, "ada")
        watcher.look()
        assert room.scores(TINY)["ada"] == RIGHT
        graded = records(room)["ada"]
        submit(room, "ada", BAD)
        watcher.look()
        watcher.look()
        assert records(room)["ada"] == graded  # collected, and not graded
        assert "You have had feedback 2 times today" in feedback(room, "ada")[2]
        assert states(watcher) == [("ada", GIVEN), ("ada", GIVEN), ("ada", WAITS), ("ben", GIVEN)]
        with Lock.of(watcher.course, TINY):  # nobody holds it between two looks
            watcher.look()
        watcher.later = timedelta(days=1)
        watcher.look()
        assert room.scores(TINY)["ada"] == WRONG
        pages = feedback(room, "ada")
        points = [re.search(r"<strong>(\d)</strong> of 5", page)[1] for page in pages]
        assert points == ["2", "5", "2"]
        assert len(watcher.pools) == 1  # warm


def test_what_is_late_is_said_and_does_not_count(room):
    with Watching(room) as watcher:
        submit(room, "ada")
        watcher.look()
        due = datetime.now(UTC)
        (room.root / "deadlines.toml").write_text(f"[{TINY}]\ndue = {due.isoformat()}\n")
        submit(room, "ada", BAD)
        watcher.look()
        assert room.scores(TINY)["ada"] == RIGHT
        assert "This submission came late by" in feedback(room, "ada")[1]
        assert len(list((room.root / "set_aside" / "ada" / TINY).iterdir())) == 1
        extended = due + timedelta(days=1)
        with (room.root / "deadlines.toml").open("a") as file:
            file.write(f"extensions.ada = {extended.isoformat()}\n")
        watcher.look()
        assert room.scores(TINY)["ada"] == WRONG
        assert states(watcher) == [("ada", GIVEN), ("ada", GIVEN)]


def test_in_time_and_late_before_it_looked_the_one_that_counts_gets_feedback(room):
    submit(room, "ada", BAD)
    submit(room, "ada")
    due = datetime.now(UTC)
    (room.root / "deadlines.toml").write_text(f"[{TINY}]\ndue = {due.isoformat()}\n")
    submit(room, "ada", BAD)
    with Watching(room) as watcher:
        watcher.look()
        assert states(watcher) == [("ada", GIVEN), ("ada", PASSED_OVER), ("ada", SET_ASIDE)]
        assert watcher._tries_left("ada") == 2
    assert room.scores(TINY)["ada"] == RIGHT
    pages = feedback(room, "ada")
    assert "<strong>5</strong> of 5" in pages[0]
    assert "This submission came late by" in pages[1]


def test_submissions_of_other_accounts_are_said_once(room):
    room.config.ExchangeCollect.check_owner = True  # submissions are of whoever runs the tests
    submit(room, "ada")
    submit(room, "ben")
    with Watching(room) as watcher:
        assert watcher.look()
        assert watcher.look()
        (sentence,) = watcher.sentences
        assert "2 submissions in students' names belong to other accounts" in sentence
        assert "c.ExchangeCollect.check_owner = False" in sentence
        assert states(watcher) == []


def test_one_that_does_harm_costs_only_itself(room, monkeypatch):
    feedback_of = GiveBack.feedback

    def one_fails(self, student):
        if student == "bad page":
            raise RecursionError("a page without an end")
        feedback_of(self, student)

    monkeypatch.setattr(GiveBack, "feedback", one_fails)
    with Watching(room) as watcher:
        submit(room, "bad page")
        submit(room, "zoë {o'x}")
        submit(room, "cut")
        path = next(room.root.glob(f".exchange/*/inbound/cut+*/{TINY}.ipynb"))
        path.chmod(0o644)
        path.write_text("{")
        for _ in range(3):
            watcher.look()
            watcher._again.clear()  # the time to wait is over
    assert "<strong>5</strong> of 5" in feedback(room, "zoë {o'x}")[0]
    assert "This submission could not be graded." in feedback(room, "bad page")[0]
    assert "This notebook could not be graded: the file is not JSON" in feedback(room, "cut")[0]


def test_what_is_the_machines_fault_is_tried_again_and_takes_no_try(room, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    with Watching(room) as watcher:
        submit(room, "ben")
        watcher.look()  # and the solution is tried
        submit(room, "ada")
        with monkeypatch.context() as patched:
            patched.setattr("gradebox.grade_submission.temporary_folder", full)
            for _ in range(4):
                watcher.look()
                watcher._again = dict.fromkeys(watcher._again, 0.0)  # the time to wait is over
        assert states(watcher) == [("ada", BEGUN), ("ben", GIVEN)]
        assert len([said for said in watcher.sentences if "out of order" in said]) == 1
        assert feedback(room, "ada") == []
        with monkeypatch.context() as patched:
            patched.setattr(release_feedback, "shutil", Mock(copy=full))
            for _ in range(4):
                watcher.look()
                watcher._again = dict.fromkeys(watcher._again, 0.0)
        assert states(watcher) == [("ada", BEGUN), ("ben", GIVEN)]
        assert len([said for said in watcher.sentences if "cannot be released" in said]) == 1
        assert feedback(room, "ada") == []
        submit(room, "ada")
        watcher.look()
        assert states(watcher)[:2] == [("ada", GIVEN), ("ada", PASSED_OVER)]
        assert watcher._tries_left("ada") == 2


def test_what_fails_before_it_is_graded_is_given_up_and_its_student_told(room, monkeypatch):
    def odd(*_):
        raise ValueError("an odd submission")

    monkeypatch.setattr(Watcher, "_begin", odd)
    with Watching(room) as watcher:
        submit(room, "ada")
        for _ in range(3):
            watcher.look()
            watcher._again.clear()  # the time to wait is over
        assert states(watcher) == [("ada", PASSED_OVER)]
    assert "This submission could not be graded." in feedback(room, "ada")[0]


def test_of_two_notebooks_the_one_that_can_be_graded_is_given_back(room):
    source = room.root / "source" / TINY
    shutil.copy(source / f"{TINY}.ipynb", source / "more.ipynb")
    room.generate(TINY)
    shutil.rmtree(next(room.root.glob(f".exchange/*/outbound/{TINY}")))
    room.release(TINY)
    with Watching(room) as watcher:
        submit(room, "ada")
        inbound = next(room.root.glob(".exchange/*/inbound/ada+*"))
        (inbound / "more.ipynb").chmod(0o644)
        (inbound / "more.ipynb").write_text("{<b>")
        watcher.look()
        assert states(watcher) == [("ada", GIVEN)]
    pages = {path.name: path.read_text() for path in room.fetch_feedback(TINY, "ada")}
    assert "<strong>5</strong> of 5" in pages[f"{TINY}.html"]
    assert "This notebook could not be graded: the file is not JSON" in pages["more.html"]


@pytest.mark.parametrize(
    ("whose", "where"),
    [
        (Watcher, "_grade"),
        (Watcher, "_after_grading"),
        (GiveBack, "feedback"),
        (WatchRecords, "keep"),
    ],
)
def test_killed_anywhere_the_next_run_goes_on_and_counts_once(room, monkeypatch, whose, where):
    """By kill -9, in a process of its own: nothing is tidied up."""
    submit(room, "ada")
    child = os.fork()
    if child == 0:
        calls = iter(["the try is counted"] if where == "keep" else [])
        does = getattr(whose, where)

        def killed(*arguments, **options):
            if next(calls, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            does(*arguments, **options)

        try:
            setattr(whose, where, killed)
            with Watching(room) as watcher:
                watcher.look()
        finally:
            os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    graded = None if where == "_grade" else records(room)["ada"]
    with Watching(room) as watcher:
        assert states(watcher) == [("ada", BEGUN)]
        watcher.look()
        assert states(watcher) == [("ada", GIVEN)]
        assert watcher._tries_left("ada") == 2
    assert graded in (None, records(room)["ada"])
    assert len(feedback(room, "ada")) == 1


def test_while_somebody_grades_it_waits(room):
    submit(room, "ada")
    with Watching(room) as watcher:
        with Lock.of(watcher.course, TINY):
            assert not watcher.look()
            watcher.look()
        assert watcher.sentences == [f"{TINY}: somebody is grading; new submissions wait."]
        with pytest.raises(CannotWatch, match="watched already"), Watching(room):
            pass
        assert watcher.look()
        assert states(watcher) == [("ada", GIVEN)]
    with pytest.raises(Busy), Lock.of(watcher.course, TINY), Lock.of(watcher.course, TINY):
        pass


def test_what_goes_wrong_is_tried_ever_more_seldom_until_a_file_changes(room, monkeypatch):
    tried = []

    def broken(self, begun):
        tried.append(begun)
        raise CannotGrade(f"{'What to do. ' * 40}A step is broken.")

    submit(room, "ada")
    with Watching(room) as watcher:
        with monkeypatch.context() as patched:
            patched.setattr(Watcher, "_grade", broken)
            assert [watcher.look() for _ in range(3)] == [False] * 3
            assert (len(tried), watcher._pause) == (1, 2)
            (room.root / "deadlines.toml").touch()
            assert [watcher.look() for _ in range(3)] == [False] * 3
            assert (len(tried), watcher._pause) == (2, 4)
            for _ in range(9):
                watcher._resume_at = 0
                watcher.look()
            assert (len(tried), watcher._pause) == (11, 300)
            _, said = watcher.sentences  # the first: it was collected
            assert "broken. New submissions wait, and are tried again after longer" in said
        assert not watcher.look()
        watcher._resume_at = 0
        assert watcher.look()
        assert watcher.look()
        assert states(watcher) == [("ada", GIVEN)]


def test_a_submission_that_is_being_written_waits(room):
    submit(room, "ada")
    secret = next(room.root.glob(".exchange/*/inbound/ada+*/submission_secret.txt"))
    secret.rename(room.root / "secret")
    with Watching(room) as watcher:
        watcher.look()
        assert not (room.root / "submitted" / "ada").exists()
        (room.root / "secret").rename(secret)
        watcher.look()
        assert states(watcher) == [("ada", GIVEN)]


def test_what_cannot_be_watched_is_refused(room):
    room.config.FeedbackExporter.stock = True
    with pytest.raises(CannotWatch, match="hidden test"):
        Watching(room)
    del room.config["FeedbackExporter"]
    with pytest.raises(CannotWatch, match="has ps1: is the name right"), Watching(room, "ps1"):
        pass
    room.config.Watch.trys_per_day = 3
    with pytest.raises(CannotWatch, match="tries_per_day is meant"):
        Watching(room)
