"""``python -m course grade``: grade the submissions of an assignment, in parallel.

What was graded before and has not changed since is left alone. Whenever the command is stopped,
by Ctrl-C or by a power cut, it goes on from there when it is run again.
"""

import argparse
import os
import signal
import sys

from course.grader import template

STOPPED = 130  # the shell's exit code for Ctrl-C


def main(argv: list[str]) -> int:
    """Run the command; return 0 if everything that was asked for is graded now, else not."""
    options = _parser().parse_args(argv)
    # not so for a job that a shell runs in the background
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        signal.signal(signal.SIGINT, _stop)
    if not options.scheduler:
        template.start()  # before the import, which takes as long
    from course.instructor.grading import run

    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run(options)


def _stop(*_: object) -> None:
    """End at once; a KeyboardInterrupt could be lost in what is being imported."""
    print("\nStopped before anything was graded.", file=sys.stderr, flush=True)
    os._exit(STOPPED)


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m course grade",
        description="Grade the submissions of an assignment that are new or have changed.",
    )
    parser.add_argument("assignment", metavar="ASSIGNMENT")
    parser.add_argument("--students", nargs="+", metavar="NAME", help="only these")
    parser.add_argument("--notebook", default="*", metavar="NAME", help="only this notebook")
    parser.add_argument(
        "--workers", type=int, default=_processors(), metavar="N", help="processes (default: cores)"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="a Dask scheduler to use, as tcp://HOST:PORT"
    )
    parser.add_argument(
        "--force", action="store_true", help="grade again what has not changed, too"
    )
    parser.add_argument(
        "--without",
        metavar="LAYER[,LAYER]",
        help="layers of the sandbox to give up where this machine has them not "
        "(see `python -m course doctor` and docs/security.md)",
    )
    parser.add_argument("--db", metavar="URL", help="the gradebook, if not the configured one")
    parser.add_argument(
        "--patience",
        type=float,
        default=60,
        metavar="SECONDS",
        help="how long to wait for a gradebook or a disk that fails (default: 60)",
    )
    return parser
