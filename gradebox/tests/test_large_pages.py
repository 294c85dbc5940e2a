"""The fork server's memory on large pages."""

import mmap
import re
from pathlib import Path

import pytest
from gradebox.kernel.large_pages import SIZE, put_on_large_pages


@pytest.mark.skipif(not Path("/proc/self/smaps").is_file(), reason="smaps is Linux's")
def test_what_was_written_to_lies_on_large_pages_and_is_the_same():
    written = bytes(range(256)) * (SIZE // 64)  # four large pages
    with mmap.mmap(-1, len(written), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory[:] = written
        before = _large()
        if not put_on_large_pages():
            pytest.skip("this kernel cannot move memory to large pages: Linux 6.1 can")
        assert _large() >= before + 3 * SIZE  # of four, wherever they begin
        assert memory[:] == written


def _large() -> int:
    """Return the bytes of this process that lie on large pages."""
    said = re.findall(r"^AnonHugePages: *(\d+) kB", Path("/proc/self/smaps").read_text(), re.M)
    return 1024 * sum(map(int, said))
