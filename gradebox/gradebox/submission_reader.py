"""The reading of submissions, to find what of them is new, or has changed since it was graded."""

import fnmatch
import shlex
from collections.abc import Collection
from pathlib import Path

from nbgrader.converters import Autograde

from gradebox.admission import Admission, Refused
from gradebox.admission.files import Folder, read_folder
from gradebox.errors import CannotGrade
from gradebox.fingerprints import digest, settings_digest
from gradebox.flags import NO_TIME, Flag
from gradebox.grade_submission import Steps, Submission
from gradebox.gradebook_reader import NEVER, GradebookReader
from gradebox.kernel.executor import configured
from gradebox.language import in_words, refused_language
from gradebox.late_penalties import rule_in
from gradebox.notebook_names import NO_FILE, but_others
from gradebox.originals import Original
from gradebox.submission_outcome import UNCHANGED, SubmissionOutcome, machines_fault
from gradebox.submitted_folders import folder_of_students
from gradebox.timestamps import TIMESTAMP, UNREADABLE, read_time, time_in
from gradebox.wrong_settings import wrong_settings


class SubmissionReader:
    """A reader of the submissions of the assignment that a converter is about.

    It finds what of them is to be graded: what is new, or has changed since it was graded.

    Raises CannotGrade if the assignment is written in another language than Python whose kernel the
    course does not allow, if it has no notebook of the name that is asked for, or if a setting is
    not as it should be.
    """

    def __init__(self, converter: Autograde, store: GradebookReader) -> None:
        if wrong := wrong_settings(converter.config):
            raise CannotGrade(f"{' '.join(wrong)} Nothing was graded.")
        self.converter = converter
        self.course = converter.coursedir
        self.store = store
        self.wanted = [
            name
            for name in store.original.notebooks
            if fnmatch.fnmatch(name, self.course.notebook_id)
        ]
        if store.original.notebooks and not self.wanted:
            name, there = self.course.assignment_id, ", ".join(store.original.notebooks)
            raise CannotGrade(f"{name} has no notebook {self.course.notebook_id}. It has {there}.")
        self.kernels = configured(converter.config).kernels
        self._refuse_other_languages()
        self.steps = Steps.of(converter)
        self.late_rule = rule_in(self.steps.save, converter.config)
        self.limits = Admission(config=converter.config)
        # What the rule for lateness says is asked at each run, and runs no notebook. Without one
        # that can be asked, a date is a part of what a grade depends on.
        steps = [
            step
            for step in (*self.steps.work, *self.steps.save)
            if self.late_rule is None or step is not type(self.late_rule)
        ]
        self.settings = settings_digest(converter.config, [Admission, *steps])

    def use_original(self, original: Original) -> None:
        """Grade with these cells and files from now on; what was graded with others has changed."""
        self.store.original = original

    def _refuse_other_languages(self) -> None:
        for name in self.wanted:
            metadata = self.store.original.notebooks[name].metadata
            if language := refused_language(metadata, self.kernels):
                raise CannotGrade(
                    f"{name}.ipynb of {self.course.assignment_id} {in_words(language)}. Nothing "
                    "was graded. Other notebooks of the assignment can be graded one at a time: "
                    f"`gradebox grade {shlex.quote(self.course.assignment_id)} --notebook NAME`."
                )

    def changed(
        self, submissions: Collection[tuple[str, Path]], refused: Collection[tuple[str, str]] = ()
    ) -> set[str]:
        """Return whose submissions hold something that is to be graded.

        Left out: notebooks that were tried as they are, and refused, by (student, notebook).
        """
        done, deadlines = self.store.fingerprints(), self.store.deadlines()
        found = set()
        if self.late_rule is not None:
            students = {student for student, _ in submissions}
            found |= self.store.outdated_penalties(self.late_rule, students)
        for student, path in submissions:
            read = self.read(student, path, done, deadlines)
            if isinstance(read, Submission):
                folder = read.folder
                lost = [name for name in folder.missing if (student, name) in done]
                names = (*folder.notebooks, *folder.refused, *lost)
                is_changed = any((student, name) not in refused for name in names)
            else:
                is_changed = read.status != UNCHANGED
            if is_changed:
                found.add(student)
        return found

    def read(
        self, student: str, path: Path, done: dict[tuple[str, str], str], deadlines: dict[str, str]
    ) -> Submission | SubmissionOutcome:
        """Read a submission; return what is to be graded of it, or why nothing is.

        done: {(student, notebook): fingerprint} of what is graded
        deadlines: {student: until when they may hand in}, and under "" what holds for the rest
        """
        original = self.store.original
        try:
            folder = read_folder(
                path, original, self.limits, self.course.ignore, folder_of_students(self.course)
            )
        except Refused as reason:
            folder = Folder(refused=dict.fromkeys(original.notebooks, str(reason)))
            if when := read_time(path):  # that of an earlier submission holds no more
                folder.files[TIMESTAMP] = f"{when} UTC".encode()
        except OSError as error:
            why = f"its folder could not be read ({error.strerror}: {error.filename})"
            return machines_fault(student, self.course.assignment_id, why)
        else:
            is_due = deadlines.get(student, deadlines[""]) != NEVER
            time = folder.files.get(TIMESTAMP, b"" if is_due else None)
            if time is not None and time_in(time) is None:
                folder.flags.append(Flag(NO_TIME, UNREADABLE))
        if not folder.notebooks and not folder.refused:
            folder.refused = dict.fromkeys(folder.missing, NO_FILE + but_others(folder.others))
            folder.missing.clear()
        submission = Submission(
            student, path, folder, self._fingerprints(student, folder, deadlines)
        )

        def is_unchanged(name: str) -> bool:
            now = submission.fingerprints.get(name)
            return now is not None and done.get((student, name)) == now

        for name in original.notebooks:
            if name not in self.wanted or is_unchanged(name):
                folder.notebooks.pop(name, None)
                folder.refused.pop(name, None)
                if name in folder.missing:
                    folder.missing.remove(name)
        lost = any((student, name) in done for name in folder.missing)  # was graded before
        if not (folder.notebooks or folder.refused or lost):
            return SubmissionOutcome(student, UNCHANGED)
        return submission

    def _fingerprints(
        self, student: str, folder: Folder, deadlines: dict[str, str]
    ) -> dict[str, str]:
        """Return, for each notebook, a hash of everything that its grade depends on."""
        original = self.store.original
        beside = sorted((path, digest(content)) for path, content in folder.files.items())
        noted = [flag.kind for flag in folder.flags if flag.text == UNREADABLE]
        until = deadlines.get(student, deadlines[""]) if self.late_rule is None else ""
        shared = digest(self.settings, original.digest, repr(beside), repr(noted), until)
        return {
            name: digest(shared, original.notebooks[name].digest, content)
            for name, content in folder.notebooks.items()
        }
