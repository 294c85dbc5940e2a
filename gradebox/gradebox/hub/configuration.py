"""Reading the configurations of a Hub: JupyterHub's own, and nbgrader's for all its servers.

They are programs, and root runs them here: one that others than root could have written is not run.
"""

import ast
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jupyter_core.paths import ENV_CONFIG_PATH, SYSTEM_CONFIG_PATH
from jupyter_server.config_manager import BaseJSONConfigManager
from traitlets.config import Config, LazyConfigValue, PyFileConfigLoader

from gradebox.hub.accounts import Person

# Places in which every server looks, the first before the others, whatever is in its home.
EVERYBODYS = (*ENV_CONFIG_PATH, *SYSTEM_CONFIG_PATH)
AUTHENTICATORS = ("PAMAuthenticator", "LocalAuthenticator", "Authenticator")


@dataclass(frozen=True)
class Hub:
    """The class as a Hub's configuration says it: settings, and who its people are."""

    config: Config
    students: list[Person] = field(default_factory=list)
    others: list[Person] = field(default_factory=list)  # who may log in, and grade or administrate
    graders: list[Person] = field(default_factory=list)  # whose accounts hold a course
    missing: list[str] = field(default_factory=list)  # allowed, and no account

    def value(self, name: str, *sections: str, empty: Any = None) -> Any:
        """Return a setting from the first of these sections that has it.

        empty: what a list, a set or a dict begins with that is only added to, and is returned
        where no section has the setting
        """
        for section in sections:
            found = self.config.get(section, {}).get(name)
            if isinstance(found, LazyConfigValue):
                return found.get_value(empty)
            if found is not None:
                return found
        return empty

    @property
    def services(self) -> list[dict]:
        """The services that the Hub starts or knows."""
        return self.value("services", "JupyterHub", empty=[])

    @property
    def roles(self) -> list[dict]:
        """The roles that are given."""
        return self.value("load_roles", "JupyterHub", empty=[])

    @property
    def course_services(self) -> list[dict]:
        """The services that are servers of Jupyter: nbgrader's way for several graders."""
        return [each for each in self.services if _is_server(each)]


def _is_server(service: dict) -> bool:
    words = " ".join(map(str, service.get("command") or ()))
    return "jupyterhub.singleuser" in words or "jupyterhub-singleuser" in words


# Reading configurations ---------------------------------------------------------------------------


class UnreadableError(Exception):
    """A configuration that cannot be read; the message is a sentence."""


def load_trusted(path: Path) -> Config:
    """Return what a configuration in Python says, by running it if only root or we could write it.

    Raises UnreadableError for one that others could have written, and for one that fails.
    """
    for each in (path, *path.resolve().parents):
        found = each.stat()
        ours = found.st_uid in (0, os.geteuid())
        open_to_others = found.st_mode & 0o022 and not found.st_mode & stat.S_ISVTX
        if not ours or open_to_others:
            raise UnreadableError(
                f"{each} can be written by others than root, and {path} is a program that root "
                f"runs: chown root {each}; chmod go-w {each}."
            )
    try:
        return PyFileConfigLoader(path.name, path=str(path.parent)).load_config()
    except BaseException as error:  # also an end by sys.exit, which says why
        if isinstance(error, KeyboardInterrupt):
            raise
        raise UnreadableError(
            f"{path} fails: {str(error).rstrip('.') or type(error).__name__}. Mend it."
        ) from None


def read_literals(path: Path) -> dict[str, object]:
    """Return what `c.Section.name = value` says in a configuration that is not to be run.

    Only values that are written out are found.
    """
    found: dict[str, object] = {}
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return found
    for line in ast.walk(tree):
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Attribute):
            try:
                value = ast.literal_eval(line.value)
            except ValueError:
                continue
            found[ast.unparse(line.targets[0]).removeprefix("c.")] = value
    return found


def read_hub(path: Path) -> Hub:
    """Return what the Hub's configuration says; raise UnreadableError if it cannot be read."""
    hub = Hub(load_trusted(path))
    allowed = hub.value("allowed_users", *AUTHENTICATORS, empty=set())
    admins = hub.value("admin_users", *AUTHENTICATORS, empty=set())
    trusted = {*admins, *_named_in_roles(hub, "admin"), *_named_in_roles(hub, "formgrade-")}
    owners = {str(each["user"]) for each in hub.course_services if each.get("user")}
    return Hub(
        hub.config,
        students=_accounts({*allowed} - trusted - owners),
        others=_accounts(trusted & {*allowed}),
        graders=_accounts(owners or trusted),
        missing=sorted(name for name in allowed if Person.of(name) is None),
    )


def _accounts(names: set[str]) -> list[Person]:
    return [person for name in sorted(names) if (person := Person.of(name))]


def _named_in_roles(hub: Hub, start: str) -> set[str]:
    groups = hub.value("load_groups", "JupyterHub", empty={})
    names: set[str] = set()
    for role in hub.roles:
        if str(role.get("name", "")).startswith(start):
            names.update(role.get("users", ()))
    for name, members in groups.items():
        if name.startswith(start):
            names.update(members.get("users", ()) if isinstance(members, dict) else members)
    return names


def everybodys_nbgrader(places: Sequence[str] = EVERYBODYS) -> tuple[Path | None, Config]:
    """Return nbgrader's configuration that every server reads, and the file that comes first."""
    first, together = None, Config()
    for place in reversed(places):
        path = Path(place) / "nbgrader_config.py"
        if path.exists():
            first = path
            together.merge(load_trusted(path))
    return first, together


def read_json(place: str | Path, name: str) -> dict:
    """Return one of Jupyter's configurations in JSON, with the parts in its folder NAME.d."""
    return BaseJSONConfigManager(config_dir=str(place), read_directory=True).get(name)
