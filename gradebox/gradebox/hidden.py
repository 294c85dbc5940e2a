"""Hidden tests in a graded notebook: which lines they are, and where else such a line turns up."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from traitlets.config import Config

LONG = 16  # characters; a secret of this length is looked for inside a line, a shorter one is not


@dataclass(frozen=True)
class Region:
    """The marks between which a course keeps its hidden tests, or its mark schemes."""

    begin: str
    end: str

    @classmethod
    def from_config(cls, config: Config) -> "Region":
        """Return the marks that nbgrader uses under this configuration."""
        from nbgrader.preprocessors import ClearHiddenTests  # takes seconds, and few need it

        # Only what concerns it: it would log a complaint of every other setting.
        step = ClearHiddenTests(config=Config(ClearHiddenTests=config.ClearHiddenTests))
        return cls(step.begin_test_delimeter, step.end_test_delimeter)

    @classmethod
    def of_mark_schemes(cls, config: Config) -> "Region":
        """Return the marks around what is written for markers alone, under this configuration."""
        from nbgrader.preprocessors import ClearMarkScheme  # takes seconds, and few need it

        step = ClearMarkScheme(config=Config(ClearMarkScheme=config.ClearMarkScheme))
        return cls(step.begin_mark_scheme_delimeter, step.end_mark_scheme_delimeter)

    def lines(self, source: str) -> list[tuple[str, bool]]:
        """Return each line of a cell with whether it is hidden; the marks themselves are.

        A region that never ends hides the rest of the cell.
        """
        inside, found = False, []
        for line in source.split("\n"):
            begins, ends = self.begin in line, self.end in line
            found.append((line, inside or begins or ends))
            inside = begins or (inside and not ends)
        return found

    def hides(self, source: str) -> bool:
        """Return True if this cell holds hidden tests."""
        return self.begin in source

    def visible(self, source: str) -> str:
        """Return the cell without its hidden lines."""
        lines = [line for line, hidden in self.lines(source) if not hidden]
        return "\n".join(lines).strip("\n")


@dataclass(frozen=True)
class Secrets:
    """The lines of a notebook's hidden tests that say something and stand nowhere else in it."""

    lines: frozenset[str]

    @classmethod
    def of(cls, notebook: dict[str, Any], region: Region) -> "Secrets":
        """Collect them from a graded notebook: its test cells are the gradebook's own."""
        hidden: set[str] = set()
        shown: set[str] = set()
        for cell in notebook["cells"]:
            test = is_test(cell)
            for line, is_hidden in region.lines(cell["source"]):
                if not (test and is_hidden):
                    shown.add(strip_layout(line))
                elif is_distinctive(line):
                    hidden.add(strip_layout(line))
        return cls(frozenset(hidden - shown))

    def leaks_into(self, text: str) -> bool:
        """Return True if `text`, plain or HTML, holds one of the lines, however it is spaced."""
        head, end, tail = text.rpartition(">")  # behind it, each "<" would be followed to the end
        without_tags = re.sub(r"<[^>]*>", "", head + end) + tail, re.sub(r"<[^<>]*>", "", text)
        for words in {text, *map(unescape, without_tags)}:
            whole = re.sub(r"\s+", "", words)
            # In a string's repr a quote or a backslash has one more backslash before it.
            for run in {whole, whole.replace("\\", "")}:
                if any(line in run for line in self.lines if len(line) >= LONG):
                    return True
            if any(strip_layout(line) in self.lines for line in words.split("\n")):
                return True
        return False


def is_test(cell: dict[str, Any]) -> bool:
    """Return True for a code cell that nbgrader grades by its outputs, and nobody answers in."""
    mark = cell["metadata"].get("nbgrader", {})
    return bool(cell["cell_type"] == "code" and mark.get("grade") and not mark.get("solution"))


def is_distinctive(line: str) -> bool:
    """Return True if a line has two words or more and is no import: `else:` gives nothing away."""
    code = line.split("#")[0]
    return len(re.findall(r"\w+", code)) >= 2 and not re.match(r"\s*(import|from)\s", code)


def strip_layout(line: str) -> str:
    """Return the line without its comment and spaces, so that layout hides nothing."""
    return "".join(line.split("#")[0].split())
