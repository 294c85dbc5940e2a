"""A warm parent for the tests of the sandbox: forks attempts into sandboxes, one a line of input.

`python sandbox_parent.py MODE`, with MODE one of:

full      as whoever runs the tests
ordinary  as a user who is not root
reduced   as a user who is not root, where no namespace can be had (as in many containers)
contained as root who may not make namespaces, but may change users and owners
"""

import gc
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import traceback
from pathlib import Path

import IPython.core.interactiveshell  # noqa: F401 (what a warm parent has imported)
import matplotlib.pyplot  # noqa: F401
import numpy  # noqa: F401
import pyseccomp
import sandbox_attempts
from gradebox.sandbox import linux

from gradebox import sandbox

NOBODY = 65534
ROOT = Path(__file__).resolve().parents[2]


def open_homes() -> None:
    """Let every user reach the interpreter, which may lie in a home that is closed to others."""
    linux.unshare(linux.NEWNS)
    linux.keep_mounts_private()
    for path in map(Path, (sys.base_prefix, sys.prefix, ROOT)):
        for folder in reversed(path.parents):
            if not folder.stat().st_mode & 0o001:  # a home that is closed to others
                aside = tempfile.mkdtemp()
                linux.bind(str(path), aside)
                linux.mount("none", str(folder), "tmpfs", 0, "mode=0755")
                path.mkdir(parents=True)
                linux.bind(aside, str(path))
                linux.detach(aside)
                os.rmdir(aside)
                break


def become_ordinary() -> None:
    """Be a user who is not root, with an interpreter that this user can reach."""
    if os.geteuid() != 0:
        return
    open_homes()
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    linux.set_dumpable(True)


def lose_namespaces() -> None:
    """Let every attempt to make a namespace fail from now on."""
    deny = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    deny.add_rule(pyseccomp.ERRNO(1), "unshare")
    deny.load()


def make_world(folder: Path) -> dict[str, str]:
    """Lay out an instructor's folder that everybody may read and its owner may write."""
    secrets = {
        "solution": folder / "home/course/source/01/01.ipynb",
        "gradebook": folder / "home/course/gradebook.db",
        "classmate": folder / "home/course/submitted/classmate/01/01.ipynb",
        "key": folder / "home/.ssh/id_ed25519",
    }
    needed = folder / "needed.csv"
    needed.write_text("1,2\n", encoding="ascii")
    for path in secrets.values():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("SECRET", encoding="utf-8")
    world = {name: str(path) for name, path in secrets.items()}
    world |= {
        "home": str(folder / "home"),
        "needed": str(needed),
        "repository": str(ROOT / "source" / "00-start" / "00-start.ipynb"),
        "parent": str(os.getpid()),
        "left": f"left-behind-{os.getpid()}",
    }
    for module in (sandbox_attempts.__file__, __file__):
        assert ROOT in Path(module).parents
    return world


def listen(world: dict[str, str], folder: Path) -> list[socket.socket]:
    """Open the doors that no sandbox may find."""
    tcp, udp = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
    for door, name in ((tcp, "tcp"), (udp, "udp")):
        door.bind(("127.0.0.1", 0))
        world[name] = str(door.getsockname()[1])
    tcp.listen()
    path, abstract = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
    world["unix"] = str(folder / "home" / "socket")
    path.bind(world["unix"])
    world["abstract"] = f"\0door-{os.getpid()}"
    abstract.bind(world["abstract"])
    for door in (path, abstract):
        door.listen()
    return [tcp, udp, path, abstract]


def attempt(job: dict, folder: Path, world: dict[str, str]) -> dict:
    """Run one attempt in a sandbox; return what it answered, how it ended and what it left."""
    own = Path(tempfile.mkdtemp(dir=folder))
    own.joinpath("data.csv").write_text("1,2\n", encoding="ascii")
    own.joinpath("link").symlink_to(world["gradebook"])
    without = frozenset(job.get("without", ()))
    limits = sandbox.Limits(**job.get("limits", {}))
    readable = tuple(map(Path, job.get("readable", ())))
    programs = tuple(job.get("programs", ()))
    policy = sandbox.Policy(own, readable, limits, without, programs)
    answer, write = os.pipe()

    def main(layers: tuple[str, ...]) -> int:
        function = getattr(sandbox_attempts, job["attempt"])
        try:
            result = {"said": function(world, *job.get("arguments", ())), "layers": layers}
        except Exception:
            result = {"raised": traceback.format_exc()}
        os.write(write, json.dumps(result).encode())
        return 0

    try:
        child = sandbox.fork(policy, main, [write], job.get("landlock"))
    except sandbox.SandboxUnavailable as error:
        return {"refused": str(error)}
    finally:
        os.close(write)
    if job.get("kill"):
        os.read(answer, 1)
        child.kill()
    ended = child.wait()
    said = b"".join(iter(lambda: os.read(answer, 65536), b""))
    os.close(answer)
    left = sorted(os.listdir(own))
    shutil.rmtree(own)
    return {
        "ended": ended,
        "left": left,
        **(json.loads(said) if said and not job.get("kill") else {}),
    }


def main() -> None:
    """Answer jobs, one JSON object a line, until there are no more."""
    mode = sys.argv[1]
    if mode == "contained":
        open_homes()
    elif mode != "full":
        become_ordinary()
    if mode in ("reduced", "contained"):
        lose_namespaces()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # an attempt to end this process must not work
    with tempfile.TemporaryDirectory(dir="/var/tmp") as temporary:
        folder = Path(temporary).resolve()
        folder.chmod(0o755)
        world = make_world(folder)
        doors = listen(world, folder)
        statuses = [vars(status) for status in sandbox.probe()]
        gc.freeze()  # as in the fork server: or each attempt would copy what a collection touches
        print(json.dumps({"world": world, "layers": statuses}), flush=True)
        for line in sys.stdin:
            print(json.dumps(attempt(json.loads(line), folder, world)), flush=True)
        for door in doors:
            door.close()


if __name__ == "__main__":
    main()
