"""A submission in `autograded/`: each of its notebooks is there in whole or not at all."""

import shutil
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from gradebox.grade_submission import GradingResult, Submission, files_beside
from gradebox.originals import Original
from gradebox.replace_folder import new_beside, recover_folder, replace_folder


def graded_folder(course: CourseDirectory, student: str) -> Path:
    """Return where the notebooks of the course's present assignment are when they are graded."""
    return Path(course.format_path(course.autograded_directory, student, course.assignment_id))


def write_graded_files(
    folder: Path, submission: Submission, graded: GradingResult, original: Original
) -> None:
    """Put the graded notebooks in place of what `folder` held of them."""
    recover_folder(folder)
    for name in (*graded.refused, *submission.folder.missing):
        _remove(folder / f"{name}.ipynb")
    if not graded.notebooks:
        if not any(folder.glob("*.ipynb")):
            shutil.rmtree(folder, ignore_errors=True)
        return
    files = files_beside(submission.folder, original)
    for name, text in graded.notebooks.items():
        files[f"{name}.ipynb"] = text.encode()
    new = new_beside(folder)
    try:
        for path, content in files.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            (new / path).write_bytes(content)
        for kept in folder.glob("*.ipynb"):  # of the same submission, graded before
            if kept.name not in files:
                shutil.copy2(kept, new)
        replace_folder(folder)
    finally:
        recover_folder(folder)


def _remove(path: Path) -> None:
    """Remove a file, or a folder that stands where a notebook's file belongs."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
