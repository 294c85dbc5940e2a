"""Collecting submissions from the exchange without following what students made links of."""

import fnmatch
import logging
import os
import stat
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.exchange.default import ExchangeCollect

from gradebox.admission import Admission
from gradebox.deadlines_file import read_file
from gradebox.errors import CannotGrade, is_machine_trouble, trouble_in_words
from gradebox.inbound import in_name
from gradebox.logs import in_plain_text
from gradebox.student_files import (
    SECRET,
    Entry,
    StudentFolder,
    Unsafe,
    student_folder,
)
from gradebox.timestamps import TIMESTAMP, UNREADABLE, guard_nbgrader, time_in


class Collect(ExchangeCollect):
    """nbgrader's `collect`, but a link stays a link, and admission then refuses it.

    nbgrader copies what a link leads to, with the instructor's rights: a notebook in the exchange
    that is a link to `source/` would come back as the solution, and be graded as the student's.
    What is odd about one submission is logged, and stops the collecting of no other.
    """

    def start(self) -> Any:
        """Collect."""
        guard_nbgrader()
        with in_plain_text(self.log):
            return super().start()

    def copy_files(self) -> None:
        """Collect; in a course with a `deadlines.toml` as `gradebox collect` does.

        The formgrader's button would put a late submission in the place of one in time.
        """
        from gradebox import collect_in_time, collect_outcome  # the first imports this class

        try:
            if read_file(self.coursedir) is None:
                super().copy_files()
                return
            outcomes, said = collect_in_time.collect(self.coursedir, self.config, lambda _: None)
        except CannotGrade as reason:
            self.fail(str(reason))
        for sentence in filter(None, [*map(collect_outcome.outcome_line, outcomes), *said]):
            self.log.warning(sentence)
        self.log.info(collect_outcome.totals_line(self.coursedir.assignment_id, outcomes))

    def init_src(self) -> None:
        """Look for submissions, and leave out what does not bear the name of one."""
        super().init_src()
        found: list[dict[str, Any]] = self.src_records  # type: ignore[has-type]
        self.src_records = [record for record in found if record["username"]]

    def _path_to_record(self, path: str) -> dict[str, Any]:
        """Return what the name of a folder in the exchange says; anybody can make one there."""
        filename = os.path.basename(path)
        said = in_name(filename)
        if said is None:
            self.log.error("%s does not have the name of a submission: not collected.", path)
        student, time = (said[0], said[2]) if said else ("", datetime.min)
        return {"username": student, "filename": filename, "timestamp": time}

    def do_copy(self, src: str, dest: str, log: logging.Logger | None = None) -> None:
        """Copy one submission, but for what `c.CourseDirectory` says is to be left out.

        What cannot be copied is logged: one submission must not stop the collecting of others.
        """
        made: list[Path] = []
        try:
            with student_folder(Path(src)) as folder:
                self._copy(folder, Path(dest), made)
        except Unsafe as reason:
            self.log.error("%s is not collected: %s.", src, reason)
            _take_away(made)
        except OSError as error:
            if is_machine_trouble(error):  # a part would be in the way of the next collecting
                why = trouble_in_words(error)
                self.log.error("%s is not collected: %s. Mend that, and collect again.", src, why)
                _take_away(made)
            else:
                self.log.error("Not all of %s could be collected: %s", src, error)
        self._share(made)

    def _share(self, made: list[Path]) -> None:
        """Let the course's other instructors change what was made, where there are others."""
        if self.coursedir.groupshared:
            for path in made:
                if not path.is_symlink():
                    path.chmod(path.stat().st_mode | (0o2770 if path.is_dir() else 0o660))

    def _copy(self, folder: StudentFolder, dest: Path, made: list[Path]) -> None:
        """Copy what is wanted of an open folder, and add what was made to `made`."""
        course = self.coursedir
        for name in (TIMESTAMP, SECRET):
            if folder.has_folder(name):  # nbgrader's commands would end there, for all students
                raise Unsafe(f"{name} in it is a folder, not a file")
        limit = 1000 * course.max_dir_size
        entries = folder.entries(course.ignore, Admission(config=self.config).max_entries)
        if sum(entry.status.st_size for entry in entries if not entry.odd) > limit:
            raise Unsafe(f"it has more than {limit:,} bytes")
        _make_folder(dest, made)
        for entry in entries:
            if not self._is_wanted(entry):
                continue
            to = dest / entry.name
            _make_folder(to.parent, made)
            if entry.is_link:
                to.symlink_to(folder.link_target(entry))
                made.append(to)
            else:
                content = folder.read(entry)
                if entry.name == TIMESTAMP and not self._is_wanted_time(content, dest):
                    continue
                _write(to, content, entry.status)
                made.append(to)

    def _is_wanted_time(self, content: bytes, dest: Path) -> bool:
        """Return True if this `timestamp.txt` says a time."""
        if time_in(content) is None:
            self.log.warning("%s: %s.", dest, UNREADABLE)
            return False
        return True

    def _is_wanted(self, entry: Entry) -> bool:
        """Return True for a link, so that it is seen, and for a file that the course collects."""
        if entry.is_link:
            return entry.name != TIMESTAMP
        name, most = os.path.basename(entry.name), 1000 * self.coursedir.max_file_size
        if entry.odd:
            why = entry.odd
        elif not any(fnmatch.fnmatch(name, glob) for glob in self.coursedir.include):
            return False
        elif most and entry.status.st_size > most:
            why = f"it has more than {most:,} bytes"
        else:
            return True
        self.log.warning("%s is left out: %s.", entry.name, why)
        return False


def _take_away(made: list[Path]) -> None:
    """Remove what was made, and forget it."""
    while made:
        path = made.pop()
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


def _make_folder(path: Path, made: list[Path]) -> None:
    if not path.exists():
        _make_folder(path.parent, made)
        path.mkdir()
        made.append(path)


def _write(path: Path, content: bytes, status: os.stat_result) -> None:
    """Write a copy with the time and the rights of the original, which its owner can read."""
    try:
        path.write_bytes(content)
    except OSError:
        path.unlink(missing_ok=True)  # a part of it may be there
        raise
    path.chmod(stat.S_IMODE(status.st_mode) & 0o777 | stat.S_IRUSR)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
