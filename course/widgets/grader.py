"""The grader as a program of its own: started ahead, kept warm, and asked for results.

No module of this package imports the grader. It runs as `gradebox serve`, one process for all of a
kernel's notebooks, which only this process can reach, over pipes. It ends with the kernel, and
after ten minutes without a request. Where it cannot be had, the plain command does the same.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

# What a kernel sets for its own cells only.
_OF_A_KERNEL = {"MPLBACKEND", "NBGRADER_EXECUTION", "PYDEVD_USE_FRAME_EVAL", "JPY_PARENT_PID"}
STOPPED = "Stopped. Nothing was graded."

Answer = dict[str, Any]


class Grader:
    """Runs the grader's commands `check` and `solution`, which print their result as JSON."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # one request at a time
        self._server: subprocess.Popen[str] | None = None
        self._command: subprocess.Popen[str] | None = None
        self._stopped = False

    def start(self) -> None:
        """Start the server if there is none, so that it is warm when it is asked."""
        if self._lock.acquire(blocking=False):  # who has it sees to that
            try:
                self._running()
            finally:
                self._lock.release()

    def ask(self, *request: str) -> Answer:
        """Return what a command says; what went wrong is said in its `headline`."""
        with self._lock:
            self._stopped = False
            answer = self._served(request)
            if answer is None and not self._stopped:
                answer = self._run(request)
            if not self._stopped:
                return answer or {}
            self._running()  # for the next time
            return {"headline": STOPPED}

    def stop(self) -> None:
        """End what is being done, without a result."""
        self._stopped = True
        threading.Thread(target=self._interrupt, daemon=True).start()

    def _interrupt(self) -> None:
        """Interrupt what is being done, again and again: while Python starts, a signal is lost."""
        while self._stopped and self._lock.locked():
            for process in (self._server, self._command):
                if process is not None and process.poll() is None:
                    process.send_signal(signal.SIGINT)
            time.sleep(0.5)

    def close(self) -> None:
        """End the server."""
        server, self._server = self._server, None
        if server is not None:
            server.communicate()  # the end of its input is its end

    def _running(self) -> subprocess.Popen[str] | None:
        """Return the server, started now if need be; None if it cannot be."""
        if self._server is None or self._server.poll() is not None:
            self.close()
            try:
                self._server = _start("serve", stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
            except OSError:
                return None
        return self._server

    def _served(self, request: tuple[str, ...]) -> Answer | None:
        """Ask the server; None if it gave no answer. One that has just ended is started again."""
        server = self._running()
        if server is None or server.stdin is None or server.stdout is None:
            return None
        try:
            server.stdin.write(json.dumps(request) + "\n")
            server.stdin.flush()
            return dict(json.loads(server.stdout.readline()))
        except (OSError, ValueError):
            return None

    def _run(self, request: tuple[str, ...]) -> Answer:
        """Run the plain command."""
        process = self._command = _start(
            *request, "--json", stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        printed, complaint = process.communicate()
        self._command = None
        try:
            return dict(json.loads(printed))
        except ValueError:
            last = complaint.strip().rpartition("\n")[2] or f"exit code {process.returncode}"
            return {"headline": f"Grading did not work: {last}"}


def _start(*command: str, stdin: int, stderr: int) -> subprocess.Popen[str]:
    """Start a command of the grader's."""
    environment = {name: value for name, value in os.environ.items() if name not in _OF_A_KERNEL}
    return subprocess.Popen(
        # -P: a file of the learner's, say random.py, is not to stand in for Python's own.
        [sys.executable, "-P", "-m", "gradebox", *command],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        encoding="utf-8",
        env=environment,
        start_new_session=True,  # interrupting the kernel is about its cells
    )


grader = Grader()
