"""The limits and the view of a sandboxed process."""

from dataclasses import dataclass, field
from pathlib import Path

from gradebox.sandbox.programs import missing

MIB = 1024 * 1024

# Files that mark a folder as an instructor's; what lies beside them is nobody else's business.
_INSTRUCTORS = ("gradebook.db", "nbgrader_config.py", "source", "submitted")


@dataclass(frozen=True)
class Limits:
    """How much a sandbox may use; memory, CPU and processes are those of all it starts together."""

    cpu_seconds: float = 120
    memory_bytes: int = 2048 * MIB  # on top of what the warm parent has
    processes: int = 64  # and threads
    file_bytes: int = 64 * MIB  # one file
    disk_bytes: int = 256 * MIB  # all files
    open_files: int = 256


@dataclass(frozen=True)
class Policy:
    """The resources and the restrictions of one sandbox.

    `folder` is where it runs: the files in it are there, and in the full sandbox whatever is
    written vanishes at the end. `readable` are further files and folders that it may read, and
    `programs` the names of further programs that it may run; "compiler" stands for a C compiler.
    `without` names the layers that are given up.
    """

    folder: Path
    readable: tuple[Path, ...] = ()
    limits: Limits = field(default_factory=Limits)
    without: frozenset[str] = frozenset()
    programs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse to show an instructor's folder, or a file or program that is not there."""
        if lost := missing(self.programs):
            raise ValueError(
                f"There is no program {lost[0]!r} on this machine that could be shown to "
                "submissions. Install it, or take it off the list of programs; names are without "
                "a folder."
            )
        for path in self.readable:
            if not path.is_absolute() or not path.exists():
                raise ValueError(
                    f"{path} cannot be shown to submissions: there is no such file or folder on "
                    "this machine, or it is not its whole path. Mend that in c.Executor.readable."
                )
            for name in _INSTRUCTORS:
                if (path / name).exists():
                    raise ValueError(
                        f"{path} cannot be shown to submissions: it holds {name}. "
                        "Name only the files or folders in it that they need."
                    )
