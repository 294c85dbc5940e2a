"""The course that hostile submissions are handed in to, and the world around it with its secrets.

Its tests are written in the ways that tests are: some compare with numpy, some use a helper of the
set-up cell or a name of an earlier test, and one gives partial credit by its last line.
"""

import contextlib
import secrets
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from gradebox.folder import CONFIG
from grading import ROOT, graded_cell, marked_cell
from nbformat.v4 import new_notebook

NAME = "00-target"
RIGHT = {
    "double-values": 2,
    "double-edges": 1,
    "root-values": 1,
    "root-errors": 1,
    "shown-answer": 1,
    "evens-values": 1,
    "evens-again": 1,
    "guess-near": 2,
    "pair-sums": 1,
    "recall-answer": 1,
}
ZERO = dict.fromkeys(RIGHT, 0)
ONE = ZERO | {"recall-answer": 1}  # the hostile ones answer this honestly, and nothing else

BLANK = {
    "double": "def double(x):\n    raise NotImplementedError",
    "root": "def root(x):\n    raise NotImplementedError",
    "evens": "def evens(n):\n    raise NotImplementedError",
    "guess": "guess = None",
    "pair": "class Pair:\n    pass",
    "recall": 'recall = "b"',
}

SETUP = """\
import numpy as np

ABC = ("a", "b", "c")
LIMIT = float(open("limit.txt").read())


def close(got, wanted):
    return np.shape(got) == np.shape(wanted) and bool(np.allclose(got, wanted))


class Price:
    def __init__(self, cents):
        self.cents = cents
"""
DOUBLE_VALUES = """\
# {hidden_test}
assert double(21) == 42
np.testing.assert_allclose(double(np.array([1.0, 2.0])), [2.0, 4.0])
"""
DOUBLE_EDGES = """\
given = np.array([3.0, 4.0])
double(given)
assert given.tolist() == [3.0, 4.0]
assert abs(double(2.5) - 5.0) < LIMIT
"""
ROOT_VALUES = """\
for number in (1.0, 2.0, 6.25):
    assert np.isclose(root(number) ** 2, number)
assert not np.isnan(root(0.0))
"""
ROOT_ERRORS = """\
try:
    root(-1.0)
except ValueError:
    pass
else:
    raise AssertionError("a negative number was accepted")
"""
SHOW = """\
shown = [double(number) for number in (1, 2)]
WANTED = [2, 4]
print(shown)
"""
EVENS_VALUES = """\
wanted = [0, 2, 4, 6]
assert all(map(lambda n: evens(n) == list(range(0, 2 * n, 2)), (1, 3, 5)))
"""


@dataclass
class World:
    """The surroundings of a submission: places that it must not reach, and secrets in them."""

    root: Path  # the course
    outside: Path  # a folder that everybody may write to
    home: Path
    secrets: dict[str, str] = field(
        default_factory=lambda: {
            # digits: letters could by chance be words of a comment, which an honest answer has too
            what: f"secret{secrets.randbelow(10**16):016}"
            for what in ("solution", "hidden_test", "classmate", "gradebook", "key", "token")
        }
    )
    unique: str = field(default_factory=lambda: f"h{secrets.token_hex(6)}")  # names what is left
    listeners: dict[str, socket.socket] = field(default_factory=dict)

    def filled(self, text: str) -> str:
        """Put places and ports into a submission's text, where it says `@root@` and so on."""
        known = {"root": self.root, "outside": self.outside, "home": self.home}
        known |= {"unique": self.unique, "number": int(self.unique[1:8], 16)}
        for name, listener in self.listeners.items():
            address = listener.getsockname()
            known[name] = address[1] if isinstance(address, tuple) else address
        for name, value in known.items():
            text = text.replace(f"@{name}@", str(value))
        return text

    def reached(self) -> list[str]:
        """Return the listeners that somebody has connected or sent to."""
        found = []
        for name, listener in self.listeners.items():
            with contextlib.suppress(BlockingIOError):
                listener.recv(1) if listener.type == socket.SOCK_DGRAM else listener.accept()
                found.append(name)
        return found


@contextlib.contextmanager
def world(folder: Path) -> Iterator[World]:
    """Make a world in `folder`, without the course."""
    made = World(folder / "course", folder / "outside", folder / "home")
    for path in (made.root, made.outside, made.home):
        path.mkdir()
    made.outside.chmod(0o777)
    (made.outside / "precious.txt").write_text("precious")
    (made.home / "key").write_text(made.secrets["key"])
    with contextlib.ExitStack() as stack:
        for name, family, kind, address in (
            ("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            ("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            ("unix", socket.AF_UNIX, socket.SOCK_STREAM, str(made.outside / "socket")),
        ):
            listener = stack.enter_context(socket.socket(family, kind))
            listener.bind(address)
            listener.setblocking(False)
            if kind == socket.SOCK_STREAM:
                listener.listen(100)
            made.listeners[name] = listener
        (made.outside / "socket").chmod(0o777)
        yield made


def make_course(world: World) -> Path:
    """Make the course, with secrets in its solutions and its hidden tests."""
    hidden = DOUBLE_VALUES.format(**world.secrets)
    guess = marked_cell("guess-near", PARTIAL, grade=True, locked=True, points=2)
    cells = [
        marked_cell("setup", SETUP, locked=True),
        _answer("double", f"return 2 * x  # {world.secrets['solution']}", "def double(x):"),
        graded_cell("double-values", "assert close(double(1), 2)", hidden, points=2),
        graded_cell("double-edges", "assert double(0) == 0", DOUBLE_EDGES, points=1),
        _answer("root", ROOT_SOLUTION, "def root(x):"),
        graded_cell("root-values", "assert close(root(9.0), 3.0)", ROOT_VALUES, points=1),
        graded_cell("root-errors", ROOT_ERRORS, "assert close(root(4.0), 2.0)", points=1),
        marked_cell("show", SHOW, locked=True),
        graded_cell("shown-answer", "assert shown == WANTED", "assert len(shown) == 2", points=1),
        _answer("evens", "return list(range(0, 2 * n, 2))", "def evens(n):"),
        graded_cell("evens-values", ALL_EVEN, EVENS_VALUES, points=1),
        graded_cell("evens-again", "assert len(evens(2)) == 2", EVENS_AGAIN, points=1),
        _answer("guess", "guess = 7.0"),
        guess,
        _answer("pair", PAIR_SOLUTION, "class Pair:"),
        graded_cell("pair-sums", "assert (Pair(1, 2) + Pair(3, 4)).x == 4", PAIR_SUMS, points=1),
        _answer("recall", 'recall = "b"'),
        graded_cell("recall-answer", "assert recall in ABC", 'assert recall == "b"', points=1),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    path = world.root / "source" / NAME / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    (path.parent / "limit.txt").write_text("1e-9")
    (world.root / CONFIG).write_bytes((ROOT / CONFIG).read_bytes())
    return world.root


PARTIAL = "float(2 - abs(guess - 7))  # up to 2 points"
ALL_EVEN = "assert all(number % 2 == 0 for number in evens(2))"
EVENS_AGAIN = """\
again = evens(4)
assert len(again) == len(wanted) and all(a == b for a, b in zip(again, wanted))"""
PAIR_SOLUTION = """\
def __init__(self, x, y):
    self.x, self.y = x, y

def __add__(self, other):
    return Pair(self.x + other.x, self.y + other.y)

def __abs__(self):
    return (self.x**2 + self.y**2) ** 0.5"""
PAIR_SUMS = """\
both = Pair(1, 2) + Pair(2, 2)
assert abs(abs(both) - 5.0) < LIMIT"""
ROOT_SOLUTION = """\
if x < 0:
    raise ValueError("a negative number has no root")
return x**0.5"""


def _answer(name: str, solution: str, head: str = "") -> nbformat.NotebookNode:
    indent = "    " if head else ""
    lines = ["### BEGIN SOLUTION", *solution.split("\n"), "### END SOLUTION"]
    source = "\n".join([*([head] if head else []), *(indent + line for line in lines)])
    return marked_cell(name, source, solution=True)
