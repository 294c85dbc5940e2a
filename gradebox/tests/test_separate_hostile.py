"""The student's process may send anything: the tests get a wrong value or an error, no more."""

import contextlib
import json
import os
import signal
import socket
import struct
import time
import warnings

import numpy as np
import pytest
from gradebox.separate import tests_end
from gradebox.separate.decoder import Decoder
from gradebox.separate.proxies import StudentObject
from gradebox.separate.student_end import StudentNamespace
from gradebox.separate.tests_end import StudentNames
from gradebox.separate.wire import Wire, WireError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from two_processes import other_process, student

GOOD = {"value": ["t", True, 5], "nodes": [], "blocks": [], "left": {}}


def frame(message, *blobs, sizes=None) -> bytes:
    text = json.dumps([message, sizes or [len(blob) for blob in blobs]]).encode()
    return b"abh1" + struct.pack(">II", len(text), sum(map(len, blobs))) + text + b"".join(blobs)


def peer(*replies, ends=True):
    """A process that answers the first request with the first reply, and so on.

    A reply is the bytes to send, or what a message is to hold besides its number.
    """

    def main(sock: socket.socket) -> None:
        wire = Wire(sock)
        for number, reply in enumerate(replies, 1):
            wire.receive()
            sock.sendall(reply if type(reply) is bytes else frame({"to": number, **reply}))
        if not ends:
            time.sleep(30)

    return other_process(main)


def test_a_good_answer_is_taken():
    with peer(GOOD) as sock:
        assert StudentNames(Wire(sock)).fetch("x") == 5


NOT_ANSWERS = {
    "nothing": b"",
    "noise": os.urandom(100),
    "half a header": b"abh1\0",
    "half a frame": frame({"to": 1, **GOOD})[:-3],
    "a frame of 4 GB": b"abh1" + struct.pack(">II", 2**32 - 1, 2**32 - 1),
    "a frame of 60 MB that is never sent": b"abh1" + struct.pack(">II", 2, 60 * 2**20) + b"[]",
    "nested JSON": b"abh1" + struct.pack(">II", 200_000, 0) + b"[" * 200_000,
    "another number": frame({"to": 2, **GOOD}),
    "no number": frame(GOOD),
    "a number in words": frame({"to": "1", **GOOD}),
    "a request to fetch": frame({"n": 1, "do": "fetch", "args": ["t", "x"], "kwargs": ["d"]}),
    "a request to call": frame({"n": 1, "do": "call", "args": ["t", "x"], "kwargs": ["d"]}),
    "a request of no kind": frame({"n": 1, "do": ["x"], "args": ["t"], "kwargs": ["d"]}),
    "a request without arguments": frame({"n": 1, "do": "call back"}),
    "a request of a list": frame({"n": 1, "do": "call back", "args": ["l"], "kwargs": ["d"]}),
    "requests without end": frame({"n": 1, "do": "call back", "args": ["t", 0], "kwargs": ["d"]})
    * 100,
    "no value": frame({"to": 1, "nodes": [], "blocks": [], "left": {}}),
    "no changes": frame({"to": 1, "value": 1, "left": {}}),
    "surroundings of no kind": frame({"to": 1, **GOOD, "left": []}),
    "an unknown tag": frame({"to": 1, **GOOD, "value": ["Z", 1]}),
    "a tag that is a list": frame({"to": 1, **GOOD, "value": [["t"], 1]}),
    "an unknown type": frame({"to": 1, **GOOD, "value": ["T", "os.system"]}),
    "an unknown object": frame({"to": 1, **GOOD, "value": {"student": 3}}),
    "an object of a negative number": frame({"to": 1, **GOOD, "value": {"student": -1}}),
    "an object of no kind": frame({"to": 1, **GOOD, "value": {"student": 0, "about": [1]}}),
    "a function of the tests": frame({"to": 1, **GOOD, "value": {"tests": 0}}),
    "a function of the tests, from the end": frame({"to": 1, **GOOD, "value": {"tests": -1}}),
    "a change of no argument": frame({"to": 1, **GOOD, "nodes": [[99, []]]}),
    "a change of a tuple": frame({"to": 1, **GOOD, "nodes": [[0, [1]]]}),
    "a change from the end": frame({"to": 1, **GOOD, "nodes": [[-1, []]]}),
    "changes of no kind": frame({"to": 1, **GOOD, "nodes": [1]}),
    "a change of no block": frame({"to": 1, **GOOD, "blocks": [[0, 0]]}, b"12345678"),
    "an error of no kind": frame({"to": 1, **GOOD, "error": "no"}),
    "an error without text": frame({"to": 1, **GOOD, "error": {"kind": "ValueError", "args": []}}),
}


@pytest.mark.parametrize("sent", NOT_ANSWERS.values(), ids=NOT_ANSWERS)
def test_what_is_no_answer_ends_the_asking(sent):
    with peer(sent) as sock:
        names = StudentNames(Wire(sock))
        with pytest.raises(WireError, match="The student's process can no longer be asked"):
            names.fetch("x")
        with pytest.raises(WireError, match="The student's process can no longer be asked"):
            names.fetch("y")


def test_tuples_that_hold_one_another_without_end_do_not_end_the_process():
    for first, *between in (["t"], ["f"], ["y", "P", ["a"]]):
        chain = [[first, *between, ["=", n]] for n in range(1, 20_000)]
        with pytest.raises(WireError, match="too deep"):  # or `hash` would need all of the stack
            Decoder([]).decode(["l", ["t"], *chain])


def test_a_second_answer_is_not_taken_for_the_next_one():
    with peer(frame({"to": 1, **GOOD}) * 2, GOOD) as sock:
        names = StudentNames(Wire(sock))
        assert names.fetch("x") == 5
        with pytest.raises(WireError, match="an answer to another question"):
            names.fetch("y")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(min_size=1, max_size=300), st.integers(0, 200))
def test_damaged_answers_end_the_asking_or_are_wrong_values(noise, place):
    here, there = socket.socketpair()
    with here, there:
        good = frame({"to": 1, **GOOD, "value": ["t", True, ["l", 1, "a", ["c", 1.0, 2.0]]]})
        there.sendall(good[:place] + noise + good[place + len(noise) :])
        there.shutdown(socket.SHUT_WR)
        try:
            value = StudentNames(Wire(here)).fetch("x")
        except (WireError, NameError):
            return
        assert type(value) in (list, tuple, int, str, float, bool, type(None), complex)


@pytest.mark.parametrize(
    "about",
    [
        {},
        {"kind": "function"},
        {"kind": "function", "name": 3, "doc": [], "source": {}, "parameters": [1]},
        {"kind": "function", "name": "a\0b", "parameters": [["1x", 9, True, None]]},
        {"kind": "function", "name": "x" * 10**6, "source": "y" * 10**6},
        {"kind": "function", "name": "\ud800", "parameters": [["a", 0, False, None]] * 2},
        {"kind": "class", "name": ["a"]},
        {"kind": "exception", "name": "__import__('os')", "base": "SystemExit"},
        {"kind": "exception", "name": "E", "base": "KeyboardInterrupt"},
        {"kind": "module"},
        {"kind": "object", "name": "x", "can": ["__eq__", "call", "__bool__", "text"]},
        {"kind": "object", "name": "x", "can": ["length", "item"] * 1000},
        {"kind": ["function"], "can": {"call": 1}},
    ],
    ids=range(13),
)
def test_forged_descriptions_make_nothing_worse_than_a_stand_in(about):
    answer = {**GOOD, "value": ["t", True, ["l", {"student": 0, "about": about}]]}
    with peer(answer) as sock:
        (made,) = StudentNames(Wire(sock)).fetch("x")
    if isinstance(made, type):
        assert issubclass(made, Exception)
        assert made.__name__ in ("E", "StudentError")
    elif isinstance(made, StudentObject):
        with pytest.raises(TypeError, match="cannot be compared"):
            _ = made == 3
        with pytest.raises(TypeError, match="no truth value"):
            bool(made)
    else:
        assert len(made.__name__) <= 200
        assert made != 3


def test_forged_surroundings_do_no_harm(capsys):
    np.random.seed(3)  # noqa: NPY002
    expected = np.random.RandomState(3).random_sample(2)[1]
    left = {
        "out": "x" * 10**6,
        "err": ["no"],
        "drew_numpy": [1],
        "drew_python": {"state": 0},
        "warnings": [["SystemExit", "a"], ["os", 3], 5, ["UserWarning", "b" * 10**5]],
    }
    with peer({**GOOD, "left": left}, {**GOOD, "left": {"drew_numpy": True}}) as sock:
        names = StudentNames(Wire(sock))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert names.fetch("x") == 5
        names.begin()
        assert names.fetch("x") == 5
    assert [len(str(w.message)) for w in caught] == [1, 2000]
    assert len(capsys.readouterr().out) == 100_000
    assert np.random.random_sample() == expected  # noqa: NPY002


def test_printing_is_capped_in_all(capsys):
    with peer(*[{**GOOD, "left": {"out": "x" * 100_000}}] * 15) as sock:
        names = StudentNames(Wire(sock))
        for _ in range(15):
            names.begin()
            names.fetch("x")
    assert len(capsys.readouterr().out) == 1_000_000


INCREMENT = hex(np.random.default_rng(0).bit_generator.state["state"]["inc"])


def answer_a_call(forged, *blobs):
    """A peer with one function, whose call is answered with `forged`."""
    function = {"student": 0, "about": {"kind": "function", "name": "f"}}
    reply = frame({"to": 2, **GOOD, "value": None, **forged}, *blobs)
    return peer({**GOOD, "value": ["t", True, function]}, reply)


@pytest.mark.parametrize(
    ("forged", "blobs"),
    [
        ({"blocks": [[0, 0]]}, [b"too few"]),
        ({"blocks": [[0, 0]]}, [bytes(9 * 8)]),
        ({"blocks": [[0, 1]]}, [bytes(8 * 8)]),
        ({"blocks": [[1, 0]]}, [bytes(8 * 8)]),
        ({"nodes": [[4, ["a"]]]}, []),
        ({"nodes": [[2, ["0x1", INCREMENT, 3, 0]]]}, []),
        ({"nodes": [[2, ["1" * 40, INCREMENT, 0, 0]]]}, []),
        ({"nodes": [[2, ["0x1"]]]}, []),
        ({"nodes": [[3, ["a"]]]}, []),
        ({"nodes": [[3, [["l"], 1]]]}, []),
        ({"shapes": [[1, [4, 3]]]}, []),
        ({"shapes": [[1, [-2, -4]]]}, []),
        ({"shapes": [[1, [2.0, 4]]]}, []),
        ({"shapes": [[2, []]]}, []),
        ({"shapes": [[-1, [2, 4]]]}, []),
        ({"shapes": [1]}, []),
    ],
    ids=range(16),
)
def test_forged_changes_of_arguments(forged, blobs):
    array, generator = np.arange(8.0), np.random.default_rng(0)
    with answer_a_call(forged, *blobs) as sock:
        function = StudentNames(Wire(sock)).fetch("f")
        with pytest.raises(WireError):
            function(array, generator, {"a": 1})
    np.testing.assert_array_equal(array, np.arange(8.0))


def test_a_generator_cannot_be_made_to_give_zeros():
    generator = np.random.default_rng(0)
    with answer_a_call({"nodes": [[2, ["0x0", "0x0", 0, 0]]]}) as sock:
        StudentNames(Wire(sock)).fetch("f")(generator)
    assert generator.random() == np.random.default_rng(0).random()


@pytest.mark.parametrize("token", [0, 1, -1, "0", [0], None])
def test_an_exception_of_the_tests_cannot_be_made_up(token):
    said = {"kind": "SystemExit", "name": "SystemExit", "args": [], "line": "", "frames": []}
    said |= {"class": None, "token": token}
    with answer_a_call({"error": said}) as sock, pytest.raises(Exception) as caught:  # noqa: PT011
        StudentNames(Wire(sock)).fetch("f")()
    assert isinstance(caught.value, Exception)


def _kind(number, base, *bases):
    about = {"kind": "exception", "name": f"E{number}", "base": base, "bases": [*bases]}
    return {"student": number, "about": about}


@pytest.mark.parametrize(
    "said",
    [
        _kind(2, "KeyError", _kind(3, "ValueError"), _kind(4, "AssertionError")),
        _kind(2, "KeyError", _kind(3, "LookupError", _kind(4, "ValueError"))),
        _kind(2, "KeyError", {"student": 1}, {"tests": 0}, 7, "ValueError", None),
        _kind(2, "KeyError", {"student": 9}),
        _kind(2, "ValueError") | {"about": {"kind": "object", "name": "E", "can": []}},
        {"tests": 0},
        [],
        -1,
    ],
    ids=range(8),
)
def test_a_forged_class_is_not_what_a_test_expects(said):
    error = {"kind": "KeyError", "name": "E", "args": ["x"], "line": "", "frames": []}
    with answer_a_call({"error": error | {"class": said}}) as sock:
        with pytest.raises((KeyError, WireError)) as caught:
            StudentNames(Wire(sock)).fetch("f")(lambda: None)
        assert not isinstance(caught.value, ValueError | AssertionError)


def test_only_functions_that_were_handed_out_can_be_called():
    called = []
    function = {"student": 0, "about": {"kind": "function", "name": "f"}}

    def main(sock):
        wire = Wire(sock)
        wire.receive()
        sock.sendall(frame({"to": 1, **GOOD, "value": ["t", True, function]}))
        wire.receive()
        seen = []
        for number in (0, 1, -1, "0"):
            request = {"n": 1, "do": "call back", "args": ["t", number, 7], "kwargs": ["d"]}
            sock.sendall(frame(request))
            reply, _ = wire.receive()
            seen.append("error" in reply)
        sock.sendall(frame({"to": 2, **GOOD, "value": ["l", *seen]}))

    with other_process(main) as sock:
        names = StudentNames(Wire(sock))
        with contextlib.suppress(WireError):
            assert names.fetch("f")(called.append) == [False, True, True, True]
    assert called == [7]


def test_an_answer_that_never_comes_can_be_interrupted_and_ends_the_asking():
    def late(*_):
        raise KeyboardInterrupt

    with peer(b"abh1", ends=False) as sock:
        names = StudentNames(Wire(sock))
        before = signal.signal(signal.SIGALRM, late)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            with pytest.raises(KeyboardInterrupt):
                names.fetch("x")
        finally:
            signal.signal(signal.SIGALRM, before)
        with pytest.raises(WireError, match="interrupted in the middle"):
            names.fetch("x")


def test_code_that_knows_the_socket_only_hurts_itself():
    code = """
import gc, os, signal, socket

def f():
    for thing in gc.get_objects():
        if isinstance(thing, socket.socket) and thing.fileno() >= 0:
            thing.sendall(b"abh1 all tests passed")
    return 1

def g():
    if os.fork() == 0:
        signal.alarm(5)  # where each of the two has read a part of one question, both would wait
        return "child"
    return "parent"

def h():
    return 1
"""
    with student(code) as names, pytest.raises(WireError):
        names.fetch("f")()
    with student(code) as names:
        assert names.fetch("g")() in ("child", "parent")  # both answer, and one is too many
        with pytest.raises(WireError):  # noqa: PT012 (the second answer comes when it comes)
            while True:
                names.fetch("h")()


def test_the_students_side_gets_the_arguments_and_nothing_else():
    here, there = socket.socketpair()
    received = []

    class Listening(Wire):
        def receive(self):
            message, blobs = super().receive()
            received.append(json.dumps(message))
            return message, blobs

    def hidden_tests(names):
        secret_expected = 31337.25  # the words and numbers here stay here
        secret_one = 1
        table = np.array([[1.0, secret_expected], [2.0, secret_expected]])
        result = names.fetch("add")(table[:, 0], lambda number: number + secret_one)
        assert np.isclose(result, 5), "a secret message"

    def main(sock):
        namespace = {"add": lambda row, f: float(sum(f(x) for x in row))}
        wire, served = Listening(sock), StudentNamespace(namespace)
        served.serve(wire)
        served.serve(wire)
        assert not any("secret" in text or "31337" in text for text in received)
        assert not any("hidden" in text or "expected" in text for text in received)
        served.serve(wire)

    with here, there, other_process(main) as sock:
        names = StudentNames(Wire(sock))
        hidden_tests(names)
        with pytest.raises(NameError):
            names.fetch("still there")


def test_the_tests_cannot_be_made_to_load_code():
    """Whatever a message names, decoding looks it up in closed tables."""
    for name in ("os", "subprocess.Popen", "builtins.eval", "__main__", "numpy.load", "exit"):
        with pytest.raises(WireError):
            Decoder([]).decode(["T", name])


def test_a_hundred_thousand_objects_are_enough(monkeypatch):
    """To make so many takes two seconds: the limit that is met here is a fifth of it."""
    assert tests_end._MAX_OBJECTS == 100_000
    code = "def f(n):\n    return [object() for _ in range(n)]"
    with student(code) as names:
        make = names.fetch("f")
        assert len(make(10_000)) == 10_000
        monkeypatch.setattr(tests_end, "_MAX_OBJECTS", 20_000)
        with pytest.raises(WireError, match="too many objects"):  # noqa: PT012
            for _ in range(4):
                make(2_750)


def test_the_students_side_stops_at_nonsense():
    here, there = socket.socketpair()
    with here, there:
        here.sendall(b"nonsense nonsense")
        with pytest.raises(WireError):
            StudentNamespace({}).serve(Wire(there))
