"""Every way in which an answer can fail has a sentence of its own."""

import math
import pydoc
import re
from collections import deque

import numpy as np
import pytest
from check.cells import run

from course import check
from course.check import CheckFailed, NotAttempted, questions, runner
from course.check.codec import encode
from course.check.frames import is_raised_on_purpose, line_of_answer
from course.check.learners_code import compares
from course.check.match_known_mistake import without_comparison
from course.check.questions import letter_digest

A = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def make(function, **options):
    """A check of `function` on one (2, 3) array, with whatever else is given."""
    case = {"says": "two rows", "aspect": "values", "arguments": [encode(A)], "mistakes": []}
    case |= {"expected": encode(function(A.copy()))} if function else {}
    case |= options.pop("case", {})
    data = {"parameters": ["A"], "cases": [case], "mistakes": [], "tolerance": 1e-6}
    data |= {"whole_products": True} | options
    return check.Check.from_data("double", data)


MISMATCH = "the inner sizes of a matrix product do not meet: 3 and 2"


def double(A):
    return A * 2.0


def said(checker, answer):
    with pytest.raises(CheckFailed) as caught:
        checker(answer)
    return re.sub(r"\x1b\[\d*m", "", str(caught.value))


def test_passing_says_so_in_one_line_and_does_not_say_all(capsys):
    make(double)(double, "values")
    line = capsys.readouterr().out
    assert line == (
        "double, values: visible checks passed (1 case). "
        "Hidden tests run when the notebook is graded.\n"
    )
    make(double)(double)  # as where a copied answer earns no points, and has no hidden tests
    assert capsys.readouterr().out == "double: visible checks passed (1 case).\n"


def test_integers_are_refused_where_a_float_array_is_asked_for():
    says = "numbers are right, but they are integers. Return a float array."
    assert f"The {says}" in said(make(double, floats=True), lambda A: (A * 2).astype(int))
    make(double)(lambda A: (A * 2).astype(int))
    several = make(lambda A: (A, A + 1), floats=True, results=["output", "weights"])
    assert f"In the weights, the {says}" in said(several, lambda A: (A, (A + 1).astype(int)))
    several(lambda A: [A, np.float32(A + 1)])


def test_arrays_of_several_shapes_where_a_number_is_right():
    number = make(lambda A: A.sum())
    assert "The result is a tuple; the task asks for a number" in said(number, lambda A: (A, A[0]))


def test_numbers_where_zeros_are_right_do_not_pass():
    assert "6 of 6 entries are wrong" in said(make(lambda A: A * 0.0), double)


def test_a_sentence_of_several_wrong_answers_fits_where_one_of_them_is_right():
    """One triples both arrays, the other only the second: in the first case that one is right."""
    of_first = [[0, {"value": encode(A * 3)}]]
    of_second = [[0, {"value": encode(A * 6)}], [1, {"value": encode(A * 6)}]]
    cases = [
        {"says": says, "aspect": "values", "arguments": [encode(given)], "mistakes": known}
        | {"expected": encode(given * 2)}
        for says, given, known in [("one", A, of_first), ("two", A * 2, of_second)]
    ]
    checker = make(double, cases=cases, mistakes=["Tripled.", "Tripled."])
    assert "Tripled." in said(checker, lambda X: X * (2 if X[0, 0] == 1 else 3))


def mutating(A):
    A *= 2
    return A


def raising(A):
    raise IndexError("index 3 is out of bounds")


def no_return(A):
    A * 2.0


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (no_return, "It returned None"),
        (lambda A: (A * 2.0).tolist(), "The result is a list; the task asks for a numpy array"),
        (lambda A: 2.0, "The result is a single number; the task asks for a numpy array"),
        (lambda A: A * (2 + 0j), "an array of complex numbers; the task asks for real numbers"),
        (lambda A: (A * 2.0).astype(object), "an array of Python objects; the task asks for real"),
        (lambda A: (A * 2.0).astype(str), "an array of text; the task asks for real numbers"),
        (lambda A: A > 0, "an array of truth values (True and False); the task asks for real"),
        (lambda A: np.ma.masked_less(A * 2.0, 5), "an array with masked entries"),
        (lambda A: (A * 2.0)[None], "shape is (1, 2, 3), and (2, 3) was asked for"),
        (lambda A: (A * 2.0)[:1], "shape is (1, 3), and (2, 3) was asked for"),
        (lambda A: A.T * 2.0, "shape is (3, 2), and (2, 3) was asked for: rows and columns are"),
        (lambda A: A[0] * 2.0, "1 dimension(s) where there should be 2"),
        (lambda A: A * np.nan, "There is NaN"),
        (lambda A: A * np.inf, "There is an infinity"),
        (lambda A: A * 0, "Every entry is 0."),
        (lambda A: A.T * 2.0, "but for that, the numbers are right"),
        (lambda A: A * 2 + np.array([[0], [1]]), "at [1, 0]: 9 stands there. Right: row 0."),
        (lambda A: A * -2.0, "Every sign is flipped"),
        (lambda A: A * 6.0, "Every entry is 3 times the right one."),
        (lambda A: A * 2.0 + 1e-4, "Nearly right"),
        (lambda A: A * 2.0 - 1, "1 stands there. Every entry is too small by 1."),
        (lambda A: A * 2.0 + np.eye(2, 3), "2 of 6 entries are wrong, the first at [0, 0]"),
        (mutating, "It changed its input A"),
        (raising, "It raised IndexError: index 3 is out of bounds"),
        (lambda: 1, "It raised TypeError"),
        (lambda A: A @ A, "the inner sizes of a matrix product do not meet: 3 and 2"),
        (np.ones(3), "this should be a function"),
    ],
)
def test_each_failure_has_its_sentence(answer, sentence):
    assert sentence in said(make(double), answer)


def test_the_numbers_of_a_vector_in_another_order():
    row = np.array([3.0, 1.0, 2.0])
    checker = make(double, case={"arguments": [encode(row)], "expected": encode(row * 2)})
    assert "The numbers are right, and stand in another order." in said(
        checker, lambda A: np.sort(A) * 2
    )
    row = np.array([0.0, 1.0, 0.0])
    checker = make(double, case={"arguments": [encode(row)], "expected": encode(row * 2)})
    assert "another order" not in said(checker, lambda A: np.sort(A) * 2)


def test_where_numpy_raises_what_it_else_warns_of_a_finding_is_no_error():
    def huge(A):
        return np.full((2, 2), 1e308)

    with np.errstate(all="raise"):
        assert "entries are wrong" in said(make(lambda A: np.eye(2)), huge)


def test_a_float_where_a_position_is_asked_for():
    position = make(lambda A: int(A[0].argmax()))
    assert "a float; the task asks for a whole number" in said(
        position, lambda A: float(A[0].argmax())
    )
    for right in (np.argmax, lambda row: np.array(row.argmax())):
        position(lambda A, right=right: right(A[0]))
    make(lambda A: 2.0)(lambda A: 2)  # a number is asked for


def test_none_below_a_raise_and_an_argument_that_a_part_of_it_changes():
    source = "def f(A):\n    row = A[0]\n    row += 1\n    return row"
    assert "`row` is a part of `A`, and no copy" in said(make(double), run({}, source)["f"])
    source = "def f(A):\n    if A is None:\n        raise ValueError\n        return A"
    assert "is never reached. Indent it less." in said(make(double), run({}, source)["f"])


def test_a_transposed_square_is_recognised():
    square = np.array([[1.0, 2.0], [3.0, 4.0]])
    checker = make(double, case={"arguments": [encode(square)], "expected": encode(square * 2)})
    assert "transposed" in said(checker, lambda A: A.T * 2.0)


def test_numbers_cut_to_whole_ones_are_recognised():
    halves = A + 0.5
    checker = make(double, case={"arguments": [encode(halves)], "expected": encode(halves)})
    assert "decimal point was cut off" in said(checker, lambda A: A.astype(int) * 1.0)
    assert "are fractions: was it collected" in said(checker, lambda A: A.astype(int))
    assert "some of the right ones are fractions." in said(
        checker, lambda A: np.ceil(A).astype(int)
    )


def test_of_whole_numbers_that_are_wrong_otherwise_the_type_is_not_blamed():
    halves = A + 0.5
    checker = make(double, case={"arguments": [encode(halves)], "expected": encode(halves)})
    report = said(checker, lambda A: A.astype(int) + 3)
    assert "6 of 6 entries are wrong" in report
    assert "whole numbers" not in report


def stub(A):
    raise NotImplementedError("your turn")


@pytest.mark.parametrize("answer", [None, ..., stub])
def test_an_untouched_stub_is_not_attempted_and_nothing_is_red(answer, capsys):
    make(double)(answer)
    assert "not attempted yet" in capsys.readouterr().out


@pytest.mark.parametrize("answer", [None, ..., stub])
def test_nbgrader_sees_an_untouched_stub_as_unsolved(answer, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    with pytest.raises(NotAttempted, match="not attempted yet") as caught:
        make(double)(answer)
    assert not isinstance(caught.value, CheckFailed)


def test_a_named_mistake_is_named():
    checker = make(
        double,
        mistakes=["It tripled.", "It halved."],
        case={"mistakes": [[0, {"value": encode(A * 3)}], [1, {"value": encode(A / 2)}]]},
    )
    assert "why       It halved." in said(checker, lambda A: A / 2)


LOOPED = "def f(A):\n    for _ in A:\n        if len(A):\n            return A / 2"
IN_BRACKETS = "def f(A):\n    return np.array([row / 2 for row in A])"


@pytest.mark.parametrize(
    ("says", "without"),
    [
        ("It halved. The `return` stands inside the loop.", "It halved."),
        ("It halved: is `return` inside the loop?", "It halved."),
        ("The loop ends too soon. It halved.", "It halved."),
        ("It halved: the numbers are too small.", "It halved: the numbers are too small."),
    ],
)
def test_nothing_is_said_of_a_loop_where_there_is_none(says, without):
    half = [[0, {"value": encode(A / 2)}]]
    checker = make(double, mistakes=[says], case={"mistakes": half})
    plain = run({}, "def f(A):\n    return A / 2")["f"]
    assert said(checker, plain).splitlines()[-1].endswith(f"why       {without}")
    assert (
        said(checker, run({"np": np}, LOOPED)["f"]).splitlines()[-1].endswith(f"why       {says}")
    )
    told = says.removesuffix(" The `return` stands inside the loop.")  # it does not
    assert said(checker, run({"np": np}, IN_BRACKETS)["f"]).endswith(f"why       {told}")


def test_an_infinity_that_the_function_writes_itself():
    code = "def f(A):\n    return np.where(A > 2, {}, A)"
    for written in ("np.inf", "float('-inf')"):
        found = said(make(double), run({"np": np}, code.format(written))["f"])
        assert (
            f"in the result: look for a division by 0, or at what becomes of `{written}`." in found
        )
        assert "overflow" not in found
    found = said(make(double), run({"np": np}, code.format("A / 0"))["f"])
    assert "in the result: look for an overflow, a division by 0 or a logarithm of 0." in found


def test_what_stands_in_the_place_of_several_arrays():
    case = {"expected": encode((A, 2 * A))}
    found = said(make(double, case=case), lambda A: {"A": A})
    assert "The result is a dict; the task asks for 2 arrays, with commas between them." in found


def test_a_mistake_is_known_before_commas_are_asked_for():
    code = "def f(A):\n    return A + A + A"
    known = {"expected": encode((A, A * 2, A * 3)), "mistakes": [[0, {"value": encode(A * 3)}]]}
    options = {"results": ["first", "second", "third"], "case": known}
    added = said(make(None, mistakes=["Those are three A."], **options), run({}, code)["f"])
    assert added.splitlines()[-1].endswith("why       Those are three A.")
    known["mistakes"] = []
    assert "Put commas between them" in said(make(None, **options), run({}, code)["f"])


def test_a_mistake_that_raises_is_named_too():
    known = [[0, {"raises": "ValueError", "says": MISMATCH}]]
    checker = make(double, mistakes=["K was not transposed."], case={"mistakes": known})
    assert "likely    K was not transposed." in said(checker, lambda A: A @ A)
    assert "transposed" not in said(checker, lambda A: bool(A))  # another ValueError


def test_an_error_of_the_answers_own_is_known_by_its_type_whatever_it_says():
    known = [[0, {"raises": "ValueError", "on_purpose": True}]]
    checker = make(double, mistakes=["Negative numbers were refused."], case={"mistakes": known})
    own = run({}, "def f(A):\n    raise ValueError('my own words')")["f"]
    assert "likely    Negative numbers were refused." in said(checker, own)
    assert "refused" not in said(checker, lambda A: A @ A)  # numpy's error, not the answer's


@pytest.mark.parametrize(
    ("line", "is_own"),
    [("raise ValueError", True), ("if x < 0: raise ValueError", True), ("x = raised(x)", False)],
)
def test_an_error_from_another_process_is_known_by_its_line(line, is_own):
    error = ValueError()
    error.student_line = line
    assert is_raised_on_purpose(error) is is_own


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("return softmax(x)", "return softmax(x)"),
        ("raise ValueError", "return softmax(x) # raised inside softmax"),
    ],
)
def test_an_error_from_another_process_shows_the_answers_line(line, shown):
    error = ValueError()
    error.student_called_line, error.student_line = "return softmax(x)", line
    error.student_frames = [("", "answer", 2, "return softmax(x)"), ("", "softmax", 9, line)]
    assert line_of_answer(error, None) == shown


def test_a_number_is_not_kin_by_chance_where_the_mistake_is_known():
    case = {"expected": -6.0, "mistakes": [[0, {"value": 6.0}]]}
    pair = [{"says": "", "aspect": "values", "arguments": [encode(A)], **case}] * 2
    checker = make(None, cases=pair, mistakes=["The first pair only."])
    text = said(checker, lambda A: 6.0)
    assert "The result is 6" in text
    assert "flipped" not in text


def test_a_number_is_not_enough_to_name_a_mistake_that_disagrees_elsewhere():
    def total(A):
        return A.sum()

    case = {"says": "", "aspect": "values", "arguments": [encode(A)], "expected": 21.0}
    six, five = ({**case, "mistakes": [[0, {"value": value}]]} for value in (6.0, 5.0))
    sometimes = make(total, cases=[six, five, five], mistakes=["It is the size."])
    assert "It is the size." not in said(sometimes, lambda A: 6.0)
    always = make(total, cases=[six, six, six], mistakes=["It is the size."])
    assert "why       It is the size." in said(always, lambda A: A.size)


def test_a_changed_input_is_the_whole_message():
    case = {"mistakes": [[0, {"value": encode(A * 2)}]]}
    assert "Something else" not in said(
        make(double, mistakes=["Something else."], case=case), mutating
    )


def test_where_two_mistakes_fit_none_is_named_unless_another_aspect_decides():
    def total(A):
        return A.sum()

    case = {"says": "", "aspect": "values", "arguments": [encode(A)], "expected": 21.0}
    both = {**case, "mistakes": [[0, {"value": 6.0}], [1, {"value": 6.0}]]}
    one = {**case, "aspect": "edges", "mistakes": [[1, {"value": 6.0}]]}
    sentences = {"mistakes": ["It is the size.", "It is six."]}
    assert "It is" not in said(make(total, cases=[both, both], **sentences), lambda A: 6.0)
    decided = make(total, cases=[both, one], **sentences)
    assert "likely    It is six." in said(lambda answer: decided(answer, "values"), lambda A: 6.0)


@pytest.mark.parametrize("right", ["owl", 2.0, np.ones(4)])
def test_a_table_is_shown_where_a_row_or_an_entry_of_it_is_asked_for(right):
    case = {"arguments": [encode(np.eye(4))], "expected": encode(right)}
    assert "(A=[[1, 0, 0, 0], [0, 1, " in said(make(None, case=case), lambda A: None)
    case["expected"] = encode(np.ones((4, 4)))
    assert "(A (4, 4))" in said(make(None, case=case), lambda A: None)


def test_a_tuple_made_by_a_comma_at_the_end():
    assert "so does a comma behind an array" in said(make(double), lambda A: (A,))
    assert "A comma" not in said(make(double), lambda A: (A, A))


def test_a_class_that_is_returned_is_called_one():
    says = said(make(None, case={"raises": "ValueError"}), lambda A: ValueError)
    assert "it returned the class ValueError instead" in says


def test_an_error_of_numpys_own_is_no_refusal():
    def answer(A):
        if A < 0:
            raise ValueError("negative")

    sentence = said(make(None, case={"raises": "ValueError"}), answer)
    assert "this one came from numpy, by accident" in sentence
    assert "`.any()` or `.all()`" in sentence


def test_numpys_refusal_of_parts_that_differ_in_size_is_one():
    checker = make(None, case={"raises": "ValueError"})
    checker(lambda A: np.array(np.array_split(A, 2, axis=1)))
    assert "by accident" in said(checker, lambda A: A.__setitem__((0, 0), [1, 2]))


def test_an_entry_of_a_mask_is_shown_as_one():
    checker = make(lambda A: A > 2)
    assert "[0, 0]: True stands there" in said(checker, lambda A: A > 0)


def test_a_number_that_is_to_be_rounded_is_told_so():
    checker = make(None, case={"arguments": [encode(A)], "expected": -198})
    assert "Round it" in said(checker, lambda A: -197.896)


def test_a_large_part_that_is_off_too_is_named():
    def pair(A):
        return A, np.arange(18.0).reshape(3, 2, 3)

    checker = make(
        None, case={"expected": encode(pair(A))}, results=["output", "weights"], mistakes=[]
    )
    sentence = said(checker, lambda A: (A**2, pair(A)[1] ** 2))
    assert "In the output ([0] of what came back): " in sentence
    assert sentence.count(" Wrong, too: weights.") == 1
    assert "Wrong, too" not in said(checker, lambda A: (A**2, pair(A)[1]))


def test_the_parts_of_a_result_have_names():
    def pair(A):
        return A, A.T

    checker = make(
        None, case={"expected": encode(pair(A))}, results=["output", "weights"], mistakes=[]
    )
    sentence = said(checker, lambda A: (A, A.T + 1))
    assert "Right so far: output. In the weights ([1] of what came back): 6 of 6" in sentence
    assert "gave output [[1, 2, 3], [4, 5, 6]], weights [[2, 5]" in sentence
    assert "Wrong, too" not in said(checker, lambda A: (A + 1, A.T + 1))
    exchanged = said(checker, lambda A: (A.T, A))
    assert "The parts are right, and stand in another order: output, weights is" in exchanged
    assert "The parts are right" not in said(checker, lambda A: (A, A))
    table = np.arange(8.0).reshape(2, 4)
    checker = make(None, case={"expected": encode((A, table))}, results=["output", "weights"])
    both = said(checker, lambda A: (A + 1, table + 1))
    assert "In the output ([0] of what came back): 6 of 6" in both
    assert "Wrong, too: weights, where your row 0 is [1, 2, 3, 4]." in both
    both = said(checker, lambda A: (A + 1, table + np.array([[0], [1]])))
    assert "Wrong, too: weights, where your row 1 is [5, 6, 7, 8]." in both


def test_a_size_is_traced_to_the_argument_that_it_came_from():
    Q, K = np.ones((2, 3)), np.ones((5, 3))
    case = {"arguments": [encode(Q), encode(K)], "expected": encode(Q @ K.T)}
    checker = make(None, case=case, parameters=["Q", "K"])
    assert "axis 0 has size 5, which is the number of rows of K; it should have size 2, " in (
        said(checker, lambda Q, K: K @ K.T)
    )


def test_a_size_that_many_things_have_is_not_traced():
    one = np.ones((1, 1))
    arguments = [encode(one), encode(np.ones((2, 1))), 2]
    case = {"arguments": arguments, "expected": encode(np.ones((2, 1)))}
    checker = make(None, case=case, parameters=["A", "B", "n"])
    says = said(checker, lambda A, B, n: A)
    assert "The shape is (1, 1), and (2, 1) was asked for." in says


def test_the_right_answer_is_never_printed():
    text = said(make(lambda A: A * 1234.5), lambda A: A * 0.0)
    assert "1234" not in text
    assert "2469" not in text


def test_where_an_error_is_asked_for():
    checker = make(None, case={"raises": "ValueError"})
    assert "should raise ValueError; it returned an array" in said(checker, double)
    assert "it raised IndexError" in said(checker, raising)
    checker(lambda A: math.sqrt(-1))  # a ValueError


def test_an_input_that_is_changed_before_the_error():
    def answer(A):
        A[0] = 0
        raise ValueError

    says = "It raised ValueError, and changed its input A before that."
    assert says in said(make(None, case={"raises": "ValueError"}), answer)


@pytest.mark.parametrize(
    ("given", "left"), [((1, 2), None), (3, np.ones(2)), ([1], 1), ({"W": 1}, []), (A, 2)]
)
def test_an_input_that_became_something_else(given, left):
    def answer(layer):
        layer["W_Q"] = left
        return 1.0

    case = {"arguments": [encode({"W_Q": given})], "expected": 1.0}
    assert "changed" in said(make(None, parameters=["layer"], case=case), answer)


def test_code_in_quotes():
    assert "Code in quotes is a text, and does not run." in said(make(double), lambda A: "A[0]")
    assert "Code" not in said(make(double), lambda A: "A-b")


def test_the_call_that_should_raise_an_error_is_shown_as_the_others_are():
    case = {"says": "", "arguments": [encode(np.ones((4, 4)))], "mistakes": []}
    refused = {**case, "aspect": "errors", "raises": "ValueError"}
    for expected, shown in (("one", "A=[[1, 1, 1, 1], ["), (encode(np.ones((4, 4))), "A (4, 4)")):
        right = {**case, "aspect": "values", "expected": expected}
        checker = make(double, cases=[right, refused])
        with pytest.raises(CheckFailed) as caught:
            checker(lambda A: "one", "errors")
        assert shown in caught.value.called


def test_nothing_is_said_of_words_that_were_compared_where_nothing_is():
    says = "That is the last word: words were compared, and not weights. Use the weights."
    assert without_comparison(says) == "That is the last word. Use the weights."
    for line, is_so in (("max(A)", True), ("A[0] if A[0] > A[1] else A[1]", True), ("A[0]", False)):
        assert compares(run({}, f"def f(A):\n    return {line}")["f"]) == is_so
    assert compares(max)  # whose text is not to be had


def test_a_subclass_of_the_error_asked_for_is_right():
    class OwnError(ValueError):
        pass

    def answer(A):
        raise OwnError

    make(None, case={"raises": "ValueError"})(answer)


@pytest.mark.parametrize(
    "answer",
    [
        lambda A: A.astype(np.float32) * 2,
        lambda A: (A * 2).astype(int),
        lambda A: np.asfortranarray(A) + A,
        lambda A: np.ma.masked_array(A) * 2,
    ],
)
def test_other_kinds_of_arrays_with_the_right_values_pass(answer):
    make(double)(answer)


def test_an_unknown_aspect_is_refused():
    with pytest.raises(ValueError, match="no aspect 'valeus'"):
        make(double)(double, "valeus")


def test_only_the_aspect_asked_for_is_run():
    case = {"says": "", "arguments": [encode(A)], "mistakes": []}
    cases = [
        {**case, "aspect": "values", "expected": encode(A * 2)},
        {**case, "aspect": "errors", "raises": "ValueError"},
    ]
    checker = make(double, cases=cases)
    assert checker.aspects == ("values", "errors")
    checker(double, "values")
    with pytest.raises(CheckFailed):
        checker(double)


def test_the_names_of_all_checks_are_listed():
    assert {"dot", "matmul_rows", "most_attended"} <= set(dir(check))
    with pytest.raises(AttributeError, match=r"dir\(check\) lists them"):
        _ = check.no_such_exercise


@pytest.mark.parametrize("letter", ["b", "B", " b ", "b)", "(b)", "b."])
def test_a_letter_is_noted_and_not_marked(letter, capsys):
    check.choice(letter)
    assert "noted" in capsys.readouterr().out


def test_a_question_from_memory_is_answered_at_once(capsys, monkeypatch):
    question = {"digest": letter_digest("07", "recall_1", "b"), "why": "Rows.", "taught": "There"}
    monkeypatch.setattr(questions, "_recall_questions", lambda assignment: {"recall_1": question})
    check.recall("07", "B")
    check.recall("07", "c")
    check.recall("07", None)
    assert capsys.readouterr().out.splitlines() == [
        "recall_1 = 'b': right. Rows. (There)",
        "recall_1 = 'c': not this one. Rows. (There)",
        "recall_1: not answered yet. Put a letter in the answer's cell, run it, then this.",
    ]
    check.recall("07", "d")
    assert capsys.readouterr().out.startswith("recall_1: 'd' is not one of the letters")


def test_a_wrong_letter_says_why_it_is_wrong_and_not_which_is_right():
    check.mark_choice(" B ", "b", "rows.")
    check.mark_choice("\u0441", "c", "rows.")  # Cyrillic, as the key of c gives it
    check.mark_choice("\uff22", "b", "rows.")  # as wide as a Chinese character
    for wrong in ("a", None, 2):
        with pytest.raises(CheckFailed, match=r"^Another letter is right\.$"):
            check.mark_choice(wrong, "b", "rows.")
    check.mark_choice(("b", "A"), "ba", "rows.", "columns.")
    with pytest.raises(CheckFailed, match=r"^Answer 2 of 2: another letter is right\.$"):
        check.mark_choice(("b", "c"), "ba", "rows.", "columns.")
    with pytest.raises(CheckFailed, match=r"^Not a: too few\.$"):
        check.mark_choice("A", "b", "rows.", a="too few.", c="too many.")
    with pytest.raises(CheckFailed, match=r"holds 2 values, and one letter is wanted\.$"):
        check.mark_choice(("a", "b"), "b", "rows.")
    with pytest.raises(CheckFailed, match=r"holds 1 value, and 2 letters are wanted\.$"):
        check.mark_choice("a", "ba", "rows.", "columns.")


@pytest.mark.parametrize("answer", ["d", "ab", 2, "", ["a"]])
def test_what_is_no_letter_is_refused(answer):
    with pytest.raises(CheckFailed, match="not one of the letters 'a', 'b', 'c'"):
        check.choice(answer)
    with pytest.raises(CheckFailed, match="not one of the letters 'a', 'b', 'c'"):
        check.committed(answer)


@pytest.mark.parametrize(
    ("answer", "says"),
    [(2, "Write one letter, in quotes."), ("the shapes", "Write the letter alone."), ("d", "'c'.")],
)
def test_what_to_write_in_place_of_what_is_no_letter(answer, says):
    with pytest.raises(CheckFailed) as caught:
        check.choice(answer)
    assert str(caught.value).endswith(says)


def test_a_variable_of_the_notebook_whose_name_is_a_letter_was_meant_as_one():
    words = 'If b is your answer, write the letter in quotes: "b".'
    for ask in ("check.choice(b)", "check.committed(b)"):
        with pytest.raises(CheckFailed) as failed:
            exec(ask, {"check": check, "b": np.ones(2)})
        assert words in str(failed.value)
    with pytest.raises(CheckFailed) as failed:
        exec("check.choice(x)", {"check": check, "b": np.ones(2), "x": np.zeros(2)})
    assert words not in str(failed.value)


def test_a_letter_that_stands_twice_where_each_fits_once(capsys):
    check.choice((None, "a"), unlike=("b", None))
    assert "each fits once" not in capsys.readouterr().out
    check.choice(" B ", unlike=("b", "a", 7, 7))
    assert capsys.readouterr().out.endswith("\n'b' stands twice; each fits once.\n")


def test_letters_of_other_alphabets(capsys):
    check.choice("\u0430")
    assert "Your answer 'a' is noted." in capsys.readouterr().out
    with pytest.raises(CheckFailed, match="another alphabet: switch the keyboard"):
        check.choice("\u0444")
    with pytest.raises(CheckFailed, match=r"'a', 'b', 'c'\.$"):
        check.choice("\u00e0")  # an a with an accent is Latin


def test_no_letter_is_not_answered(capsys, monkeypatch):
    check.choice(None)
    assert "Not answered yet" in capsys.readouterr().out
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    with pytest.raises(NotAttempted):
        check.choice(None)


def test_without_a_prediction_the_figure_stays_away():
    with pytest.raises(NotAttempted, match="First your prediction"):
        check.committed(None)


def test_a_cell_that_needs_a_lambda_knows_it_by_its_name_in_the_notebook():
    notebook = {"check": check}
    exec("dot = lambda a, b: (a + b).sum()", notebook)
    with pytest.raises(NotAttempted, match="uses dot"):
        exec("check.needs(dot)", notebook)


def test_a_cell_that_needs_a_function_of_two_names_is_told_of_the_one_that_it_wrote():
    notebook = {"check": check, "np": np}
    run(notebook, "def row_of(a, b):\n    return (a * b).sum()", "dot = row_of")
    run(notebook, "check.needs(dot)")
    with pytest.raises(NotAttempted, match="uses row_of"):
        run(notebook, "check.needs(dot, row_of)")


def test_a_cell_that_needs_an_answer_waits_for_it(capsys):
    def dot(a, b):
        print("called")
        return (a * b).sum()

    check.needs(dot)

    def dot(a, b):
        return (a + b).sum()

    with pytest.raises(NotAttempted, match="uses dot, which is not written or not right"):
        check.needs(dot)

    def dot(a, b):
        raise NotImplementedError("your turn")

    with pytest.raises(NotAttempted, match="uses dot"):
        check.needs(dot)
    check.needs(right_entry=6.6)
    with pytest.raises(NotAttempted, match="uses right_entry"):
        check.needs(right_entry=None)
    assert capsys.readouterr().out == ""


def test_a_stub_that_the_answer_calls_is_named(capsys):
    def helper(A):
        raise NotImplementedError("your turn")

    def double(A):
        return helper(A) * 2

    make(lambda A: A * 2.0)(double)
    assert "double calls helper, which is not written yet. Write helper first." in (
        capsys.readouterr().out
    )
    make(lambda A: A * 2.0)(helper)
    assert "not attempted yet. Write your answer in its cell" in capsys.readouterr().out


def test_a_dict_of_arrays_is_an_argument_that_may_not_change():
    case = {"arguments": [encode({"W": A, "norm": (A, A)})], "expected": encode(A)}
    checker = make(None, case=case)

    def changes(layer):
        layer["norm"][0][0] = 7
        return A

    assert "It changed its input A." in said(checker, changes)
    assert "called    double(A (2 entries)) gave [[" in said(checker, changes)
    checker(lambda layer: layer["W"])


def test_one_of_several_values_that_is_missing_is_named(capsys):
    both = make(None, variables=["W_Q", "W_K"], case={"must": "scores_itself_highest"})
    assert "double: W_K has no value yet." in said(both, (A, None))
    both((None, None))
    assert "not attempted yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("A @= np.ones((3, 2))", "`@=` writes into its left side"),
        ("return np.matmul(A, A.T, A)", "`np.matmul` into its third argument"),
        ("return A.T()", "`.T` has none"),
        ("return A @ A.transpose", "`*` multiplies by a single number"),
        ("return np.dot(A, A)", "the left matrix needs as many columns as the right one has rows"),
        ("return A @ A.t", "the transpose of `A` is `A.T`"),
        ("return A @ np.T(A)", "the transpose of `A` is `A.T`"),
        ("return (A, A).T", "a tuple of arrays is no array"),
        ("return np.array([A, A.T])", "arrays or rows of different sizes were put together"),
        ("return np.array([1, 2], [3, 4], [5])", "in one more pair of brackets"),
        ("return np.column_stack(A, A)", "in one more pair of brackets"),
        ("return np.hstack([A, np.ones(len(A))])", "elsewhere `x[:, None]` is one"),
        ("return {'W': A}.W", "an entry of a dict stands in square brackets"),
        ("return [A[row] for row in A]", "`for row in A` gives the rows themselves"),
        ("return [i for i in len(A)]", "a loop counts with `range`"),
        ("A.append(1)", "an array keeps its size, and a place in it gets a value by `A[i] = x`"),
        ("return A.sum(dim=1)", "numpy writes `axis`, and `keepdims`"),
        ("A[0] = np.ones(5)", "the place has another size than what is put there"),
        ("x = np.eye(2, dtype=int); x @= np.eye(2)", "which holds whole numbers: make a new array"),
        ("return {A: 1}", "the key of a dict is a text in quotes here"),
        ('raise "no"', "after `raise` stands an error, not a text"),
        ("n, d, m = A.shape", "fewer values than the left side has names"),
        ("(n,) = A.shape", "more values than the left side has names"),
        ("return A.reshape(9)", "multiplied, have to give the number of entries"),
        ("return np.stack([A, A.T])", "`np.stack` takes arrays of one shape"),
        ("return np.hstack([A, A.T])", "equal sizes along the others"),
        ("return np.hstack([])", "the list of arrays is empty"),
        ("return A[: len(A) / 2]", "if a `/` made a float of it, write `//`"),
        ("return np.zeros(...)", "(`...` stands for what was left out: write all of it)"),
        ("return [0 for _ in range(A.shape)]", "choose one, as in `A.shape[0]`"),
        ("return np.Outer(A, A)", "numpy writes it with small letters: `np.outer`"),
        ("return np.Softmax(A)", "module 'numpy' has no attribute 'Softmax'"),
        ("A = np.zeros(A.shape, dtype=int); A += 0.5", "if it is told no `dtype`"),
        ("return np.zeros(4 / 2)", "if a `/` made the float, write `//`"),
        ("return A.reshape(3, 4 / 2)", "if a `/` made the float, write `//`"),
    ],
)
def test_what_python_says_comes_with_what_it_means(line, means):
    namespace = {"np": np}
    exec(f"def answer(A):\n    {line}", namespace)
    assert means in said(make(double), namespace["answer"])


def test_a_mistake_is_refuted_by_a_case_where_it_did_not_happen():
    def case(aspect, array, *mistakes):
        says = {"says": aspect, "aspect": aspect, "mistakes": list(mistakes)}
        return says | {"arguments": [encode(array)], "expected": encode(array * 2.0)}

    of_ones, of_A, lost = np.ones(2), A, np.zeros(2)
    found = case("small", of_ones, [0, {"value": encode(lost)}])
    beside = case("large", of_A, [0, {"value": encode(A)}])
    cases = [found, case("small", 3 * of_ones), beside]
    data = {"parameters": ["A"], "mistakes": ["Multiply."], "tolerance": 1e-6}
    checker = check.Check.from_data("double", data | {"whole_products": True, "cases": cases})

    def at_ones(otherwise):
        return lambda A: lost.copy() if (A == 1).all() else otherwise(A)

    assert "Multiply." not in said(checker, at_ones(lambda A: A * 2.0))
    assert "Multiply." in said(checker, at_ones(lambda A: A * (1.0 if A.ndim > 1 else 2.0)))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda A: A / np.sum, "a function that was not called"),
        (lambda A: A.max(-1, True), "`keepdims` is said by name"),
        (lambda A: A.sum(-1, True), "`keepdims` is said by name"),
        (lambda A: A.sum(axis=-1, keepdim=True), "numpy writes `keepdims`"),
        (lambda A: np.exp(A, keepdims=True), "it goes entry by entry,"),
        (lambda A: A[0].sum(axis=1), "with one axis, that is axis 0;"),
    ],
)
def test_what_numpy_says_of_brackets_and_keepdims_is_explained(wrong, says):
    assert says in said(make(double), wrong)


def test_help_and_a_look_say_how_it_is_called():
    assert (
        repr(check.softmax) == "<check.softmax: call it with your answer, check.softmax(softmax)>"
    )
    assert "check.self_scoring((W_Q_self, W_K_self))" in repr(check.self_scoring)
    said = pydoc.plain(pydoc.render_doc(check.softmax))
    assert "Say whether your softmax is right" in said
    assert "'large'" in said
    assert "Methods" not in said


def test_an_error_alone_names_a_mistake_only_if_the_other_aspects_agree():
    square, flat = np.arange(9.0).reshape(3, 3), np.ones((2, 3))
    by_error = [[0, {"raises": "ValueError", "says": MISMATCH}]]
    known = [[[0, {"value": encode(square @ square)}]], by_error, by_error]
    cases = [
        {
            "says": aspect,
            "aspect": aspect,
            "arguments": [encode(array)],
            "expected": encode(array.T @ array),
            "mistakes": mistakes,
        }
        for aspect, array, mistakes in zip(
            ("values", "edges", "edges"), (square, flat, 2 * flat), known, strict=True
        )
    ]
    data = {"parameters": ["A"], "cases": cases, "mistakes": ["A met A."], "tolerance": 1e-6}
    checker = check.Check.from_data("square", data | {"whole_products": True})
    for answer, is_named in ((lambda A: A @ A, True), (lambda A: (A + 1) @ A, False)):
        with pytest.raises(CheckFailed) as caught:
            checker(answer, "edges")
        assert MISMATCH in str(caught.value)
        assert ("A met A." in str(caught.value)) == is_named


def test_a_rule_that_fails_hides_nothing(monkeypatch):
    """Rules read any code; what is wrong with the answer is said even where one cannot."""

    def broken(at):
        raise RecursionError

    monkeypatch.setattr(runner, "name_the_mistake", broken)
    monkeypatch.setattr(runner, "RULES_MAY_FAIL", True)
    with pytest.raises(CheckFailed, match="Every entry is 0"):
        check.softmax(lambda scores: np.zeros(np.shape(scores)))


def test_the_inputs_of_the_call_that_was_wrong_can_be_tried(monkeypatch):
    """Of large arrays the check says the shapes alone."""
    monkeypatch.setattr(runner, "_last_wrong", deque(maxlen=1))
    with pytest.raises(AttributeError, match="once a check has found a call wrong"):
        _ = check.inputs
    said(make(None), lambda A: A + 1)
    (given,) = check.inputs
    np.testing.assert_array_equal(given, A)
    given[:] = 0  # a copy
    np.testing.assert_array_equal(*check.inputs, A)
    assert "inputs" in dir(check)
