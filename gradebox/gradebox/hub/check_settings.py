"""Checks of a Hub's configurations: who may log in, what servers read, and their limits."""

import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from jupyter_core.paths import ENV_CONFIG_PATH
from traitlets.config import Config

from gradebox.hub.accounts import ANYBODY, Person
from gradebox.hub.configuration import AUTHENTICATORS, EVERYBODYS, Hub, read_json, read_literals
from gradebox.hub.finding import KIT, Finding
from gradebox.plain_text import first_of

# JupyterHub's own spawners of local processes, by class and by short name: they limit nothing.
PLAIN_SPAWNERS = (
    "jupyterhub.spawner.LocalProcessSpawner",
    "jupyterhub.spawner.SimpleLocalProcessSpawner",
    *("default", "localprocess", "simple"),
)
CHP = "jupyterhub.proxy.ConfigurableHTTPProxy"  # JupyterHub's own, by class
GRADERS_LAB = ("formgrader", "create-assignment", "course-list")
GRADERS_SERVER = ("formgrader", "course_list")


def check_people(hub: Hub) -> Finding:
    """Check that it is said who may log in, and that each has an account."""
    name = "accounts"
    if hub.value("allow_all", *AUTHENTICATORS):
        return Finding(
            name,
            False,
            "Everybody with an account on this machine may log in: set c.Authenticator.allow_all "
            "to False and name the class in c.Authenticator.allowed_users.",
        )
    if not hub.students and not hub.missing:
        return Finding(
            name, False, "No student is named: set c.Authenticator.allowed_users to their accounts."
        )
    if hub.value("allow_existing_users", *AUTHENTICATORS) is not False:
        return Finding(
            name,
            False,
            "Who is taken off the list may still log in: set c.Authenticator.allow_existing_users "
            "to False.",
        )
    if hub.missing:
        return Finding(
            name,
            False,
            f"This machine has no account {first_of(hub.missing)}: make it (adduser), or take it "
            "off the list.",
        )
    count = len(hub.students)
    said = f"{count} student{'s' * (count != 1)} may log in, each with an account."
    return Finding(name, True, said)


def check_environment(python: Path) -> Finding:
    """Check that everybody can run the Hub's Python, and that nobody can change what it runs."""
    name = "environment"
    real = python.resolve()
    if not ANYBODY.may(python.parent, 1) or not ANYBODY.may(real, 5):
        return Finding(
            name,
            False,
            f"Students cannot run {real}: make the environment with a Python that all can run, "
            "such as /usr/bin/python3, in a folder that all can enter, such as /opt: "
            "/usr/bin/python3 -m venv --clear FOLDER, then install and set up again.",
        )
    prefix = python.parent.parent
    packages = [each for each in prefix.glob("lib/python*/site-packages/*") if each.is_dir()]
    for folder in (prefix, python.parent, *prefix.glob("lib/python*/site-packages"), *packages):
        if ANYBODY.may(folder, 2):
            return Finding(name, False, f"Anybody can change {folder}: chmod -R go-w {prefix}.")
    return Finding(name, True, f"Everybody can run {python}, and nobody can change it.")


def check_students_config(path: Path | None, nbgrader: Config) -> Finding:
    """Check that a server which starts in a student's home learns the course and the exchange."""
    name = "nbgrader's configuration"
    if path is None:
        return Finding(
            name,
            False,
            "A server that starts in a home finds no nbgrader_config.py: write one into "
            f"{ENV_CONFIG_PATH[0]} that says CourseDirectory.course_id and Exchange.root; {KIT}.",
        )
    for section, setting in (("CourseDirectory", "course_id"), ("Exchange", "root")):
        if not nbgrader.get(section, {}).get(setting):
            return Finding(name, False, f"{path} does not say c.{section}.{setting}: add it.")
    if not ANYBODY.may(path, 4):
        return Finding(name, False, f"Students cannot read {path}: chmod 644 {path}.")
    return Finding(
        name,
        True,
        f"{path} names the course {nbgrader.CourseDirectory.course_id} and its exchange.",
    )


def check_extensions(places: Sequence[str] = EVERYBODYS) -> Finding:
    """Check that the instructor's extensions are switched off on students' servers."""
    lab, server = {}, {}
    for place in reversed(places):
        page = read_json(Path(place) / "labconfig", "page_config")
        lab.update(page.get("disabledExtensions", {}))
        found = read_json(place, "jupyter_server_config")
        server.update(found.get("ServerApp", {}).get("jpserver_extensions", {}))
    shown = [name for name in GRADERS_LAB if not lab.get(f"@jupyter/nbgrader:{name}")]
    running = [
        name for name in GRADERS_SERVER if server.get(f"nbgrader.server_extensions.{name}", False)
    ]
    if shown or running:
        return Finding(
            "students' extensions",
            False,
            f"Students have {first_of(sorted({*shown, *running}))}: switch it off in the folders "
            f"labconfig/ and jupyter_server_config.d/ of {ENV_CONFIG_PATH[0]}; {KIT}.",
        )
    return Finding("students' extensions", True, "The instructor's are off on students' servers.")


def check_formgrader(hub: Hub, course: str) -> Finding:
    """Check that all graders share a server of the course, in which the formgrader opens."""
    name = "formgrader"
    services = {str(each.get("name")): each for each in hub.course_services}
    if course not in services:
        return Finding(
            name,
            False,
            f"The Hub starts no service {course or 'of the course'} (jupyterhub-singleuser), in "
            "which all graders share the formgrader: add it to c.JupyterHub.services.",
        )
    user = services[course].get("user")
    person = Person.of(str(user)) if user else None
    if person is None or person.home is None:
        return Finding(
            name, False, f"The service {course} has no account of its own: give it a `user`."
        )
    scopes = {scope for role in hub.roles for scope in role.get("scopes", ())}
    if not scopes & {f"access:services!service={course}", "access:services"}:
        return Finding(
            name,
            False,
            f"Nobody may open the service {course}: give the graders a role with the scope "
            f"access:services!service={course} in c.JupyterHub.load_roles.",
        )
    folder = person.home / ".jupyter"
    found = read_json(folder, "jupyter_server_config").get("ServerApp", {})
    on = found.get("jpserver_extensions", {}).get("nbgrader.server_extensions.formgrader")
    headers = found.get("tornado_settings", {}).get("headers", {})
    if not on:
        return Finding(
            name,
            False,
            f"{folder}/jupyter_server_config.json does not switch the formgrader on; {KIT}.",
        )
    if "frame-ancestors 'self'" not in headers.get("Content-Security-Policy", ""):
        return Finding(
            name,
            False,
            "JupyterLab shows an empty page for it, since JupyterHub forbids frames: let "
            f"{folder}/jupyter_server_config.json set frame-ancestors 'self'; {KIT}.",
        )
    return Finding(name, True, f"The service {course} runs it as {user}, for all graders.")


def check_memory(hub: Hub) -> Finding:
    """Check that a student's server has a limit of memory, which the spawner keeps."""
    name = "memory"
    spawner = hub.value("spawner_class", "JupyterHub") or PLAIN_SPAWNERS[0]
    classes = [each.__name__ for each in getattr(spawner, "__mro__", ())]
    limit = hub.value("mem_limit", *classes, "SystemdSpawner", "DockerSpawner", "Spawner")
    if not limit:
        return Finding(
            name,
            False,
            "One student can take all memory of the machine: set c.Spawner.mem_limit, and a "
            "spawner that keeps it.",
        )
    plain = f"{spawner.__module__}.{spawner.__name__}" if isinstance(spawner, type) else spawner
    if plain in PLAIN_SPAWNERS:
        return Finding(
            name,
            False,
            "c.Spawner.mem_limit is set, and JupyterHub's spawner of local processes does not keep "
            "it: take one that does, as the Hub kit's jupyterhub_config.py has.",
        )
    keeper = str(plain).rpartition(".")[2]
    return Finding(name, True, f"The limit is {limit}, kept by {keeper}.")


def check_server_culling(hub: Hub) -> Finding:
    """Check that servers that nobody uses are stopped."""
    name = "idle servers"
    cullers = [
        str(each.get("name"))
        for each in hub.services
        if "idle_culler" in " ".join(map(str, each.get("command") or ())).replace("-", "_")
    ]
    if not cullers:
        return Finding(
            name,
            False,
            "Servers run on when their students have gone: add jupyterhub-idle-culler to "
            "c.JupyterHub.services.",
        )
    scopes = {
        scope
        for role in hub.roles
        if set(role.get("services", ())) & set(cullers)
        for scope in role.get("scopes", ())
    }
    if not scopes & {"delete:servers", "servers", "admin:servers"}:
        return Finding(
            name,
            False,
            f"The service {cullers[0]} may stop no server: give it a role with the scopes "
            "list:users, read:users:activity, read:servers, delete:servers.",
        )
    return Finding(name, True, "They are stopped by jupyterhub-idle-culler.")


def check_kernel_culling(hub: Hub, places: Sequence[str] = EVERYBODYS) -> Finding:
    """Check that kernels that nobody uses are stopped."""
    name = "idle kernels"
    arguments = map(str, hub.value("args", "LocalProcessSpawner", "Spawner", empty=[]))
    said = [each for each in arguments if "cull_idle_timeout" in each]
    for place in places:
        path = Path(place) / "jupyter_server_config.py"
        said += [
            f"{key}={value}" for key, value in read_literals(path).items() if "cull_idle" in key
        ]
        found = read_json(place, "jupyter_server_config")
        timeout = found.get("MappingKernelManager", {}).get("cull_idle_timeout")
        said += [f"cull_idle_timeout={timeout}"] if timeout else []
    if not said or said[0].endswith("=0"):
        return Finding(
            name,
            False,
            "Kernels run on when nobody uses them: add "
            "--MappingKernelManager.cull_idle_timeout=3600 to c.Spawner.args.",
        )
    return Finding(name, True, f"They are stopped: {said[0].lstrip('-')}.")


def check_proxy(hub: Hub) -> Finding | None:
    """Check that the proxy's program is there; None where it is another one than JupyterHub's."""
    kinds = (None, "default", "configurable-http-proxy", CHP)
    kind = hub.value("proxy_class", "JupyterHub")
    if kind not in kinds or hub.value("should_start", "ConfigurableHTTPProxy") is False:
        return None
    command = hub.value("command", "ConfigurableHTTPProxy", empty=[]) or ["configurable-http-proxy"]
    program = command if isinstance(command, str) else str(command[0])
    # The Hub's service may have its environment on PATH where this shell has not.
    beside = str(Path(sys.executable).parent)
    if found := shutil.which(program) or shutil.which(program, path=beside):
        return Finding("proxy", True, f"It is {found}.")
    return Finding(
        "proxy",
        False,
        f"There is no program {program}, and the Hub does not start without it: install it with "
        "npm (the Hub kit: npm ci --prefix FOLDER-OF-THE-ENVIRONMENT), and start the Hub again.",
    )


def check_https(hub: Hub) -> Finding:
    """Check that passwords cross the network encrypted."""
    name = "HTTPS"
    certificate, key = (hub.value(each, "JupyterHub") for each in ("ssl_cert", "ssl_key"))
    if not certificate or not key:
        if _is_of_this_machine(_host(hub)):
            return Finding(
                name,
                True,
                "There is no certificate, and only this machine reaches the Hub; for others, name "
                "one (c.JupyterHub.ssl_cert, ssl_key) or put a web server with HTTPS before it.",
            )
        return Finding(
            name,
            False,
            "Passwords cross the network for all to read: set c.JupyterHub.ssl_cert and ssl_key.",
        )
    for path in (Path(str(certificate)), Path(str(key))):
        if not path.is_file():
            return Finding(name, False, f"There is no file {path}: put it there, or name another.")
    if ANYBODY.may(Path(str(key)), 4):
        return Finding(name, False, f"Everybody can read the key: chmod 600 {key}.")
    return Finding(name, True, f"The certificate is {certificate}.")


def _host(hub: Hub) -> str:
    """Return the address at which the Hub listens, without a port; "" for all that there are."""
    url, address = (str(hub.value(each, "JupyterHub") or "") for each in ("bind_url", "ip"))
    return (urlsplit(url).hostname or "") if url else address


def _is_of_this_machine(host: str) -> bool:
    """Return True if only programs on the machine itself reach this address."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"
