"""``python -m gradebox``: the same as the command `gradebox`."""

from gradebox.cli import main

main()
