"""pandas' tables as plain parts: arrays, text and tuples, and back. A closed list.

DataFrame, Series and every kind of Index, of numbers, booleans, text, objects, dates, categories,
intervals and pandas' own nullable kinds; and the single values that such a table holds besides
those of numpy. The parts cross as any other values do. Nothing is pickled, and no method of a class
of the student's is called in the tests' process: what arrives is built anew by pandas' own classes.

pandas is imported where a table arrives, and nowhere else.
"""

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gradebox.separate.wire import MAX_BLOBS

FRAME, SERIES = "frame", "series"
MUTABLE = (FRAME, SERIES)  # kinds that a call can change in place
_MASKED = {
    *(f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)),
    *("Float32", "Float64", "boolean"),
}
_KINDS_OF_NUMPY = "biufcmMO"
_FREQUENCY = re.compile(r"-?\d{0,6}[A-Za-z]{1,5}(-[A-Z]{3})?")


def take_apart(value: Any) -> tuple[str, tuple] | None:
    """Return the kind of a value of pandas' and its parts; None for what is none on the list."""
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return None
    bases = type(value).__mro__
    for name, take in _TAKERS.items():
        if getattr(pandas, name, None) in bases or getattr(pandas.arrays, name, None) in bases:
            return take(value, pandas)
    if value is pandas.NA or value is pandas.NaT:
        return ("NA" if value is pandas.NA else "NaT"), ()
    return None


def is_table(value: Any) -> bool:
    """Return True for a DataFrame or a Series."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame | pandas.Series)


def put_together(kind: Any, parts: Sequence[Any]) -> Any:
    """Return the value that has these parts. Raises some exception if there is none."""
    import pandas

    return _MAKERS[kind](pandas, *parts)


def refill(table: Any, new: Any) -> None:
    """Give a DataFrame or Series the contents of another, in place. TypeError for other kinds."""
    import pandas

    for kind in (pandas.DataFrame, pandas.Series):
        if isinstance(table, kind) and type(new) is kind:
            table._update_inplace(new)  # as its own methods do with `inplace=True`
            if kind is pandas.Series:
                table.name = new.name
            return
    raise TypeError("a table of another kind")


# Taking apart ----------------------------------------------------------------------------------


def _values(column: Any) -> Any:
    """Return the values of a Series or an Index: an array of numpy's, or pandas' own."""
    return column.to_numpy() if isinstance(column.dtype, np.dtype) else column.array


def _frame(value: Any, pandas: Any) -> tuple[str, tuple]:
    columns = (value.iloc[:, place] for place in range(value.shape[1]))
    return FRAME, (tuple(_values(each) for each in columns), value.index, value.columns)


def _index(value: Any, pandas: Any) -> tuple[str, tuple]:
    frequency = getattr(value, "freqstr", None) if value.dtype.kind in "mM" else None
    if frequency is not None and not _FREQUENCY.fullmatch(frequency):
        frequency = None
    return "index", (_values(value), value.name, frequency)


def _strings(value: Any, pandas: Any) -> tuple[str, tuple]:
    dtype, missing = value.dtype, value.isna()
    parts = [str(each).encode("utf-8", "surrogatepass") for each in value[~missing]]
    sizes = np.full(len(value), -1, np.int64)  # in bytes; of what is missing -1
    sizes[~missing] = [len(part) for part in parts]
    text = np.frombuffer(b"".join(parts), np.uint8)
    return "strings", (dtype.storage, dtype.na_value is pandas.NA, sizes, text)


def _masked(value: Any, pandas: Any) -> tuple[str, tuple]:
    filled = value.to_numpy(dtype=value.dtype.numpy_dtype, na_value=0)
    return "masked", (value.dtype.name, filled, value.isna())


def _moment(value: Any, pandas: Any) -> tuple[str, tuple] | None:
    is_timestamp = isinstance(value, pandas.Timestamp)
    if is_timestamp and value.tz is not None:
        return None
    return "moment", (value.to_datetime64() if is_timestamp else value.to_timedelta64(),)


# The classes by their names in pandas, those that derive from others on the list before these.
_TAKERS: dict[str, Callable[[Any, Any], tuple[str, tuple] | None]] = {
    "DataFrame": _frame,
    "Series": lambda value, _: (SERIES, (_values(value), value.index, value.name)),
    "RangeIndex": lambda value, _: ("range", (value.start, value.stop, value.step, value.name)),
    "MultiIndex": lambda value, _: (
        "multi",
        (tuple(value.levels), tuple(map(np.asarray, value.codes)), tuple(value.names)),
    ),
    "Index": _index,
    "Categorical": lambda value, _: (
        "categorical",
        (np.asarray(value.codes), value.categories, bool(value.ordered)),
    ),
    "IntervalArray": lambda value, _: ("intervals", (value.left, value.right, value.closed)),
    "StringArray": _strings,
    "ArrowStringArray": _strings,
    "IntegerArray": _masked,
    "FloatingArray": _masked,
    "BooleanArray": _masked,
    "Timestamp": _moment,
    "Timedelta": _moment,
}


# Putting together ------------------------------------------------------------------------------


def _one_column(pandas: Any, values: Any) -> Any:
    """Return values that a column can have; ValueError for anything else."""
    if type(values) is np.ndarray:
        if values.ndim != 1 or values.dtype.kind not in _KINDS_OF_NUMPY:
            raise ValueError("no column")
    elif not isinstance(values, pandas.api.extensions.ExtensionArray):
        raise ValueError("no column")
    return values


def _an_index(pandas: Any, value: Any) -> Any:
    if not isinstance(value, pandas.Index):
        raise ValueError("no index")
    return value


def _make_series(pandas: Any, values: Any, index: Any, name: Any) -> Any:
    values = _one_column(pandas, values)
    if len(values) != len(_an_index(pandas, index)):
        raise ValueError("a column of another length")
    return pandas.Series(values, index=index, name=name, dtype=values.dtype, copy=True)


def _make_frame(pandas: Any, values: Any, index: Any, columns: Any) -> Any:
    if type(values) is not tuple or len(values) != len(_an_index(pandas, columns)):
        raise ValueError("no columns")
    series = {i: _make_series(pandas, each, index, None) for i, each in enumerate(values)}
    made = pandas.DataFrame(series, index=_an_index(pandas, index))
    made.columns = columns
    return made


def _make_index(pandas: Any, values: Any, name: Any, frequency: Any) -> Any:
    values = _one_column(pandas, values)
    if frequency is None:
        return pandas.Index(values, name=name, dtype=values.dtype, tupleize_cols=False, copy=True)
    if type(frequency) is not str or not _FREQUENCY.fullmatch(frequency):
        raise ValueError("no frequency")
    kind = pandas.DatetimeIndex if values.dtype.kind == "M" else pandas.TimedeltaIndex
    try:
        return kind(values, name=name, freq=frequency, copy=True)
    except ValueError:  # a frequency may have more to it than its name, as holidays
        return kind(values, name=name, copy=True)


def _make_range(pandas: Any, start: Any, stop: Any, step: Any, name: Any) -> Any:
    if len(range(start, stop, step)) > MAX_BLOBS:
        raise ValueError("too long")
    return pandas.RangeIndex(start, stop, step, name=name)


def _make_multi(pandas: Any, levels: Any, codes: Any, names: Any) -> Any:
    for level in levels:
        _an_index(pandas, level)
    return pandas.MultiIndex(levels=levels, codes=codes, names=names, copy=True)


def _make_categorical(pandas: Any, codes: Any, categories: Any, ordered: Any) -> Any:
    if type(ordered) is not bool:
        raise ValueError("no categories")
    categories = _an_index(pandas, categories)
    return pandas.Categorical.from_codes(codes.copy(), categories=categories, ordered=ordered)


def _make_intervals(pandas: Any, left: Any, right: Any, closed: Any) -> Any:
    sides = (_an_index(pandas, side) for side in (left, right))
    return pandas.arrays.IntervalArray.from_arrays(*sides, closed=closed, copy=True)


def _make_strings(pandas: Any, storage: Any, is_na: Any, sizes: Any, text: Any) -> Any:
    ends = np.cumsum(np.maximum(sizes, 0))
    total = ends[-1] if len(ends) else 0
    if storage not in ("python", "pyarrow") or sizes.dtype != np.int64 or text.dtype != np.uint8:
        raise ValueError("no text")
    if sizes.ndim != 1 or text.ndim != 1 or sizes.max(initial=0) > text.size or total != text.size:
        raise ValueError("text of another length than it says")
    content = text.tobytes()
    values = [
        content[end - size : end].decode("utf-8", "surrogatepass") if size >= 0 else None
        for size, end in zip(sizes.tolist(), ends.tolist(), strict=True)
    ]
    dtype = pandas.StringDtype(storage, **({} if is_na else {"na_value": np.nan}))
    return pandas.array(values, dtype=dtype)


def _make_masked(pandas: Any, name: Any, values: Any, mask: Any) -> Any:
    if name not in _MASKED:
        raise ValueError("no such dtype")
    kind = type(pandas.array([], dtype=name))
    made = kind(_one_column(pandas, values).copy(), mask.copy())
    if made.dtype.name != name or made.shape != mask.shape:
        raise ValueError("values of another dtype")
    return made


def _make_moment(pandas: Any, value: Any) -> Any:
    if type(value) not in (np.datetime64, np.timedelta64):
        raise ValueError("no moment")
    return (pandas.Timestamp if type(value) is np.datetime64 else pandas.Timedelta)(value)


_MAKERS: dict[str, Callable[..., Any]] = {
    FRAME: _make_frame,
    SERIES: _make_series,
    "range": _make_range,
    "multi": _make_multi,
    "index": _make_index,
    "categorical": _make_categorical,
    "intervals": _make_intervals,
    "strings": _make_strings,
    "masked": _make_masked,
    "moment": _make_moment,
    "NA": lambda pandas: pandas.NA,
    "NaT": lambda pandas: pandas.NaT,
}
