"""Feedback for students whose notebook has another name than the assignment's."""

from pathlib import Path

from nbgrader.exchange.default import ExchangeReleaseFeedback
from nbgrader.utils import notebook_hash

from gradebox.inbound import LONGEST_SECRET, SECRET
from gradebox.notebook_names import names_in, notebook_files
from gradebox.student_files import Unsafe, read_file
from gradebox.submitted_folders import find_submissions
from gradebox.write_whole import write_whole


class ReleaseFeedback(ExchangeReleaseFeedback):
    """nbgrader's `release_feedback`, with a page under the name of the student's own file, too.

    A file `ps1 (1).ipynb` is graded as `ps1.ipynb`, and `nbgrader fetch_feedback` asks for the page
    of `ps1 (1)`.
    """

    def copy_files(self) -> None:
        """Release all pages, and those of renamed files a second time."""
        super().copy_files()
        course = self.coursedir
        for student, submitted in find_submissions(course):
            path = course.format_path(course.feedback_directory, student, course.assignment_id)
            pages = {page.stem: page.read_bytes() for page in Path(path).glob("*.html")}
            for notebook, name in notebook_files(names_in(submitted), pages).items():
                own = name.removesuffix(".ipynb")
                if own != notebook:
                    self._release(Path(path), own, pages[notebook])

    def _release(self, folder: Path, notebook: str, page: bytes) -> None:
        try:
            secret = read_file(folder / SECRET, LONGEST_SECRET).decode()
            name = page_name(secret, notebook)
        except (OSError, Unsafe, UnicodeError):
            return  # whoever has no secret, or such a name, fetches nothing
        write_whole(Path(self.dest_path) / name, page, 0o644)


def page_name(secret: str, notebook: str) -> str:
    """Return the name under which nbgrader looks for a notebook's page in the exchange."""
    return f"{notebook_hash(secret=secret, notebook_id=notebook)}.html"
