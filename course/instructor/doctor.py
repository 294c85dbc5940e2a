"""``python -m course doctor``: say what of the sandbox works on this machine, a line a layer."""

import argparse

from course.grader.sandbox import LayerStatus, probe


def main(argv: list[str]) -> int:
    """Run the command; return 0 if every layer is in force, else 1."""
    argparse.ArgumentParser(prog="python -m course doctor", description=__doc__).parse_args(argv)
    layers = probe()
    print(report(layers))
    return 0 if all(layer.in_force for layer in layers) else 1


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
            f"by name: python -m course grade ASSIGNMENT --without {','.join(missing)}. "
            "docs/security.md says what each of them keeps out."
        )
    else:
        lines.append("Submissions run in a full sandbox on this machine.")
    return "\n".join(lines)
