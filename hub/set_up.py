"""Make what the class of a `class.toml` needs on this machine: folders, rights, configurations.

    /opt/hub/bin/python hub/set_up.py /etc/jupyterhub/class.toml [--passwords FILE]

Run it as root, with the Python of the environment that the Hub runs in. It can be run again at any
time: what is right is left as it is, what has come open is closed, and nobody's work is touched.
"""

import argparse
import contextlib
import csv
import io
import json
import os
import pwd
import secrets
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from hub.class_settings import (  # noqa: E402
    ClassSettings,
    SettingsError,
    read_settings,
    read_students,
)

# Of the folder that the kit lies in, what is no part of the course.
LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv", "node_modules", "build", "__pycache__", ".*_cache", ".hypothesis"),
    *("test-results", ".exchange", "gradebook.db*", "progress.json", "*.egg-info"),
)
# nbgrader's extensions of JupyterLab and of its server that only the course's own server has.
GRADERS_LAB = ("formgrader", "create-assignment")
GRADERS_SERVER = ("formgrader",)
# Course List would lead to the course's server; the Hub's own menu does that.
NOBODYS_LAB = ("course-list",)
NOBODYS_SERVER = ("course_list",)

QUICK_START = "attention_quick_start.pth"  # Python runs it whenever it starts
UNITS = Path("/etc/systemd/system")
SYSTEMD = Path("/run/systemd/system")  # is there where it has started the machine
WATCH = "gradebox-watch.service"

Accounts = Callable[[str], pwd.struct_passwd]


class SetUpError(Exception):
    """The set-up cannot go on; the message is a sentence."""


def set_up(settings: ClassSettings, account: Accounts = pwd.getpwnam) -> None:
    """Make all that the class needs but the accounts, in the environment whose Python runs this.

    account: says home, user and group of an account by its name
    """
    grader = account(settings.grader)
    folder = Path(grader.pw_dir) / settings.course
    for name in (settings.grader, *settings.people):
        close_home(account(name))
    make_folder(Path(settings.state), 0o700)
    make_exchange(settings, grader)
    if not folder.exists():
        copy_course(HERE.parent, folder, grader)
    configure_everybody(settings, Path(sys.prefix) / "etc" / "jupyter")
    start_quickly(Path(sysconfig.get_path("purelib")))
    with rights_of(grader):
        lead_to_exchange(folder / ".exchange", Path(settings.exchange))
        configure_grader(Path(grader.pw_dir) / ".jupyter", folder)
    enter_students(settings, folder, grader)


# Accounts and homes -------------------------------------------------------------------------------


def missing_accounts(settings: ClassSettings) -> list[str]:
    """Return the names in the settings that are no accounts of this machine."""
    return [name for name in settings.people if not has_account(name)]


def has_account(name: str) -> bool:
    """Return True if the machine knows the account, from a directory service, too."""
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def close_home(account: pwd.struct_passwd) -> None:
    """Take all rights to an account's home from everybody else, if it is there and its own."""
    home = Path(account.pw_dir)
    if not home.exists():
        return  # it is made at the first login
    if home.stat().st_uid != account.pw_uid:
        raise SetUpError(f"{home} is not {account.pw_name}'s own home: give that account one.")
    home.chmod(0o700)


def make_account(name: str, password: str = "", comment: str = "") -> None:
    """Make an account with a home that is closed to others; without a password it is locked.

    An account that gets no password is removed again: the next run would take it for a whole one.
    """
    options = ("--create-home", "--shell", "/bin/bash", "--key", "HOME_MODE=0700")
    run("useradd", *options, "--comment", comment, name)
    if not password:
        return
    try:
        run("chpasswd", text=f"{name}:{password}\n")
    except BaseException:
        run("userdel", "--remove", name)
        raise


def run(
    *command: str, text: str = "", account: pwd.struct_passwd | None = None, **how: Any
) -> None:
    """Run a command, as an account if one is named; raise SetUpError with what it said if it fails.

    how: as `subprocess.run` takes it
    """
    if account is not None and os.geteuid() == 0:
        how |= {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, **how)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()
        raise SetUpError(f"{shlex.join(command)} failed: {said}")


@contextlib.contextmanager
def rights_of(account: pwd.struct_passwd) -> Iterator[None]:
    """Read and write files with the rights of an account only: a link of its leads root nowhere."""
    user, group = os.geteuid(), os.getegid()
    os.setegid(account.pw_gid)
    os.seteuid(account.pw_uid)
    try:
        yield
    finally:
        os.seteuid(user)
        os.setegid(group)


# The exchange -------------------------------------------------------------------------------------


def make_exchange(settings: ClassSettings, grader: pwd.struct_passwd) -> None:
    """Make nbgrader's exchange, and in it the course's folders as nbgrader itself would.

    Everybody may write into the exchange, and nbgrader wants that. By the sticky bit nobody may
    rename or remove what is somebody else's there, such as the course's folder.
    """
    root = Path(settings.exchange)
    make_folder(root, 0o1777)
    course = root / settings.course
    for path, mode in (
        (course, 0o755),
        (course / "outbound", 0o755),
        (
            course / "inbound",
            0o2733,
        ),  # written by all, and listed by none of them
        (course / "feedback", 0o711),
    ):
        make_folder(path, mode, grader)


def make_folder(path: Path, mode: int, owner: pwd.struct_passwd | None = None) -> None:
    """Make a folder, or mend one: it gets this mode and owner, by default who runs this."""
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        raise SetUpError(f"{path} is no folder: take it away and run this again.")
    path.mkdir(parents=True, exist_ok=True)
    os.chown(path, owner.pw_uid if owner else os.geteuid(), owner.pw_gid if owner else os.getegid())
    path.chmod(mode)


def lead_to_exchange(link: Path, exchange: Path) -> None:
    """Make `.exchange`, which the course uses where nothing names another, the class's exchange."""
    if link.is_dir() and not link.is_symlink():
        try:
            link.rmdir()
        except OSError:
            raise SetUpError(
                f"{link} is an exchange in use. Take away what you need of it and the folder, and "
                f"run this again: the class's exchange is {exchange}."
            ) from None
    if not link.is_symlink():
        link.symlink_to(exchange)


# The course ---------------------------------------------------------------------------------------


def copy_course(course: Path, folder: Path, owner: pwd.struct_passwd) -> None:
    """Copy the course, solutions and all, into the owner's home, which is closed by then.

    The folder is there whole or not at all: one that is there is not copied again.
    """
    if not (course / "source").is_dir():
        raise SetUpError(f"{course} is no course: it has no folder source/.")
    part = folder.with_name(f".{folder.name}.partial")
    if part.is_symlink():  # of the owner's making
        raise SetUpError(f"{part} is a link: take it away and run this again.")
    if part.exists():  # of a set-up that was interrupted
        shutil.rmtree(part)
    shutil.copytree(course, part, ignore=LEFT_OUT, symlinks=True)
    part.chmod(0o700)
    for path in (part, *part.rglob("*")):
        os.chown(path, owner.pw_uid, owner.pw_gid, follow_symlinks=False)
    part.rename(folder)


def enter_students(settings: ClassSettings, folder: Path, grader: pwd.struct_passwd) -> None:
    """Enter the class into nbgrader's gradebook, with the names that `students_file` has.

    Nothing is done if all of it has been entered before. Who has left the class stays there.
    """
    rows = read_students(Path(settings.students_file)) if settings.students_file else []
    listed = {row["id"] for row in rows}
    rows += [{"id": name} for name in settings.students if name not in listed]
    # what a list has no column for stays in the gradebook as it is
    for number, columns in enumerate(dict.fromkeys(tuple(row) for row in rows)):
        path = folder / f".hub-students-{number}.csv"
        _enter(columns, [row for row in rows if tuple(row) == columns], path, grader)


def _enter(
    columns: tuple[str, ...], rows: list[dict[str, str]], path: Path, grader: pwd.struct_passwd
) -> None:
    """Enter a list of students, unless it was before; then it is kept in the course's folder."""
    text = io.StringIO()
    table = csv.DictWriter(text, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    folder = path.parent
    with rights_of(grader):
        is_known = path.exists() and path.read_text(encoding="utf-8") == text.getvalue()
        if is_known and (folder / "gradebook.db").exists():
            return
        part = path.with_suffix(".partial.csv")
        write(part, text.getvalue())
        part.chmod(0o600)
    command = [sys.executable, "-m", "nbgrader", "db", "student", "import", part.name]
    programs = f"{sys.prefix}/bin:/usr/local/bin:/usr/bin:/bin"
    try:
        run(*command, account=grader, cwd=folder, env={"HOME": grader.pw_dir, "PATH": programs})
    except SetUpError:
        with rights_of(grader):
            part.unlink()
        raise
    with rights_of(grader):
        part.rename(path)  # entered: from now on it is known


def open_to_all(path: Path) -> bool:
    """Return True if every account may read the file, and enter the folders above it."""
    real = path.resolve()
    return all(folder.stat().st_mode & 0o001 for folder in real.parents) and bool(
        real.stat().st_mode & 0o004
    )


# The configurations -------------------------------------------------------------------------------


def configure_everybody(settings: ClassSettings, folder: Path) -> None:
    """Write what every server on the Hub reads: course, exchange, extensions switched off."""
    write(
        folder / "nbgrader_config.py",
        "# Written by the Hub kit's set_up.py from class.toml. Every server on the Hub reads it.\n"
        "c = get_config()\n"
        f"c.CourseDirectory.course_id = {settings.course!r}\n"
        f"c.Exchange.root = {settings.exchange!r}\n",
    )
    switch(folder, lab=(*GRADERS_LAB, *NOBODYS_LAB), server=(*GRADERS_SERVER, *NOBODYS_SERVER))
    # A login shell, which a server without a terminal of its own starts, forgets the Hub's PATH.
    change_json(
        folder / "jupyter_server_config.json",
        {"ServerApp": {"terminado_settings": {"shell_command": ["/bin/bash"]}}},
    )


def start_quickly(packages: Path) -> None:
    """Let every Python of the environment start, and end, without what takes it long for nothing.

    jsonschema, which JupyterLab and nbgrader use, builds a grammar of international web addresses
    when it is imported, for seconds. Nothing that they validate holds such an address. A process
    that ends looks through all that it has for what nobody needs.
    """
    write(
        packages / QUICK_START,
        'import atexit, gc, sys; sys.modules.setdefault("rfc3987_syntax", None); '
        "atexit.register(gc.freeze)\n",
    )


def configure_grader(folder: Path, course: Path) -> None:
    """Write what the course's own server reads beside that: the course's folder, its extensions."""
    write(
        folder / "nbgrader_config.py",
        "# Written by the Hub kit's set_up.py: where nbgrader finds the course.\n"
        "c = get_config()\n"
        f"c.CourseDirectory.root = {str(course)!r}\n",
    )
    switch(folder, lab=GRADERS_LAB, server=GRADERS_SERVER, on=True)
    switch(folder, lab=("assignment-list",), server=("assignment_list",))
    # JupyterHub forbids every page to be shown inside another. The formgrader is shown inside
    # JupyterLab, so here, and on no student's server, a page of the same address may do so.
    headers = {"Content-Security-Policy": "frame-ancestors 'self'"}
    change_json(
        folder / "jupyter_server_config.json",
        {"ServerApp": {"tornado_settings": {"headers": headers}}},
    )


def switch(folder: Path, lab: tuple[str, ...], server: tuple[str, ...], on: bool = False) -> None:
    """Switch nbgrader's extensions on or off in a folder of Jupyter's configuration."""
    change_json(
        folder / "labconfig" / "page_config.json",
        {"disabledExtensions": {f"@jupyter/nbgrader:{name}": not on for name in lab}},
    )
    extensions = {f"nbgrader.server_extensions.{name}": on for name in server}
    change_json(
        folder / "jupyter_server_config.json", {"ServerApp": {"jpserver_extensions": extensions}}
    )


def change_json(path: Path, entries: dict) -> None:
    """Put entries into a file of JSON, and leave what else is in it."""
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except ValueError as error:
        raise SetUpError(
            f"{path} is not JSON ({error}): mend or remove it, and run this again."
        ) from None
    if not isinstance(found, dict):
        raise SetUpError(f"{path} is no table of settings: mend or remove it, and run this again.")
    write(path, json.dumps(merged(found, entries), indent=2) + "\n")


def merged(old: dict, new: dict) -> dict:
    """Return both dicts as one, all the way down; where both have a value, the new one's."""
    both = dict(old)
    for key, value in new.items():
        inside = isinstance(value, dict) and isinstance(both.get(key), dict)
        both[key] = merged(both[key], value) if inside else value
    return both


def write(path: Path, text: str) -> None:
    """Write a file that everybody may read, if its folder lets them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")  # a disk may be full: then the old one stays
    new.write_text(text, encoding="utf-8")
    new.chmod(0o644)
    new.replace(path)


# Feedback at submission ---------------------------------------------------------------------------


def watch_unit(settings: ClassSettings, home: Path) -> str:
    """Return the unit of systemd that gives feedback on the assignments to watch."""
    return (
        (HERE / WATCH)
        .read_text(encoding="utf-8")
        .format(
            course=settings.course,
            grader=settings.grader,
            folder=home / settings.course,
            programs=Path(sys.prefix) / "bin",
            exchange=settings.exchange,
            assignments=" ".join(f'"{name}"' for name in settings.watch),
        )
    )


def set_up_watch(settings: ClassSettings, home: Path, units: Path = UNITS) -> str:
    """Write the unit and start it, or take away what an earlier class.toml asked for; say which.

    home: of the account that owns the course
    """
    unit = units / WATCH
    if not settings.watch:
        if not unit.exists():
            return ""
        systemctl("disable", "--now", WATCH)
        unit.unlink()
        systemctl("daemon-reload")
        return "Feedback at submission has ended."
    if not SYSTEMD.is_dir():
        return (
            f"This machine runs no systemd. See to it that this runs, as {settings.grader} in "
            f"{home / settings.course}: {Path(sys.prefix) / 'bin' / 'gradebox'} watch "
            f"{shlex.join(settings.watch)}."
        )
    write(unit, watch_unit(settings, home))
    for command in (["daemon-reload"], ["enable", WATCH], ["restart", WATCH]):
        systemctl(*command)
    return (
        f"Feedback at submission is given for {', '.join(settings.watch)}; what it says: "
        f"journalctl -u {WATCH.removesuffix('.service')}."
    )


def systemctl(*words: str) -> None:
    """Run systemctl, on a machine that systemd has started."""
    if SYSTEMD.is_dir():
        run("systemctl", *words)


# The command --------------------------------------------------------------------------------------


def main(argv: list[str]) -> str:
    """Set up the class of a file; return what was done, and what is to be done next."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("settings", type=Path, help="the class.toml of the class")
    parser.add_argument(
        "--passwords",
        type=Path,
        metavar="FILE",
        help="make accounts for those who have none, and append their first passwords to FILE",
    )
    arguments = parser.parse_args(argv)
    settings = read_settings(arguments.settings)
    if os.geteuid() != 0:
        raise SetUpError("This makes accounts and changes rights: run it as root (sudo).")
    if not open_to_all(Path(sys.executable)):
        raise SetUpError(
            f"Nothing was changed. Not every account can run {Path(sys.executable).resolve()}: "
            f"/usr/bin/python3 -m venv --clear {sys.prefix}, install into it again, and run this "
            "with its Python."
        )
    missing = missing_accounts(settings)
    if missing and not arguments.passwords:
        raise SetUpError(
            f"Nothing was changed. There is no account {', '.join(missing)} on this machine: make "
            "each one (adduser NAME), or have all of them made by --passwords FILE."
        )
    if not has_account(settings.grader):
        make_account(settings.grader)
    said = [make_accounts(missing, arguments.passwords)] if missing else []
    set_up(settings)
    said += filter(None, [set_up_watch(settings, Path(f"~{settings.grader}").expanduser())])
    for path in filter(None, (str(arguments.settings), settings.students_file)):
        Path(path).chmod(0o600)  # who is in a class is nobody else's business
    for name in ("jupyterhub_config.py", "class_settings.py"):
        if arguments.settings.resolve().parent != HERE:
            shutil.copy(HERE / name, arguments.settings.resolve().parent)
    course = HERE.parent
    if open_to_all(course / "source"):
        said.append(
            f"Everybody on this machine can read {course}, and it holds the solutions: chmod 700 "
            f"{course}."
        )
    said.append(
        f"The course {settings.course} is in {Path(f'~{settings.grader}').expanduser()}, its "
        f"exchange in {settings.exchange}. Next: start the Hub, and gradebox doctor --hub."
    )
    return "\n".join(said)


def make_accounts(names: list[str], passwords: Path) -> str:
    """Make accounts; append name and password of each to a file that only its owner can read."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    with open(os.open(passwords, flags, 0o600), "a") as file:
        os.fchmod(file.fileno(), 0o600)  # it may have been there, open to others
        for name in names:
            password = secrets.token_urlsafe(9)
            file.write(f"{name} {password}\n")
            file.flush()  # before the account is there: nobody else knows its password
            make_account(name, password)
    return (
        f"New accounts: {', '.join(names)}. Their first passwords are in {passwords}. If a name is "
        "mistyped, mend it where you wrote it, run this again, and remove the account: userdel -r "
        "NAME."
    )


if __name__ == "__main__":
    try:
        print(main(sys.argv[1:]))
    except (SettingsError, SetUpError) as problem:
        sys.exit(str(problem))
    except OSError as problem:
        sys.exit(f"{problem.filename}: {problem.strerror}.")
