"""Tests that have passed apart and run once more together with the answers, if in doubt."""

import builtins
import contextlib
import copy
import json
import time
from types import SimpleNamespace

import nbformat
import pytest
from gradebox.failures import TIMED_OUT, TOGETHER, Failure, failure_of, note_failure
from gradebox.kernel import session
from gradebox.kernel.both_ways import (
    NO_TIME_LEFT,
    BothWays,
    RunTogether,
    _taken_from_python,
    needed,
)
from gradebox.kernel.executor import Executor
from gradebox.kernel.fork_server import NotStarted
from gradebox.kernel.instructors_part import InstructorsPart
from gradebox.kernel.notebook_process import KernelProcess
from gradebox.kernel.session import Settings, execute
from gradebox.points import points_got
from grading import marked_cell
from nbformat.v4 import new_code_cell, new_notebook, new_output

from gradebox import sandbox

MISSING = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)
ROWS = """
def rows():
    row = [1]
    while True:
        yield {}
        row.append(1)
"""
FIRST_ROWS = "it = rows()\nassert [next(it) for _ in range(3)] == [[1], [1, 1], [1, 1, 1]]"


def checks(name, source, points=1.0, **metadata):
    """A test cell."""
    made = marked_cell(name, source, grade=True, locked=True, points=points)
    made.metadata.update(metadata)
    return made


def graded(answer, *tests, ways=None, **settings):
    """The points of test cells, the flags and the notebook, after one cell of answers."""
    notebook = new_notebook(cells=[new_code_cell(answer), *tests, new_code_cell("print('end')")])
    settings = Settings(**{"tests": "separate", "without": MISSING} | settings)
    done = execute(notebook, None, settings, ways=ways)
    points = [points_got(cell) for cell in notebook.cells[1 : 1 + len(tests)]]
    return points, [(flag.kind, flag.cell) for flag in done.flags], notebook


WRONG = {
    "one list, given out again and again": (ROWS.format("row"), FIRST_ROWS),
    "an object keeps what it was given": (
        "class Median:\n"
        "    def __init__(self, data):\n        self.data = data\n"
        "    def value(self):\n        self.data.sort()\n        return self.data[1]",
        "data = [5, 1, 4]\nassert Median(data).value() == 4\nassert data == [5, 1, 4]",
    ),
    "a function gives one list twice": (
        "from functools import cache\n@cache\ndef board(n):\n    return [0] * n",
        "a, b = board(2), board(2)\na[0] = 1\nassert b == [0, 0]",
    ),
    "a view of what it was given": (
        "def column(a):\n    return a[:, 0]",
        "import numpy as np\na = np.zeros((2, 3))\nc = column(a)\nc += 1\nassert a[0, 0] == 0",
    ),
    "a call-back gets one list": (
        "def steps(found):\n    path = []\n    for n in range(3):\n"
        "        path.append(n)\n        found(path)",
        "paths = []\nsteps(paths.append)\nassert paths == [[0], [0, 1], [0, 1, 2]]",
    ),
    "a call changes what a name holds": (
        "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2]})\n"
        "def doubled(df):\n    df['b'] = 2 * df['a']\n    return df",
        "assert list(doubled(df)['b']) == [2, 4]\nassert 'b' not in df",
    ),
    "two names for one list": ("a = [1]\nb = a", "a.append(2)\nassert b == [1]"),
    "a variable of a name that Python has": (
        "a = [1]\nb = a\nlen = 3",
        "a.append(2)\nassert len(b) == 1",
    ),
    "a name of Python's that numpy has, too": (
        "from numpy import *\na = [1]\nb = a",
        "a.append(2)\nassert isinstance(len(b) == 1, bool) and b == [1]",
    ),
    "what must be refused": (
        "class Point:\n    pass",
        "try:\n    {Point(): 1}\nexcept TypeError:\n    pass\nelse:\n    raise AssertionError",
    ),
}
RIGHT = {
    "one list, given out again and again": ROWS.format("list(row)"),
    "an object keeps what it was given": WRONG["an object keeps what it was given"][0].replace(
        "= data", "= list(data)"
    ),
    "a function gives one list twice": "def board(n):\n    return [0] * n",
    "a view of what it was given": "def column(a):\n    return a[:, 0].copy()",
    "a call-back gets one list": WRONG["a call-back gets one list"][0].replace(
        "found(path)", "found([*path])"
    ),
    "a call changes what a name holds": WRONG["a call changes what a name holds"][0].replace(
        "    df['b'] = 2 * df['a']\n    return df", "    return df.assign(b=2 * df['a'])"
    ),
    "two names for one list": "a = [1]\nb = list(a)",
    "what must be refused": "class Point:\n    __hash__ = None",
    "a variable of a name that Python has": "a = [1]\nb = [1]\nlen = 3",
    "a name of Python's that numpy has, too": "from numpy import *\na = [1]\nb = [1]",
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_answer_that_passes_apart_gains_nothing(what):
    answer, test = WRONG[what]
    cells = checks("t", test), checks("u", "assert 1 + 1 == 2")  # they begin in one fork
    points, flags, notebook = graded(answer, *cells, ways={2: "both"})
    assert points == [0, 1]
    assert flags == [("together", "t")]
    assert failure_of(notebook.cells[1]).kind == TOGETHER
    alone, *_ = graded(answer, checks("t", test), ways={1: "separate"})
    assert alone == [1], "apart only, it passes: so the test above can fail"


@pytest.mark.parametrize(
    ("answer", "test", "doubt"),
    [
        (
            "import matplotlib.pyplot as plt\ndef save():\n    plt.figure()",
            "import matplotlib.pyplot as plt\nn = len(plt.get_fignums())\nsave()\n"
            "assert len(plt.get_fignums()) == n, 'close the figure'",
            "",
        ),
        (*WRONG["two names for one list"], "other"),
    ],
)
def test_where_a_test_failed_together_is_noted_and_what_it_has_used(answer, test, doubt):
    _, _, notebook = graded(answer, checks("t", test), ways={1: "both"})
    failure = failure_of(notebook.cells[1])
    assert (failure.kind, failure.line) == (TOGETHER, len(test.split("\n")))
    assert bool(failure.doubt) == bool(doubt)


def test_a_line_that_is_another_one_each_time_is_not_noted():
    answer = (
        "import matplotlib.pyplot as plt\ncalls = []\ndef count():\n    plt.figure()\n"
        "    calls.append(1)\n    return len(calls)"
    )
    test = "import matplotlib.pyplot as plt\nassert count() < 2\nassert not plt.get_fignums()"
    _, _, notebook = graded(answer, checks("t", test), ways={1: "both"})
    failure = failure_of(notebook.cells[1])
    assert (failure.kind, failure.line) == (TOGETHER, 0)


@pytest.mark.parametrize("what", RIGHT)
def test_a_right_answer_passes_both_ways(what):
    cells = checks("u", "assert 1 + 1 == 2"), checks("t", WRONG[what][1])
    assert graded(RIGHT[what], *cells, ways={1: "both"})[:2] == ([1, 1], [])


@pytest.mark.parametrize(
    ("set_up", "answer", "taken"),
    [
        ("", "len = 3\nsize = 4", {"len"}),
        ("def round(x):\n    return 42", "a = 1", set()),
        ("from numpy import *", "from numpy import *\nlen = 3", {"len"}),
        ("import numpy", "from numpy import *", None),  # all of them
    ],
)
def test_which_names_of_pythons_are_given_back_to_tests(set_up, answer, taken):
    cells = [marked_cell("set-up", set_up, locked=True), new_code_cell(answer)]
    # IPython adds to Python's own, so they are counted now.
    assert _taken_from_python(cells) == (vars(builtins).keys() if taken is None else taken)


def test_what_an_answer_can_see_of_a_hidden_test_is_shown_nowhere():
    answer = (
        "from IPython.display import display, update_display\n"
        "import sys\n"
        "display('nothing', display_id='mine')\n"
        "def call(function):\n"
        "    seen = ' '.join(map(str, globals().get('In', [])))\n"
        "    print(seen); print(seen, file=sys.__stdout__); display(seen)\n"
        "    update_display(seen, display_id='mine')\n"
        "    open('seen.txt', 'w').write(seen)\n"
        "    return function([1])\n"
    )
    points, _, notebook = graded(answer, checks("t", "# a secret\nassert call(len) == 1"))
    assert points == [1]
    outputs = json.dumps([cell.outputs for cell in notebook.cells])
    assert "secret" not in outputs
    assert "nothing" in outputs


def test_what_is_done_in_one_test_together_is_no_other_tests_fault():
    answer = (
        "numbers = [1]\n"
        "def call(function):\n    numbers.append(2)\n    return function([1])\n"
        "def mine():\n    return list(numbers)"
    )
    tests = (
        "assert call(len) == 1",
        "ours = list(numbers)\nassert call(len) == 1",
        "assert numbers == [1, 2, 2] and call(len) == 1",
    )
    points, flags, _ = graded(answer, *(checks(f"t{k}", each) for k, each in enumerate(tests)))
    # After all cells the calls of all tests apart have been made: three, and one to come.
    assert points == [1, 1, 0]
    assert flags == [("together", "t2")]


@pytest.mark.parametrize(
    ("third", "points", "forks"),
    [
        ("assert mine(4) == [4]", [1, 1, 1, 1], 1),  # for all
        ("mine(4).append(5)\nassert mine(4) == [4]", [1, 1, 0, 1], 3),  # and two that had none
    ],
)
def test_tests_that_pass_together_share_a_fork(monkeypatch, third, points, forks):
    answer = "from functools import cache\n@cache\ndef mine(n):\n    return [n]"
    tests = ("mine(1).append(2)", "mine(2).append(3)", third, "mine(3).append(5)")
    seconds = []

    def fork(process, for_seconds, ours=KernelProcess.fork):
        seconds.append(for_seconds)
        return ours(process, for_seconds)

    monkeypatch.setattr(KernelProcess, "fork", fork)
    cells = [checks(f"t{k}", each) for k, each in enumerate(tests)]
    assert graded(answer, *cells, ways=dict.fromkeys(range(1, 5), "both"))[0] == points
    assert len(seconds) == forks


def test_no_fork_takes_what_is_meant_for_another_one_or_loses_it(monkeypatch):
    """Each of many forks in a row runs its test: none is left to the second process."""
    answer = "from functools import cache\n@cache\ndef mine(n):\n    return [n]"
    broken = "mine(1).append(2)\nassert mine(1) == [1]"
    cells = [checks("t", broken), *(checks(f"t{k}", f"mine({k})") for k in range(2, 42))]
    in_place = []

    def points_in_place(run, wanted, ours=RunTogether.points_in_place):
        in_place.append(list(wanted))
        return ours(run, wanted)

    monkeypatch.setattr(RunTogether, "points_in_place", points_in_place)
    ways = dict.fromkeys(range(1, 1 + len(cells)), "both")
    assert graded(answer, *cells, ways=ways, grace_seconds=1)[0] == [0] + [1] * 40
    assert in_place == [[1]]


def test_names_that_earlier_tests_have_made_are_there():
    tests = (
        "right = 3",
        "def is_right(x):\n    return x == right",
        "assert is_right(call(len))",
    )
    answer = "def call(function):\n    return function([1, 2, 3])"
    cells = [checks(f"t{k}", each) for k, each in enumerate(tests)]
    assert graded(answer, *cells)[:2] == ([1, 1, 1], [])


def test_a_name_that_a_later_answer_gives_again_is_that_answers():
    first = checks("t", "p = make(3)\nassert p == [3, 0]")
    answer = marked_cell("p", "p = make(1) + make(2)", solution=True)
    last = checks("u", "assert p == [1, 0, 2, 0]")
    notebook = new_notebook(
        cells=[new_code_cell("def make(x):\n    return [x, 0]"), first, answer, last]
    )
    ways = {1: "both", 3: "both"}
    settings = Settings(tests="separate", without=MISSING)
    instructors = InstructorsPart(answered={"p": frozenset({"p"})})
    done = execute(notebook, None, settings, instructors, ways=ways)
    assert [points_got(cell) for cell in (first, last)] == [1, 1]
    assert not done.flags


@pytest.mark.parametrize(
    "together",
    [
        "while True: __import__('time').sleep(0.01)",
        "import os; os._exit(3)",
        "import os; os._exit(0)",
        "import time; time.sleep(60)",
    ],
)
def test_an_answer_that_does_not_end_together_has_the_points_of_no_such_test(together):
    answer = (
        "def call(function):\n"
        "    if 'call' + '(len)' in str(globals().get('In')):\n"
        f"        {together}\n"
        "    return function([1])\n"
        "def double(x):\n    return 2 * x"
    )
    tests = (checks("t", "assert call(len) == 1"), checks("u", "assert double(2) == 4"))
    points, flags, _ = graded(answer, *tests, cell_seconds=lambda cell: 1, grace_seconds=1)
    assert points == [0, 1]
    assert flags == [("together", "t")]


def test_of_two_numbers_of_points_the_fewer_count():
    test = "it = rows()\nfound = [next(it) for _ in range(2)]\n2 * (found == [[1], [1, 1]]) + 1"
    points, flags, notebook = graded(ROWS.format("row"), checks("t", test, 3.0))
    assert points == [1]
    assert flags == [("together", "t")]
    assert not any(output.output_type == "error" for output in notebook.cells[1].outputs)


def test_what_gives_no_reason_to_doubt_runs_apart_only():
    answer = (
        "def double(x):\n    return 4 if 'In' in globals() and 'ass' + 'ert' in In[-1] else 2 * x"
    )
    cells = checks("t", "assert double(3) == 6"), checks("u", "assert double(1) == 2")
    assert graded(answer, *cells)[:2] == ([1, 1], [])
    points, flags, _ = graded(answer, *cells, ways={1: "both", 2: "both"})
    assert points == [0, 0]
    assert flags == [("together", "t"), ("together", "u")]


@pytest.mark.parametrize("where", ["cell", "notebook", "settings"])
def test_metadata_and_settings_ask_for_both_ways(where):
    both = {"course_grading": {"tests": "both"}}
    answer = "a = [1]\nb = a"
    cell = checks("t", "assert id(a) != id(b)", **(both if where == "cell" else {}))
    notebook = new_notebook(cells=[new_code_cell(answer), cell])
    notebook.metadata.update(both if where == "notebook" else {})
    tests = "both" if where == "settings" else "separate"
    Executor(tests=tests, without=sorted(MISSING)).preprocess(notebook, {})
    assert points_got(notebook.cells[1]) == 0
    nbformat.validate(notebook)


def test_a_right_answer_that_fails_apart_only_is_flagged():
    answer = "class Found:\n    pass\ndef find(x):\n    return Found() if x else None"
    cells = (
        checks("t", "assert find(1)"),
        checks("u", "assert find(0)"),
        checks("v", "assert 1 / 0"),
    )
    points, flags, _ = graded(answer, *cells)
    assert points == [0, 0, 0]
    assert flags == [("apart", "t")]
    partly = "got = 1\ntry:\n    got += bool(find(1))\nexcept TypeError:\n    pass\ngot"
    points, flags, _ = graded(answer, checks("t", partly, 2.0))
    assert (points, flags) == ([1], [("apart", "t")])


def test_only_what_a_right_answer_passes_together_could_not_be_run_apart():
    """A wrong answer may have brought what does not cross, and that is not why it failed."""
    answer = "import tempfile\ndef save(x):\n    name = tempfile.mkdtemp() + '/a.txt'\n"
    answer += "    open(name, 'w').write(x)\n    return name\n"
    answer += "class Zero(dict):\n    def __missing__(self, key):\n        return 0\n"
    answer += "class From1(list):\n    def __getitem__(self, k):\n        return 10 * k\n"
    answer += "def zero():\n    return Zero()\ndef from1():\n    return From1([1, 2])\n"
    answer += "def connect():\n    import sqlite3\n    return sqlite3.connect(':memory:')"
    tests = {
        "t": ("assert open(save('b')).read() == 'b'", "it looked for a file that is not in"),
        "u": ("assert open(save('b')).read() == 'c'", "it looked for a file that is not in"),
        "v": ("assert zero()['a'] == 0", "a value of class Zero came as a plain dict"),
        "w": ("assert zero()['a'] == 1", "a value of class Zero came as a plain dict"),
        "x": ("assert from1()[1] == 10", "a value of class From1 came as a plain list"),
        "y": ("assert connect() == 3", "it got a sqlite3.Connection"),
    }
    cells = [checks(name, source) for name, (source, _) in tests.items()]
    points, flags, _ = graded(answer, *cells)
    assert not any(points)
    assert flags == [("apart", "t"), ("apart", "v"), ("apart", "x")]
    for cell, (_, why) in zip(cells, tests.values(), strict=True):
        assert failure_of(cell).not_apart.startswith(why)
        assert "session-" not in str(cell), "a folder of the grader's is shown"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("a = b\nc = a", {"b"}),
        ("x = x + 1", {"x"}),
        ("x += 1", {"x"}),
        ("for i in xs:\n    y = i\nz = y", {"xs"}),
        ("def f(p):\n    return p + q\nf(1)", {"q"}),
        ("with raises(E) as e:\n    f(1)\nassert e.value", {"raises", "E", "f"}),
        ("%time f(1)", {"get_ipython"}),
        ("no colon", set()),
    ],
)
def test_the_names_that_a_cell_needs_are_those_it_has_not_given(source, names):
    assert needed(source) == names


USED_UP = "rows = ([n] for n in range(3))"


def test_what_a_test_apart_has_used_up_is_there_together():
    cells = checks("t", "assert list(rows) == [[0], [1], [2]]"), checks("u", "assert True")
    assert graded(USED_UP, *cells)[:2] == ([1, 1], [])


def test_what_a_later_cell_changes_is_not_changed_for_a_test_before_it():
    answer = "table = {'a': [1]}\ndef first(table):\n    return table['a'][0]"
    notebook = new_notebook(
        cells=[
            new_code_cell(answer),
            checks("t", "mine = table\nassert first(mine) == 1"),
            new_code_cell("table.clear()"),
        ]
    )
    done = execute(notebook, None, Settings(tests="separate", without=MISSING))
    assert points_got(notebook.cells[1]) == 1
    assert not done.flags


def test_what_an_answer_shows_in_the_second_process_is_shown_nowhere():
    answer = (
        "from IPython.display import display, update_display\n"
        "display('nothing', display_id='mine')\n"
        "def call(function):\n"
        "    seen = str(globals().get('In'))\n"
        "    if 'sec' + 'ret' in seen:\n"
        "        print(seen); display(seen); update_display(seen, display_id='mine')\n"
        "        raise ValueError(seen)\n"
        "    return function([1])\n"
    )
    points, flags, notebook = graded(answer, checks("t", "# a secret\nassert call(len) == 1"))
    assert (points, flags) == ([0], [("together", "t")])
    assert "secret" not in json.dumps([cell.outputs for cell in notebook.cells])


LIMITS = {"cell_seconds": lambda cell: 1.5, "grace_seconds": 1}
ALIAS = "a = [1]\nb = a\n"
CHANGES = "a.append(2)\nassert b == [1]"


@pytest.mark.parametrize(
    ("last", "limits"),
    [
        ("import time; time.sleep(5)", LIMITS | {"total_seconds": 1}),
        (
            "import signal\nsignal.signal = lambda *_: None\n"
            "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
            LIMITS,
        ),
    ],
)
def test_time_that_is_used_up_leaves_no_wrong_answer_its_points(last, limits):
    right = "c = [1]\nd = list(c)\n"
    notebook = new_notebook(
        cells=[
            new_code_cell(ALIAS + right),
            checks("t", CHANGES),
            checks("u", "c.append(2)\nassert d == [1]"),
            new_code_cell(last),
        ]
    )
    settings = Settings(tests="separate", without=MISSING, **limits)
    done = execute(notebook, None, settings)
    assert [points_got(cell) for cell in notebook.cells[1:3]] == [0, 1]
    assert {flag.kind for flag in done.flags} == {"time", "together"}


def test_the_number_of_points_tells_nothing_but_points():
    answer = ROWS.format("row") + (
        "from IPython.display import publish_display_data\n"
        "def tell(n):\n"
        "    if n == 2 and 'ass' + 'ert' in str(globals().get('In')): raise ValueError\n"
        "    return n\n"
    )
    test = "it = rows()\nnext(it)\ngot = 2.5\ntry:\n    tell(2)\nexcept ValueError:\n"
    test += "    got = 1.23456789\n'assert'\ngot"
    points, flags, _ = graded(answer, checks("t", test, 3.0))
    assert points == [1]
    assert flags == [("together", "t")]


def test_a_result_of_the_second_run_changes_no_other_output():
    answer = (
        "from IPython.display import display\n"
        "display('nothing', display_id='mine')\n"
        "import IPython\n"
        "shell = IPython.get_ipython()\n"
        "def call(function):\n"
        "    if 'sec' + 'ret' in str(globals().get('In')):\n"
        "        content = {'data': {'text/plain': str(globals()['In'])}, 'metadata': {},\n"
        "            'transient': {'display_id': 'mine'}, 'execution_count': 1}\n"
        "        session = shell.kernel.session\n"
        "        session.send(None, 'execute_result', content, parent=shell.kernel.get_parent())\n"
        "    return function([1])\n"
    )
    points, _, notebook = graded(answer, checks("t", "# a secret\nassert call(len) == 1"))
    assert points == [1]
    assert "secret" not in json.dumps([cell.outputs for cell in notebook.cells])


def test_threads_of_an_answer_work_for_the_second_run_too():
    answer = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "pool = ThreadPoolExecutor(1)\n"
        "pool.submit(len, [1]).result()\n"
        "def call(function):\n    return pool.submit(function, [1]).result()\n"
    )
    points, flags, _ = graded(answer, checks("t", "assert call(len) == 1"), **LIMITS)
    assert (points, flags) == ([1], [])


def test_a_test_may_wait_for_a_coroutine_in_both_runs():
    answer = "import asyncio\nasync def call(f):\n    await asyncio.sleep(0.01)\n    return f([1])"
    points, flags, _ = graded(answer, checks("t", "assert await call(len) == 1"))
    assert (points, flags) == ([1], [])


@pytest.mark.parametrize(
    ("answer", "points", "flags"),
    [
        ("def smallest(xs):\n    return min(xs)\nprint(smallest(numbers))", 1, []),
        (
            "def smallest(xs):\n    xs.sort()\n    return xs[0]\nprint(smallest(numbers))",
            0,
            [("together", "t")],
        ),
        ("numbers = sorted(numbers)\nsmallest = min", 0, [("together", "t")]),
    ],
)
def test_what_an_answer_cell_changes_of_a_set_up_cell_counts(answer, points, flags):
    set_up = marked_cell("numbers", "numbers = [5, 3, 8]", locked=True)
    test = checks("t", "assert smallest([2, 1]) == 1\nassert numbers == [5, 3, 8]")
    notebook = new_notebook(cells=[set_up, new_code_cell(answer), test])
    done = execute(notebook, None, Settings(tests="separate", without=MISSING))
    assert points_got(test) == points
    assert [(flag.kind, flag.cell) for flag in done.flags] == flags


@pytest.mark.parametrize("said", ["5", "{'numbers': 1}", "[None, {}, 'x' * 9]", "'numbers'"])
def test_nonsense_of_the_answers_about_what_changed_harms_nobody(said):
    set_up = marked_cell("numbers", "numbers = [5, 3, 8]", locked=True)
    answer = f"""
import gradebox.kernel.child as child
child.StudentChild.remarks = lambda self: {{"changed": {said}}}
def smallest(xs):
    return min(xs)
"""
    test = checks("t", "assert smallest(numbers) == 3")
    notebook = new_notebook(cells=[set_up, new_code_cell(answer), test])
    done = execute(notebook, None, Settings(tests="separate", without=MISSING))
    assert (points_got(test), done.flags) == (1, [])


@pytest.mark.parametrize(("is_first", "points"), [(True, 0), (False, 1)])
def test_a_set_up_cell_before_all_answers_finds_no_file_of_the_students(is_first, points):
    planted = new_code_cell("from pathlib import Path\nPath('scale.txt').write_text('0')")
    code = (
        "from pathlib import Path\nfile = Path('scale.txt')\n"
        "if not file.exists():\n    file.write_text('3')\nscale = int(file.read_text())"
    )
    set_up = marked_cell("scale", code, locked=True)
    answer = marked_cell("answer", "def scaled(x):\n    return 0 * x", solution=True)
    test = checks("t", "assert scaled(2) == 2 * scale")
    first = [planted, set_up, answer] if is_first else [answer, planted, set_up]
    notebook = new_notebook(cells=[*first, test])
    execute(notebook, None, Settings(tests="separate", without=MISSING))
    assert points_got(test) == points


def test_a_warning_that_names_its_caller_is_shown_as_where_a_notebook_calls():
    answer = "import warnings\ndef old():\n"
    answer += "    warnings.warn('use new', DeprecationWarning, stacklevel=2)"
    test = "import warnings\nwith warnings.catch_warnings(record=True) as caught:\n"
    test += "    warnings.simplefilter('always')\n    old()\n    old()\n"
    test += "assert [each.category for each in caught] == 2 * [DeprecationWarning]"
    assert graded(answer, checks("t", test))[:2] == ([1], [])


def test_an_answer_that_uses_a_name_of_the_tests_is_flagged():
    answer = "def mean(xs):\n    return float(np.mean(xs))"
    test = checks("t", "import numpy as np\nassert mean([1, 2, 6]) == 3")
    points, flags, notebook = graded(answer, test)
    assert (points, flags) == ([0], [("apart", "t")])
    assert "name that only the tests have" in failure_of(notebook.cells[1]).not_apart
    answer = "def mean(xs):\n    return float(npy.mean(xs))"
    assert graded(answer, test)[:2] == ([0], [])


def test_no_narrow_number_equals_all_that_are_large_or_small():
    answer = "import numpy as np\nlarge, small = np.float16('inf'), np.float16(0)\n"
    answer += "fine = np.float32(2.5)"
    tests = (
        checks("large", "assert large == 2432902008176640000"),
        checks("small", "assert small == 1e-9"),
        checks("fine", "assert fine == 2.5\nassert fine.dtype == 'float32'"),
    )
    assert graded(answer, *tests)[0] == [0, 0, 1]


LATER = "df = {'a': 1}\ndef doubled(df):\n    return {**df, 'b': 2 * df['a']}"
LATER_TEST = "assert doubled(df)['b'] == 2\nassert 'b' not in df"


def scarce(monkeypatch, failures):
    """Have the first further processes for answers fail to start; return what was tried."""
    tried, start = [], session._Session._fresh_student

    @contextlib.contextmanager
    def fresh(own):
        tried.append(own)
        if len(tried) <= failures:
            raise NotStarted("there is no memory")
        with start(own) as process:
            yield process

    monkeypatch.setattr(session._Session, "_fresh_student", fresh)
    return tried


def test_no_room_for_a_process_is_not_the_students_fault(monkeypatch):
    """The student's first process makes room. If there is none then, the machine is at fault."""
    test = checks("t", LATER_TEST)
    test.metadata["course_grading"] = {"tests": "both"}
    answer = new_notebook(cells=[new_code_cell(LATER), test, new_code_cell("df['b'] = 3")])

    def points():
        notebook = copy.deepcopy(answer)
        settings = Settings(tests="separate", without=MISSING)
        execute(notebook, None, settings, ways={1: "both"})
        return points_got(notebook.cells[1])

    tried = scarce(monkeypatch, failures=1)
    assert (points(), len(tried)) == (1, 2)
    tried = scarce(monkeypatch, failures=4)  # of both tries of the notebook
    with pytest.raises(NotStarted, match="no memory"):
        points()


def test_a_test_for_which_no_time_is_left_says_so():
    cell = checks("t", "")
    cell.outputs = [new_output("execute_result", {"text/plain": "1"})]
    both = BothWays({}, is_trial=False)
    both.note(0, cell, "a doubt")
    run = SimpleNamespace(tests={0: cell}, points=pytest.fail, passed_in_one_fork=lambda *_: [])
    assert list(both.take_fewer_points(run, time.monotonic() - 1)) == [
        ("together", 0, NO_TIME_LEFT)
    ]
    assert points_got(cell) == 0
    assert failure_of(cell).kind == TIMED_OUT


def test_the_tests_that_have_not_passed_are_run_together_last():
    """So nothing that the answers' process learns from them is said by another test's points."""
    cells = {k: checks(f"t{k}", "", 2.0) for k in range(4)}
    for k, shown in {0: "0.5", 1: "0", 3: "1.5"}.items():
        cells[k].outputs = [new_output("execute_result", {"text/plain": shown})]
    note_failure(cells[1], Failure("assertion"))
    both, order = BothWays({}, is_trial=False), []

    class Run:
        tests = cells

        def passed_in_one_fork(self, wanted, deadline):
            assert wanted == [2]
            return []

        def points(self, index):
            order.append(index)
            return points_got(cells[index])

    for k, cell in cells.items():
        both.note(k, cell, "a doubt")
    assert not list(both.take_fewer_points(Run(), time.monotonic() + 60))
    assert order == [2, 3, 0, 1]
