"""Print what Orca, a screen reader, says of the widgets in Firefox: for an edit, and for a cell.

    .venv/bin/python scripts/orca_says.py

It needs Debian's packages orca, at-spi2-core, dbus, firefox-esr and xvfb, and about a minute.
Everything runs on a screen and a D-Bus session of its own, without a sound: what Orca would say is
read from its debug log. A sentence that is announced later may stand at the next step.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import pytest  # noqa: E402
from browser import lab as jupyter  # noqa: E402
from browser.conftest import running_lab  # noqa: E402
from browser.every_widget import CELLS  # noqa: E402
from browser.other_browsers import (  # noqa: E402
    OtherBrowser,
    firefox,
    installed,
    screen,
    started,
    until,
)
from browser.widget_page import open_cells, output_css  # noqa: E402

OWN_SESSION = "ORCA_SAYS_SESSION"  # set in the D-Bus session that is made for this
SILENCE = 5  # s without a word, after which nothing more is expected
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*)' ?(?:\{|None)")


class Orca:
    """Orca's debug log, read from where it was read last."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self._read = 0

    def says(self) -> list[str]:
        """Wait until Orca is silent; return its sentences since the last time."""
        size, since = -1, time.monotonic()
        while time.monotonic() - since < SILENCE:
            time.sleep(0.1)
            if size != (size := self.log.stat().st_size):
                since = time.monotonic()
        text = self.log.read_bytes()[self._read : size].decode("utf-8", "replace")
        self._read = size
        return SPOKEN.findall(text)


def main() -> int:
    """Open the widgets, edit and move; print each step, and what Orca says to it."""
    if OWN_SESSION not in os.environ:
        command = ["dbus-run-session", "--", sys.executable, __file__]
        return subprocess.run(command, env={**os.environ, OWN_SESSION: "1"}, check=False).returncode
    program = installed("orca", package="orca")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("lab", "firefox"):
            (folder / part).mkdir()
        log = folder / "debug.log"
        with running_lab(folder / "lab") as lab, screen(folder) as env:
            # No settings of the user's, no sound; GTK and Firefox are to tell what they show.
            env |= {"XDG_CONFIG_HOME": name, "XDG_DATA_HOME": name, "GNOME_ACCESSIBILITY": "1"}
            env |= {"SPEECHD_ADDRESS": "unix_socket:/nowhere"}
            options = ("--debug-file", log, "--enable", "speech", "--disable", "braille")
            with started(folder / "orca.log", program, *options, env=env):
                until(log.exists, "Orca's debug log", 60)
                with firefox(lab.url, folder / "firefox", env) as page:
                    cells = {name: CELLS[name] for name in ("picker", "explorer", "heatmap")}
                    open_cells(lab, page, folder, cells, jupyter.open_in_notebook_7)
                    transcript(page, Orca(log))
    return 0


def transcript(page: OtherBrowser, orca: Orca) -> None:
    """Do the steps one after the other, and print what is said to each."""
    jupyter.show_cell(page, "explorer")
    entry = f"{output_css(page, 'explorer')} [role='spinbutton'][aria-label='W_Q[0, 0]']"
    orca.says()  # of all that came before
    page.click(entry)
    tell("W_Q[0, 0] of an attention explorer is clicked", orca)
    page.press("3")
    tell("3 is typed", orca)
    page.press("ArrowRight")
    tell("right arrow", orca)
    jupyter.show_cell(page, "heatmap")
    orca.says()
    page.click(f"{output_css(page, 'heatmap')} td.cw-cell")
    tell("a cell of a heatmap is clicked", orca)
    page.press("ArrowDown")
    tell("down arrow", orca)


def tell(step: str, orca: Orca) -> None:
    """Print a step, and what Orca says to it."""
    print(step, *(f"    {sentence}" for sentence in orca.says()), sep="\n", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except pytest.skip.Exception as missing:
        sys.exit(str(missing))
