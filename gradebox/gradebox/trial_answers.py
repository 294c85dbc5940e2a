"""The further right answers that a trial grades: which there are, and what is none."""

from dataclasses import dataclass, field
from pathlib import Path

from gradebox.admission import Admission, Refused
from gradebox.admission.files import Folder, read_folder
from gradebox.errors import CannotGrade
from gradebox.originals import Original
from gradebox.plain_text import one_line


@dataclass
class Answers:
    """The answers that a folder holds, by name, and sentences about what is none of them."""

    folders: dict[str, Folder] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    @property
    def tried(self) -> str:
        """Return how many answers there are, and which, in a sentence."""
        count = len(self.folders)
        names = ", ".join(map(one_line, self.folders))
        return f"{count} answer{'s' * (count != 1)} tried besides the solution: {names}."


def read_answers(
    place: Path | None, original: Original, limits: Admission, ignore: list[str]
) -> Answers:
    """Read what the folders in `place` hold: ANSWER/NOTEBOOK or ANSWER/ASSIGNMENT/NOTEBOOK.

    Raises CannotGrade if it is no such folder.
    """
    found = Answers()
    if place is None:
        return found
    if not place.is_dir():
        raise CannotGrade(f"There is no folder {place} with answers.")
    there_are = ", ".join(f"{name}.ipynb" for name in original.notebooks)
    for each in sorted(path for path in place.iterdir() if path.is_dir()):
        inner = each / original.name
        answer = inner if inner.is_dir() else each
        try:
            folder = read_folder(answer, original, limits, ignore, place)
        except Refused as reason:
            raise CannotGrade(f"{answer}: {reason}.") from None
        if folder.refused:
            raise CannotGrade(f"{each}: {'; '.join(folder.refused.values())}.")
        shown = one_line(str(answer.relative_to(place.parent)))
        for name in map(one_line, folder.others):
            found.remarks.append(
                f"{shown}/{name} is no notebook of {original.name}, which has {there_are}."
            )
        if folder.notebooks:
            found.folders[each.name] = folder
            for name in folder.missing:
                found.remarks.append(
                    f"{shown} holds no {name}.ipynb: that notebook was not tried with it."
                )
        else:
            found.remarks.append(f"{shown} holds no notebook of {original.name}: it is not tried.")
    if not found.folders:
        raise CannotGrade(f"No folder in {place} holds a notebook of {original.name}: {there_are}.")
    return found
