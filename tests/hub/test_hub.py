"""A class on the Hub of the kit: what its people do, and what a student must not be able to do.

One Hub for all tests, with accounts of this machine that are made for it and removed at the end.
A later test finds what the fixtures before it released, submitted and graded.
"""

import json
import os
import pwd
import re
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import pamela
import psutil
import pytest
from browser import lab
from gradebox.hub import check_all
from grading import answered, source_notebook
from playwright.sync_api import expect

from hub.session import Session, SessionError
from hub.set_up import make_account
from hub.trial import ABOUT, HERE, no_accounts, no_proxy, remove_account, remove_leftovers, trial

NAME = "00-start-here"
PATH = f"{NAME}/{NAME}.ipynb"
COURSE = "attention-by-hand"


@pytest.fixture(scope="module")
def hub():
    if reason := no_accounts() or no_proxy():
        pytest.skip(reason)
    with trial(["ada", "ben"]) as running:
        yield running
    left = {entry.pw_name for entry in pwd.getpwall()} & set(running.passwords)
    assert not left
    assert not running.folder.exists()


@pytest.fixture(scope="module")
def people(hub):
    """The instructor and the two students, logged in, the students with servers that run."""

    def arrive(name):
        person = Session(hub.url, name, hub.passwords[name])
        if name in hub.settings.students:
            config = hub.home(name) / ".jupyter" / "jupyter_lab_config.json"
            config.parent.mkdir()
            config.write_text(json.dumps({"LabApp": {"expose_app_in_browser": True}}))
            person.start_server()
        return person

    with ThreadPoolExecutor() as at_once:
        return list(at_once.map(arrive, [*hub.settings.instructors, *hub.settings.students]))


@pytest.fixture(scope="module")
def ines(people):
    return people[0]


def formgrader(ines, action):
    """Press a button of the formgrader, in the course's own server."""
    answer = ines.get(f"/services/{COURSE}/formgrader/api/{action}", "POST")
    assert answer["success"], answer


@pytest.fixture(scope="module")
def students(people, ines):
    """Ada and Ben, who have fetched an assignment that was released."""
    formgrader(ines, f"assignment/{NAME}/release")
    for student in people[1:]:
        student.assignment("fetch", COURSE, NAME)
    return people[1:]


@pytest.fixture(scope="module")
def validated(students):
    """The answer of Validate to Ada's notebook, in which all is right; then she submitted it."""
    ada, ben = students
    notebook = nbformat.from_dict(ada.read(PATH))
    ada.write_notebook(PATH, answered(notebook, source_notebook(NAME)))
    said = ada.validate(PATH)
    for student in (ada, ben):
        student.assignment("submit", COURSE, NAME)
    return said


def type_as_grader(hub, *command):
    """Run a command as in a terminal of the course's server, with no variable of the Hub's."""
    grader, programs = hub.settings.grader, hub.python.parent
    surroundings = {"HOME": str(hub.home(grader)), "PATH": f"{programs}:/usr/bin:/bin"}
    done = subprocess.run(
        [programs / command[0], *command[1:]],
        user=grader,
        group=grader,
        extra_groups=[],
        cwd=hub.course,
        env=surroundings,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def graded(hub, validated, students, ines):
    """The points in the formgrader by student, with feedback released."""
    formgrader(ines, f"assignment/{NAME}/collect")
    type_as_grader(hub, "gradebox", "grade", NAME)
    formgrader(ines, f"assignment/{NAME}/generate_feedback")
    formgrader(ines, f"assignment/{NAME}/release_feedback")
    submissions = ines.get(f"/services/{COURSE}/formgrader/api/submissions/{NAME}")
    return {each["student"]: (each["score"], each["max_score"]) for each in submissions}


@pytest.fixture(scope="module")
def run_by_ben(students):
    """Run code in a kernel of Ben's; the value is what it printed, or the error it raised."""
    with students[1].kernel() as run:
        yield run


@pytest.fixture
def window(hub, browser):
    """A page in which somebody logs in by the Hub's form."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})

    def log_in(name, path):
        page = context.new_page()
        page.goto(f"{hub.url}{path}")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill(hub.passwords[name])
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"**{path}**", timeout=lab.SECONDS * 1000)
        return page

    yield log_in
    context.close()


# What its people do -------------------------------------------------------------------------------


def test_only_the_class_is_let_in(hub):
    ada, ben = hub.settings.students
    attempts = (ada, hub.passwords[ben]), (hub.settings.grader, ""), ("root", "")

    def refused(attempt):
        with pytest.raises(SessionError, match="not let in"):
            Session(hub.url, *attempt)

    with ThreadPoolExecutor() as at_once:
        list(at_once.map(refused, attempts))


def test_a_student_works_in_the_browser(window, students):
    ada = students[0].name
    page = window(ada, f"/user/{ada}/lab/tree/{PATH}")
    page.wait_for_function("window.jupyterapp !== undefined", timeout=lab.SECONDS * 1000)
    lab.open_notebook(page, PATH)
    first = next(cell for cell in source_notebook(NAME).cells if "import" in cell.source)
    lab.run_cell(page, first.id)
    assert lab.outputs(page, first.id).errors == []
    commands = page.evaluate("window.jupyterapp.commands.listCommands()")
    assert {each for each in commands if each.startswith("nbgrader:open")} == {
        "nbgrader:open-assignment-list"
    }


def test_a_student_validates_before_submitting(validated):
    assert validated == {}


def test_the_instructor_collects_and_grades(graded, students):
    ada, ben = students
    points, full = graded[ada.name]
    assert points == full == graded[ben.name][1]
    assert graded[ben.name][0] == 0


def test_the_formgrader_opens_in_jupyterlab(window, ines, graded):
    page = window(ines.name, f"/services/{COURSE}/")
    frame = page.frame_locator("#formgrader-iframe iframe, iframe#formgrader-iframe")
    row = frame.get_by_role("row", name=re.compile(NAME))
    expect(row).to_contain_text("released", timeout=lab.SECONDS * 1000)


def test_a_student_reads_the_feedback(graded, students):
    for student in students:
        student.assignment("fetch_feedback", COURSE, NAME)
        [folder] = student.read(f"{NAME}/feedback")
        page = student.read(f"{folder['path']}/{NAME}.html")
        points, full = graded[student.name]
        assert f"(Score: {points} / {full})" in page


def test_the_courses_own_exchange_is_that_of_the_class(hub):
    """Where no variable names one, as in a shell of the grader's, nbgrader takes `.exchange`."""
    assert (hub.course / ".exchange").resolve() == Path(hub.settings.exchange)


# What a student must not --------------------------------------------------------------------------


def test_a_student_reaches_no_work_but_their_own(hub, graded, students, run_by_ben):
    ada = students[0]
    exchange = Path(hub.settings.exchange) / COURSE
    [submission] = exchange.glob(f"inbound/{ada.name}+*")
    [server] = [
        process.pid
        for process in psutil.process_iter(["username", "cmdline"])
        if process.info["username"] == ada.name
        if "jupyterhub.singleuser" in process.info["cmdline"]
    ]
    home, course = hub.home(ada.name), hub.course
    attempts = [
        f"os.listdir({str(course)!r})",
        f"open({str(course / 'source' / NAME / NAME) + '.ipynb'!r})",
        f"open({str(course / 'gradebook.db')!r})",
        f"os.listdir({str(home)!r})",
        f"open({str(home / PATH)!r})",
        f"os.listdir({str(exchange / 'inbound')!r})",
        f"os.listdir({str(exchange / 'feedback')!r})",
        f"os.rename({str(exchange)!r}, {str(exchange)!r} + '-mine')",
        f"os.rename({str(exchange / 'inbound')!r}, {str(exchange.parent / 'mine')!r})",
        f"os.rmdir({str(exchange / 'inbound')!r})",
        f"os.mkdir({str(exchange / 'outbound' / 'mine')!r})",
        f"open({str(exchange / 'outbound' / PATH)!r}, 'a')",
        f"os.chmod({str(exchange.parent)!r}, 0o777)",
        f"open('/proc/{server}/environ')",
        f"os.kill({server}, 0)",
    ]
    may = [f"open({str(exchange / 'outbound' / PATH)!r})", f"os.listdir({str(exchange.parent)!r})"]
    run_by_ben("import os")
    said = [run_by_ben(f"{each}; print('done')") for each in (*attempts, *may)]
    results = dict(zip((*attempts, *may), said, strict=True))
    assert {attempt: results[attempt].split(":")[0] for attempt in attempts} == dict.fromkeys(
        attempts, "PermissionError"
    )
    assert [results[each] for each in may] == ["done\n"] * 2
    # Who knows a submission's name could read it. Nobody can: a part of it was drawn.
    assert len(submission.name.split("+")[3]) == 12


@pytest.mark.parametrize(
    "path",
    [
        "/user/{ada}/api/contents",
        "/user/{ada}/api/kernels",
        f"/services/{COURSE}/api/contents",
        f"/services/{COURSE}/formgrader/api/assignments",
        "/hub/api/users",
        "/hub/api/users/{ada}",
    ],
)
def test_a_student_reaches_no_server_but_their_own(students, path):
    ada, ben = students
    assert ben.ask("GET", path.format(ada=ada.name)).status_code in (403, 404)
    assert ben.ask("GET", f"/user/{ben.name}/api/contents").status_code == 200


def test_a_student_cannot_take_all_memory(run_by_ben):
    assert run_by_ben("x = bytearray(1 << 28); del x") == ""
    assert run_by_ben("x = bytearray(3 << 29)").startswith("MemoryError")


# The kit's own command, and the check of it -------------------------------------------------------


def test_what_has_come_open_is_found_and_closed_again(hub, students, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(hub.python.parents[1]))  # as the Hub's own Python says

    def wrong():
        places = [str(hub.python.parents[1] / "etc" / "jupyter")]
        findings = check_all(hub.config, places, hub.python)
        return {finding.name for finding in findings if not finding.right}

    assert wrong() == set()
    exchange, home = Path(hub.settings.exchange), hub.home(students[0].name)
    exchange.chmod(0o777)
    (exchange / COURSE / "inbound").chmod(0o777)
    home.chmod(0o755)
    hub.home(hub.settings.grader).chmod(0o755)
    hub.course.chmod(0o755)
    assert wrong() == {"homes", "exchange", "exchange of the course", "course"}
    again = [hub.python, HERE / "set_up.py", hub.config.parent / "class.toml"]
    subprocess.run(again, check=True, capture_output=True)
    assert wrong() == set()
    assert (exchange.stat().st_mode & 0o7777, home.stat().st_mode & 0o7777) == (0o1777, 0o700)


def test_a_student_who_comes_later_gets_an_account(hub, students):
    settings = hub.config.parent / "class.toml"
    passwords, before = hub.folder / "passwords.txt", settings.read_text()
    later = students[0].name.replace("ada", "dee")
    settings.write_text(before.replace('students = ["', f'students = ["{later}", "'))
    set_up = [hub.python, HERE / "set_up.py", settings]
    try:
        refused = subprocess.run(set_up, capture_output=True, text=True)
        assert refused.returncode == 1
        assert f"There is no account {later} on this machine" in refused.stderr
        made = subprocess.check_output([*set_up, "--passwords", passwords], text=True)
        # The tests' own folder can be read by all, or there would be no Hub here.
        assert f"chmod 700 {HERE.parent}." in made
        assert f"New accounts: {later}." in made
        entered = sqlite3.connect(hub.course / "gradebook.db").execute("SELECT id FROM student")
        assert {later, *hub.settings.students} <= {row[0] for row in entered}
        name, password = passwords.read_text().split()
        assert [path.stat().st_mode & 0o777 for path in (passwords, settings)] == [0o600] * 2
        assert name == later
        # It is an account of the machine, and the Hub lets it in when it has started anew.
        assert hub.home(later).stat().st_mode & 0o777 == 0o700
        pamela.authenticate(later, password, service="login")
        with pytest.raises(SessionError, match="not let in"):
            Session(hub.url, later, password)
    finally:
        remove_account(later)
        settings.write_text(before)


def test_what_a_trial_that_was_killed_left_is_removed_by_the_next(hub):
    killed = subprocess.Popen(["true"])
    os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)  # it has ended; nobody has seen it
    name = f"{hub.settings.instructors[0]}-left"
    make_account(name, comment=f"{ABOUT} {killed.pid}")
    folder = hub.folder.with_name(f"hub-trial-{killed.pid}-left")
    folder.mkdir()
    # a Hub that goes on, with a server of the account, which it does not wait for
    start = f"import os, time; os.fork() or os.setuid({pwd.getpwnam(name).pw_uid}); time.sleep(60)"
    left = subprocess.Popen([sys.executable, "-c", start, folder])
    assert name in remove_leftovers()  # others may have been killed on this machine before
    assert left.wait(timeout=10) == -signal.SIGKILL
    killed.wait()
    assert not Path("/home", name).exists()
    assert not folder.exists()
    assert hub.home(hub.settings.instructors[0]).exists()
