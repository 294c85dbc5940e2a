"""A row of numbers as a trait."""

from __future__ import annotations

from typing import Any

import numpy as np
import traitlets

from course.draw.values import as_array
from course.widgets.matrix import Value, fixed
from course.widgets.ranges import entry_outside


class Vector(traitlets.TraitType[Any, Any]):
    """A trait for finite numbers in one dimension, kept as float64 in a copy of its own.

    `name` is what its errors call it; numbers lie between -`limit` and `limit`. A new value must be
    as long as the old one. A value that is refused leaves the old one in place. Python sees a
    read-only numpy array, the page a list. None is only for numbers that are not there yet.
    """

    info_text = "a list of numbers"

    def __init__(self, name: str, limit: float = np.inf) -> None:
        super().__init__(default_value=None)
        self.label = name
        self.limit = limit
        self.tag(sync=True, to_json=_to_page)

    def validate(self, obj: Any, value: Any) -> Value | None:
        """Return a `Value`; TraitError with a sentence for what is not a list of numbers."""
        old = obj._trait_values.get(self.name)
        if value is None and old is None:
            return None
        try:
            array = as_array(value, self.label, 1)
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None
        if old is not None and len(old) != len(array):
            raise traitlets.TraitError(
                f"{self.label} has {len(old)} numbers and keeps as many; these are {len(array)}."
            )
        outside = entry_outside(self.label, array, -self.limit, self.limit)
        if outside:
            raise traitlets.TraitError(outside)
        return fixed(array)


def _to_page(value: Any, _: Any) -> list[float] | None:
    return None if value is None else np.asarray(value).tolist()
