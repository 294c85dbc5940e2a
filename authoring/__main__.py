"""``python -m authoring``: what the course is made with."""

import sys

import gradebox.startup.fast_imports  # noqa: F401, before nbgrader, which then takes half the time

from gradebox import cli

COMMANDS = ("release", "generate_checks", "demo", "publish", "site")

if __name__ == "__main__":
    authoring = cli.group("authoring", COMMANDS, "Make the course: check data, release, editions.")
    sys.exit(cli.run(authoring, sys.argv[1:], "python -m authoring"))
