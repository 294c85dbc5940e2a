"""Which of a student's submissions is wanted: in the exchange, in `submitted/`, in `set_aside/`.

One in time comes before a late one, the newest first, unless the instructor wants the late one.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from gradebox.deadlines import Deadline
from gradebox.inbound import HandedIn, students_own
from gradebox.timestamps import read_time

SET_ASIDE_FOLDER = "set_aside"  # a folder as `submitted`, with a folder for each time in it
_TIME = "%Y-%m-%d %H.%M.%S.%f"  # in the name of a folder
_NO_TIME = "no time"


def set_aside_path(folder: Path, handed_in: HandedIn) -> Path:
    """Return where a submission is set aside, in a student's folder of an assignment."""
    has_time = handed_in.time != datetime.min
    return folder / (handed_in.time.strftime(_TIME) if has_time else _NO_TIME)


def free_beside(path: Path) -> Path:
    """Return a path where nothing is: this one, or with a number. Without a time all look alike."""
    numbered = (path.with_name(f"{path.name} ({number})") for number in count(2))
    return next(each for each in chain([path], numbered) if not each.exists())


def by_preference(found: Sequence[HandedIn], deadline: Deadline, late: bool) -> list[HandedIn]:
    """Return submissions in the order in which they are wanted in `submitted/`.

    Those in time come first, or with `late` the others; of each the newest. What somebody else
    has put there in the student's name counts only where there is nothing of the student's.
    """
    own = students_own(found)
    return sorted(own, key=lambda each: (deadline.is_late(each.time) == late, each), reverse=True)


def set_aside_folders(folder: Path) -> list[HandedIn]:
    """Return what is set aside for one student's assignment, sorted by time."""
    found = []
    for path in folder.glob("*"):
        try:
            found.append(HandedIn(datetime.strptime(path.name, _TIME), path))
        except ValueError:
            continue  # without a time
    return sorted(found)


def collected(place: Path) -> HandedIn | None:
    """Return what is collected already; one without a time is older than all others."""
    return HandedIn(read_time(place) or datetime.min, place) if place.is_dir() else None


def all_of(
    inbound: Sequence[HandedIn], here: HandedIn | None, kept: Sequence[HandedIn]
) -> list[HandedIn]:
    """Return each submission once: what is in the exchange, and what is only here any more.

    Of two at the same moment the student's own counts.
    """
    found = {each.time: each for each in kept}
    if here is not None:
        found[here.time] = here
    found |= {each.time: each for each in inbound}
    found |= {each.time: each for each in inbound if each.owner is None}
    return list(found.values())


def candidates(
    inbound: Sequence[HandedIn],
    here: HandedIn | None,
    kept: Sequence[HandedIn],
    deadline: Deadline,
    late: bool | None = None,
) -> list[HandedIn]:
    """Return what may be in `submitted/`, in the order in which it is wanted there.

    late: whether the instructor wants the late one; None if nothing is said of it now. Then a late
    one that is there though one in time was set aside stays: the instructor has said so before.
    """
    one_was_in_time = any(not deadline.is_late(each.time) for each in kept)
    if late is None and one_was_in_time and here is not None and deadline.is_late(here.time):
        return [here]
    return by_preference(all_of(inbound, here, kept), deadline, bool(late))
