"""A numpy matrix as a trait, and on its way between the kernel and the page."""

from __future__ import annotations

from typing import Any

import numpy as np
import traitlets
from numpy.typing import NDArray

from course.draw.values import as_array


class Value(np.ndarray):
    """A float64 matrix that cannot be written to: assign a new one instead.

    `ipywidgets.link` asks `if old != new`, which numpy refuses to answer for arrays. Here the
    answer of `!=` counts as true where any entry differs; all else is numpy's, on plain arrays.
    """

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """Compute on plain arrays; what is computed in place stays what it is."""
        out = kwargs.get("out", ())
        if out:
            kwargs["out"] = tuple(_plain(x) for x in out)
        result = getattr(ufunc, method)(*map(_plain, inputs), **kwargs)
        return out[0] if len(out) == 1 else result

    def __ne__(self, other: object) -> Any:
        """Compare entry by entry; true as a whole where any entry differs."""
        return np.not_equal(self, other).view(_Differences)  # type: ignore[call-overload]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """As numpy writes an array."""
        return repr(np.asarray(self))


def _plain(x: Any) -> Any:
    return x.view(np.ndarray) if isinstance(x, Value) else x


class _Differences(np.ndarray):
    """The result of `!=`: true as a whole where any entry is."""

    def __bool__(self) -> bool:
        return bool(np.asarray(self).any())


def fixed(array: NDArray[Any], dtype: type = np.float64) -> Value:
    """Return a copy of `array` that cannot be written to."""
    value = np.array(array, dtype=dtype).view(Value)
    value.setflags(write=False)
    return value


class Matrix(traitlets.TraitType[Any, Any]):
    """A trait for finite numbers in two dimensions, kept as float64 in a copy of its own.

    `name` is what its errors call it. With `keeps_shape`, a new value must have the shape of the
    old one. A value that is refused leaves the old one in place. None is only for a matrix that the
    widget does without.
    """

    info_text = "a matrix of numbers"
    can_be_cleared = False

    def __init__(
        self, name: str = "value", *, allow_minus_inf: bool = False, keeps_shape: bool = False
    ) -> None:
        super().__init__(default_value=None)
        self.label = name
        self.allow_minus_inf = allow_minus_inf
        self.keeps_shape = keeps_shape
        self.tag(sync=True, to_json=_to_page, from_json=_from_page)

    def validate(self, obj: Any, value: Any) -> Value | None:
        """Return a `Value`; TraitError with a sentence for what is not a matrix."""
        old = obj._trait_values.get(self.name)
        if value is None and (old is None or self.can_be_cleared):
            return None
        try:
            array = as_array(value, self.label, 2, allow_minus_inf=self.allow_minus_inf)
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None
        if self.keeps_shape and old is not None and old.shape != array.shape:
            raise traitlets.TraitError(
                f"{self.label} has the shape {old.shape} and keeps it; this is {array.shape}."
            )
        return fixed(array)


class Mask(Matrix):
    """A trait for a matrix of bool, or None; 0 and 1 are taken for False and True."""

    info_text = "a mask"
    can_be_cleared = True

    def validate(self, obj: Any, value: Any) -> Value | None:
        """Return a `Value` of bool; TraitError with a sentence for what is not a mask."""
        array = super().validate(obj, value)
        if array is None:
            return None
        if not np.isin(array, (0, 1)).all():
            raise traitlets.TraitError(f"{self.label} must hold only True and False.")
        return fixed(array, bool)


def _to_page(value: NDArray[np.float64] | None, _: Any) -> dict[str, Any] | None:
    if value is None:
        return None
    return {"shape": list(value.shape), "data": memoryview(np.asarray(value, "<f8").tobytes())}


def _from_page(sent: dict[str, Any] | None, _: Any) -> NDArray[np.float64] | None:
    """Raises TraitError for a message that holds no matrix; the widget keeps its old one."""
    if sent is None:
        return None
    try:
        rows, columns = sent["shape"]
        return np.frombuffer(sent["data"], dtype="<f8").reshape(rows, columns)
    except (KeyError, TypeError, ValueError) as error:
        raise traitlets.TraitError(f"The page sent no matrix: {error}.") from None
