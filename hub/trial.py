"""A Hub on this machine with an invented class, for a look, for the tests and for the load run.

    .venv/bin/python -m hub.trial [--port PORT]          (or: make hub)

It is the kit's own Hub: `set_up.py` makes its folders, `jupyterhub_config.py` configures it. Root
gets real accounts, made here and removed at the end. Everybody else gets JupyterHub's own
authenticator and spawner for trials: all people are then one account, and nothing keeps them apart.
"""

import argparse
import contextlib
import json
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

from hub.class_settings import ClassSettings
from hub.set_up import make_account, open_to_all, run

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SITE = Path(psutil.__file__).resolve().parents[1]
ABOUT = (
    "Attention by Hand, a trial of process"  # said of each account, and the number of its process
)
FOLDER = "hub-trial-"  # of each trial, in the folder for temporary files; the process follows
# What people type in a terminal, and what nbgrader starts itself.
PROGRAMS = {
    "nbgrader": "nbgrader.apps.nbgraderapp",
    "gradebox": "gradebox.cli",
    "alembic": "alembic.config",
}
PROXY = HERE / "node_modules" / ".bin" / "configurable-http-proxy"

# What is different from a real class where there are no accounts.
WITHOUT_ACCOUNTS = """
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {password!r}
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r} + "/{{username}}"
for service in c.JupyterHub.services:
    if service.pop("user", None):
        service["cwd"] = {grader!r}
        # Jupyter puts an environment of one's own before what stands in the home.
        env = ["env", "JUPYTER_PREFER_ENV_PATH=0", "HOME=" + service["cwd"]]
        service["command"] = [*env, *service["command"]]
"""


class TrialError(Exception):
    """There can be no trial here; the message is a sentence."""


@dataclass(frozen=True)
class Trial:
    """A Hub that runs: where, for whom, and in which folder of its own."""

    url: str
    settings: ClassSettings
    passwords: dict[str, str]
    folder: Path
    real_accounts: bool

    @property
    def log(self) -> Path:
        """The file in which the Hub, the servers and the services say what they do."""
        return self.folder / "hub.log"

    @property
    def config(self) -> Path:
        """The Hub's configuration."""
        return self.folder / "jupyterhub" / "jupyterhub_config.py"

    @property
    def python(self) -> Path:
        """The Python of the Hub's environment."""
        return self.folder / "environment" / "bin" / "python"

    @property
    def course(self) -> Path:
        """The course's folder, in the home of the account that owns it."""
        return self.home(self.settings.grader) / self.settings.course

    def home(self, name: str) -> Path:
        """Return the home of one of the people."""
        if self.real_accounts:
            return Path(pwd.getpwnam(name).pw_dir)
        return self.folder / "homes" / name


@contextlib.contextmanager
def trial(students: Sequence[str], port: int = 0) -> Iterator[Trial]:
    """Start a Hub for an instructor, `ines`, and these students; end it, and remove all of it.

    With real accounts, a name here is the end of an account's name that nobody else has.
    port: of the Hub's page; a free one if it is 0
    """
    real = os.geteuid() == 0
    if port and _is_taken(port):  # whatever answers there would be taken for this Hub
        raise TrialError(
            f"Another program has the port {port}: end it, or choose another port, as in "
            f'make hub ARGS="--port {port + 10}".'
        )
    if reason := no_proxy() or (real and no_accounts()):
        raise TrialError(reason)
    with contextlib.ExitStack() as at_end:
        folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-"))
        at_end.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        prefix = f"t{secrets.token_hex(3)}-" if real else ""
        found = ClassSettings(**_settings(folder, prefix, students, port))
        password = secrets.token_urlsafe(9)
        passwords = {
            name: secrets.token_urlsafe(9) if real else password
            for name in (*found.instructors, *found.students)
        }
        here = Trial(f"http://127.0.0.1:{found.port}", found, passwords, folder, real_accounts=real)
        for name in (found.grader, *found.people):
            if real:
                at_end.callback(remove_account, name)
                make_account(name, passwords.get(name, ""), f"{ABOUT} {os.getpid()}")
            else:
                here.home(name).mkdir(parents=True)
        make_environment(folder / "environment")
        _configure(here, password)
        hub = at_end.enter_context(_running(here))
        _wait(here, hub)
        yield here


def _settings(folder: Path, prefix: str, students: Sequence[str], port: int) -> dict[str, Any]:
    public, hub, proxy, grader = _free_ports(4)
    return {
        "course": "attention-by-hand",
        "instructors": [f"{prefix}ines"],
        "students": [f"{prefix}{name}" for name in students],
        "admins": [],
        "address": "127.0.0.1",
        "port": port or public,
        "certificate": "",
        "key": "",
        "memory": "1G",
        "idle_minutes": 60,
        "grader": f"{prefix}grader",
        "exchange": str(folder / "exchange"),
        "state": str(folder / "state"),
        "hub_port": hub,
        "proxy_port": proxy,
        "grader_port": grader,
    }


def _is_taken(port: int) -> bool:
    """Return True if a program listens on a port of this machine."""
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


# Accounts -----------------------------------------------------------------------------------------


def no_proxy() -> str:
    """Return why the Hub's proxy cannot be started here; nothing if it can."""
    if not shutil.which("node"):
        return "There is no node on PATH, and the Hub's proxy runs on it: see https://nodejs.org/."
    if not PROXY.exists():
        return "The Hub's proxy is not installed: run npm ci in the folder hub/, or make hub."
    return ""


def no_accounts() -> str:
    """Return why there can be no accounts here that run the Hub's servers; nothing if there can."""
    if os.geteuid() != 0:
        return "Only root can make accounts."
    if not shutil.which("useradd") or not shutil.which("chpasswd"):
        return "This machine has no useradd and chpasswd to make accounts with."
    for path in (ROOT, SITE):
        if not open_to_all(path):
            return (
                f"Other accounts cannot read {path}: its folder, or one above it, is closed. Root "
                "makes accounts for the class: clone into a folder that everybody can enter, such "
                "as /srv, or run this as an ordinary user."
            )
    if not python_for_all():
        version = ".".join(map(str, sys.version_info[:2]))
        return (
            f"Other accounts cannot run {os.path.realpath(sys.executable)}, and there is no "
            f"python{version} in /usr/bin (Debian: apt install python3-venv)."
        )
    return ""


def python_for_all() -> Path | None:
    """Return a Python of this version that every account can run."""
    name = "python{}.{}".format(*sys.version_info)
    for path in (
        Path(sys.executable).resolve(),
        Path("/usr/local/bin", name),
        Path("/usr/bin", name),
    ):
        if path.exists() and open_to_all(path):
            return path
    return None


def remove_account(name: str) -> None:
    """End what the account still runs, and remove it with its home, if it is there."""
    try:
        account = pwd.getpwnam(name)
    except KeyError:
        return
    for process in psutil.process_iter(["uids"]):
        with contextlib.suppress(psutil.NoSuchProcess):
            if process.info["uids"] and process.info["uids"].real == account.pw_uid:
                process.kill()
                process.wait(timeout=10)
    run("userdel", "--force", "--remove", name)


def remove_leftovers() -> list[str]:
    """Remove what trials left that were killed before they could; return the accounts' names.

    Their Hubs first: one that still runs has the port, and starts a server again that has ended.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*-*"):
        process = folder.name.removeprefix(FOLDER).partition("-")[0]
        if process.isdecimal() and not _runs(int(process)):
            end_all(folder)
            shutil.rmtree(folder, ignore_errors=True)
    left = []
    for entry in pwd.getpwall():
        about, _, process = entry.pw_gecos.rpartition(" ")
        if about == ABOUT and not _runs(int(process)):
            left.append(entry.pw_name)
    for name in left:
        remove_account(name)
    return left


def _runs(process: int) -> bool:
    """Return True if a process runs: one that was killed is there until its parent has seen it."""
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


# The environment and the configuration ------------------------------------------------------------


def make_environment(folder: Path) -> None:
    """Make an environment with all that this one has, and a folder of configurations of its own.

    Nothing is installed: it looks for packages in this one. What the kit configures for all
    servers is thus never seen by anything but the trial.
    """
    python = python_for_all() if os.geteuid() == 0 else Path(sys.executable)
    run(str(python), "-m", "venv", "--without-pip", str(folder))
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "course.pth").write_text(f"import site; site.addsitedir({str(SITE)!r})\n")
    (folder / "share").symlink_to(Path(sys.prefix) / "share")
    (folder / "node_modules").symlink_to(HERE / "node_modules")
    shutil.copytree(Path(sys.prefix) / "etc" / "jupyter", folder / "etc" / "jupyter")
    for name, module in PROGRAMS.items():
        program = folder / "bin" / name
        # As pip's own: a process that multiprocessing starts imports it, and must not run it.
        program.write_text(
            f"#!{folder}/bin/python\nfrom {module} import main\n"
            "if __name__ == '__main__':\n    main()\n"
        )
        program.chmod(0o755)


def _configure(here: Trial, password: str) -> None:
    """Write class.toml and have the kit set the class up, with the environment's Python."""
    folder = here.config.parent
    folder.mkdir()
    lines = (f"{name} = {json.dumps(value)}\n" for name, value in asdict(here.settings).items())
    (folder / "class.toml").write_text("".join(lines))
    if here.real_accounts:
        run(str(here.python), str(HERE / "set_up.py"), str(folder / "class.toml"))
        return
    script = (
        "import sys, os, types; from pathlib import Path; from hub.set_up import *\n"
        "settings = read_settings(Path(sys.argv[1]))\n"
        "set_up(settings, lambda name: types.SimpleNamespace(\n"
        "    pw_dir=sys.argv[2] + '/' + name, pw_uid=os.geteuid(), pw_gid=os.getegid()))\n"
    )
    homes = str(here.folder / "homes")
    run(str(here.python), "-c", script, str(folder / "class.toml"), homes)
    for name in ("jupyterhub_config.py", "class_settings.py"):
        shutil.copy(HERE / name, folder)
    with here.config.open("a") as file:
        grader = str(here.home(here.settings.grader))
        file.write(WITHOUT_ACCOUNTS.format(password=password, homes=homes, grader=grader))
    # nbgrader would ask the machine who is at the keyboard, and they are all one account.
    with (here.course / "nbgrader_config.py").open("a") as file:
        file.write("\nc.ExchangeCollect.check_owner = False\n")
    for name in here.settings.students:
        (here.home(name) / ".jupyter").mkdir()
        (here.home(name) / ".jupyter" / "nbgrader_config.py").write_text(
            f"c = get_config()\nc.CourseDirectory.student_id = {name!r}\n"
        )


# The Hub ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _running(here: Trial) -> Iterator[subprocess.Popen]:
    with here.log.open("w") as log:
        hub = subprocess.Popen(
            [here.python, "-m", "jupyterhub", "--config", here.config],
            cwd=here.settings.state,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for this process, which ends the Hub in order
        )
    try:
        yield hub
    finally:
        # Servers that are asked to end take up to 30 s; nothing of theirs is to be kept.
        end_all(here.folder)
        hub.wait()


def end_all(folder: Path) -> None:
    """End a trial's Hub, and its servers and proxy, which still run where the Hub ended by itself.

    All of them are started by a path in the trial's folder.
    """
    for process in psutil.process_iter(["cmdline"]):
        if any(str(folder) in word for word in process.info["cmdline"] or ()):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


def _wait(here: Trial, hub: subprocess.Popen, seconds: int = 90) -> None:
    """Wait until the Hub and the course's own server answer; before, the proxy alone says 404."""
    pages = [f"{here.url}/hub/login", f"{here.url}/services/{here.settings.course}/"]
    end = time.monotonic() + seconds
    while pages:
        if hub.poll() is not None or time.monotonic() > end:
            last = "\n".join(here.log.read_text().splitlines()[-20:])
            raise TrialError(f"The Hub did not start. It said:\n{last}")
        try:
            urllib.request.urlopen(pages[0], timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            pages.pop(0)


# The command --------------------------------------------------------------------------------------


def main(argv: list[str]) -> int:
    """Run a Hub until Ctrl-C; print its address and the passwords."""
    parser = argparse.ArgumentParser(prog="make hub", description="A Hub with an invented class.")
    parser.add_argument("--port", type=int, default=8000, help="of the Hub's page (8000)")
    port = parser.parse_args(argv).port
    for ending in (signal.SIGTERM, signal.SIGHUP):  # so that they, too, remove the accounts
        signal.signal(ending, lambda *_: sys.exit(0))
    if os.geteuid() == 0 and (left := remove_leftovers()):
        print(f"Removed from a trial that was killed: {', '.join(left)}.")
    print("Starting a Hub with an instructor and three students; this takes some seconds.")
    with contextlib.suppress(KeyboardInterrupt), trial(["ada", "ben", "cy"], port) as here:
        print(_welcome(here), flush=True)
        while True:
            time.sleep(3600)
    print("\nThe Hub has ended; its accounts and folders are removed.")
    return 0


def _welcome(here: Trial) -> str:
    width = max(map(len, here.passwords))
    people = "\n".join(f"    {name:<{width}}  {word}" for name, word in here.passwords.items())
    grader = f"{here.url}/services/{here.settings.course}/"
    apart = (
        "These are real accounts of this machine. Ctrl-C ends the Hub and removes them."
        if here.real_accounts
        else "You are not root, so there are no real accounts: the four people share yours, and "
        "nothing is closed to any of them. Ctrl-C ends the Hub."
    )
    return (
        f"\n{here.url}\n\n{people}\n\n{apart}\n"
        f"The instructor grades in {grader} (in the Hub's menu: Services).\n"
        f"What the Hub says is in {here.log}."
    )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except TrialError as problem:
        sys.exit(str(problem))
