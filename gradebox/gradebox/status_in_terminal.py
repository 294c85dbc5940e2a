"""The status of a class as a table for a terminal: no line of it is wider than the terminal.

Columns that are empty for everybody are left out and cells are short. What is still too wide is
continued on the next line of the same column. `wide` gives all that the page and the CSV say.

The lines are laid out here and not by rich's table, which takes half a second for 500 students.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rich.cells import cell_len, chop_cells
from rich.text import Text

from gradebox.class_status import (
    GENERATED,
    OLD,
    ClassStatus,
    StudentStatus,
    collected_in_words,
    graded_in_words,
)
from gradebox.plain_text import one_line

HANDED_IN = "handed in"
NARROWEST = 6  # columns of the terminal for one of the table, whatever the terminal has
SHORT = 9  # columns: a word of so many is not broken


@dataclass(frozen=True)
class Column:
    """A column of the table: its head, and a cell for each student."""

    head: str
    cells: list[str]
    is_time: bool = False  # which stays on one line

    @property
    def narrowest(self) -> int:
        """How narrow it can be made without breaking a time, a word of its head, or a short one."""
        words = self.head.split() + (self.cells if self.is_time else [])
        short = {cell_len(word) for cell in self.cells for word in cell.split()}
        return max(NARROWEST, *map(cell_len, words), *(n for n in short if n <= SHORT))

    @property
    def widest(self) -> int:
        """How wide it is where no cell is continued on a second line; its head may be."""
        return max([self.narrowest, *map(cell_len, self.cells)])


def as_text(
    status: ClassStatus, width: int, *, wide: bool = False, total_first: bool = False
) -> Text:
    """Return table and sentences; text of students' is never taken for markup.

    width: of the terminal, in characters; the full table, `wide`, has lines of any width
    """
    columns = _full(status) if wide else _brief(status)
    is_tight = sum(column.narrowest + 2 for column in columns) - 2 > width
    gap = " " if is_tight and not wide else "  "
    widths = _natural(columns) if wide else _fitting(columns, width, gap)
    sentences = [*status.remarks, status.total]
    if any(column.widest > width for column, width in zip(columns, widths, strict=True)):
        sentences.append("With --wide, each student has one line.")
    heads = [column.head for column in columns]
    text = Text(no_wrap=True, overflow="ignore", end="")
    if total_first:
        _add(text, sentences, width)
    text.append(f"{one_line(status.assignment)}\n", "italic")
    for line in _lines(heads, widths, gap):
        text.append(f"{line}\n", "bold")
    rows = zip(*(column.cells for column in columns), strict=True)
    text.append("".join(f"{line}\n" for row in rows for line in _lines(row, widths, gap)))
    if not total_first:
        _add(text, sentences, width)
    return text


def _add(text: Text, sentences: Sequence[str], width: int) -> None:
    for sentence in sentences:
        text.append("".join(f"{line}\n" for line in _wrapped(sentence, width)))


# Columns ------------------------------------------------------------------------------------------


def _full(status: ClassStatus) -> list[Column]:
    heads = [head for head, _ in status.columns]
    rows = status.rows
    return [Column(head, [row[n] for row in rows]) for n, head in enumerate(heads)]


def _brief(status: ClassStatus) -> list[Column]:
    """Return the columns that say something of somebody, in short."""
    people = status.students
    times = [time for each in people for time in (*each.handed_in, each.collected) if time]
    years = {status.local(time).year for time in times}
    only_year = years.pop() if len(years) == 1 else None
    format_ = "%m-%d %H:%M" if only_year else "%Y-%m-%d %H:%M"

    def when(time: datetime) -> str:
        return f"{status.local(time):{format_}}"

    zone = f"{status.zone_name}, {only_year}" if only_year else status.zone_name
    found: list[tuple[str, Callable[[StudentStatus], str]]] = [
        ("student", lambda each: each.student),
        ("name", lambda each: each.name),
        (f"{HANDED_IN} ({zone})", lambda each: when(each.handed_in[-1]) if each.handed_in else ""),
        ("times", _times),
        ("lateness", lambda each: each.lateness),
        ("collected", lambda each: collected_in_words(each, when)),
        (status.graded_head, _graded),
        ("for a person", _for_person),
        ("feedback", lambda each: _FEEDBACK.get(each.feedback, each.feedback)),
    ]
    columns = [
        Column(head, [one_line(says(each)) for each in people], is_time=head.startswith(HANDED_IN))
        for head, says in found
    ]
    return [columns[0], *(column for column in columns[1:] if any(column.cells))]


_FEEDBACK = {GENERATED: "made", OLD: "old"}


def _times(each: StudentStatus) -> str:
    return str(len(each.handed_in)) if len(each.handed_in) > 1 else ""


def _graded(each: StudentStatus) -> str:
    """Leave out what waits for a person: it has a column of its own."""
    return graded_in_words(replace(each, pending=0))


def _for_person(each: StudentStatus) -> str:
    parts = (each.pending, "to grade"), (len(each.to_look_at), "to look at")
    return ", ".join(f"{count} {what}" for count, what in parts if count)


# Lines --------------------------------------------------------------------------------------------


def _natural(columns: Sequence[Column]) -> list[int]:
    return [max(column.widest, cell_len(column.head)) for column in columns]


def _fitting(columns: Sequence[Column], width: int, gap: str) -> list[int]:
    """Return the columns' widths: their own, the widest made narrower until all fit."""
    widths = [column.widest for column in columns]
    too_wide = sum(widths) + len(gap) * (len(columns) - 1) - width
    while too_wide > 0:
        spare = [has - column.narrowest for has, column in zip(widths, columns, strict=True)]
        if not any(spare):
            break
        widest = max(range(len(widths)), key=lambda n: (spare[n] > 0, widths[n]))
        widths[widest] -= 1
        too_wide -= 1
    return widths


def _lines(cells: Sequence[str], widths: Sequence[int], gap: str) -> Iterator[str]:
    """Yield the lines of one row: more than one if a cell is wider than its column."""
    lengths = [cell_len(cell) for cell in cells]
    if all(length <= width for length, width in zip(lengths, widths, strict=True)):
        yield gap.join(_padded(cells, lengths, widths)).rstrip()
        return
    parts = [_wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for number in range(max(map(len, parts))):
        line = [part[number] if number < len(part) else "" for part in parts]
        lengths = [cell_len(each) for each in line]
        yield gap.join(_padded(line, lengths, widths)).rstrip()


def _padded(cells: Sequence[str], lengths: Sequence[int], widths: Sequence[int]) -> Iterator[str]:
    for cell, length, width in zip(cells, lengths, widths, strict=True):
        yield cell + " " * (width - length)


def _wrapped(text: str, width: int) -> list[str]:
    """Return text in lines of at most this width, broken at spaces where that is possible."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines += chop_cells(word, width)
    return [line for line in lines if line] or [""]
