"""Values that cross the wire arrive exactly as it was, and nothing else arrives at all."""

import json
import math
import re
import socket
import struct
import tracemalloc
import warnings
from collections import Counter, OrderedDict, defaultdict, deque
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from gradebox.separate import array_memory
from gradebox.separate.decoder import Decoder
from gradebox.separate.encoder import CannotCross, Encoder
from gradebox.separate.wire import MAX_BLOBS, MAX_TEXT, TooLarge, Wire, WireClosed, WireError
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from course.check.ready_made_products import ByHand

quick = settings(max_examples=150, deadline=None)


def through(value):
    """`value` as it arrives, by way of a real socket."""
    here, there = socket.socketpair()
    with here, there:
        encoder = Encoder()
        coded = encoder.encode(value)
        there.settimeout(20)
        here.settimeout(20)
        blobs = encoder.finish().blobs

        def send():
            try:
                Wire(here).send({"value": coded}, blobs)
            except BaseException:
                here.shutdown(socket.SHUT_RDWR)  # nobody waits for what was not sent
                raise

        with ThreadPoolExecutor(1) as pool:  # a large message is not in the socket at once
            sending = pool.submit(send)
            try:
                message, blobs = Wire(there).receive()
            except WireError:
                sending.result()  # the cause, if there is one
                raise
    return Decoder(blobs).decode(message["value"])


def identical(a, b):
    """Of the same exact types and the same bits, all the way down."""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray | np.generic):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, float):
        return struct.pack("d", a) == struct.pack("d", b)
    if isinstance(a, complex):
        return identical(a.real, b.real) and identical(a.imag, b.imag)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(identical, a, b))
    if isinstance(a, dict):
        return identical(list(a), list(b)) and all(map(identical, a.values(), b.values()))
    return a == b


text = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=8)
dtypes = st.one_of(
    npst.boolean_dtypes(),
    npst.integer_dtypes(endianness="?"),
    npst.floating_dtypes(endianness="?", sizes=(16, 32, 64)),
    npst.complex_number_dtypes(endianness="?"),
    npst.unicode_string_dtypes(endianness="?", min_len=1),
    npst.byte_string_dtypes(min_len=1),
    npst.datetime64_dtypes(endianness="?"),
    npst.timedelta64_dtypes(endianness="?"),
)
arrays = npst.arrays(dtypes, npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**200), 2**200),
    st.floats(allow_nan=False),
    st.complex_numbers(allow_nan=False),
    text,
    st.binary(max_size=8),
    st.just(...),
    st.fractions(),
    st.decimals(allow_nan=False),
    st.dates(),
    st.datetimes(),
    st.datetimes(timezones=st.just(timezone(timedelta(hours=-3)))),
    st.times(),
    st.timedeltas(),
    st.just(Path("a/b.txt")),
    st.sampled_from(
        [
            Decimal,
            Fraction,
            date,
            timedelta,
            int,
            float,
            np.ndarray,
            np.float32,
            ValueError,
            type(None),
        ]
    ),
    st.builds(range, st.integers(), st.integers(), st.integers(1, 9)),
    st.just(slice(1, None, -1)),
    st.sampled_from([re.compile("(?i)a+|é", re.M), re.compile(rb"\s", re.A | re.S)]),
)
keys = st.one_of(st.none(), st.integers(), text, st.tuples(st.integers(), text))
values = st.recursive(
    scalars | arrays | arrays.filter(lambda a: a.size).map(lambda a: a.flat[0]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(keys, inner, max_size=4),
        st.sets(keys, max_size=4),
        st.frozensets(keys, max_size=4),
    ),
    max_leaves=12,
)


@quick
@given(values)
def test_every_value_arrives_as_it_was(value):
    assert identical(through(value), value)


@quick
@given(
    npst.arrays(np.float64, npst.array_shapes(min_dims=2, max_dims=3, min_side=1, max_side=5)),
    st.data(),
)
def test_any_view_of_an_array_keeps_its_strides(array, data):
    view = array[data.draw(npst.basic_indices(array.shape, allow_newaxis=True))]
    if not isinstance(view, np.ndarray) or not view.size:
        return
    arrived = through([view, view.T])
    assert identical(arrived[0], view)
    assert identical(arrived[1], view.T)
    assert np.shares_memory(*arrived)
    if max(view.strides, default=0):
        assert arrived[0].strides == view.strides


@pytest.mark.parametrize("value", [math.nan, -0.0, math.inf, -math.inf, 5e-324])
def test_special_floats(value):
    assert repr(through(value)) == repr(value)
    assert repr(through([complex(value, 1)])) == repr([complex(value, 1)])


@quick
@given(st.lists(st.integers(0, 3), max_size=8))
def test_two_objects_that_are_nan_are_two(order):
    ones = [math.nan, np.nan, float("nan"), float("nan")]
    value = [ones[i] for i in order]
    counted = Counter(value)
    arrived, members, again, together = through([value, set(value), counted, frozenset(value)])
    assert [[a is b for a in arrived] for b in arrived] == [[a is b for a in value] for b in value]
    assert all(each is ones[i] for each, i in zip(arrived, order, strict=True) if i < 2)
    assert len(members) == len(together) == len(set(value))
    assert [*again.values()] == [*counted.values()]


def test_decimal_numbers_keep_their_zeros():
    for text in ("1.50", "-0", "NaN", "1E+5", "Infinity"):
        assert repr(through(Decimal(text))) == repr(Decimal(text))


@pytest.mark.parametrize("value", [Fraction(1, 2**40_000), Decimal("1" * 20_000)])
def test_a_number_that_arithmetic_would_take_long_with_does_not_cross(value):
    with pytest.raises(CannotCross, match="digits"):
        Encoder().encode(value)


@pytest.mark.parametrize(
    "coded",
    [
        ["N"],
        ["N", "nan"],
        ["q", "0x1", "0x0"],
        ["q", "0x" + "1" * 20_000, "0x1"],
        ["q", 1, 2],
        [".", "1" * 20_000],
        [".", "one"],
        [".", 1.5],
        ["@", "datetime", "tomorrow"],
        ["@", "date", "2024-01-01T00:00"],
        ["@", "sys", "2024-01-01"],
        ["@", "date", 5],
        ["+", 1, 2],
        ["+", 10**12, 0, 0],
        ["+", 1.5, 0, 0],
        ["/", 5],
        ["/", "x" * 5000],
    ],
)
def test_a_forged_number_is_no_number(coded):
    with pytest.raises(WireError):
        Decoder([]).decode(coded)


def test_a_pattern_prints_nothing_and_warns_of_nothing_at_the_other_end(capfd):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pattern, silent = re.compile("[[a]|b", re.DEBUG), re.compile("[[a]|b")
    capfd.readouterr()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert through({pattern: 1}) == {silent: 1}
    assert capfd.readouterr() == ("", "")


def test_a_pattern_that_takes_long_to_read_does_not_cross():
    with pytest.raises(CannotCross, match="over 10,000 characters"):
        Encoder().encode(re.compile("a" * 10_001))


@pytest.mark.parametrize(
    "coded",
    [
        ["~", 32, "("],
        ["~", 32, "a" * 10_001],
        ["~", 32, 5],
        ["~", 32, ["l"]],
        ["~", "32", "a"],
        ["~", True, "a"],
        ["~", 128, "a"],
        ["~", -1, "a"],
        ["~", 2**80, "a"],
        ["~", 32, ["b", "61"]],
        ["~", 0, "(" * 5_000 + ")" * 5_000],
    ],
)
def test_a_forged_pattern_is_no_pattern(coded):
    with pytest.raises(WireError):
        Decoder([]).decode(coded)


def test_arrays_keep_order_writability_and_places():
    fortran = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    frozen = np.arange(3)
    frozen.flags.writeable = False
    assert through(fortran).flags.f_contiguous
    assert not through(frozen).flags.writeable
    assert through(np.array(2.5)).shape == ()
    assert through(np.zeros((0, 3))).shape == (0, 3)
    wide = np.broadcast_to(np.arange(3.0), (1000, 3))
    assert identical(through(wide), np.array(wide))


def test_only_the_elements_of_a_view_are_sent():
    table = np.full((4, 3), 7777.0)
    table[:, 0] = 1
    for argument in (table[:, 0], [table[:, 0], table[1:, 0]], table[::2, :1]):
        encoder = Encoder()
        encoder.encode(argument)
        sent = b"".join(bytes(blob) for blob in encoder.finish().blobs)
        assert np.float64(7777.0).tobytes() not in sent


def test_shared_and_circular_references():
    inner = [1]
    first, second = through([inner, inner])
    assert first is second
    loop = [1, {"me": None}]
    loop[1]["me"] = loop
    arrived = through(loop)
    assert arrived[1]["me"] is arrived
    array = np.zeros(3)
    arrived = through((array, [array], array[1:]))
    assert arrived[0] is arrived[1][0]
    assert np.shares_memory(arrived[0], arrived[2])
    holder: list = []
    around = (holder,)
    holder.append(around)
    with pytest.raises(CannotCross, match="holds itself"):
        through(around)


class Everything(float):
    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


class Words(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


class Yes(np.ndarray):
    def __eq__(self, other):
        return np.True_


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Everything(2.5), 2.5),
        (Words("no"), "no"),
        ([Everything(-0.0)], [-0.0]),
        (type("L", (list,), {"__eq__": lambda a, b: True, "__iter__": None})([1]), [1]),
        (type("C", (Counter,), {"__eq__": lambda a, b: True})("aab"), {"a": 2, "b": 1}),
        (defaultdict(lambda: 5, a=2), {"a": 2}),
        (defaultdict(Everything, a=2), {"a": 2}),
        (type("I", (int,), {})(3), 3),
        (type("T", (tuple,), {"__iter__": lambda self: iter("lies")})((1,)), (1,)),
        (np.arange(3.0).view(Yes), np.arange(3.0)),
        (np.eye(2).view(ByHand), np.eye(2)),
    ],
)
def test_a_subclass_is_reduced_to_what_it_holds(value, plain):
    assert identical(through(value), plain)


@pytest.mark.parametrize(
    "value",
    [
        object(),
        len,
        lambda: 1,
        Everything,
        math,
        (n for n in "abc"),
        np.ma.masked_array([1], [True]),
        np.zeros(2, dtype=[("a", int)]),
        {Everything(1): 2, object(): 3},
        {lambda: 1},
        np.random.RandomState(0),
        np.random.Generator(np.random.MT19937(0)),
        memoryview(b"ab"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_all_else_is_refused_in_a_sentence(value):
    with pytest.raises(
        CannotCross, match=r"cannot be handed over .* (numpy arrays can|a function can|them can)"
    ):
        through([value])


@pytest.mark.parametrize("value", [{1, object()}, {"a": 1, object(): 2}])
def test_of_what_is_refused_for_a_member_the_member_is_named(value):
    """That a set cannot cross, and sets can, would tell nobody what to change."""
    with pytest.raises(CannotCross, match=r"type (set|dict) .* if it holds a value of type object"):
        through(value)


@pytest.mark.parametrize(
    "value",
    [
        Counter("abca"),
        Counter(),
        OrderedDict(b=1, a=[2]),
        defaultdict(list, {3: [1]}),
        defaultdict(None, {3: 1}),
        [defaultdict(int), Counter([(1, 2), (1, 2)])],
    ],
    ids=repr,
)
def test_dicts_of_pythons_own_kinds_arrive_as_such(value):
    arrived = through(value)
    assert identical(arrived, value)
    assert repr(arrived) == repr(value)


def test_a_counter_counts_at_the_other_end_and_order_stays():
    assert through(Counter("abca")).most_common(1) == [("a", 2)]
    assert through(defaultdict(list))["new"] == []
    moved = OrderedDict(a=1, b=2)
    moved.move_to_end("a")
    assert list(through(moved)) == ["b", "a"]
    with pytest.raises(CannotCross):
        through(Counter({object(): 1}))


@pytest.mark.parametrize(
    "coded",
    [
        ["m", "defaultdict", ["T", "object"]],
        ["m", "defaultdict", ["T", "ValueError"]],
        ["m", "defaultdict", 5],
        ["m", "Counter", ["T", "int"]],
        ["m", "Counter", None, 1],
        ["m", "dict", None],
        ["m", "OrderedDict", None, ["l"], 1],
        ["m"],
    ],
)
def test_a_forged_kind_of_dict_is_no_message(coded):
    with pytest.raises(WireError):
        Decoder([]).decode(coded)


@pytest.mark.parametrize("value", [deque(), deque([1, [2]]), deque([3, 4], maxlen=2)])
def test_deques_arrive_as_such(value):
    made = through(value)
    assert (type(made), made, made.maxlen) == (deque, value, value.maxlen)


def test_a_class_that_derives_from_a_deque_is_no_plain_value():
    with pytest.raises(CannotCross, match="type Queue"):
        through(type("Queue", (deque,), {})())


@pytest.mark.parametrize("kind", [dict, OrderedDict, Counter])
def test_views_of_dicts_are_compared_as_ever(kind):
    names = kind(a=1, b=2)
    assert through(names.keys()) == {"b", "a"}
    assert through(names.items()) == {("a", 1), ("b", 2)}
    assert sorted(through(names.values())) == [1, 2]
    with pytest.raises(CannotCross):
        through({object(): 1}.keys())


@pytest.mark.parametrize(
    "coded",
    [
        ["Q"],
        ["Q", "2"],
        ["Q", 1, 2, 3],
        ["Q", -1],
        ["Q", 2**70],
        ["V", "keys", 1, 1],
        ["V", "keys", ["l"]],
        ["V", "items", 1],
        ["V", "items", ["t", 1, 2], ["t", 1, 3]],
        ["V", "clear"],
        ["V"],
    ],
)
def test_a_forged_deque_or_view_is_no_message(coded):
    with pytest.raises(WireError):
        Decoder([]).decode(coded)


def test_arrays_of_objects_hold_values_that_cross():
    mixed = np.array([[1, "a"], [None, 2.5]], dtype=object)
    arrived = through(mixed)
    assert arrived.dtype == object
    assert arrived.tolist() == mixed.tolist()


def test_generators_go_on_where_they_were():
    generator = np.random.default_rng(5)
    generator.normal(size=3)
    generator.integers(9, dtype=np.uint32)  # leaves half of a word over
    assert (through(generator).integers(2**32, size=9) == generator.integers(2**32, size=9)).all()


def test_limits_are_sentences():
    deep: list = []
    for _ in range(500):
        deep = [deep]
    with pytest.raises(CannotCross, match="more than 100 deep"):
        through(deep)
    with pytest.raises(CannotCross, match="array of 64 MB cannot be handed over"):
        through(np.zeros(MAX_BLOBS // 8 + 1))
    with pytest.raises(TooLarge, match="4 MB may be lists and text"):
        through("x" * (4 * 2**20))
    with pytest.raises(CannotCross, match="200,000 lists"):
        through([[] for _ in range(200_000)])


def test_large_values_arrive():
    value = [np.arange(2.0**20), list(range(200_000)), "é" * 100_000]
    assert identical(through(value), value)


# What the other end may send instead


def receive(data: bytes):
    here, there = socket.socketpair()
    with there:
        here.sendall(data)
        here.close()
        there.settimeout(20)
        message, blobs = Wire(there).receive()
        return Decoder(blobs).decode(message.get("value"))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_are_no_message(data):
    with pytest.raises(WireError):
        receive(data)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 70)
    | st.integers()
    | st.floats()
    | st.sampled_from(
        [*"=iucbltyfsdr:naoDTg~h", "...", "<f8", "|O", "<U9", "PCG64", "7f", "int", ""]
    )
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=20,
)
tagged = st.builds(
    lambda tag, rest: [tag, *rest],
    st.sampled_from([*"=iucbltyfsdr:naoDTg~h", "..."]),
    st.lists(json_values, max_size=8),
)


@settings(max_examples=300, deadline=None)
@given(tagged | json_values, st.lists(st.binary(max_size=40), max_size=3))
def test_a_forged_value_is_plain_or_a_wire_error(coded, blobs):
    try:
        value = Decoder([memoryview(blob) for blob in blobs], folder="/here").decode(coded)
    except WireError:
        return
    Encoder().encode(value)  # nothing arrives that could not have been sent


def forged_array(**changes):
    parts = {"dtype": "<f8", "shape": [2], "strides": [8], "offset": 0, "index": 0} | changes
    return ["a", True, False, parts["index"], *(parts[k] for k in list(parts)[:4])]


@pytest.mark.parametrize(
    "changes",
    [
        {"shape": [3]},
        {"offset": 8},
        {"offset": -8},
        {"strides": [-8]},
        {"strides": [16]},
        {"shape": [2**40], "strides": [0]},
        {"shape": [0, 2**40], "strides": [0, 0]},
        {"shape": [-1]},
        {"shape": [True]},
        {"shape": [1] * 65, "strides": [0] * 65},
        {"dtype": "|O"},
        {"dtype": "<V8"},
        {"dtype": "object"},
        {"dtype": "<U999999999", "shape": []},
        {"dtype": "f8,f8"},
        {"strides": []},
        {"index": 1},
        {"index": -1},
        {"index": 0.0},
    ],
    ids=str,
)
def test_a_forged_array_never_reaches_beyond_its_bytes(changes):
    with pytest.raises(WireError):
        Decoder([memoryview(bytes(16))]).decode(forged_array(**changes))


def test_a_small_frame_cannot_become_much_memory():
    one = forged_array(shape=[array_memory.MAX_BLOBS // 8], strides=[0])
    Decoder([memoryview(bytes(16))]).decode(one)
    with pytest.raises(WireError):
        Decoder([memoryview(bytes(16))]).decode(["l", one, one])
    with pytest.raises(WireError):
        Decoder([memoryview(bytes(16))]).decode(["a", True, True, 0, "<f8", [2], [8], 0])


def test_a_forged_message_of_many_small_values_stays_small():
    """A set is the largest thing that three characters can ask for."""
    sets = ["l", *[["s"]] * 800_000]
    assert len(json.dumps(sets, separators=(",", ":"))) > MAX_TEXT
    tracemalloc.start()
    with pytest.raises(WireError, match="too many values"):
        Decoder([]).decode(sets)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200 * 2**20


def frame(text: bytes, size: int = 0, magic: bytes = b"abh1", length: int | None = None) -> bytes:
    length = len(text) if length is None else length
    return magic + struct.pack(">II", length, size) + text + bytes(min(size, 1000))


@pytest.mark.parametrize(
    "data",
    [
        frame(b"[{},[]]", magic=b"abh2"),
        frame(b"", length=2**32 - 1),
        frame(b"[{},[]]", size=2**32 - 1),
        frame(b"[{},[]]", length=100),
        frame(b"[{},[8]]"),
        frame(b"[{},[-1]]"),
        frame(b"[{},[4]]", size=8),
        frame(b"[{},{}]"),
        frame(b"[[],[]]"),
        frame(b"{}"),
        frame(b"null"),
        frame(b"[" * 100_000),
        frame(b'[{"a":' + b"9" * 5000 + b"},[]]"),
        frame("[{},[]] é".encode()),
        b"abh1",
        b"",
    ],
    ids=range(16),
)
def test_a_malformed_frame_is_a_wire_error(data):
    with pytest.raises(WireError):
        receive(data)


def test_a_closed_socket_says_so():
    here, there = socket.socketpair()
    here.close()
    with there, pytest.raises(WireClosed):
        Wire(there).receive()
    with pytest.raises(WireClosed):
        Wire(here).send({})
