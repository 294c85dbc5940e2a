"""Collecting submissions from the exchange without following what students made links of."""

import logging
import os
import shutil
from pathlib import Path

from nbgrader.exchange.default import ExchangeCollect
from nbgrader.utils import ignore_patterns


class Collect(ExchangeCollect):
    """nbgrader's `collect`, but a link stays a link, and admission then refuses it.

    nbgrader copies what a link leads to, with the instructor's rights: a notebook in the exchange
    that is a link to `source/` would come back as the solution, and be graded as the student's.
    """

    def do_copy(self, src: str, dest: str, log: logging.Logger | None = None) -> None:
        """Copy one submission, but for what `c.CourseDirectory` says is to be left out.

        What cannot be copied is logged: one submission must not stop the collecting of others.
        """
        course = self.coursedir
        limit = 1000 * course.max_dir_size
        if os.path.islink(src):
            self.log.error("%s is a link, not a submission: not collected.", src)
            return
        if self.get_size(src) > limit:
            self.log.error("%s has more than %s bytes: not collected.", src, f"{limit:,}")
            return
        by_name = ignore_patterns(
            exclude=course.ignore,
            include=course.include,
            max_file_size=course.max_file_size,
            log=self.log,
        )

        def left_out(folder: str, names: list[str]) -> set[str]:
            odd = {name for name in names if not _is_plain(Path(folder, name))}
            return odd | set(by_name(folder, [name for name in names if name not in odd]))

        try:
            shutil.copytree(src, dest, symlinks=True, ignore=left_out)
        except OSError as error:  # shutil.Error is one: a list of all that went wrong
            self.log.error("Not all of %s could be collected: %s", src, error)
        if course.groupshared:
            for path in (Path(dest), *Path(dest).rglob("*")):
                if not path.is_symlink():
                    path.chmod(path.stat().st_mode | (0o2770 if path.is_dir() else 0o660))


def _is_plain(path: Path) -> bool:
    """Tell a file, folder or link from a pipe, socket or device, which could block a copy."""
    return path.is_symlink() or path.is_file() or path.is_dir()
