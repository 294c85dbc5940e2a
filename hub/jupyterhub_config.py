"""JupyterHub's configuration for a class: accounts of the machine, one server for each person.

Nothing here need be edited: `class.toml`, in the same folder, says who is in the class.
"""

import os
import resource
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from jupyterhub.spawner import LocalProcessSpawner

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
from class_settings import SettingsError, read_settings  # noqa: E402

c = get_config()  # noqa: F821 (traitlets puts it here)
try:
    settings = read_settings(here / "class.toml")
except SettingsError as error:
    sys.exit(f"JupyterHub was not started. {error}")

# Where it stands ----------------------------------------------------------------------------------

c.JupyterHub.ip = settings.address
c.JupyterHub.port = settings.port
c.JupyterHub.hub_port = settings.hub_port
if settings.certificate:
    c.JupyterHub.ssl_cert = settings.certificate
    c.JupyterHub.ssl_key = settings.key
state = Path(settings.state)
c.JupyterHub.db_url = f"sqlite:///{state / 'jupyterhub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(state / "cookie_secret")
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{settings.proxy_port}"
c.ConfigurableHTTPProxy.pid_file = str(state / "proxy.pid")
proxy = Path(sys.prefix) / "node_modules" / ".bin" / "configurable-http-proxy"
c.ConfigurableHTTPProxy.command = [
    str(proxy) if proxy.exists() else shutil.which(proxy.name) or str(proxy)
]

# Who may log in -----------------------------------------------------------------------------------

c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.open_sessions = False
c.Authenticator.allowed_users = set(settings.people)
c.Authenticator.allow_all = False
c.Authenticator.allow_existing_users = False  # who is taken out of class.toml is out

# The servers --------------------------------------------------------------------------------------


class LimitedSpawner(LocalProcessSpawner):
    """JupyterHub's spawner of local processes, with the limit of memory, which that one leaves out.

    The limit is one for each process: a server, or a kernel. A kernel that asks for more gets
    Python's MemoryError.
    """

    def make_preexec_fn(self, name: str) -> Callable[[], None]:
        """Return a function that sets the limit and becomes the user, in the new process."""
        become_user = super().make_preexec_fn(name)

        def limit_and_become_user() -> None:
            resource.setrlimit(resource.RLIMIT_DATA, (self.mem_limit, self.mem_limit))
            become_user()

        return limit_and_become_user


c.GradeboxWatch.assignments = settings.watch  # for `gradebox doctor --hub`; JupyterHub leaves it

idle_seconds = 60 * settings.idle_minutes
cull_kernels = [
    f"--MappingKernelManager.cull_idle_timeout={idle_seconds}",
    "--MappingKernelManager.cull_connected=True",  # a page that is left open is no use of a kernel
    "--MappingKernelManager.cull_interval=60",
]
# A matrix product takes a buffer for each thread, and a class has more people than cores.
surroundings = {
    "NBGRADER_EXCHANGE": settings.exchange,
    "OPENBLAS_NUM_THREADS": "2",
    "OMP_NUM_THREADS": "2",
    # for the terminals in JupyterLab: nbgrader, gradebox
    "PATH": os.pathsep.join((f"{sys.prefix}/bin", "/usr/local/bin", "/usr/bin", "/bin")),
}
single_user = [sys.executable, "-m", "jupyterhub.singleuser"]
c.JupyterHub.spawner_class = LimitedSpawner
c.Spawner.cmd = single_user
c.Spawner.args = cull_kernels
c.Spawner.environment = surroundings
c.Spawner.default_url = "/lab"
c.Spawner.mem_limit = settings.memory
c.LocalProcessSpawner.interrupt_timeout = c.LocalProcessSpawner.term_timeout = 10  # at a restart
c.Spawner.http_timeout = c.Spawner.start_timeout = 120  # a class that begins all at once

# The course's own server, for those who grade, and the culler of servers --------------------------

c.JupyterHub.services = [
    {
        "name": settings.course,
        "url": f"http://127.0.0.1:{settings.grader_port}",
        "command": [*single_user, *cull_kernels],
        "user": settings.grader,
        "cwd": os.path.expanduser(f"~{settings.grader}"),
        "environment": surroundings | {"JUPYTERHUB_DEFAULT_URL": "/lab?formgrader=true"},
        "oauth_no_confirm": True,
        "display": True,
    },
    {
        "name": "idle-culler",
        "command": [sys.executable, "-m", "jupyterhub_idle_culler", f"--timeout={idle_seconds}"],
    },
]
c.JupyterHub.load_roles = [
    {"name": "admin", "users": settings.admins},
    {
        # the name that nbgrader gives to those who grade a course
        "name": f"formgrade-{settings.course}".lower(),
        "users": settings.instructors,
        "scopes": [f"access:services!service={settings.course}"],
    },
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    },
]
