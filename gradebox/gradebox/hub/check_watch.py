"""The check that feedback at submission is given where the class asks for it."""

import shlex
from pathlib import Path

import psutil

from gradebox.hub.accounts import ANYBODY
from gradebox.hub.configuration import Hub
from gradebox.hub.finding import KIT, Finding
from gradebox.plain_text import first_of

UNIT = Path("/etc/systemd/system/gradebox-watch.service")
SYSTEMD = Path("/run/systemd/system")  # is there where it has started the machine
NAME = "feedback at submission"


def check_watch(hub: Hub, unit: Path = UNIT, systemd: Path = SYSTEMD) -> list[Finding]:
    """Check that the assignments to watch are watched; no finding if there are none."""
    wanted = list(map(str, hub.value("assignments", "GradeboxWatch", empty=[])))
    if not wanted:
        return []
    owners = [person.name for person in hub.graders]
    if not systemd.is_dir():
        return [_check_by_itself(wanted, owners)]
    try:
        text = unit.read_text(encoding="utf-8")
    except OSError:
        return [
            Finding(NAME, False, f"There is no {unit}, which would run `gradebox watch`; {KIT}.")
        ]
    lines = text.replace("\\\n", " ").splitlines()  # a line that goes on in the next one
    said = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    try:
        user, command = said.get("User", "root"), shlex.split(said.get("ExecStart", ""))
    except ValueError as error:
        return [Finding(NAME, False, f"ExecStart in {unit} is no command: {error}.")]
    if missing := [name for name in wanted if name not in command]:
        return [Finding(NAME, False, f"{unit} does not watch {first_of(missing)}; {KIT}.")]
    if user not in owners:
        return [
            Finding(
                NAME,
                False,
                f"{unit} runs it as {user}, and the course belongs to {first_of(owners)}: write "
                "User= with that account.",
            )
        ]
    if ANYBODY.may(unit, 2):
        return [Finding(NAME, False, f"Anybody can change {unit}, which root starts: chmod 644.")]
    service = unit.stem
    if not _watches(user):
        return [
            Finding(
                NAME,
                False,
                f"It does not run: systemctl enable --now {service}; if it ends again, "
                f"journalctl -u {service} says why.",
            )
        ]
    if not (unit.parent / "multi-user.target.wants" / unit.name).exists():
        return [
            Finding(NAME, False, f"It does not start with the machine: systemctl enable {service}.")
        ]
    return [Finding(NAME, True, f"{user} watches {first_of(wanted)}.")]


def _check_by_itself(wanted: list[str], owners: list[str]) -> Finding:
    """Check what runs on a machine without systemd, on which somebody else has to start it."""
    watched = {word for owner in owners for words in _watches(owner) for word in words}
    if missing := [name for name in wanted if name not in watched]:
        return Finding(
            NAME,
            False,
            f"This machine runs no systemd, and nobody watches {first_of(missing)}: see to it that "
            f"`gradebox watch` runs as {first_of(owners)}, in the course's folder.",
        )
    return Finding(
        NAME,
        True,
        f"{first_of(wanted)}: it runs. This machine has no systemd: see to it that it starts "
        "again.",
    )


def _watches(user: str) -> list[list[str]]:
    """Return the words of each `gradebox watch` that runs on this account."""
    return [
        process.info["cmdline"]
        for process in psutil.process_iter(["username", "cmdline"])
        if process.info["username"] == user
        and "watch" in (process.info["cmdline"] or [])
        and any("gradebox" in word for word in process.info["cmdline"])
    ]
