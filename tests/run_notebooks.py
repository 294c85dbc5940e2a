"""Run notebooks as they were published, answers missing; print each that ran to its end.

For an environment without pytest. A cell may fail only where the notebook says that it may, and
with no error but that an answer is missing or wrong.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

from IPython.core.interactiveshell import InteractiveShell

EXPECTED = ("NotAttempted", "CheckFailed", "NotImplementedError")


def main(paths: list[str]) -> None:
    """Run each notebook in a namespace of its own."""
    # With no cache of outputs, a reset does not look through the whole memory.
    shell = InteractiveShell.instance(colors="nocolor", cache_size=0)
    for path in paths:
        shell.reset(new_session=True)
        for cell in json.loads(Path(path).read_text("utf-8"))["cells"]:
            if cell["cell_type"] != "code":
                continue
            with contextlib.redirect_stdout(io.StringIO()):
                result = shell.run_cell("".join(cell["source"]))
            error = result.error_before_exec or result.error_in_exec
            allowed = "raises-exception" in cell["metadata"].get("tags", ())
            if error and not (allowed and type(error).__name__ in EXPECTED):
                sys.exit(f"{path}: {cell['id']}: {error!r}")
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
