"""The check that feedback at submission is given where the class asks for it."""

import shlex
from pathlib import Path

import psutil

from gradebox.hub.accounts import ANYBODY
from gradebox.hub.configuration import Hub
from gradebox.hub.finding import KIT, Finding, listed

UNIT = Path("/etc/systemd/system/gradebox-watch.service")
NAME = "feedback at submission"


def check_watch(hub: Hub, unit: Path = UNIT) -> list[Finding]:
    """Check that the assignments to watch are watched; no finding if there are none."""
    wanted = list(map(str, hub.value("assignments", "GradeboxWatch", empty=[])))
    if not wanted:
        return []
    try:
        lines = unit.read_text(encoding="utf-8").splitlines()
    except OSError:
        return [
            Finding(NAME, False, f"There is no {unit}, which would run `gradebox watch`; {KIT}.")
        ]
    said = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    user, command = said.get("User", "root"), shlex.split(said.get("ExecStart", ""))
    if missing := [name for name in wanted if name not in command]:
        return [Finding(NAME, False, f"{unit} does not watch {listed(missing)}; {KIT}.")]
    owners = [person.name for person in hub.graders]
    if user not in owners:
        return [
            Finding(
                NAME,
                False,
                f"{unit} runs it as {user}, and the course belongs to {listed(owners)}: write "
                "User= with that account.",
            )
        ]
    if ANYBODY.may(unit, 2):
        return [Finding(NAME, False, f"Anybody can change {unit}, which root starts: chmod 644.")]
    service = unit.stem
    if not _runs(user):
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
    return [Finding(NAME, True, f"{user} watches {listed(wanted)}.")]


def _runs(user: str) -> bool:
    """Return True if `gradebox watch` runs on this account."""
    for process in psutil.process_iter(["username", "cmdline"]):
        words = process.info["cmdline"] or []
        is_watch = "watch" in words and any("gradebox" in word for word in words)
        if is_watch and process.info["username"] == user:
            return True
    return False
