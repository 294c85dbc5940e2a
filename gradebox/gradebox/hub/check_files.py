"""Checks of a Hub's folders: homes, the exchange, the course."""

import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

from gradebox.hub.accounts import ANYBODY, Person
from gradebox.hub.configuration import read_literals
from gradebox.hub.finding import KIT, Finding
from gradebox.plain_text import first_of


def check_homes(owners: Iterable[Person], students: Sequence[Person]) -> list[Finding]:
    """Check that each home is closed to all others."""
    open_homes = []
    count = 0
    for owner in owners:
        if owner.home is None or not owner.home.exists():
            continue  # it is made at the first login, where the machine does that
        count += 1
        others = [each for each in (*students, ANYBODY) if each.uid != owner.uid]
        if any(each.may(owner.home, right) for each in others for right in (4, 2, 1)):
            open_homes.append(str(owner.home))
    if open_homes:
        return [
            Finding("homes", False, f"Others can enter it: chmod 700 {home}.")
            for home in open_homes
        ]
    are = "home is" if count == 1 else "homes are"
    return [Finding("homes", True, f"{count} {are} closed to all others.")]


def check_exchange(root: Path, students: Sequence[Person]) -> Finding:
    """Check that all may write to the exchange, and that none may rename what is another's."""
    name = "exchange"
    if not root.is_dir():
        return Finding(name, False, f"There is no {root}: mkdir -p {root}; chmod 1777 {root}.")
    found = root.stat()
    if found.st_uid in {student.uid for student in students}:
        return Finding(name, False, f"A student owns {root}: chown root {root}.")
    if not all(student.may(root, 7) for student in students):
        return Finding(name, False, f"Students cannot write to {root}: chmod 1777 {root}.")
    if not found.st_mode & stat.S_ISVTX:
        return Finding(
            name,
            False,
            "Any student can rename the course's folder and receive what others hand in: "
            f"chmod 1777 {root}.",
        )
    return Finding(name, True, f"{root} is there; all write to it, and none renames another's.")


def check_exchange_of_course(folder: Path, students: Sequence[Person]) -> Finding:
    """Check that the course's folders in the exchange are its own, and hand-ins not listed."""
    name = "exchange of the course"
    if not folder.is_dir():
        return Finding(
            name,
            False,
            f"There is no {folder}, so a student could make it first: release an assignment, or "
            f"make it as the account that owns the course; {KIT}.",
        )
    for path in (folder, *(folder / each for each in ("outbound", "inbound", "feedback"))):
        if not path.is_dir():
            continue
        writable = path.name == "inbound"
        for student in students:
            if path.stat().st_uid == student.uid:
                return Finding(
                    name, False, f"{student.name} owns {path}: chown it to who owns the course."
                )
            # To make a file in a folder takes the right to enter it, too.
            if student.may(path, 3 if writable else 2) != writable:
                mode = "2733" if writable else "711" if path.name == "feedback" else "755"
                state = "cannot" if writable else "can"
                return Finding(
                    name, False, f"Students {state} write to {path}: chmod {mode} {path}."
                )
            # What is in outbound is listed, and what is in feedback opened by its name.
            if not writable and not student.may(path, 5 if path.name == "outbound" else 1):
                mode = "711" if path.name == "feedback" else "755"
                return Finding(name, False, f"Students cannot enter {path}: chmod {mode} {path}.")
        if path.name in ("inbound", "feedback") and any(each.may(path, 4) for each in students):
            mode = "2733" if writable else "711"
            return Finding(
                name, False, f"Students can list what is in {path}: chmod {mode} {path}."
            )
    return Finding(name, True, f"{folder} is the course's, and nobody sees who handed in.")


def check_courses(graders: Sequence[Person], students: Sequence[Person]) -> list[Finding]:
    """Check that the courses which these accounts' servers find are closed to students."""
    configs = [grader.home / ".jupyter" / "nbgrader_config.py" for grader in graders if grader.home]
    roots = [read_literals(config).get("CourseDirectory.root") for config in configs]
    findings = [check_course(Path(root), students) for root in roots if isinstance(root, str)]
    if findings:
        return findings
    where = first_of([str(config) for config in configs]) or "no account owns a course"
    return [
        Finding(
            "course",
            False,
            f"No server finds the course ({where}): let nbgrader_config.py in .jupyter of the "
            f"account that owns it say c.CourseDirectory.root; {KIT}.",
        )
    ]


def check_course(root: Path, students: Sequence[Person]) -> Finding:
    """Check that no student can read solutions, gradebook, what was handed in or graded."""
    if not (root / "source").is_dir():
        return Finding("course", False, f"{root} has no folder source/: is the course elsewhere?")
    for each in ("source", "gradebook.db", "submitted", "set_aside", "autograded", "feedback"):
        path = root / each
        if not path.exists():
            continue
        # Who may enter a folder reads a file in it whose name they guess.
        rights = (4, 1) if path.is_dir() else (4,)
        readers = [s.name for s in students if any(s.may(path, right) for right in rights)]
        if readers:
            return Finding(
                "course", False, f"{first_of(readers)} can read {path}: chmod 700 {root}."
            )
    return Finding("course", True, f"{root} is closed to all students.")
