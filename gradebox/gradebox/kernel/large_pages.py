"""The memory of a process that is often forked, on pages of 2 MiB in place of 4 KiB.

To fork is to copy the table of pages: thousands of entries, or one for each large page.
"""

import contextlib
import re
from pathlib import Path

from gradebox.sandbox import linux

SIZE = 2 << 20  # bytes of a large page

_PRIVATE_MEMORY = re.compile(
    r"^([0-9a-f]+)-([0-9a-f]+) rw-p 0+ 00:00 0 *(?:\[heap\])?$", re.MULTILINE
)


def put_on_large_pages() -> int:
    """Move this process's own memory to large pages, where it fills some; return how many.

    It is 0 where the kernel cannot do it: before Linux 6.1, and elsewhere.
    """
    moved = 0
    with contextlib.suppress(OSError):
        for found in _PRIVATE_MEMORY.finditer(Path("/proc/self/maps").read_text()):
            start, end = (int(address, 16) for address in found.groups())
            for page in range(-(-start // SIZE) * SIZE, end - SIZE + 1, SIZE):
                with contextlib.suppress(OSError):  # nothing was ever written there
                    linux.collapse(page, SIZE)
                    moved += 1
    return moved
