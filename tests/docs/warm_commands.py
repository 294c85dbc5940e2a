"""The commands `nbgrader` and `gradebox`, forked from a process that has imported them.

Each starts in 0.3 s in place of 3. Everything but the start is their own: arguments, folder,
environment, output and exit code. The workers of `gradebox grade` are their own, too; the process
that these are copies of, see `gradebox.startup.worker_template`, all commands share. They are for
tests that follow a page with many commands; how the real commands start, others test.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from multiprocessing import forkserver
from pathlib import Path

COMMAND = """#!{python} -SE
import os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.connect({address!r})
environment = [f"{{name}}={{value}}" for name, value in os.environ.items()]
said = "\\0".join((os.getcwd(), str(len(sys.argv)), *sys.argv, *environment)).encode()
socket.send_fds(server, [len(said).to_bytes(4, "big") + said], [0, 1, 2])
sys.exit(int(server.recv(4) or b"1"))
"""


@contextlib.contextmanager
def warm_commands(folder: Path) -> Iterator[Path]:
    """Start the process; give a folder for the PATH, with the commands in it."""
    address = folder / "socket"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(address))
        listening.listen()
        server = subprocess.Popen(
            [sys.executable, __file__, str(listening.fileno())], pass_fds=[listening.fileno()]
        )
    for name in ("nbgrader", "gradebox"):
        program = folder / name
        program.write_text(COMMAND.format(python=sys.executable, address=str(address)))
        program.chmod(0o755)
    try:
        yield folder
    finally:
        server.terminate()
        server.wait()


def _serve(listening: socket.socket) -> None:
    from gradebox.startup import worker_template
    from gradebox.startup.garbage_collector import at_rest

    worker_template.start()
    with at_rest():
        from gradebox.new_gradebook import prepare_nbgrader
        from nbgrader.apps import nbgraderapp  # with all that its commands import

        from gradebox import cli

        prepare_nbgrader()
        for command in ("collect", "grade_class", "report", "status", "watch"):
            import_module(f"gradebox.commands.{command}")
    mains = {"nbgrader": nbgraderapp.main, "gradebox": cli.main}
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        client, _ = listening.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listening.close()
            # It runs, and only its parent can ask whether it does.
            forkserver.ensure_running = forkserver._forkserver.ensure_running = lambda: None
            _become(client)
            _run(mains[Path(sys.argv[0]).name], client)
        client.close()


def _become(client: socket.socket) -> None:
    """Take over the folder, the arguments, the environment and the files of who asks."""
    data, fds, _, _ = socket.recv_fds(client, 1 << 20, 3)
    size = int.from_bytes(data[:4], "big") + 4
    while len(data) < size:
        data += client.recv(size - len(data))
    for fd, standard in zip(fds, (0, 1, 2), strict=True):
        os.dup2(fd, standard)
        os.close(fd)
    folder, count, *rest = data[4:].decode().split("\0")
    os.chdir(folder)
    sys.argv = rest[: int(count)]
    os.environ.clear()
    os.environ.update(each.split("=", 1) for each in rest[int(count) :])
    sys.path[:0] = os.environ.get("PYTHONPATH", "").split(os.pathsep)


def _run(main, client: socket.socket) -> None:
    code = 1
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        client.send(str(code).encode())
        os._exit(0)


if __name__ == "__main__":
    sys.modules.setdefault("rfc3987_syntax", None)
    _serve(socket.socket(fileno=int(sys.argv[1])))
