"""``gradebox doctor``: say what of the sandbox, or of a class's JupyterHub, is right here."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import psutil
import typer

from gradebox import cli
from gradebox.sandbox import LayerStatus, probe

if TYPE_CHECKING:
    from gradebox.hub import Finding

USUAL_HUB_CONFIG = Path("/etc/jupyterhub/jupyterhub_config.py")


def doctor(
    hub: Annotated[
        bool, typer.Option("--hub", help="look at the class's JupyterHub on this machine instead")
    ] = False,
    hub_config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="the Hub's configuration; otherwise that of the Hub that runs, or "
            f"{USUAL_HUB_CONFIG}",
        ),
    ] = None,
) -> None:
    """Say which layers of the sandbox work on this machine; exit with 1 if one does not.

    With --hub, say of each thing that a class on JupyterHub needs whether it is right, and what to
    do; exit with 1 if one is wrong. Run it as root, by the gradebox of the Hub's environment.
    """
    if hub or hub_config:
        said, right = _look_at_hub(hub_config or find_hub_config())
        print(said)
        raise typer.Exit(0 if right else 1)
    layers = probe()
    print(report(layers))
    raise typer.Exit(0 if all(layer.in_force for layer in layers) else 1)


app = cli.command(doctor)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return 0 if everything is right, else 1."""
    return cli.run(app, argv, "gradebox doctor")


def report(layers: list[LayerStatus]) -> str:
    """Return one line for each layer, and a last one that says what to do."""
    width = max(len(layer.name) for layer in layers)
    marks = {True: "in force", False: "MISSING "}
    lines = [
        f"{marks[layer.in_force]}  {layer.name:<{width}}  {layer.sentence}" for layer in layers
    ]
    missing = [layer.name for layer in layers if not layer.in_force]
    if missing:
        lines.append(
            "Submissions are not graded here until the missing layers are there, or are given up "
            f"by name: gradebox grade ASSIGNMENT --without {','.join(missing)}. "
            "docs/security.md says what each of them keeps out."
        )
    else:
        lines.append("Submissions run in a full sandbox on this machine.")
    return "\n".join(lines)


def hub_report(findings: Sequence["Finding"]) -> str:
    """Return one line for each thing that was looked at, and a last one that counts."""
    width = max(len(finding.name) for finding in findings)
    marks = {True: "right", False: "WRONG"}
    lines = [
        f"{marks[finding.right]}  {finding.name:<{width}}  {finding.sentence}"
        for finding in findings
    ]
    wrong = sum(not finding.right for finding in findings)
    return "\n".join(
        [*lines, f"{wrong} of {len(findings)} wrong." if wrong else "The Hub is set up right."]
    )


def find_hub_config() -> Path | None:
    """Return the configuration of root's JupyterHub, or of one's own, else the usual one if there.

    Of several, that of the Hub which runs in this environment. A Hub that was started without
    `--config` reads jupyterhub_config.py in its own folder.
    """
    others = []
    for process in psutil.process_iter(["cmdline", "uids"]):
        words, owner = process.info["cmdline"] or [], process.info["uids"]
        # Anybody can start a program of that name, and the file that it names is executed here.
        if owner is None or owner.effective not in (0, os.geteuid()):
            continue
        is_script = any(Path(word).name == "jupyterhub" for word in words[:2])
        if not is_script and words[1:3] != ["-m", "jupyterhub"]:
            continue
        try:
            path = Path(process.cwd(), _config_of(words))
        except (psutil.Error, OSError):
            continue
        if path.exists() and Path(words[0]).parent == Path(sys.executable).parent:
            return path
        if path.exists():
            others.append(path)
    return next(iter(others), USUAL_HUB_CONFIG if USUAL_HUB_CONFIG.exists() else None)


def _config_of(words: Sequence[str]) -> str:
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word in ("-f", "--config"):
            return after
        if word.startswith(("--config=", "--JupyterHub.config_file=")):
            return word.partition("=")[2]
    return "jupyterhub_config.py"


def _look_at_hub(config: Path | None) -> tuple[str, bool]:
    """Return the report on a Hub, and whether all is right."""
    from gradebox.hub import check_all

    if os.geteuid() != 0:
        return "Run this as root (sudo): other people's homes cannot be looked at otherwise.", False
    if config is None or not config.is_file():
        return (
            f"There is no {config or USUAL_HUB_CONFIG}, and no JupyterHub runs here: name its "
            "configuration by --hub-config FILE.",
            False,
        )
    findings = check_all(config)
    return hub_report(findings), all(finding.right for finding in findings)
