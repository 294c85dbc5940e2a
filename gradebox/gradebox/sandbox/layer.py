"""The interface of a layer of the sandbox."""

from dataclasses import dataclass
from typing import ClassVar

from gradebox.sandbox.policy import Policy


@dataclass(frozen=True)
class Setup:
    """One sandbox that is being made: what was asked for, and what this machine gives."""

    policy: Policy
    in_force: frozenset[str]  # names of the layers
    namespaces: int  # flags of those that it has to itself
    privileged: bool  # may make namespaces without a user namespace
    born_inside: bool  # the first process is forked into its process namespace
    private_user: bool  # root gives it a user id of its own
    user: int  # the user and group that the submission runs as
    group: int
    parent: int  # the process that asked for it
    landlock: int  # the version of Landlock, 0 if there is none
    font_lists: dict[str, bytes]  # matplotlib's, by file name


class Layer:
    """One protection. A sandbox is made in several places, and a layer may act in each.

    `before` runs in the warm parent and changes nothing; `first` in the sandbox's first process,
    which is in the new namespaces, stays, and looks after the others; `inside` in the process that
    the submission will run in. The last two raise OSError where the machine refuses.
    """

    name: ClassVar[str]
    protects: ClassVar[str]  # a sentence: what is so when the layer is in force
    advice: ClassVar[str]  # a sentence: what it needs
    namespaces: ClassVar[int] = 0  # that it leaves for new ones
    stand_in: ClassVar[str | None] = None  # the layer that gives the same where this one cannot

    def gap(self, setup: Setup) -> str:
        """Return a sentence if in this sandbox a part of it is missing and nothing replaces it."""
        return ""

    def remark(self, setup: Setup) -> str:
        """Return a sentence if in this sandbox other layers replace a part of it."""
        return ""

    def before(self, setup: Setup) -> None:
        """Prepare, in the parent, what all its sandboxes can use."""

    def first(self, setup: Setup) -> None:
        """Act in the first process of the sandbox."""

    def inside(self, setup: Setup) -> None:
        """Act in the process that the submission will run in."""
