"""How a kernel of another language is started, by what is installed on this machine."""

from dataclasses import dataclass, field
from pathlib import Path

from jupyter_client.kernelspec import KernelSpecManager

from gradebox.sandbox.programs import missing


@dataclass(frozen=True)
class KernelCommand:
    """The command that starts a kernel, with "{connection_file}" in it, and what it needs."""

    name: str
    argv: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str) -> "KernelCommand":
        """Return the command of an installed kernel. Raises NoSuchKernel."""
        spec = KernelSpecManager().get_kernel_spec(name)
        resources = str(spec.resource_dir)
        argv = tuple(word.replace("{resource_dir}", resources) for word in spec.argv)
        return cls(name, argv, dict(spec.env))

    @property
    def programs(self) -> tuple[str, ...]:
        """The kernel's program, by name, if it is one of the machine's."""
        program = Path(self.argv[0])
        name = program.name
        is_machines = not program.is_absolute() or program.parent in map(Path, _MACHINES)
        return (name,) if is_machines and not missing([name]) else ()


_MACHINES = ("/usr/local/bin", "/usr/bin", "/bin")
