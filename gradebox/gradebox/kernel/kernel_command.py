"""How a kernel of another language is started, by what is installed on this machine."""

from dataclasses import dataclass, field
from pathlib import Path

from jupyter_client.kernelspec import KernelSpecManager

from gradebox.sandbox.programs import PROGRAM_FOLDERS, beside, missing


@dataclass(frozen=True)
class KernelCommand:
    """The command that starts a kernel, with "{connection_file}" in it, and what it needs."""

    name: str
    argv: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    interrupt_mode: str = "signal"  # or "message"

    @classmethod
    def of(cls, name: str) -> "KernelCommand":
        """Return the command of an installed kernel. Raises NoSuchKernel."""
        spec = KernelSpecManager().get_kernel_spec(name)
        resources = str(spec.resource_dir)
        argv = tuple(word.replace("{resource_dir}", resources) for word in spec.argv)
        return cls(name, argv, dict(spec.env), str(spec.interrupt_mode))

    @property
    def programs(self) -> tuple[str, ...]:
        """The kernel's program, by name, if it is one of the machine's."""
        program = Path(self.argv[0])
        if missing([program.name]):
            return ()
        # R's kernel may name R in one of its own folders
        folders = (*PROGRAM_FOLDERS, *beside((program.name,)))
        is_machines = any(program.is_relative_to(folder) for folder in folders)
        return (program.name,) if is_machines or not program.is_absolute() else ()
