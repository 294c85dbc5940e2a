"""The sandbox, tried from inside: as root or whoever runs the tests, as an ordinary user, and
where no namespaces can be had. What a submission tries is in `sandbox_attempts`."""

import ctypes.util
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from gradebox.sandbox import environment, keeper, usage

from gradebox import sandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is made of Linux")

HERE = Path(__file__).parent
FOLDERS_OF_ALL = ("/usr/bin", "/usr/share/zoneinfo", "/etc/fonts")
ROOT = HERE.parents[1]
LOST = ["files", "processes"]  # what an ordinary user gives up where there are no namespaces
REFUSED = {"PermissionError", "FileNotFoundError", "OSError", "NotADirectoryError"}
NOT_PERMITTED, NOT_IMPLEMENTED = os.strerror(errno.EPERM), os.strerror(errno.ENOSYS)
SMALL = {"memory_bytes": 50 << 20, "cpu_seconds": 0.4, "processes": 20, "disk_bytes": 16 << 20}


def test_the_list_of_fonts_is_made_once_for_an_account(tmp_path, monkeypatch):
    monkeypatch.delenv("MPLCONFIGDIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    environment.make_font_list()
    assert len([*tmp_path.glob(".cache/matplotlib/fontlist-*.json")]) == 1
    monkeypatch.setattr(environment.subprocess, "run", None)
    environment.make_font_list()


def test_a_home_that_is_closed_to_the_account_has_no_list_of_fonts(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "matplotlib", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir(0)
    monkeypatch.setattr(environment.subprocess, "run", None)
    user = os.geteuid()
    os.seteuid(user or 65534)  # root may look everywhere
    try:
        assert environment.font_lists() == {}
        environment.make_font_list()
    finally:
        os.seteuid(user)


class Parent:
    """A warm parent (`sandbox_parent`) in another process."""

    def __init__(self, mode: str, python: str | Path = sys.executable, root: Path = ROOT) -> None:
        self.mode = mode
        here = root / HERE.relative_to(ROOT)
        path = os.pathsep.join(map(str, (here, root, root / "gradebox")))
        self._process = subprocess.Popen(
            [python, here / "sandbox_parent.py", mode],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ
            | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": path, "GRADER_TOKEN": "SECRET"},
        )
        first = json.loads(self._process.stdout.readline())
        self.world = first["world"]
        self.layers = {layer["name"]: layer for layer in first["layers"]}

    @property
    def reduced(self) -> bool:
        return self.mode == "reduced"

    def ask(self, attempt: str, *arguments: object, **job: object) -> dict:
        """Run an attempt in a sandbox with all layers that there are in this mode."""
        self.start(attempt, *arguments, **job)
        return json.loads(self._process.stdout.readline())

    def start(self, attempt: str, *arguments: object, **job: object) -> None:
        """Ask for an attempt without waiting for its answer."""
        job = {"without": LOST if self.reduced else [], **job}
        job |= {"attempt": attempt, "arguments": arguments}
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()

    def said(self, attempt: str, *arguments: object, **job: object) -> object:
        """Run an attempt and return what it says it got."""
        answer = self.ask(attempt, *arguments, **job)
        assert "said" in answer, answer
        return answer["said"]

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait(timeout=30)


def state(*folders: str | Path) -> dict[str, tuple]:
    """Return owner, mode and times of all that is in some folders, by path.

    The last time says that a file was changed, even where it was changed back; reading moves none.
    """
    found = {}
    for folder in folders:
        for above, inner, files in os.walk(folder):
            inner[:] = [name for name in inner if name != "__pycache__"]  # other tests write it
            for name in (*inner, *files):
                s = os.lstat(os.path.join(above, name))
                when = (s.st_mtime_ns, s.st_ctime_ns)
                found[os.path.join(above, name)] = (s.st_uid, s.st_gid, s.st_mode, *when)
    return found


def outside(parent: Parent) -> list[str]:
    """Return the folders that the sandboxes of a parent are shown, or must not be."""
    installed = sysconfig.get_path("purelib")
    return [
        parent.world["home"],
        str(ROOT / "course"),
        str(ROOT / "gradebox" / "gradebox"),
        installed,
        *FOLDERS_OF_ALL,
    ]


@pytest.fixture(scope="module", params=["full", "ordinary", "reduced"])
def parent(request):
    if request.param == "ordinary" and os.geteuid() != 0:
        pytest.skip("this user is ordinary, so that was the mode before")
    parent = Parent(request.param)
    parent.before = state(*outside(parent))
    yield parent
    parent.close()


def test_every_layer_that_this_machine_has_is_in_force(parent):
    missing = {name for name, layer in parent.layers.items() if not layer["in_force"]}
    assert missing == (set(LOST) if parent.reduced else set())
    assert set(parent.ask("who")["layers"]) == set(sandbox.NAMES) - missing


def test_plain_work_runs(parent):
    said = parent.said("ordinary_work")
    assert said["product"] == 36000
    assert said["data"] == "1,2\n"
    assert (said["figure"], said["pdf"], said["home"]) == (True, True, True)
    assert (said["answer"], said["thread"], said["asyncio"]) == (42, [1], "slept")
    assert (said["user"], said["null"]) == ("student", "out")


def test_other_programs_run_and_see_little(parent):
    if parent.reduced:
        pytest.skip("terminals and shared memory need a file system of one's own")
    said = parent.said("other_programs")
    assert (said["python"], said["terminal"], said["pool"]) == (2, "typed", [1, 2])
    assert "home" not in said["pages"]
    # installed from a clone, the package lies beside source/
    assert set(said["course"]) <= {"course", "gradebox", ".venv"}
    assert said["grader"] == ["gradebox"]
    assert said["me"] == 2
    assert {"1", "2"} <= set(said["processes"])
    assert len(said["processes"]) < 8


def test_finds_the_programs_that_a_notebook_needs_and_no_others(parent):
    said = parent.said("interpreters")
    assert said["script"][:2] == ["x", "/"]
    assert said["script"][2].isdigit()
    assert said["library"] == ctypes.util.find_library("m")
    assert set(said["runs"].values()) <= REFUSED
    assert said["helpers"] in REFUSED
    if parent.reduced:  # the folders are the machine's, and are neither listed nor read
        assert set(said["places"].values()) <= REFUSED
    else:
        assert said["found"] == {}
        assert "'ls'" in said["places"]["/usr/bin"]


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler here")
def test_a_compiler_is_there_if_asked_for(parent):
    assert parent.said("compile_and_call", programs=["compiler"]) == 42
    assert "raised" in parent.ask("compile_and_call")


def test_a_program_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="no program 'gccc' on this machine"):
        sandbox.Policy(tmp_path, programs=("compiler", "gccc"))


def test_reads_nothing_of_the_instructors(parent):
    paths = [
        "{solution}",
        "{gradebook}",
        "{classmate}",
        "{key}",
        "{repository}",
        "/etc/shadow",
        "link",
        "../home/course/gradebook.db",
        "/proc/self/cwd/../home/course/gradebook.db",
        "/proc/self/root/{gradebook}",
        "/proc/{parent}/environ",
        "/proc/1/environ",
        "/proc/1/root/{gradebook}",
        "/dev/vda",
        "/dev/mem",
    ]
    got = dict(zip(paths, parent.said("read", *paths), strict=True))
    assert not {path: what for path, what in got.items() if what not in REFUSED}


def test_follows_no_link_of_its_own_making(parent):
    assert parent.said("read_through_new_link") in REFUSED
    assert parent.said("read_through_hard_link") in REFUSED


def test_writes_nothing_outside(parent):
    places = [
        "{home}/.ipython/profile_default/startup/00-x.py",
        "{home}/course/gradebook.db",
        "/usr/lib/{left}",
        "/etc/{left}",
        f"{sys.prefix}/lib/{{left}}",
    ]
    assert set(parent.said("write", *places)) <= REFUSED
    # These may be its own, in memory (this folder, where the course is in /tmp).
    parent.said("write", "/tmp/{left}", "/dev/shm/{left}", f"{HERE}/{{left}}", "{left}")
    left = parent.world["left"]
    for folder in ("/tmp", "/dev/shm", HERE, parent.world["home"]):
        assert not Path(folder, left).exists()
    assert Path(parent.world["gradebook"]).read_text() == "SECRET"
    assert not Path(parent.world["home"], ".ipython").exists()


def test_clone_and_environment_below_the_temporary_folder_stay_as_they_are(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    clone, environment = tmp_path / "clone", tmp_path / "environment"
    for part in ("course", "gradebox"):
        shutil.copytree(ROOT / part, clone / part)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    installed = environment / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    (installed / "packages.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    kept, needed = tmp_path / "kept", tmp_path / "needed"
    for folder in (kept, needed / "below"):
        folder.mkdir(parents=True)
        (folder / "data.csv").write_text("1,2\n", encoding="ascii")

    parent = Parent("full", environment / "bin" / "python", clone)
    try:
        before = state(tmp_path)
        assert len(before) > 100
        said = parent.said("ordinary_work", readable=[str(needed), str(needed / "below")])
        assert said["product"] == 36000
        assert parent.said("read", str(needed / "below" / "data.csv"), readable=[str(needed)])
        after = state(tmp_path)
    finally:
        parent.close()
    assert before.items() <= after.items()


def test_changes_no_file_of_the_same_user(parent):
    mode = Path(parent.world["gradebook"]).stat().st_mode
    outcomes = parent.said("change_mode")
    if parent.reduced:  # the first three do nothing, and say nothing
        assert outcomes[:3] == ["None"] * 3
        outcomes = outcomes[3:]
    assert set(outcomes) <= REFUSED
    assert Path(parent.world["gradebook"]).stat().st_mode == mode
    assert Path(parent.world["gradebook"]).read_text() == "SECRET"


def test_leaves_nothing_in_its_folder(parent):
    if parent.reduced:
        pytest.skip("without a file system of its own it writes into the real folder")
    assert parent.ask("write", "new", ".home/.ipython/x.py")["left"] == ["data.csv", "link"]


def test_reaches_no_server(parent):
    for door, outcome in parent.said("connect").items():
        assert outcome in {*REFUSED, "gaierror", "ConnectionRefusedError"}, door


def test_signals_nobody_outside(parent):
    answer = parent.ask("signal_others")
    assert {*answer["said"]} <= {"PermissionError", "ProcessLookupError", "OSError", "None"}
    # what is "None" was the first process of its own namespace, which cannot be killed from inside
    assert "None" not in answer["said"][:1] + answer["said"][3:]
    assert answer["ended"] == "It ended by itself, as with `os._exit(0)`."


def older(parent: Parent) -> list[dict]:
    """Return what is asked for where the newest Landlock, or all of it, is not there."""
    without = LOST if parent.reduced else []
    asked = [{"landlock": version} for version in (1, 3, 5)]
    return [{}, *asked, {"without": [*without, "landlock"]}]


# A kernel is interrupted by a signal that it has the system send to itself.
OF_ITS_OWN = ("signal", "signal, upper half", "itself", "O_ASYNC")


def test_makes_the_kernel_signal_nobody(parent):
    for job in older(parent):
        for way, outcome in parent.said("signal_by_a_file", **job).items():
            allowed = "worked" if way in OF_ITS_OWN else NOT_PERMITTED
            assert outcome in (allowed, NOT_IMPLEMENTED), (way, job)


def test_changes_no_other_process(parent):
    for way, outcome in parent.said("change_another").items():
        assert outcome in (NOT_PERMITTED, NOT_IMPLEMENTED), way


def test_keeps_watch_on_nothing(parent):
    *watching, waiting = parent.said("watch", "/etc", "{home}", sys.prefix)
    assert set(watching) == {-1}
    assert waiting <= 1024  # a user's other programs have the rest


@pytest.mark.parametrize("version", [1, 2, 3, 5])
def test_an_older_landlock_keeps_out_the_same(parent, version, tmp_path):
    landlock = {"landlock": version}
    assert parent.said("little_work", **landlock) == [36000, "1,2\n", "out"]
    if version == 1:  # it cannot allow what the later ones do: to move a file to another folder
        assert parent.said("ordinary_work", **landlock)["product"] == 36000
    assert set(parent.said("read", "{gradebook}", "{key}", "link", **landlock)) <= REFUSED
    needed = parent.world["needed"]
    outcomes = parent.said("shorten", needed, readable=[needed], **landlock)
    assert Path(needed).read_text() == "1,2\n", outcomes
    assert "worked" not in outcomes
    sent = parent.said("signal_others", **landlock)
    assert {*sent[:1], *sent[3:]} <= {"PermissionError", "ProcessLookupError", "OSError"}
    for door, outcome in parent.said("connect", **landlock).items():
        assert outcome in {*REFUSED, "gaierror", "ConnectionRefusedError"}, door


def test_what_an_old_landlock_and_nothing_else_would_keep_out_is_named(parent):
    if not parent.reduced:
        pytest.skip("namespaces keep it out")
    job = {"without": [*LOST, "seccomp", "network", "ipc"]}
    refused = parent.ask("who", landlock=5, **job)["refused"]
    assert "does not keep out signals to other processes, abstract sockets" in refused
    assert "--without landlock" in refused
    assert "shortening files" in parent.ask("who", landlock=2, **job)["refused"]


def test_makes_no_dangerous_call(parent):
    for name, outcome in parent.said("forbidden_calls").items():
        assert outcome in (NOT_PERMITTED, NOT_IMPLEMENTED, "Invalid argument"), name
    assert parent.said("clone_into_namespace") == NOT_IMPLEMENTED


def test_is_nobody_in_particular(parent):
    said = parent.said("who")
    assert 0 not in said["users"]
    if not parent.reduced:
        capabilities = {key: int(value, 16) for key, value in said["status"].items()}
        assert capabilities.pop("NoNewPrivs") == 1
        assert set(capabilities.values()) == {0}


def test_a_set_user_id_program_gains_nothing(parent):
    if os.geteuid() != 0:
        pytest.skip("only root can make a set-user-id program of root's")
    folder = Path(tempfile.mkdtemp(dir="/var/tmp"))
    try:
        folder.chmod(0o755)
        program = Path(shutil.copy("/usr/bin/id", folder))
        program.chmod(0o4755)
        assert int(parent.said("run_set_user_id", str(program), readable=[str(folder)])) > 0
    finally:
        shutil.rmtree(folder)


def test_sees_no_token(parent):
    assert "SECRET" not in parent.said("environment")


def test_has_no_file_open_but_its_own(parent):
    if parent.reduced:
        pytest.skip("without a process namespace the folder of descriptors has another number")
    links = parent.said("descriptors")
    assert [link for link in links if not link.startswith(("/dev/null", "pipe:", "/proc/"))] == []


def test_fork_bomb(parent):
    answer = parent.ask("fork_many", 200, limits=SMALL)
    # The reduced one counts all processes of a user, and a neighbour's may end meanwhile.
    assert 5 <= answer["said"] <= SMALL["processes"] + (4 if parent.reduced else 0)
    assert answer["ended"] == "It ended by itself, as with `os._exit(0)`."


def test_daemon_ends_too(parent):
    assert parent.ask("leave_daemon")["ended"] == "It ended by itself, as with `os._exit(0)`."
    assert not psutil.Process(int(parent.world["parent"])).children(recursive=True)


def test_killed_with_all_it_started(parent):
    answer = parent.ask("sleep_with_answer", kill=True)
    assert answer["ended"] == "It was stopped."
    assert not psutil.Process(int(parent.world["parent"])).children(recursive=True)


@pytest.mark.parametrize("mode", ["full", "reduced"])
def test_ends_when_the_warm_parent_is_killed(mode):
    parent = Parent(mode)
    parent.start("sleep_with_answer")
    warm = psutil.Process(int(parent.world["parent"]))
    enough = 4 if mode == "full" else 3  # the daemon, the submission and who looks after them
    wait_until(lambda: len(warm.children(recursive=True)) >= enough)
    everything = warm.children(recursive=True)
    warm.kill()
    parent.close()
    shutil.rmtree(Path(parent.world["home"]).parent)  # which the parent could not do any more
    assert psutil.wait_procs(everything, timeout=20)[1] == []


def wait_until(condition: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this did not come about"
        time.sleep(0.02)


def test_memory_of_one_process(parent):
    assert parent.said("use_memory", 200, limits=SMALL) == "MemoryError"


def test_memory_of_many_processes(parent):
    answer = parent.ask("use_memory_in_many", 3, 30, limits=SMALL)
    assert answer["ended"] == "It used more than 50 MiB of memory."


@pytest.mark.parametrize(
    "attempt",
    [
        ("use_memory_of_a_thread", 30),
        ("use_memory_of_sockets", 3, 100),
        ("use_memory_of_nobody", 300),
        ("use_memory_of_pipes", 10, 100),
    ],
)
def test_memory_that_does_not_look_like_it(parent, attempt):
    if parent.reduced and attempt[0] == "use_memory_of_nobody":
        pytest.skip("without namespaces there are no sockets that another can connect to")
    assert parent.ask(*attempt, limits=SMALL)["ended"] == "It used more than 50 MiB of memory."


def test_who_hides_open_files_has_as_many_as_may_be(parent):
    assert parent.said("hide_sockets", 5, False, limits=SMALL) == "nobody minded"
    if os.geteuid() != 0 or parent.mode != "full":  # root is shown them all the same
        answer = parent.ask("hide_sockets", 5, True, limits=SMALL)
        assert answer["ended"] == "It used more than 50 MiB of memory."


def test_sockets_and_pipes_of_a_usual_number_and_size_only(parent):
    most = 2 * 2 * 10 * usage.socket_bytes()
    assert 1 << 20 < parent.said("use_memory_of_sockets", 2, 10, 1 << 30, limits=SMALL) <= most
    assert parent.said("use_memory_of_pipes", 2, 10, limits=SMALL) <= 2 * 10 << 16


@pytest.mark.parametrize("processes", [1, 3])
def test_cpu(parent, processes):
    answer = parent.ask("use_cpu", processes, limits=SMALL | {"cpu_seconds": 0.2})
    assert answer["ended"] == "It used more than 0.2 s of CPU time."


def test_cpu_of_one_process_without_the_keeper(parent):
    answer = parent.ask("ignore_cpu_limit", limits={"cpu_seconds": 0.9})
    assert answer["said"] == [1, 2]  # what the kernel enforces by itself, in whole seconds


def test_file_size_and_disk(parent):
    assert parent.said("fill_file", 4, limits={"file_bytes": 2 << 20}) == "OSError"
    if not parent.reduced:
        assert parent.said("fill_disk", 20, 1, limits=SMALL) == "OSError"


def test_open_files(parent):
    assert parent.said("open_many", 10000) < 256


def test_given_up_by_name_only(parent):
    if parent.reduced:
        refused = parent.ask("who", without=[])["refused"]
        assert "'files'" in refused
        assert "--without processes,files" in refused
    else:
        layers = parent.ask("who", without=["network"])["layers"]
        assert set(layers) == set(sandbox.NAMES) - {"network"}


def test_an_unknown_layer_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="no layer 'netwrok'"):
        sandbox.fork(sandbox.Policy(tmp_path, without=frozenset(["netwrok"])), lambda layers: 0)


def test_an_instructors_folder_cannot_be_shown(tmp_path):
    (tmp_path / "gradebook.db").touch()
    with pytest.raises(ValueError, match=r"holds gradebook\.db"):
        sandbox.Policy(tmp_path / "work", readable=(tmp_path,))


@pytest.mark.parametrize("path", ["data", "/nowhere/data.csv"])
def test_a_file_that_is_not_there_is_not_shown_without_a_word(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").touch()
    with pytest.raises(ValueError, match=f"^{path} cannot be shown .* in c.Executor.readable"):
        sandbox.Policy(tmp_path, readable=(Path(path),))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can change what is another's")
def test_root_without_namespaces_changes_no_file_either():
    parent = Parent("contained")
    try:
        before = state(*outside(parent))
        without = {"without": LOST}
        layers = parent.ask("who", **without)["layers"]
        assert set(layers) == set(sandbox.NAMES) - set(LOST)
        assert 0 not in parent.said("who", **without)["users"]
        assert parent.said("ordinary_work", **without)["product"] == 36000
        parent.said("change_mode", **without)
        parent.said("shorten", parent.world["needed"], readable=[parent.world["needed"]], **without)
        parent.said("write", "{home}/{left}", "/usr/lib/{left}", "link", **without)
        assert before.items() <= state(*outside(parent)).items()
        assert Path(parent.world["needed"]).read_text() == "1,2\n"
    finally:
        parent.close()


def test_no_file_outside_has_changed(parent):
    assert parent.before.items() <= state(*outside(parent)).items()


def test_a_signal_without_a_name_is_said_by_its_number():
    assert keeper.describe(35, None) == "It was killed by signal 35."
    assert keeper.describe(signal.SIGKILL, None) == "It was killed by SIGKILL."
