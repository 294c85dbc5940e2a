"""``python -m gradebox``: the same as the command `gradebox`."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the folder in which this was started, which may be anybody's

from gradebox.cli import main

main()
