"""``gradebox serve``: answer `check` and `solution` again and again, without the wait for imports.

For a program that a learner has before them, such as the button in a notebook. It starts this
command with pipes as its standard input and output, which nobody else can reach. Each line that it
writes is a request, a JSON list of a command's name and its arguments; each line that it reads is
the answer, what the command prints with `--json`. Every request is served as the command by itself
would be: nothing of one is used for the next but what was imported, and the assignment as the
instructor made it, while neither that nor the configuration changes.

The process ends when the input does, when the process that started it has ended, and after a time
without requests.
"""

import contextlib
import gc
import io
import json
import os
import signal
import threading
from queue import Empty, SimpleQueue
from typing import Annotated, Any

from gradebox import cli
from gradebox.commands import check, solution
from gradebox.sandbox import LayerStatus
from gradebox.waiting import readable

IDLE_SECONDS = 600.0
COMMANDS = {"check": check.main, "solution": solution.main}

Requests = SimpleQueue[bytes | None]  # lines; None when no more will come


def serve(
    idle: Annotated[
        float, cli.seconds("how long to wait for a request before it ends")
    ] = IDLE_SECONDS,
) -> None:
    """Run `check` and `solution` for another program: a JSON list in, a result out, a line each."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else is printed does not get between the answers
    _rehearse(check.warm_up())
    gc.collect()
    gc.freeze()  # what is there now stays: later collections need not look through it
    requests: Requests = SimpleQueue()
    threading.Thread(target=_receive, args=(0, requests), daemon=True).start()
    with contextlib.suppress(Empty, KeyboardInterrupt):
        while (line := requests.get(timeout=idle)) is not None:
            answer = _answer(line)
            if answer is None:  # interrupted
                return
            print(json.dumps(answer), file=out, flush=True)


app = cli.command(serve)


def _rehearse(layers: list[LayerStatus]) -> None:
    """Have the fork server fork once: then it is warm, and so is what has to do with it here."""
    from nbformat.v4 import new_notebook

    from gradebox.kernel.session import Settings, execute

    missing = frozenset(layer.name for layer in layers if not layer.in_force)
    if len(missing) < len(layers):
        execute(new_notebook(), None, Settings(tests="separate", without=missing))


def _answer(line: bytes) -> dict[str, Any] | None:
    """Run the command that a request names; return what it says, or None if it was interrupted."""
    try:
        name, *arguments = json.loads(line)
        command = COMMANDS[name]
    except (ValueError, TypeError, KeyError):
        return {"headline": f"That is no request: {line[:80]!r}."}
    said = io.StringIO()
    interrupted: list[int] = []

    def interrupt(number: int, frame: Any) -> None:
        interrupted.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        with contextlib.redirect_stdout(said):
            command([*map(str, arguments), "--json"])
    except Exception as error:
        return {"headline": f"Grading did not work: {type(error).__name__}: {error}"}
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupted:
        return None
    try:
        return dict(json.loads(said.getvalue()))
    except ValueError:  # a wrong argument, which the command has complained of
        return {"headline": f"Grading did not work: {name} does not take these arguments."}


def _receive(source: int, requests: Requests) -> None:
    """Hand on the lines that come in; in the end interrupt what is at work, and say so."""
    waiting: list[Any] = [source]
    with contextlib.suppress(OSError, AttributeError):  # only Linux has it
        waiting.append(os.pidfd_open(os.getppid()))
    begun = b""
    while True:
        data = os.read(source, 1 << 16) if readable(waiting) == {source} else b""
        if not data:
            break
        *lines, begun = (begun + data).split(b"\n")
        for line in lines:
            requests.put(line)
    requests.put(None)
    os.kill(os.getpid(), signal.SIGINT)
