"""Run a function in a process that can do no harm: :func:`fork`, and :func:`probe` for what works.

A sandbox is made of layers (see :data:`gradebox.sandbox.machine.LAYERS`). One that this
machine cannot give is refused with a sentence, and given up only by name. docs/security.md says
what each keeps out and how that was tried.
"""

from collections.abc import Collection
from pathlib import Path

from gradebox.sandbox.environment import clean_environment
from gradebox.sandbox.machine import LAYERS, NAMES, LayerStatus, examine, no_such_layer
from gradebox.sandbox.policy import Limits, Policy
from gradebox.sandbox.sandboxed_process import Child, Main, launch

__all__ = [
    "NAMES",
    "Child",
    "LayerStatus",
    "Limits",
    "Policy",
    "SandboxUnavailable",
    "clean_environment",
    "fork",
    "no_such_layer",
    "probe",
]


class SandboxUnavailable(Exception):
    """A layer that was not given up cannot be had; the message says which, why and what to do."""


def fork(
    policy: Policy, main: Main, keep_fds: Collection[int] = (), landlock: int | None = None
) -> Child:
    """Run `main` in a sandbox, in a process forked from this one; return once it has started.

    `main` gets the names of the layers in force; its result is the exit code. All file descriptors
    but `keep_fds` are closed there. The calling process must have one thread and no secret.
    `landlock` is a version of Landlock to make do with where the kernel has a newer one.
    Raises SandboxUnavailable where a layer is missing, and ValueError where a name is unknown.
    """
    if strange := no_such_layer(policy.without):
        raise ValueError(strange)
    machine = examine(policy.without, landlock)
    if machine.missing:
        sentences = [f"{_why_not(la.name, machine.refused)} {la.advice}" for la in machine.missing]
        names = ",".join(layer.name for layer in machine.missing)
        give_up = (
            "To grade without, give it up by name: "
            f"`gradebox grade ... --without {names}`, "
            f"`nbgrader autograde ... --Executor.without={names}`, or for the formgrader "
            f"`c.Executor.without = {names.split(',')}` in nbgrader_config.py."
        )
        raise SandboxUnavailable(" ".join((*sentences, give_up)))
    try:
        return launch(machine.setup(policy), machine.layers, main, keep_fds)
    except OSError as error:
        raise SandboxUnavailable(f"The sandbox could not be made: {error}.") from None


def probe(without: frozenset[str] = frozenset(), landlock: int | None = None) -> list[LayerStatus]:
    """Try every layer on this machine but those given up; return what is in force, a sentence each.

    `landlock` is a version of Landlock to make do with where the kernel has a newer one.
    """
    machine = examine(without, landlock)
    setup = machine.setup(Policy(Path("/")))
    statuses = []
    for layer in LAYERS:
        name = layer.name
        if name in without:
            continue
        if name in machine.replaced:
            sentence = f"{layer.protects} ({machine.replaced[name]} sees to it.)"
        elif name in machine.refused:
            sentence = f"{_why_not(name, machine.refused)} {layer.advice}"
        else:
            sentence = f"{layer.protects} {layer.remark(setup)}".rstrip()
        statuses.append(LayerStatus(name, layer not in machine.missing, sentence))
    return statuses


def _why_not(name: str, refused: dict[str, str]) -> str:
    return f"This machine does not give the layer {name!r}: {refused[name]}."
