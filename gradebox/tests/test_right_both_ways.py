"""Right answers that pass together with their tests pass apart from them, too, without a flag."""

import pytest
from gradebox.kernel.names import is_graded_by_output
from gradebox.kernel.session import Settings, execute
from gradebox.points import points_got
from grading import marked_cell
from nbformat.v4 import new_code_cell, new_notebook
from test_both_ways import MISSING, checks, graded

RIGHT = {
    "the precision of decimals": (
        "from decimal import Decimal, getcontext\ngetcontext().prec = 50\n"
        "def third():\n    return Decimal(1) / 3",
        ["assert len(str(third())) == 52"],
    ),
    "numpy's errors and printing": (
        "import numpy as np\nnp.seterr(all='raise')\nnp.set_printoptions(precision=2)\n"
        "def half(x):\n    try:\n        return x / np.zeros(1)\n"
        "    except FloatingPointError:\n        return str(np.array([0.12345]))",
        ["import numpy as np\nassert half(np.ones(1)) == '[0.12]'"],
    ),
    "a column of periods in a table of the answers": (
        "import pandas as pd\ndf = pd.DataFrame({'d': ['2020-01-01', '2020-02-01']})",
        [
            "import pandas as pd\ntab = df\n"
            "tab['m'] = pd.to_datetime(tab['d']).dt.to_period('M')\nassert tab['m'].nunique() == 2"
        ],
    ),
    "a table that is looked at": (
        "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2]})",
        ["tab = df\nassert len(tab) == 2"],
    ),
    "a NaN that comes back": (
        "def f(x):\n    return list(x)",
        [
            "x = [1, float('nan')]\nassert f(x) == x",
            "import numpy as np\nx = list(np.array([1, np.nan]))\nassert f(x) == x",
        ],
    ),
    "dots on one line": (
        "def f():\n    return 1",
        ["for i in range(10_500):\n    print('.', end='', flush=True)\nassert f() == 1"],
    ),
    "what an exception carries": (
        "from datetime import date\n"
        "def f(k):\n    raise KeyError(10**20 if k else {'a': date(2020, 1, 1)})",
        [
            "import datetime\n"
            "for k, value in enumerate([{'a': datetime.date(2020, 1, 1)}, 10**20]):\n"
            "    try:\n        f(k)\n    except KeyError as error:\n"
            "        assert error.args == (value,)\n        assert str(error) == str(value)\n"
            "    else:\n        raise AssertionError"
        ],
    ),
    "a fraction of numpy's numbers": (
        "from fractions import Fraction\nimport numpy as np\n"
        "def f():\n    return Fraction(np.sum([1, 2]), 4)",
        ["from fractions import Fraction\nassert f() == Fraction(3, 4)"],
    ),
    "a dict that makes counters": (
        "def f(d):\n    d['a']['x'] += 1\n    return d['a']['x']",
        ["from collections import Counter, defaultdict\nassert f(defaultdict(Counter)) == 1"],
    ),
    "a file by the whole path": (
        "import os\nfrom pathlib import Path\ndef where(name):\n    return Path(name).resolve()\n"
        "def save(name):\n    open(name, 'w').write('b')\n    return os.path.abspath(name)\n"
        "def read(path):\n    return open(path).read()",
        [
            "from pathlib import Path\nassert where('a.txt') == Path('a.txt').resolve()\n"
            "assert where('..') != Path('.').resolve() == where('.')",
            "import os\npath = save('b.txt')\nassert path == os.path.abspath('b.txt')\n"
            "assert open(path).read() == 'b'",
            "from pathlib import Path\npath = Path('c.txt').resolve()\npath.write_text('c')\n"
            "assert read(path) == read(str(path)) == 'c'",
        ],
    ),
    "an array of which nothing is masked": (
        "import numpy as np\ndef f(x):\n    return np.ma.masked_invalid(x)",
        ["import numpy as np\nassert (f(np.ones(2)) == np.ones(2)).all() and f(np.ones(2)).all()"],
    ),
    "numpy's errors as they are without the answer": (
        "import numpy as np\nnp.seterr(all='raise')\ndef f(x):\n    return np.exp(-1e4 * x)",
        [
            f"import numpy as np\nwith np.errstate({name}='ignore'):\n    assert f(np.ones(1)) == 0"
            for name in ("all", "under")
        ],
    ),
    "a class for times": (
        "import datetime\ndef f():\n    return datetime.time",
        ["import datetime\nassert f() is datetime.time"],
    ),
}


@pytest.mark.parametrize("what", RIGHT)
def test_a_right_answer_passes_both_ways(what):
    answer, sources = RIGHT[what]
    tests = [checks(f"t{number}", source) for number, source in enumerate(sources)]
    points, flags, _ = graded(answer, *tests)
    assert (points, flags) == ([1] * len(tests), [])
    points, *_ = graded(answer, *tests, tests="together")
    assert points == [1] * len(tests)


BOX = (
    "class Box:\n    def __init__(self, x):\n        self.x = x\n    def get(self):\n"
    "        return self.x"
)


def test_a_name_that_a_loop_reads_first_is_given_by_an_earlier_test():
    tests = [
        checks("first", "count = 0\nassert Box(1).get() == 1"),
        checks("then", "for i in range(3):\n    count += Box(i).get()\nassert count == 3"),
    ]
    points, flags, _ = graded(BOX, *tests, ways={1: "both", 2: "both"})
    assert (points, flags) == ([1, 1], [])


def graded_cells(*cells, ways=None):
    """Return the points of the test cells of a notebook with these cells."""
    notebook = new_notebook(cells=list(cells))
    execute(notebook, None, Settings(tests="separate", without=MISSING), ways=ways)
    return [points_got(cell) for cell in notebook.cells if is_graded_by_output(cell)]


def test_a_cell_that_is_not_run_gives_no_name_in_the_second_run_either():
    scratch = new_code_cell("data = 'mine'", metadata={"tags": ["skip-execution"]})
    first = checks("first", "data = 5\nassert Box(data).get() == 5")
    then = checks("then", "assert Box(data).get() == 5")
    cells = new_code_cell(BOX), first, scratch, then
    assert graded_cells(*cells, ways={1: "both", 3: "both"}) == [1, 1]


def test_a_test_may_set_numpys_errors_as_they_were_before_a_set_up_cell():
    set_up = marked_cell("set-up", "import numpy as np\nnp.seterr(all='raise')", locked=True)
    answer = new_code_cell("def root(x):\n    return bool(np.isnan(np.sqrt(x)))")
    test = checks(
        "t",
        "import warnings\n"
        "with np.errstate(divide='warn', over='warn', under='ignore', invalid='warn'):\n"
        "    with warnings.catch_warnings():\n        warnings.simplefilter('ignore')\n"
        "        assert root(np.array(-1.0))",
    )
    assert graded_cells(set_up, answer, test) == [1]


def test_how_a_test_has_numpy_and_decimals_compute_and_print_is_in_force_in_the_call():
    answer = new_code_cell(
        "import numpy as np\nfrom decimal import Decimal\n"
        "def show(x):\n    return str(np.array(x))\n\ndef third():\n    return str(Decimal(1) / 3)"
    )
    test = checks(
        "t",
        "import decimal, numpy as np\nwith np.printoptions(precision=2):\n"
        "    assert show([0.12345]) == '[0.12]'\n"
        "with decimal.localcontext() as context:\n    context.prec = 4\n"
        "    assert third() == '0.3333'\nassert show([0.12345]) == '[0.12345]'\n"
        "assert len(third()) == 30\nnp.set_printoptions(precision=1)",
    )
    then = checks("then", "assert show([0.12345]) == '[0.1]'")
    assert graded_cells(answer, test, then) == [1, 1]


def test_what_a_test_sets_leaves_the_other_options_to_the_answers():
    answer = new_code_cell(
        "import numpy as np\nnp.set_printoptions(precision=2)\n"
        "def show(x):\n    return str(np.array(x))\n\n"
        "def be_exact():\n    np.set_printoptions(precision=4)"
    )
    first = checks("first", "import numpy as np\nnp.set_printoptions(suppress=True)")
    then = checks(
        "then",
        "assert show([0.12345, 1e-9]) == '[0.12 0.  ]'\nbe_exact()\n"
        "assert show([0.12345, 1e-9]) == '[0.1235 0.    ]'",
    )
    assert graded_cells(answer, first, then) == [1, 1]


def test_what_an_answer_sets_after_a_set_up_cell_counts_in_its_calls():
    set_up = marked_cell(
        "set-up", "import numpy as np\nnp.set_printoptions(precision=3)", locked=True
    )
    answer = new_code_cell(
        "np.set_printoptions(precision=1)\ndef show(x):\n    return str(np.array(x))"
    )
    tests = [checks(f"t{k}", "assert show([0.12345]) == '[0.1]'") for k in range(2)]
    assert graded_cells(set_up, answer, *tests) == [1, 1]
