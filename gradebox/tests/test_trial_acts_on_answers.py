"""Tests that forbid something by changing it: found in their code, and run with the answers."""

import contextlib
import copy

import nbformat
import pytest
from gradebox.commands import try_assignments
from gradebox.commands.grade_class import converter_for
from gradebox.engine import Engine
from gradebox.gradebook_store import Store
from gradebox.pool import InThisProcess
from gradebox.submitted_folders import find_submissions
from gradebox.trial_acts_on_answers import acts_on_answers
from gradebox.trial_findings import acting
from grading import marked_cell
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook
from small_courses import course

from gradebox import fallback

TEST = {"grade": True, "locked": True, "points": 1}
IMPORTS = "import functools, sys\nimport numpy as np\nfrom unittest import mock\n"
IMPORTS += "from unittest.mock import patch"
ANSWER = "from functools import reduce\n"
ANSWER += (
    "def fact(n):\n    return n * fact(n - 1) if n else 1\n\nclass Stack:\n    pass\n\ntotal = 3\n"
    "board = [[0], [0]]"
)

ACTS = {
    "map = None": "It gives Python's own `map` another value.",
    "def sum(*numbers):\n    raise AssertionError": "It gives Python's own `sum` another value.",
    "kept = fact\ndef fact(n):\n    raise AssertionError\nassert kept(0) == 1": "It gives `fact`, ",
    "reduce = None": "It gives `reduce`, which other cells import, another value.",
    "class Stack: pass": "It gives `Stack`, which an answer defines, another value.",
    "assert fact(3) == 6\nfunctools.reduce = None": "It gives `functools.reduce` another value.",
    "np.linalg.solve = None": "It gives `np.linalg.solve` another value.",
    "del np.mean": "It gives `np.mean` another value.",
    "import builtins\nbuiltins.sum = None": "It gives `builtins.sum` another value.",
    "setattr(np, 'mean', None)": "It changes `np` by `setattr`.",
    "globals()['map'] = None": "It changes `globals()`.",
    "globals().update(map=None)": "It changes `globals()`.",
    "assert fact(3) == 6\nexec('x = 1\\nmap = None')": "It gives Python's own `map` another value.",
    "assert board[0] is not board[1]": "It asks for `board[0] is not board[1]`, ",
    "sys.modules['numpy'] = None": "It changes `sys.modules`.",
    "sys.setrecursionlimit(50)": "It calls `sys.setrecursionlimit`, ",
    "with np.errstate(all='raise'):\n    fact(3)": "It has numpy raise errors by `np.errstate`",
    "with patch('builtins.sorted') as s:\n    fact(3)": "It patches `'builtins.sorted'`.",
    "@mock.patch('numpy.mean')\ndef check(mean): fact(3)\ncheck()": "It patches `'numpy.mean'`.",
    "assert not hasattr(Stack(), '_items')": "It asks for `_items`, ",
    "assert 'items' not in Stack().__dict__": "It looks into a `__dict__`, ",
    "with patch.object(np, 'mean'):\n    fact(3)": "It patches `np`.",
    "assert 'sum' not in fact.__code__.co_names": "It looks into a `__code__`, ",
    "assert inspect.signature(fact).parameters['n'].default == []": "It asks for a default, ",
    "began = time.process_time()": "It uses `process_time`, ",
    "assert not any('sum(' in cell for cell in In)": "It uses `In`, ",
    "assert id(board[0]) != id(board[1])": "It asks for `id(board[0])`, ",
    "assert not (board[0] is board[1])": "It asks for `board[0] is board[1]`, ",
    "assert type(fact(3)) is int": "It asks for `type(fact(3)) is int`, ",
    "assert not isinstance(fact(3), list)": "It asks for `not isinstance(fact(3), list)`, ",
    "total = None\nfact(3)": "It gives `total`, which another cell gives, too, another value.",
    "board = [0, 0]\nfact(3)": "It gives `board`, which another cell gives, too, another value.",
    "m = pytest.MonkeyPatch()\nm.setattr(np.linalg, 'solve', None)": "It patches `np.linalg`.",
    "with pytest.MonkeyPatch.context() as m:\n    m.delattr('numpy.mean')": "It patches `numpy.m",
    "from time import process_time as clock\nbegan = clock()": "It uses `clock`, ",
    "began = os.times().user": "It uses `os.times`, ",
    "before = Path.cwd()": "It uses `cwd`, ",
    "assert Stack.__hash__ is None": "It looks into a `__hash__`, ",
    "assert [] not in inspect.signature(fact).defaults": "It asks for a default, ",
}
HINDERS = (
    "patch",
    "m.setattr",
    "m.delattr",
    "functools.reduce =",
    "np.",
    "builtins.",
    "globals()",
    "sys.",
    "setattr(np",
)
DOES_NOTHING = (
    "assert fact(3) == 6",
    "total = 4\nassert fact(total) == 24",
    "sys.stdout = None",
    "with patch('builtins.input', lambda text: '3'):\n    fact(3)",
    "with mock.patch('sys.stdout') as shown:\n    fact(3)",
    "with patch.object(sys, 'stdout'):\n    fact(3)",
    "def input(text):\n    return '3'",
    "with np.errstate(all='ignore'):\n    fact(3)",
    "np.random.seed(3)\nrow = np.zeros(3)\nrow[0] = 1\nrow.shape = (1, 3)",
    "def check(map):\n    sum = map(3)\n    return sum\ncheck(fact)",
    "assert not hasattr(Stack(), '__len__')\nassert hasattr(Stack(), 'items') is False",
    "from functools import reduce\nfrom math import pow\nimport numpy as np\nfact(3)",
    "names = {}\nexec('map = 1', names)\nnames.update(map=2)\nexec('other = 4')",
    "kept = fact(3)\nassert total is not None and type(kept).__name__ == 'int'",
    "total = None if fact else 3\nunknown = None",
    "def check():\n    total = None\n    return fact(3)\ncheck()",
    "m = pytest.MonkeyPatch()\nm.setattr('builtins.input', lambda text: '3')\nfact(3)",
    "assert isinstance(fact(3), int) and not issubclass(Stack, dict)",
    "def no colon",
)


def cells(*tests, set_up=IMPORTS):
    made = [
        marked_cell("set-up", set_up, locked=True),
        marked_cell("answer", ANSWER, solution=True),
        *(marked_cell(f"test-{k}", source, **TEST) for k, source in enumerate(tests)),
    ]
    return {cell.metadata.nbgrader.grade_id: cell for cell in made}


def acts(*tests, **options):
    original = cells(*tests, **options)
    return acts_on_answers(original, [*original.values(), new_code_cell("import random")])


@pytest.mark.parametrize("source", ACTS)
def test_what_a_test_does_to_the_answers_is_found(source):
    (act,) = acts(source).values()
    assert act.text.startswith(ACTS[source])
    assert act.hinders == any(each in source for each in HINDERS)


@pytest.mark.parametrize(
    ("code", "replaces"),
    [
        ("with patch('random.random', side_effect=[0.1, 0.7]): fact(3)", True),
        ("with patch('random.random', return_value=0.5): fact(3)", True),
        ("with patch('random.random', lambda: 0.5): fact(3)", True),
        ("with patch('random.random', wraps=random.random): fact(3)", True),
        ("with patch('sys.argv', ['prog', '3']): fact(3)", True),
        ("with patch('time.sleep'): fact(3)", True),
        ("sys.argv = ['prog', '3']", True),
        ("np.random.rand = lambda: 0.5", True),
        ("with patch('random.random', side_effect=AssertionError): fact(3)", False),
        ("with patch('random.random', forbidden): fact(3)", False),
        ("with patch('random.random'): fact(3)", False),
        ("np.mean = None", False),
        ("np.mean = forbidden", False),
    ],
)
def test_what_answers_work_with_in_place_of_another_thing_forbids_nothing(code, replaces):
    (act,) = acts(code).values()
    assert (act.hinders, act.replaces) == (True, replaces)
    (found,) = acting("ps1", cells(code), []).values()
    assert ("the real one" in found.reason) == replaces
    assert ("forbid" in found.advice) != replaces


@pytest.mark.parametrize("source", DOES_NOTHING)
def test_what_stays_with_the_test_or_crosses_is_no_act(source):
    assert acts(source) == {}


RUNS = {
    "assert eval(repr(Stack())).items == []": "eval(repr(Stack()))",
    "text = repr(Stack())\nassert eval(text)": "eval(text)",
    "for text in ['1 + 1', fact(3)]:\n    eval(text)": "eval(text)",
    "def same(text):\n    return eval(text)\nsame(repr(Stack()))": "eval(text)",
    "names = {}\nexec(inspect.getsource(fact), names)": "exec(inspect.getsource(fact), names)",
    "exec(compile(query, 'q', 'exec'))": "exec(compile(query, 'q', 'exec'))",
    "assert pickle.loads(fact(3)) == 6": "pickle.loads(fact(3))",
    "import pandas as pd\nassert len(table.query(query)) == 2": "table.query(query)",
    "for each in doctest.DocTestFinder().find(fact): pass": "DocTestFinder",
    "run_docstring_examples(fact, {})": "run_docstring_examples",
    "texts = []\ntexts.append(repr(Stack()))\neval(texts[0])": "eval(texts[0])",
    "texts = {}\ntexts['a'] = repr(Stack())\neval(texts['a'])": "eval(texts['a'])",
    "total = total.strip()\neval(total)": "eval(total)",  # the answer's `total`
}
RUNS_ITS_OWN = (
    "for text in ['1 + 1', '2 * 3']:\n    assert fact(text) == eval(text)",
    "assert all(fact(t) == eval(t) for t, _ in {'1': 1}.items())",
    "assert eval('fact(3)') == 6\nn = 3\nassert eval(f'fact({n})') == 6",
    "text = 'a = 1'\nexec(text, {})\nassert ast.literal_eval(repr(Stack())) == 1",
    "assert fact(3) == pickle.loads(pickle.dumps([1]))",
    "import pandas as pd\nassert len(fact(3).query('x > 1')) == 2",
    "least = 3\nassert fact(tree.query(least))",
    "a = random.randint(1, 9)\nassert fact(a) == eval(f'{a} + 1')",
    "a = np.random.default_rng(1).integers(9)\nassert fact(a) == eval(f'{a} + 1')",
    "texts = []\nfor n in map(int, '12'):\n    texts.append(f'{n}')\nassert eval(texts[0]) == 1",
    "text = '1'\ntext = text + '1'\nassert fact(text) == eval(text)",
)


@pytest.mark.parametrize("source", RUNS)
def test_what_an_answer_says_is_run_together_with_it_only(source):
    (act,) = acts(source).values()
    assert act.text == f"It runs what an answer may give as code, by `{RUNS[source]}`."
    assert act.hinders
    (found,) = acting("ps1", cells(source), []).values()
    assert "in the tests' own process" in found.reason
    assert "literal_eval" in found.advice


def test_what_an_answers_own_zip_gives_is_no_text_of_the_tests():
    answer = marked_cell("answer", "def zip(*lists):\n    return ['1']", solution=True)
    test = marked_cell("test", "for text in zip('12', '34'):\n    eval(text)", **TEST)
    assert acts_on_answers({"test": test}, [answer])["test"].runs
    assert acts_on_answers({"test": test}, []) == {}


@pytest.mark.parametrize("source", RUNS_ITS_OWN)
def test_a_text_of_the_test_itself_may_run_apart(source):
    assert acts(source) == {}


def test_the_tests_after_one_that_gives_a_name_for_good_run_both_ways():
    found = acts("assert fact(1) == 1", "map = None\nassert fact(2) == 2", "assert fact(3) == 6")
    assert {name: act.text for name, act in found.items()} == {
        "test-1": "It gives Python's own `map` another value.",
        "test-2": "A test before it, test-1, acts on the answers.",
    }
    assert len(acts("with np.errstate(all='raise'):\n    fact(3)", "assert fact(3) == 6")) == 1


def test_the_line_is_named():
    (act,) = acts("assert fact(3) == 6\n\nmap = None").values()
    assert act.line == 3


def test_a_function_that_acts_counts_where_it_is_used():
    """One of the set-up's, which both processes have: called by a test, it acts on the test's."""
    helper = f"{IMPORTS}\ndef without_sum(f):\n    with patch('builtins.sum'):\n        f(3)"
    found = acts("without_sum(fact)", "fact(3)", set_up=helper)
    assert {name: act.text for name, act in found.items()} == {
        "test-0": "It uses `without_sum`. It patches `'builtins.sum'`."
    }


LOOKS = """
def uses(function, name):
    return name in function.__code__.co_names


class Watch:
    def __enter__(self):
        self.began = uses(fact, "sum")
"""


def test_so_does_one_that_looks_and_one_that_calls_it():
    found = acts("assert not uses(fact, 'sum')", "with Watch():\n    fact(3)", set_up=LOOKS)
    assert {name: act.text.partition(", ")[0] for name, act in found.items()} == {
        "test-0": "It uses `uses`. It looks into a `__code__`",
        "test-1": "It uses `Watch`. It looks into a `__code__`",
    }
    anew = "def uses(function, name):\n    return True\nassert uses(fact, 'sum')"
    assert acts(anew, set_up=LOOKS) == {}


FORBIDS = [
    marked_cell("set-up", "from unittest.mock import patch", locked=True),
    marked_cell(
        "doubles",
        "### BEGIN SOLUTION\ndef doubles(row):\n    return [2 * x for x in row]\n### END SOLUTION",
        solution=True,
    ),
    marked_cell("first", "assert doubles([1, 2]) == [2, 4]", **TEST),
    marked_cell("by_hand", "map = None\nassert doubles([3]) == [6]", **TEST),
    marked_cell(
        "no_sum", "with patch('builtins.sum') as s:\n    doubles([3])\nassert not s.called", **TEST
    ),
    marked_cell("last", "assert doubles([0]) == [0]", **TEST),
]


def test_an_answer_that_uses_what_is_forbidden_loses_its_points_apart_too(tmp_path, monkeypatch):
    root = course(tmp_path, {"forbids": FORBIDS})
    monkeypatch.chdir(root)
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    said = []
    monkeypatch.setattr("rich.console.Console.print", lambda self, text: said.append(text))
    assert try_assignments.run("ps1", None, None) == try_assignments.NOT_READY
    text = "\n".join(said)
    assert "forbids.ipynb, no_sum: it acts on the answers." in text
    assert "forbids.ipynb, by_hand: it acts on the answers." in text
    assert "forbids.ipynb, last: it has to pass both ways." in text
    assert "line 1: map = None" in text
    assert "`inspect.getsource`" in text
    assert "it fails a right answer" not in text
    assert said[-1].startswith("ps1 is not ready. Of its 4 tests, 2 cannot run apart")


def test_what_is_forbidden_is_graded_as_in_one_process(tmp_path, monkeypatch):
    """One that uses what is forbidden loses the points of that test, and a right one loses none."""
    root = course(tmp_path, {"forbids": FORBIDS})
    answers = {
        "ada": "return [2 * x for x in row]",
        "ben": "return list(map(lambda x: 2 * x, row))",
        "cleo": "return [sum([x, x]) for x in row]",
    }
    for student, line in answers.items():
        cells = copy.deepcopy(FORBIDS)
        cells[1].source = f"def doubles(row):\n    {line}"
        path = root / "submitted" / student / "ps1" / "forbids.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    monkeypatch.chdir(root)
    converter = converter_for(root, "ps1")
    engine = Engine(converter, Store(converter, say=lambda text: None))
    with contextlib.closing(engine.store):
        fallback.fall_back(engine, InThisProcess, lambda text: None)
        pool = InThisProcess(engine.context)
        assert len([*engine.run(pool, find_submissions(engine.course))]) == len(answers)
    with Gradebook(engine.course.db_url) as gradebook:
        lost = {
            student: [
                each.name
                for each in gradebook.find_submission_notebook("forbids", "ps1", student).grades
                if each.score < each.max_score
            ]
            for student in answers
        }
    # `map` stays None for the tests below, as in one process.
    assert lost == {"ada": [], "ben": ["by_hand", "no_sum", "last"], "cleo": ["no_sum"]}
