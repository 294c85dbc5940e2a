"""Sentences on what is wrong with a course's files and settings, the same for all commands.

An error that is none of these is a mistake in gradebox itself, and keeps its traceback.
"""

from nbgrader.converters.base import NbGraderException
from nbgrader.exchange import ExchangeError
from traitlets import TraitError

from gradebox.errors import CannotGrade
from gradebox.exports import RosterError
from gradebox.folder import CONFIG, WrongConfig
from gradebox.gradebook_errors import for_good, out_of_order
from gradebox.plain_text import MAX_SENTENCE, one_line

# Their messages are some.
SENTENCES = CannotGrade, ExchangeError, NbGraderException, RosterError, WrongConfig


def sentence_of(error: Exception) -> str:
    """Return what is wrong with the course, "" for an error that is a mistake of gradebox's."""
    if isinstance(error, SENTENCES):
        return str(error)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename is not None else ""
        return one_line(f"{where}{error.strerror}.", MAX_SENTENCE) if error.errno else str(error)
    if isinstance(error, ModuleNotFoundError):  # of a step of the course's own
        return f"Something that {CONFIG} names is not there: {error}."
    if isinstance(error, TraitError):
        return f"A setting in {CONFIG} has a wrong value: {one_line(str(error), MAX_SENTENCE)}"
    return for_good(error) or out_of_order(error) or ""
