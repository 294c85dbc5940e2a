"""The settings of `class.toml`, read and looked at; the Hub and `set_up.py` both take them here."""

import csv
import ipaddress
import re
import tomllib
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path

ACCOUNT = re.compile(r"[a-z_][a-z0-9_-]{0,31}")  # as Debian's useradd takes it
MEMORY = re.compile(r"[0-9]+(\.[0-9]+)?[KMGT]?")  # as JupyterHub reads it
ASSIGNMENT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]*")  # as a word in a unit of systemd's
COURSE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")  # it is part of an address and of file names


KINDS: dict[object, str] = {str: "a text in quotes", int: "a whole number"}


class SettingsError(Exception):
    """The settings cannot be used; the message is a sentence."""


@dataclass(frozen=True, kw_only=True)
class ClassSettings:
    """The class, the accounts of its people, and where its Hub stands."""

    course: str
    instructors: list[str]
    students: list[str]
    admins: list[str]
    address: str
    port: int
    certificate: str
    key: str
    memory: str
    idle_minutes: int
    grader: str
    students_file: str = ""
    watch: list[str] = field(default_factory=list)
    exchange: str = "/srv/nbgrader/exchange"
    state: str = "/srv/jupyterhub"
    hub_port: int = 8081
    proxy_port: int = 8001
    grader_port: int = 9999

    @property
    def people(self) -> list[str]:
        """The accounts that may log in, in order of their names."""
        return sorted({*self.instructors, *self.students, *self.admins})

    @property
    def only_this_machine(self) -> bool:
        """Return True if no other machine reaches the Hub's address."""
        try:
            return ipaddress.ip_address(self.address).is_loopback
        except ValueError:
            return self.address == "localhost"


def read_settings(path: Path) -> ClassSettings:
    """Return the settings in a file; raise SettingsError for what is missing or wrong in it."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(f"There is no {path}: copy class.toml there and edit it.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not TOML: {error}.") from None
    found.setdefault("grader", f"grader-{found.get('course', '')}")
    known = {each.name: each for each in fields(ClassSettings)}
    for name in found.keys() - known.keys():
        raise SettingsError(f"{path} says `{name}`, which is no setting: {', '.join(known)} are.")
    for name, setting in known.items():
        has_default = {setting.default, setting.default_factory} != {MISSING}
        if name not in found and has_default:
            continue
        if name not in found:
            raise SettingsError(f"{path} does not say `{name}`: see the class.toml of the kit.")
        if not _is_a(setting.type, found[name]):
            kind = KINDS.get(setting.type, "a list of texts in quotes")
            raise SettingsError(f"{path}: `{name}` is {found[name]!r}, and should be {kind}.")
    if found.get("students_file"):
        file = path.absolute().parent / found["students_file"]
        ids = [student["id"] for student in read_students(file)]
        found["students"] = list(dict.fromkeys([*found["students"], *ids]))
        found["students_file"] = str(file)
    settings = ClassSettings(**found)
    _look_at(settings, path)
    return settings


def read_students(path: Path) -> list[dict[str, str]]:
    """Return the rows of a list of students in nbgrader's form: CSV with a column `id`.

    Raises SettingsError if there is no such file, it has no such column, or names a student twice.
    """
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = csv.DictReader(file, skipinitialspace=True)
            if "id" not in (rows.fieldnames or ()):
                raise SettingsError(f"{path} has no column `id`, which is the student's account.")
            found = [
                {name: (value or "").strip() for name, value in row.items() if name}
                for row in rows
                if (row["id"] or "").strip()
            ]
    except FileNotFoundError:
        raise SettingsError(f"There is no {path}, which `students_file` names.") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise SettingsError(f"{path} is no CSV in UTF-8: {error}.") from None
    names = [row["id"] for row in found]
    if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
        raise SettingsError(f"{path} has {', '.join(twice)} twice: one name would be lost.")
    return found


def _is_a(kind: object, value: object) -> bool:
    if kind == list[str]:
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return type(value) is kind


def _look_at(settings: ClassSettings, path: Path) -> None:
    """Raise SettingsError if the settings do not go together."""
    if not COURSE.fullmatch(settings.course):
        raise SettingsError(f"{path}: `course` may have letters, digits, - and _ only.")
    for name in (settings.grader, *settings.people):
        if not ACCOUNT.fullmatch(name):
            raise SettingsError(f"{path}: {name!r} cannot be the name of an account.")
    if "root" in settings.people:
        raise SettingsError(f"{path}: root does not log in to a Hub. Name another account.")
    for name in settings.watch:
        if not ASSIGNMENT.fullmatch(name):
            raise SettingsError(f"{path}: {name!r} in `watch` is not the name of an assignment.")
    if not MEMORY.fullmatch(settings.memory):
        raise SettingsError(
            f"{path}: `memory` is {settings.memory!r}, and should be a number with K, M, G or T "
            'right behind it, as in "1G" or "1.5G".'
        )
    if settings.idle_minutes < 1:
        raise SettingsError(f"{path}: `idle_minutes` has to be 1 or more.")
    if settings.grader in settings.people:
        raise SettingsError(
            f"{path}: nobody logs in as {settings.grader}, which owns the course. The instructors "
            "open its server with accounts of their own."
        )
    both = sorted(set(settings.students) & set(settings.instructors))
    if both:
        raise SettingsError(f"{path}: {', '.join(both)} cannot be student and instructor.")
    if bool(settings.certificate) != bool(settings.key):
        raise SettingsError(f"{path}: HTTPS needs both `certificate` and `key`.")
    if not settings.certificate and not settings.only_this_machine:
        raise SettingsError(
            f"{path}: at the address {settings.address!r} other machines reach the Hub, and "
            "passwords would be sent to it for all to read. Name a `certificate` and a `key`, or "
            'take the address "127.0.0.1" and put a web server with HTTPS before it.'
        )
