"""pandas' tables by value between the tests' process and the student's, and what else is tried."""

import numpy as np
import pandas as pd
import pytest
from gradebox.separate.changes import state_of
from gradebox.separate.decoder import Decoder
from gradebox.separate.encoder import CannotCross, Encoder
from gradebox.separate.wire import WireError
from test_separate_encoding import through
from two_processes import student

TABLE = pd.DataFrame(
    {
        "numbers": [1, 2, 3],
        "floats": np.array([1.5, np.nan, np.inf], np.float32),
        "flags": [True, False, True],
        "text": ["a", None, "\N{SNOWMAN}"],
        "string": pd.array(["a", None, ""], dtype="string"),
        "objects": np.array(["a", None, 3.5], dtype=object),
        "lists": [[1], [], [2, "b"]],
        "dates": pd.to_datetime(["2024-02-29", None, "1970-01-01"]),
        "spans": pd.to_timedelta([1, 2, None], unit="s"),
        "kinds": pd.Categorical(["x", "y", None], categories=["y", "x"], ordered=True),
        "cut": pd.cut([1, 5, 9], 2),
        "nullable": pd.array([1, None, 3], dtype="Int64"),
        "small": pd.array([1.5, None, 3], dtype="Float32"),
        "perhaps": pd.array([True, None, False], dtype="boolean"),
    }
)
EMPTY = pd.DataFrame()
INDEXES = [
    pd.RangeIndex(2, 10, 3, name="r"),
    pd.Index([3, 1, 1], name=("a", 2)),
    pd.Index(["a", "b"], name="words"),
    pd.Index([1, "b", None], dtype=object),
    pd.Index([("a", 1), ("b", 2)], tupleize_cols=False),
    pd.date_range("2024-01-01", periods=3, freq="MS"),
    pd.date_range("2024-01-07", periods=3, freq="W-SUN"),
    pd.timedelta_range("1h", periods=2),
    pd.CategoricalIndex(["a", "b", "a"]),
    pd.interval_range(0, 3),
    pd.MultiIndex.from_product([["a", "b"], [1, 2]], names=["letter", None]),
]


@pytest.mark.parametrize("column", TABLE, ids=list(TABLE))
def test_a_series_arrives_as_it_was(column):
    pd.testing.assert_series_equal(through(TABLE[column]), TABLE[column])
    assert state_of(through(TABLE[column])) == state_of(TABLE[column])


@pytest.mark.parametrize("index", INDEXES, ids=range(len(INDEXES)))
def test_an_index_arrives_as_it_was(index):
    pd.testing.assert_index_equal(through(index), index, exact=True)
    assert getattr(through(index), "freq", None) == getattr(index, "freq", None)
    frame = pd.DataFrame({"x": np.arange(len(index))}, index=index)
    pd.testing.assert_frame_equal(through(frame), frame)
    pd.testing.assert_frame_equal(through(frame.T), frame.T)


@pytest.mark.parametrize("frequency", ["SMS", "SME", "WOM-3FRI", "BYE-MAR", "C", "90min"])
def test_dates_of_any_frequency_arrive(frequency):
    dates = pd.date_range("2024-01-01", periods=3, freq=frequency)
    pd.testing.assert_index_equal(through(dates), dates, check_freq=False)


def test_dates_without_holidays_arrive():
    free = pd.offsets.CustomBusinessDay(holidays=["2024-01-02"])
    dates = pd.date_range("2024-01-01", periods=3, freq=free)
    pd.testing.assert_index_equal(through(dates), dates, check_freq=False)


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        EMPTY,
        TABLE[:0],
        TABLE[[]],
        TABLE.set_index(["text", "dates"]),
        TABLE[["numbers", "numbers"]],
        pd.DataFrame(np.arange(6.0).reshape(2, 3), columns=[0, "b", None]),
        TABLE.groupby("flags")[["numbers"]].agg(["min", "max"]),
    ],
    ids=range(8),
)
def test_a_frame_arrives_as_it_was(table):
    arrived = through({"a": [table], "again": table})
    pd.testing.assert_frame_equal(arrived["a"][0], table)
    assert arrived["again"] is arrived["a"][0]


@pytest.mark.parametrize("value", [pd.NA, pd.NaT, pd.Timestamp("2024-02-29"), pd.Timedelta("1h")])
def test_what_a_table_holds_arrives_alone(value):
    arrived = through([value])[0]
    assert arrived is value or (type(arrived) is type(value) and arrived == value)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (pd.Series(pd.date_range("2024", periods=2, tz="UTC")), "DatetimeArray"),
        (pd.DataFrame({"x": [object()]}), "object"),
        (pd.Series(pd.arrays.SparseArray([1, 0])), "SparseArray"),
        (pd.DataFrame(np.broadcast_to(np.float64(1), (10**5, 100))), "too much to hand over"),
    ],
    ids=range(4),
)
def test_what_does_not_cross_is_named(table, why):
    with pytest.raises((CannotCross, ValueError), match=why):
        through(table)


CODE = """
import pandas as pd

class Own(pd.DataFrame):
    @property
    def _constructor(self):
        return Own

    def __eq__(self, other):
        return True

    equals = __eq__

    def copy(self, deep=True):
        return self

class Everything(pd.Series):
    def __eq__(self, other):
        return True

    def all(self):
        return True

def add(table):
    return table.assign(total=table["a"] + table["b"])

def add_in_place(table):
    table["total"] = table["a"] + table["b"]
    table.index.name = "row"
    return table

def rename(series):
    series.name = "other"
    series.iloc[0] = 7

def own(table):
    return Own({"a": [0, 0]})

def everything(table):
    return Everything([0, 0], index=table.index, name="total")

def hides():
    class Judge:
        def __eq__(self, other):
            return True
    return pd.DataFrame({"a": [Judge(), Judge()]})

def spoil(table):
    table["a"] = [lambda: 1, 2]
"""


@pytest.fixture
def names():
    with student(CODE) as found:
        yield found


def data() -> pd.DataFrame:
    return pd.DataFrame({"a": [1, 2], "b": [10, 20]})


def test_a_function_takes_and_gives_tables(names):
    table = data()
    result = names.fetch("add")(table)
    pd.testing.assert_frame_equal(result, data().assign(total=[11, 22]))
    pd.testing.assert_frame_equal(table, data())
    assert isinstance(result, pd.DataFrame)
    assert result.shape == (2, 3)


def test_what_a_function_changes_is_changed(names):
    table, column = data(), data()["a"]
    assert names.fetch("add_in_place")(table) is table
    assert list(table.columns) == ["a", "b", "total"]
    assert table.index.name == "row"
    names.fetch("rename")(column)
    pd.testing.assert_series_equal(column, pd.Series([7, 2], name="other"))


def test_a_class_of_the_students_has_no_say(names):
    result = names.fetch("own")(data())
    assert type(result) is pd.DataFrame
    assert not result.equals(data())
    with pytest.raises(AssertionError):
        pd.testing.assert_frame_equal(result, data())
    total = names.fetch("everything")(data())
    assert type(total) is pd.Series
    assert not (total == 11).all()


def test_a_table_holds_no_objects_of_the_students(names):
    with pytest.raises(Exception, match="Judge cannot be handed over"):
        names.fetch("hides")()
    table = data()
    with pytest.raises(Exception, match="handed over"):
        names.fetch("spoil")(table)
    pd.testing.assert_frame_equal(table, data())


def coded(value) -> list:
    """The JSON of a value without arrays of bytes."""
    return Encoder().encode(value)


RANGE = ["P", "range", 0, 2, 1, None]
WORDS = ["o", [2], "a", "b"]
FORGED = {
    "no kind": ["P"],
    "another kind": ["P", "pickle", "x"],
    "a kind that is a list": ["P", ["frame"]],
    "no parts": ["P", "frame"],
    "columns of other lengths": ["P", "frame", ["t", ["o", [1], 3], WORDS], RANGE, RANGE],
    "fewer names than columns": ["P", "frame", ["t", WORDS], RANGE, RANGE],
    "a list for a column": ["P", "series", ["l", 1, 2], RANGE, None],
    "a table for an index": ["P", "series", WORDS, ["P", "series", WORDS, RANGE, None], None],
    "a table in itself": ["P", "series", ["o", [2], ["=", 0], 1], RANGE, None],
    "an object in it": ["P", "series", ["o", [2], {"student": 0}, 1], RANGE, None],
    "a name that is a list": ["P", "series", WORDS, RANGE, ["l", 1]],
    "a square column": ["P", "series", ["o", [1, 2], "a", "b"], RANGE, None],
    "a range without end": ["P", "range", 0, 2**62, 1, None],
    "a range of no numbers": ["P", "range", "0", 2, 1, None],
    "codes of no level": ["P", "multi", ["t", RANGE], ["t", ["o", [1], 9]], ["t", None]],
    "text that is none": ["P", "strings", "python", True, WORDS, WORDS],
    "text in lists": ["P", "strings", "python", True, ["l", 1], ["l", 97]],
    "a dtype by name": ["P", "masked", "os.system", WORDS, WORDS],
    "another dtype than it says": ["P", "masked", "Int8", WORDS, WORDS],
    "intervals of nothing": ["P", "intervals", 1, 2, "right"],
    "a moment in words": ["P", "moment", "2024"],
    "a missing value with parts": ["P", "NA", 1],
}  # fmt: skip


@pytest.mark.parametrize("sent", FORGED.values(), ids=FORGED)
def test_a_forged_table_is_no_message(sent):
    with pytest.raises(WireError):
        Decoder([], lambda reference: pytest.fail("looked up")).decode(sent)


@pytest.mark.parametrize(
    ("storage", "sizes", "text"),
    [
        ("os", [1, 1], b"ab"),
        ("python", [1, 2], b"ab"),
        ("python", [2**62, 2**62, 2**62, 2**62, 2], b"ab"),
        ("python", [[1, 1]], b"ab"),
        ("python", [2], b"\xff\xff"),
    ],
)
def test_forged_text_is_no_message(storage, sizes, text):
    encoder = Encoder()
    arrays = np.array(sizes, np.int64), np.frombuffer(text, np.uint8)
    coded = ["P", "strings", storage, True, *map(encoder.encode, arrays)]
    blobs = [memoryview(blob).cast("B") for blob in encoder.finish().blobs]
    with pytest.raises(WireError):
        Decoder(blobs).decode(coded)


def test_much_text_arrives():
    table = pd.DataFrame({"text": [f"{i} \N{SNOWMAN}" * 20 for i in range(30_000)]})
    pd.testing.assert_frame_equal(through(table), table)


def test_a_forged_frequency_is_no_message():
    encoder = Encoder()
    good = encoder.encode(pd.date_range("2024", periods=2))
    blobs = [memoryview(blob).cast("B") for blob in encoder.finish().blobs]
    pd.testing.assert_index_equal(Decoder(blobs).decode(good), pd.date_range("2024", periods=2))
    assert Decoder(blobs).decode([*good[:-1], "W"]).freq is None  # the dates have another
    for frequency in ("x" * 1000, 3, "__import__"):
        with pytest.raises(WireError):
            Decoder(blobs).decode([*good[:-1], frequency])
