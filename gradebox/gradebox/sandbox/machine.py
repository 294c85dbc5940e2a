"""Which layers this machine gives, found out by trying them."""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from gradebox.sandbox import linux
from gradebox.sandbox.environment import font_lists
from gradebox.sandbox.identity import Capabilities, User, can_change_user, is_privileged
from gradebox.sandbox.landlock import Landlock, abi
from gradebox.sandbox.layer import Layer, Setup
from gradebox.sandbox.limits import Bounds
from gradebox.sandbox.namespaces import Ipc, Network, Processes, can_reenter_pid_namespace
from gradebox.sandbox.policy import Policy
from gradebox.sandbox.sandboxed_process import launch
from gradebox.sandbox.syscalls import Seccomp
from gradebox.sandbox.view import Files
from gradebox.scratch import temporary_folder

# In the order in which a sandbox enters them: each may need what those before it have done.
LAYERS: tuple[Layer, ...] = (
    Processes(),
    Files(),
    Network(),
    Ipc(),
    Bounds(),
    Landlock(),
    User(),
    Capabilities(),
    Seccomp(),
)
NAMES = tuple(layer.name for layer in LAYERS)


@dataclass(frozen=True)
class LayerStatus:
    """A layer on this machine: is it in force, and a sentence about it."""

    name: str
    in_force: bool
    sentence: str


@dataclass(frozen=True)
class Machine:
    """The layers that a machine gives: those that can be entered, and why others cannot."""

    layers: tuple[Layer, ...]
    refused: dict[str, str]  # {name: reason}
    privileged: bool
    landlock: int  # the version of Landlock that is used, 0 if there is none

    @property
    def replaced(self) -> dict[str, str]:
        """Return {name: layer that does the same here} for layers that cannot be entered."""
        entered = {layer.name for layer in self.layers}
        return {
            layer.name: layer.stand_in
            for layer in LAYERS
            if layer.name in self.refused and layer.stand_in in entered
        }

    @property
    def missing(self) -> list[Layer]:
        """Return the layers that nothing gives here."""
        return [la for la in LAYERS if la.name in self.refused and la.name not in self.replaced]

    def setup(self, policy: Policy) -> Setup:
        """Return what a sandbox with this policy is made with on this machine."""
        in_force = frozenset((*(layer.name for layer in self.layers), *self.replaced))
        namespaces = 0
        for layer in self.layers:
            namespaces |= layer.namespaces
        return Setup(
            policy=replace(policy, folder=policy.folder.resolve()),
            in_force=in_force,
            namespaces=namespaces,
            privileged=self.privileged,
            born_inside=bool(namespaces & linux.NEWPID)
            and self.privileged
            and can_reenter_pid_namespace(),
            private_user="user" in in_force and can_change_user(),
            user=os.geteuid(),
            group=os.getegid(),
            parent=os.getpid(),
            landlock=self.landlock,
            font_lists=font_lists(),
        )


@cache
def examine(without: frozenset[str] = frozenset(), landlock: int | None = None) -> Machine:
    """Try all layers except those that were given up.

    Where they cannot all be had together, each is tried with those that worked before.
    `landlock` is a version of Landlock to make do with where the kernel has a newer one.
    """
    if sys.platform != "linux":
        reason = "it is made of parts of the Linux kernel, and this is another system"
        return Machine((), dict.fromkeys((n for n in NAMES if n not in without), reason), False, 0)
    version = abi() if landlock is None else min(landlock, abi())
    found = Machine((), {}, is_privileged(), version)
    wanted = tuple(layer for layer in LAYERS if layer.name not in without)
    everything = replace(found, layers=wanted)
    try:
        _try(everything)
    except OSError:
        pass
    else:
        return _without_gaps(everything)
    for layer in wanted:
        trial = replace(found, layers=(*found.layers, layer))
        try:
            _try(trial)
        except OSError as error:
            found = replace(found, refused=found.refused | {layer.name: str(error)})
        else:
            found = trial
    return _without_gaps(found)


def _without_gaps(machine: Machine) -> Machine:
    """Refuse the layers of which a part is missing, now that it is known what the others give."""
    setup = machine.setup(Policy(Path("/")))
    gaps = {layer.name: layer.gap(setup) for layer in machine.layers}
    gaps = {name: gap for name, gap in gaps.items() if gap}
    return replace(
        machine,
        layers=tuple(layer for layer in machine.layers if layer.name not in gaps),
        refused=machine.refused | gaps,
    )


def _try(machine: Machine) -> None:
    with temporary_folder("sandbox", passable=True) as folder:
        own = folder / "own"  # which root gives to the sandbox's user
        own.mkdir()
        setup = machine.setup(Policy(own))
        launch(setup, machine.layers, lambda names: 0, ()).wait()


def no_such_layer(names: Iterable[str]) -> str:
    """Return a sentence if one of these is not the name of a layer, else nothing."""
    strange = sorted(set(names) - set(NAMES))
    if not strange:
        return ""
    return f"There is no layer {strange[0]!r} to be given up. The layers are: {', '.join(NAMES)}."
