"""``gradebox doctor``: say what of the sandbox works on this machine, a line a layer."""

import typer

from gradebox import cli
from gradebox.sandbox import LayerStatus, probe


def doctor() -> None:
    """Say which layers of the sandbox work on this machine; exit with 1 if one does not."""
    layers = probe()
    print(report(layers))
    raise typer.Exit(0 if all(layer.in_force for layer in layers) else 1)


app = cli.command(doctor)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return 0 if every layer is in force, else 1."""
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
