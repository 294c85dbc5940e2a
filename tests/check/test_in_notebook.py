"""The outputs that a notebook shows of a check, and of a NameError for an exercise's name."""

import ast
import re

import IPython
import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

from course import check
from course.check import CheckFailed, NotAttempted, in_notebook
from course.check.appearance import NOTED, PASSED, show
from course.check.in_notebook import (
    _is_in_a_function,
    advice,
    explain_in_notebook,
    formulas_of,
    is_unreadable,
    name_compared,
    renamed,
)

FAILURE = CheckFailed(
    "It raised <IndexError>.",
    exercise="dot",
    case="two",
    called="dot(x)",
    line="x[9]",
    mistake="Use `a < b`.",
)


@pytest.fixture
def shell(monkeypatch):
    """A shell like a kernel's, with what it shows in `display_pub.outputs`; no cell has run yet."""
    for name in ("_cell_of", "_first_of", "_renamed", "_given", "_formulas", "_unreadable"):
        monkeypatch.setattr(in_notebook, name, {})
    monkeypatch.setattr(in_notebook, "_compared", set())
    shell = InteractiveShell()
    shell.display_pub = CapturingDisplayPublisher(shell=shell)
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    explain_in_notebook({"softmax"})
    return shell


def test_a_passed_check_is_a_band_and_the_same_line(shell):
    show(PASSED, "dot: visible checks passed (1 case).")
    ((shown,),) = [[output["data"]] for output in shell.display_pub.outputs]
    assert shown["text/plain"] == "dot: visible checks passed (1 case)."
    assert "✓" in shown["text/html"]
    assert shown["text/plain"] in shown["text/html"]


@pytest.mark.parametrize(
    ("error", "sign", "parts"),
    [
        (
            FAILURE,
            "✗",
            [
                "dot: not right yet",
                "&lt;IndexError&gt;",
                "<code>x[9]</code>",
                "likely",
                "Use <code>a &lt; b</code>.",
            ],
        ),
        (NotAttempted("First your prediction."), "○", ["First your prediction."]),
    ],
    ids=["failed", "not attempted"],
)
def test_a_failed_check_is_a_band_and_ends_its_cell(shell, capsys, error, sign, parts):
    shell.user_ns["error"] = error
    assert shell.run_cell("raise error").error_in_exec is error
    (output,) = shell.display_pub.outputs
    assert output["data"]["text/plain"] == error.as_text()
    assert "\x1b" not in output["data"]["text/plain"]
    for part in (sign, *parts):
        assert part in output["data"]["text/html"]
    assert capsys.readouterr().out == ""


def test_nbgrader_sees_lines_and_errors(shell, capsys, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    show(NOTED, "dot: not attempted yet.")
    assert capsys.readouterr().out == "dot: not attempted yet.\n"
    shell.user_ns["error"] = FAILURE
    assert shell.run_cell("raise error").error_in_exec is FAILURE
    assert "            in the line  x[9]\n  likely    Use `a < b`." in capsys.readouterr().out
    assert shell.display_pub.outputs == []


def test_a_missing_answer_is_explained_and_other_names_are_not(shell, capsys):
    assert type(shell.run_cell("softmax").error_in_exec) is NameError
    shell.user_ns["check"] = check
    shell.run_cell("check.committed(prediction)")  # whose cell did not run
    says = [output["data"]["text/plain"] for output in shell.display_pub.outputs]
    names = [text.partition(": the notebook does not know this name")[0] for text in says]
    assert names == ["softmax", "prediction"]
    shell.run_cell("softmaxx")
    assert "name 'softmaxx' is not defined" in capsys.readouterr().out


def test_an_answer_that_is_compared_and_not_kept(shell):
    says = "softmax: the notebook does not know this name. `softmax == ...` compares. With one `=`"
    for line in ("softmax == 1", "softmax"):  # its own cell, and that of its check
        shell.run_cell(line)
        assert shell.display_pub.outputs[-1]["data"]["text/plain"].startswith(says)
    shell.run_cell("softmax = 1")
    assert name_compared("softmax") == ""
    shell.run_cell("recall_9 = None")
    assert name_compared("recall_9") == ""
    shell.run_cell("recall_9 == 1")
    assert name_compared("recall_9").startswith(" `recall_9 == ...` compares.")
    shell.run_cell("recall_9 = 1")
    assert name_compared("recall_9") == ""


def test_a_missing_answer_whose_cell_ended_in_an_error_with_a_meaning(shell):
    shell.run_cell("softmax = −1")
    shell.run_cell("softmax")
    assert shell.display_pub.outputs[-1]["data"]["text/plain"] == (
        "softmax: the last run of its cell ended in an error. What the error means: that is the "
        "minus sign of printed text: type the one of the keyboard, `-`."
    )
    shell.run_cell("softmax = -1")
    assert not is_unreadable("softmax")
    shell.run_cell("softmax = \u2018a\u2019")
    assert advice("softmax").endswith(
        'a quotation mark of printed text: type the one of the keyboard, `"`.'
    )
    shell.run_cell("softmax = max\uff081, 2)")
    assert advice("softmax").endswith(
        "that is the wide form of `(`: switch the keyboard to Latin letters."
    )


def test_nbgrader_is_told_of_a_missing_answer_in_a_sentence(shell, capsys, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    assert type(shell.run_cell("softmax").error_in_exec) is NameError
    text = capsys.readouterr().out
    assert "softmax: the notebook does not know this name" in text
    assert "Traceback" not in text


def test_a_mistyped_name_is_named(shell):
    shell.run_cell("def sofmtax(scores):\n    return scores")
    shell.run_cell("softmax")
    (output,) = shell.display_pub.outputs
    assert output["data"]["text/plain"] == (
        "softmax: the notebook does not know this name. A cell defines `sofmtax`: if that is your "
        "answer, its name should be `softmax`."
    )
    shell.run_cell("def dott():\n    return 1\ndef dot(a, b):\n    raise NotImplementedError")
    assert "`dott`" not in said_of(shell, "check.dot(dot)")
    shell.run_cell("def dott(a, b):\n    return a @ b")
    assert said_of(shell, "check.dot(dot)").endswith(
        "then run this. A cell defines `dott`: if that is your answer, its name should be `dot`."
    )


def test_a_matrix_that_went_to_the_widgets_name_is_named(shell):
    check_it = "check.self_scoring((W_Q_self, W_K_self))"
    shell.run_cell("import numpy as np\nW_Q, W_K = np.ones((2, 2)), np.ones((2, 2))")
    shell.run_cell("W_Q_self = None\nW_K_self = None")
    assert "is now" not in said_of(shell, check_it)  # no cell typed a matrix
    shell.run_cell("W_Q = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])")
    says = (
        " `W_Q` is now (3, 3): a widget's Copy writes the name that the matrix has in the widget. "
        "If that is your answer, change its name to `W_Q_self`, and run the cell that gave `W_Q` "
        "its value at first once more."
    )
    assert said_of(shell, check_it).endswith(f"then run this.{says}")
    shell.run_cell("W_K_self = np.eye(3)")
    assert f"W_Q_self has no value yet.{says}" in said_of(shell, check_it)
    shell.run_cell("W_Q_self, W_K_self = None, None\nW_Q, W_K = np.ones((2, 2)), np.ones((2, 2))")
    assert "is now" not in said_of(shell, check_it)


def said_of(shell, line):
    """Return the text of the last output after a line that a cell runs."""
    shell.run_cell(f"from course import check\n{line}")
    return shell.display_pub.outputs[-1]["data"]["text/plain"]


def test_a_letter_without_quotes_is_told_so(shell):
    assert type(shell.run_cell("answer = b").error_in_exec) is NameError
    (output,) = shell.display_pub.outputs
    assert output["data"]["text/plain"] == 'If b is your answer, write the letter in quotes: "b".'
    shell.run_cell("def f():\n    return c\nf()")
    assert len(shell.display_pub.outputs) == 1


def test_quotes_are_not_told_where_no_letter_is_asked_for(shell):
    shell.run_cell("softmax = b")
    (output,) = shell.display_pub.outputs
    assert output["data"]["text/plain"] == (
        "softmax wants no letter, and no line that has run gives b a value."
    )


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("answer = e-5", "write the number without the e."),
        ("answer = e+5", "write the number without the e."),
        ("answer = e", 'write the letter in quotes: "e".'),
        ("answer = b-5", 'write the letter in quotes: "b".'),
    ],
)
def test_an_exponent_with_its_e_is_no_letter(shell, line, ends):
    shell.run_cell(line)
    (output,) = shell.display_pub.outputs
    assert output["data"]["text/plain"].endswith(ends)


def test_a_cell_that_python_cannot_read_is_remembered_until_it_can(shell, capsys):
    for source in ("def dot(a):\n    return a =< 1", "def dot(a):\nreturn a", "return 1\ndot = 2"):
        shell.run_cell(source)
        assert is_unreadable("dot")
        with pytest.raises(CheckFailed, match="dot: the last run of its cell ended in an error"):
            check.dot(print)
        shell.run_cell("dot = 3\n1 / 0")
        assert not is_unreadable("dot")
        shell.run_cell("import math\ndot = math.exq(1)")
        assert is_unreadable("dot")
        shell.run_cell("dot = 4")
        assert not is_unreadable("dot")


@pytest.mark.parametrize(
    "line",
    [
        "factor_at_16: float = 4",
        "if True: factor_at_16 = 4",
        "import numpy as np\nwith np.errstate(all='ignore'):\n    factor_at_16 = 4",
        "with open('nowhere') if 0 else __import__('io').StringIO() as factor_at_16: pass",
        "for factor_at_16 in [4]: pass",
        "factor_at_16 += 0",
        "if True:\n    def factor_at_16(): pass",
        "try:\n    factor_at_16 = 4\n    1 / 0\nexcept ZeroDivisionError: pass",
        "factor_at_16 = 4; 1\nif True:\n    1 / 0",
        "%time factor_at_16 = 4.5",  # it is another object
        "from math import pi as factor_at_16",
    ],
)
def test_a_value_that_any_statement_gives_is_no_older_version(shell, capsys, line):
    shell.run_cell("factor_at_16 = 4")
    shell.run_cell("factor_at_16 = 1 / 0")
    assert is_unreadable("factor_at_16")
    shell.run_cell(line)
    assert not is_unreadable("factor_at_16")
    assert advice("factor_at_16") == ""


@pytest.mark.parametrize(
    "line",
    ["if True: factor_at_16 = 1 / 0", "factor_at_16: float = 1 / 0", "factor_at_16 += 1 / 0"],
)
def test_any_statement_that_fails_leaves_the_older_version(shell, capsys, line):
    shell.run_cell("factor_at_16 = 3")
    shell.run_cell(line)
    assert is_unreadable("factor_at_16")
    shell.run_cell("if True:\n    factor_at_16 = 4\n    1 / 0")
    assert not is_unreadable("factor_at_16")


def test_an_error_in_another_cell_leaves_a_function_as_it_is(shell, capsys):
    shell.run_cell("def scores(Q, K):\n    return Q @ K.T", cell_id="answer")
    for source in ("scores = undefined_name", "scores = = 3", "if True:\n    scores = 1 / 0"):
        shell.run_cell(source, cell_id="scratch")
        assert not is_unreadable("scores")
    shell.run_cell("scores = 1 / 0", cell_id="answer")
    assert is_unreadable("scores")
    shell.run_cell("def scores(Q, K):\n    return Q @ K.T", cell_id="answer")
    assert not is_unreadable("scores")
    shell.run_cell("def scores(Q, K):\nreturn K", cell_id="moved")  # the function was meant
    assert is_unreadable("scores")


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("0,0442", "a number has a point, not a comma: 0.5."),
        ("4.42%", "`%` is no percent sign in Python: 5% is 0.05."),
        ("1 / \u221a512", "a root is `np.sqrt(...)`."),
        ("2 * 3h", "a number times a name has a `*`: `2 * h`."),
        ("512**2.mean()", "`(x ** 2).mean()` needs its brackets."),
        ("20 GB", "write a number without its unit: `3`, not `3 rows`."),
        ("X W_K", "between two names stands a sign: `*`, or `@` for a product of matrices."),
        ("1\nretrun 'a b'", "Python writes `return`."),
        ("1\nraise Value Error", "the name of an error is one word: `ValueError`."),
        ("1\nrow_sum_after(0) = 2", "square brackets: `C[i, j] = ...`."),
        ("1\nclasses = = 3", "Mend what the error names, run the cell, then run this."),
        ("= 'one word'", "Mend what the error names, run the cell, then run this."),
        ("1 / sqrt(512)", "numpy's functions have its name in front: `np.sqrt`."),
        ("1 / 512 ^ 0.5", "`^` is no power in Python: write `**`."),
        ("1 / 0", "Mend what the error names, run the cell, then run this."),
    ],
)
def test_what_kept_an_answer_from_being_read_is_said(shell, value, says):
    shell.run_cell(f"row_sum_after = {value}")
    with pytest.raises(CheckFailed) as caught:
        check.row_sum_after(None)
    shell.run_cell("row_sum_after = 1")
    assert str(caught.value).endswith(says)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("print(3)", "the call `print(3)` shows a value and gives back nothing"),
        ("[2, 1].sort()", "the call `[2, 1].sort()` gives back nothing"),
    ],
)
def test_a_call_that_gives_nothing_back_is_an_attempt(shell, value, says):
    shell.run_cell(f"row_sum_after = {value}")
    with pytest.raises(CheckFailed, match=f"row_sum_after holds None: {re.escape(says)}"):
        check.row_sum_after(None)
    shell.run_cell("row_sum_after = None")
    check.row_sum_after(None)
    assert shell.display_pub.outputs[-1]["data"]["text/plain"].startswith(
        "row_sum_after: not attempted yet."
    )


def test_a_function_whose_cell_gives_it_another_name(shell):
    def run(source, cell_id="one"):
        shell.run_cell(source, cell_id=cell_id)

    run("def attend(q, K, V):\n    return q, K")
    run("def helper(q):\n    return q", cell_id="two")
    assert renamed("attend") == ""
    run("def attned(q, K, V):\n    return q, K")
    assert renamed("attend") == "attned"
    with pytest.raises(CheckFailed, match="its cell defines `attned` now"):
        check.attend(shell.user_ns["attend"])
    run("def attned(q, K, V):\n    return q, V")  # once more
    assert renamed("attend") == "attned"
    run("def attend(q, K, V):\n    return q, K", cell_id="two")
    assert renamed("attend") == ""
    run("x = 1", cell_id="two")
    run("def other(q):\n    return q")
    assert renamed("attend") == ""
    run("def attend(q, K, V):\n    return q, K", cell_id="")
    run("def another(q):\n    return q", cell_id="")
    assert renamed("attend") == ""


def test_a_function_that_gets_its_name_by_an_assignment_is_not_renamed(shell):
    shell.run_cell("def attend(q, K, V):\n    return q", cell_id="one")
    shell.run_cell("def my_attend(q, K, V):\n    return q\nattend = my_attend", cell_id="one")
    assert renamed("attend") == ""
    shell.run_cell("def attended(q, K, V):\n    return q", cell_id="one")
    assert renamed("attend") == "attended"
    shell.run_cell("attend = attended", cell_id="two")
    assert renamed("attend") == ""


def test_a_function_whose_name_another_cell_takes_is_named(shell, capsys):
    given = "import numpy as np\nfrom course import check\n"
    given += "def sum_of_pairs(a, b):\n    return sum(x * y for x, y in zip(a, b))"
    answer = "def matmul_dots(A, B):\n"
    answer += "    return np.array([[sum_of_pairs(a, b) for b in B.T] for a in A])"
    shell.run_cell(given, cell_id="given")
    shell.run_cell(answer, cell_id="answer")
    shell.run_cell("def sum_of_pairs(A):\n    return A", cell_id="later")
    shell.run_cell("check.matmul_dots(matmul_dots, 'edges')", cell_id="check")
    says = "A later cell defined `sum_of_pairs` anew. With the `sum_of_pairs` of the cell that"
    assert says in shell.display_pub.outputs[-1]["data"]["text/plain"].replace("\n" + " " * 12, " ")
    # A stub that was answered in another cell is no function to go back to.
    shell.run_cell("def dot(a, b):\n    raise NotImplementedError", cell_id="stub")
    shell.run_cell("def dot(a, b):\n    return sum(a * b)", cell_id="dot")
    shell.run_cell(answer.replace("sum_of_pairs", "dot").replace("B.T", "B"), cell_id="answer")
    shell.run_cell("check.matmul_dots(matmul_dots, 'values')", cell_id="check")
    says = shell.display_pub.outputs[-1]["data"]["text/plain"]
    assert "why " in says
    assert "anew" not in says
    shell.run_cell(answer, cell_id="answer")
    shell.run_cell(given, cell_id="given")
    ran = shell.run_cell("check.matmul_dots(matmul_dots, 'edges')", cell_id="check")
    assert ran.error_in_exec is None


def test_a_letter_is_said_to_be_the_older_one(shell, capsys):
    shell.run_cell("from course import check\nreason = 'c'")
    shell.run_cell("check.choice(reason)")
    assert "Your answer 'c' is noted." in texts(shell, capsys)
    shell.run_cell("reason = b")
    shell.run_cell("check.choice(reason)")
    assert "reason: the last run of its cell ended in an error, so 'c' is the older answer." in (
        texts(shell, capsys)
    )
    shell.run_cell("reason, other = 'b', c")
    assert is_unreadable("other")
    shell.run_cell("reason, other = 'b', 'c'")
    shell.run_cell("check.choice(reason)")
    assert "Your answer 'b' is noted." in texts(shell, capsys)
    shell.run_cell("reason = 'b', 'c'\ncheck.choice((reason[0], reason[1]))")
    assert "Your answer 'c' is noted." in texts(shell, capsys)
    shell.run_cell("one = 'a'\ntwo = 'b'")
    shell.run_cell("one = 'a'\ntwo = c")
    shell.run_cell('check.choice((one, two), "abcd")')
    assert "two: the last run of its cell ended in an error, so 'b' is the older answer." in (
        texts(shell, capsys)
    )
    shell.run_cell("check.choice(reason)")
    assert "reason holds 2 values, and one letter is wanted." in texts(shell, capsys)


def test_a_prediction_that_could_not_be_read_does_not_count_as_the_older_one(shell):
    shell.run_cell("from course import check\nprediction = 'a'\nprediction = b")
    with pytest.raises(CheckFailed, match=r"prediction: the last run .* 'a' is the older answer"):
        raise shell.run_cell("check.committed(prediction)").error_in_exec
    shell.run_cell("prediction = 'b'")
    assert shell.run_cell("check.committed(prediction)").success


def texts(shell, capsys):
    """Return what was shown since the last call."""
    shown = [output["data"].get("text/plain", "") for output in shell.display_pub.outputs]
    shell.display_pub.outputs.clear()
    captured = capsys.readouterr()
    return "\n".join([*shown, captured.out, captured.err])


def test_a_sign_that_is_no_power_is_told_in_the_formula_of_an_answer(shell):
    shell.run_cell("n = 50_000\npairs = n ^ 2\ngigabytes = pairs * 8 / 1e9")
    with pytest.raises(CheckFailed) as caught:
        check.gigabytes(shell.user_ns["gigabytes"])
    assert caught.value.mistake == "`^` is no power in Python: write `n ** 2` for `n ^ 2`."
    shell.run_cell("for pairs in range(8):\n    gigabytes = pairs")
    with pytest.raises(CheckFailed) as caught:
        check.gigabytes(shell.user_ns["gigabytes"])
    assert caught.value.mistake == ""


def test_a_wrong_function_is_told_where_the_formula_of_an_answer_calls_it(shell):
    shell.run_cell(
        "import numpy as np\n"
        "from course.examples import THREE_TOKENS as three\n"
        "Q, K, V = three.X @ three.W_Q, three.X @ three.W_K, three.X @ three.W_V\n"
        "def softmax(scores):\n"
        "    powers = np.exp(scores)\n"
        "    return powers / powers.sum(axis=-1, keepdims=True)\n"
        "def scaled_scores(Q, K):\n"
        "    return Q @ K.T\n"
        "weights = softmax(scaled_scores(Q, K))\n"
        "scaled_output_row = (weights @ V)[0]"
    )
    with pytest.raises(CheckFailed) as caught:
        check.scaled_output_row(shell.user_ns["scaled_output_row"])
    assert (
        caught.value.mistake
        == "Your `scaled_scores`, which its formula calls, fails its own check."
    )
    shell.run_cell("def scaled_scores(Q, K):\n    return Q @ K.T / np.sqrt(K.shape[1])")
    with pytest.raises(CheckFailed) as caught:  # its value is of the older function
        check.scaled_output_row(shell.user_ns["scaled_output_row"])
    assert caught.value.mistake.startswith("That is the row without any division.")


def test_a_statement_of_several_lines_that_raised_has_not_given_its_name(shell):
    shell.run_cell("weights = 1\nalso = 2")
    shell.run_cell("also = 3\nweights = [\n    [0.5, undefined_name],\n]\nafter = 4")
    assert is_unreadable("weights")
    assert is_unreadable("after")
    assert not is_unreadable("also")
    assert [ast.unparse(each) for each in formulas_of("weights")] == ["1"]
    assert [ast.unparse(each) for each in formulas_of("also")] == ["3"]
    assert formulas_of("after") == []
    shell.run_cell("weights = [\n    [0.5, 1.0],\n]\nafter = 4")
    assert not is_unreadable("weights")
    assert not is_unreadable("after")


def test_a_name_that_a_cell_gave_before_its_error_keeps_that_value(shell):
    shell.run_cell("twice = 1\ntwice = undefined_name")
    assert is_unreadable("twice")
    shell.run_cell("twice = undefined_name")
    shell.run_cell("%time twice = 1")
    assert formulas_of("twice")  # of the first cell
    shell.run_cell("twice, other = (\n    1,\n    2,\n)")
    assert not is_unreadable("twice")
    assert not is_unreadable("other")
    shell.run_cell("def softmax(x):\n    return x\n\nsoftmax(\n    undefined_name)")
    assert not is_unreadable("softmax")


@pytest.mark.parametrize("name", ["<module>", "<cell line: 1>", "<cell line: 4>"])
def test_the_lines_of_a_cell_are_in_no_function(name):
    """An IPython of 8 names the code of a cell by the line that it begins in."""
    code = compile("undefined_name", "<ipython-input-1-test>", "exec").replace(co_name=name)
    with pytest.raises(NameError) as caught:
        exec(code, {})
    assert not _is_in_a_function(caught.tb)


def test_a_variable_that_has_taken_the_name_of_the_checks(shell, capsys):
    shell.run_cell("from course import check, draw")
    shell.run_cell("check = 1 == 2")
    assert type(shell.run_cell("check.softmax(1)").error_in_exec) is AttributeError
    shown = capsys.readouterr().out + str(shell.display_pub.outputs)
    assert "a cell has used this name for a variable: `check = 1 == 2`" in shown
    assert "run the first code cell of the notebook once more" in shown
    shell.run_cell("check.real + (1).real.no_such_name")  # which is another's
    shell.run_cell("from course import check")
    shell.run_cell("check.no_such_check(1)")
    shell.run_cell("draw.no_such_picture")
    shell.run_cell("(1).real.no_such_name")
    shown_later = capsys.readouterr().out + str(shell.display_pub.outputs)
    assert shown_later.count("a part of the course") <= shown.count("a part of the course")
    assert "no_such_picture" in shown_later
