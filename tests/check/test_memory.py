"""Peak memory of a call, and checks that bound it."""

import tracemalloc

import numpy as np
import pytest
from check.cells import run

from course import check
from course.check import CheckFailed
from course.check.codec import encode
from course.check.memory import largest_held, traced

SIZE = 4_000_000


def hold(size=SIZE):
    return int(np.ones(size, np.uint8)[0])


def test_the_peak_is_that_of_the_call_alone():
    beside = np.ones(SIZE, np.uint8)
    assert SIZE <= check.peak_memory(hold) < SIZE + 100_000
    assert check.peak_memory(hold, 10) < 100_000
    assert not tracemalloc.is_tracing()
    assert beside.size == SIZE


def test_it_can_stand_inside_another_and_where_tracing_is_on():
    tracemalloc.start()
    try:
        with traced() as outer:
            hold()
            assert check.peak_memory(hold, 10) < 100_000
        assert outer.peak >= SIZE, "the inner one does not hide what came before"
        assert tracemalloc.is_tracing()
        assert tracemalloc.get_traced_memory()[1] >= SIZE
    finally:
        tracemalloc.stop()


def test_a_call_that_fails_leaves_no_tracing_behind():
    with pytest.raises(ZeroDivisionError):
        check.peak_memory(lambda: 1 // 0)
    assert not tracemalloc.is_tracing()


def test_a_call_that_ends_the_tracing_is_found_out():
    with pytest.raises(RuntimeError, match="switched off"):
        check.peak_memory(tracemalloc.stop)
    assert not tracemalloc.is_tracing()


def bounded(most_bytes, *block, one_block=0):
    case = {"says": "half a million ones", "aspect": "memory", "arguments": [500_000, *block]}
    case |= {"expected": encode(500_000), "mistakes": [], "most_bytes": most_bytes}
    case |= {"one_block": one_block}
    data = {"parameters": ["n", "block"], "cases": [case], "mistakes": [], "tolerance": 1e-6}
    return check.Check.from_data("count_ones", data | {"whole_products": True})


def test_a_right_answer_that_holds_too_much_is_told_how_much(capsys):
    def all_at_once(n):
        return int(np.ones(n).sum())

    def in_pieces(n):
        return sum(int(np.ones(1000).sum()) for _ in range(n // 1000))

    bounded(1_000_000)(in_pieces)
    assert "visible checks passed" in capsys.readouterr().out
    with pytest.raises(CheckFailed, match=r"held 4\.00 MB at one time; up to 1\.00 MB are allowed"):
        bounded(1_000_000)(all_at_once)
    bounded(5_000_000)(all_at_once)
    with pytest.raises(CheckFailed, match="not the right number"):
        bounded(1_000_000)(lambda n: 2 * all_at_once(n))


def test_a_return_that_leads_to_the_right_result_is_not_blamed_for_its_memory():
    code = (
        "def count_ones(n):\n"
        "    for start in range(0, n, 1000):\n"
        "        whole = np.ones(n)\n"
        "        return {}int(whole.sum())"
    )
    with pytest.raises(CheckFailed) as caught:
        bounded(1_000_000)(run({"np": np}, code.format(""))["count_ones"])
    assert "return" not in caught.value.mistake
    with pytest.raises(CheckFailed) as caught:  # of a wrong result it is the reason
        bounded(1_000_000)(run({"np": np}, code.format("2 * "))["count_ones"])
    assert "`return` stands inside the loop" in caught.value.mistake


def test_beside_a_copy_of_everything_small_blocks_are_seen_to_spare_memory(capsys):
    def all_at_once(n, block):
        return int(np.ones(n).sum())

    def in_blocks(n, block, copied=True):
        copy = np.ones(n if copied else 0)
        ones = sum(int(np.ones(block).sum()) for _ in range(n // block))
        return ones + 0 * len(copy)

    checker = bounded(4_000_000, 1000, one_block=500_000)
    for right in (in_blocks, lambda n, block: in_blocks(n, block, copied=False)):
        checker(right)
        assert "visible checks passed" in capsys.readouterr().out
    with pytest.raises(CheckFailed, match=r"held 4,0\d\d kB .* 4,0\d\d kB with everything in one"):
        checker(all_at_once)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("table = np.ones((2, n))", "`table` has the shape (2, 500000) and takes 8.00 MB."),
        (
            "parts = [np.ones(n), np.ones(n)]",
            "The arrays in the list `parts` take 8.00 MB together.",
        ),
        ("total = np.ones((2, n)).sum()", ""),
        ("views = [np.ones((4, n))[i:] for i in range(4)]", ""),
    ],
)
def test_the_variable_that_held_too_much_is_named(line, says):
    name = line.split(" = ")[0]
    namespace = run({"np": np}, f"def count_ones(n):\n    {line}\n    return n - 0 * id({name})")
    with pytest.raises(CheckFailed) as caught:
        bounded(6_000_000)(namespace["count_ones"])
    assert caught.value.mistake == says


def test_a_copy_of_an_argument_is_not_named():
    held = {"copy": np.ones((2, 6)), "size": 12, "few": np.ones(3)}
    assert largest_held(held, (np.ones((6, 2)), 1), 50) == ""
    assert "`copy`" in largest_held(held, (np.ones((6, 3)), 1), 50)
