"""The tracebacks of cells, without the frames of this package."""

import os
from pathlib import Path
from types import TracebackType
from typing import Any

from IPython.core.ultratb import AutoFormattedTB

_OURS = f"{Path(__file__).parents[1]}{os.sep}"


class Tracebacks(AutoFormattedTB):
    """IPython's own, without frames of this package.

    IPython makes each a second time for the history of errors; here it is kept.
    """

    are_shown = True  # or none is made, which takes longer than most cells
    _error: BaseException | None = None  # until it is asked for again: it holds its frames
    _text: list[str]

    def structured_traceback(
        self, etype: Any = None, evalue: Any = None, *how: Any, **hows: Any
    ) -> list[str]:
        """Return the lines of a traceback, none where nobody will see them."""
        if not self.are_shown:
            return []
        is_for_history = hows == {"tb_offset": 1} and evalue is self._error is not None
        self._error = None
        if not is_for_history:
            if how and isinstance(how[0], TracebackType):
                how = (_without_ours(how[0]), *how[1:])
            self._text = super().structured_traceback(etype, evalue, *how, **hows)
            self._error = evalue
        return self._text


def _without_ours(trace: TracebackType) -> TracebackType:
    """Return a traceback without the frames of this package: they say nothing about the cell."""
    places = [trace]
    while (following := places[-1].tb_next) is not None:
        places.append(following)
    kept = [each for each in places if not each.tb_frame.f_code.co_filename.startswith(_OURS)]
    if not kept or len(kept) == len(places):
        return trace
    made = None
    for each in reversed(kept):
        made = TracebackType(made, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return made or trace
