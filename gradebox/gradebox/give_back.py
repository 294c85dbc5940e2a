"""Gives a watched submission back: its page of feedback, or one that says why there is none."""

import glob
import os
from pathlib import Path
from typing import Any

from nbgrader.auth import Authenticator
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from traitlets.config import Config

from gradebox.admission import Admission
from gradebox.html_pages import page
from gradebox.inbound import LONGEST_SECRET, SECRET, HandedIn
from gradebox.notebook_names import notebook_files
from gradebox.release_feedback import page_name
from gradebox.student_files import Entry, StudentFolder, Unsafe, student_folder
from gradebox.write_whole import write_whole

_MOST_PAGES = 20  # of a submission, on which students are told something


class GiveBack:
    """Gives back the submissions of one assignment through the exchange."""

    def __init__(self, course: CourseDirectory, config: Config) -> None:
        self._course, self._config = course, config

    def feedback(self, student: str) -> None:
        """Make the page of one student's feedback, and release it."""
        only = CourseDirectory(
            config=self._config,
            root=self._course.root,
            assignment_id=self._course.assignment_id,
            student_id=glob.escape(student),
        )
        pages = GenerateFeedback(coursedir=only, config=self._config)
        pages.force = True
        pages.start()
        self._releasing(only).start()

    def _releasing(self, course: CourseDirectory) -> Any:
        return ExchangeFactory(config=self._config).release_feedback(
            coursedir=course, authenticator=Authenticator(config=self._config), config=self._config
        )

    def note(self, handed_in: HandedIn, *sentences: str, only: str = "") -> None:
        """Put a page with sentences where the student's own feedback on a submission would be.

        only: the notebook that it is about, if it is not about all
        """
        release = self._releasing(self._course)
        release.init_dest()
        html = page("note.html.j2", assignment=self._course.assignment_id, sentences=sentences)
        try:
            with student_folder(handed_in.path) as folder:
                names = self._pages(folder, only)
        except (Unsafe, OSError, UnicodeError):
            return  # whoever made it in another way than nbgrader's fetches no feedback
        for name in names:
            write_whole(Path(release.dest_path) / name, html.encode(), 0o644)

    def _pages(self, folder: StudentFolder, only: str) -> list[str]:
        """Return the names under which nbgrader looks for feedback on an open submission.

        only: the notebook that is meant; all, if none is named
        """
        entries = folder.entries(self._course.ignore, Admission(config=self._config).max_entries)
        secrets = [
            folder.read(entry).decode("utf-8", "replace")
            for entry in entries
            if entry.name == SECRET and not entry.odd and 0 < entry.status.st_size < LONGEST_SECRET
        ]
        stems = [entry.name.removesuffix(".ipynb") for entry in entries if _is_notebook(entry)]
        course = self._course
        source = Path(course.format_path(course.source_directory, ".", self._course.assignment_id))
        ours = {path.stem for path in source.glob("*.ipynb")}
        files = notebook_files([f"{stem}.ipynb" for stem in stems], ours or stems)
        if only:  # the student's nbgrader asks for the page by the name of the student's own file
            files = {only: files[only]} if only in files else {}
        notebooks = [name.removesuffix(".ipynb") for name in files.values()][:_MOST_PAGES]
        return [page_name(secret, notebook) for secret in secrets for notebook in notebooks]


def _is_notebook(entry: Entry) -> bool:
    return entry.name.endswith(".ipynb") and os.sep not in entry.name
