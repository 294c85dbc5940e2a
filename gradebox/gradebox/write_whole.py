"""Files of which a reader gets the old content or the new, and never a part."""

import io
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int | None = None) -> None:
    """Put a file in the place of what was there, once it has been written. Raises OSError.

    Without a mode it has that of any new file. Where no plain file stands, as with /dev/stdout, it
    is written to.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        path.write_bytes(content)
        return
    try:
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}-")
    except OSError as error:
        error.filename = str(path)  # that of the scratch file says nothing to anybody
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(scratch, 0o666 & ~_umask() if mode is None else mode)
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise


@contextmanager
def whole_text(path: Path) -> Iterator[io.StringIO]:
    """Give a text to write in; what has been written at the end becomes the file."""
    text = io.StringIO(newline="")
    yield text
    write_whole(path, text.getvalue().encode())


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
