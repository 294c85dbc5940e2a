"""A session keeps to its limits, fails closed, and outlives whatever a student's process does."""

import os
import re
import signal
import threading
import time

import pytest
from gradebox.failures import failure_of
from gradebox.kernel.executor import Executor
from gradebox.kernel.fork_server import ForkServer, ForkServerDied, NotStarted
from gradebox.kernel.frames import Frames, pack
from gradebox.kernel.instructors_part import InstructorsPart
from gradebox.kernel.names import answered_names, imported
from gradebox.kernel.notebook_process import KernelProcess
from gradebox.kernel.outputs import OutputLimits
from gradebox.kernel.session import Settings, _Session, execute
from gradebox.kernel.skipped_cells import SAID
from gradebox.preprocessors import DropWarnings
from nbclient.exceptions import CellExecutionError, DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.utils import determine_grade

from gradebox import sandbox

MISSING = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)


@pytest.fixture(scope="module")
def server():
    with_few_modules = ForkServer()
    yield with_few_modules
    with_few_modules.close()


def cell(source, **mark):
    flags = {"grade": False, "solution": False, "locked": False, "task": False, **mark}
    return new_code_cell(source, metadata={"nbgrader": {"schema_version": 3, "points": 1, **flags}})


def test_cell(source):
    return cell(source, grade=True, locked=True, grade_id="a-test")


test_cell.__test__ = False


def setup(source):
    return cell(source, locked=True, grade_id="setup")


def run(server, *cells, folder=None, files=None, seconds=10, **settings):
    notebook = new_notebook(cells=[new_code_cell(c) if isinstance(c, str) else c for c in cells])
    settings = Settings(
        cell_seconds=lambda _: seconds,
        **{"tests": "separate", "without": MISSING} | settings,
    )
    done = execute(notebook, folder, settings, InstructorsPart(files=files or {}), server=server)
    return notebook.cells, done


def points(cell):
    return determine_grade(cell)[0]


def text(cell):
    return "".join(
        o.get("text", "") + o.get("evalue", "") + str(o.get("data", {}).get("text/plain", ""))
        for o in cell.outputs
    )


BOTH = pytest.mark.parametrize("tests", ["separate", "together"])


@BOTH
def test_right_and_wrong_answers(server, tests):
    cells, done = run(
        server,
        setup("import numpy as np\nlimit = 3"),
        "def double(x):\n    return 2 * x\nanswer = [1, 2]",
        test_cell(
            "assert double(limit) == 6\nassert np.array_equal(double(np.arange(3)), [0, 2, 4])"
        ),
        test_cell("assert answer == [1, 2, 3]"),
        test_cell("0.5"),
        test_cell("no_such_name"),
        tests=tests,
    )
    assert [points(c) for c in cells[2:]] == [1, 0, 0.5, 0]
    assert [c.execution_count for c in cells] == [1, 2, 3, 4, 5, 6]
    assert not done.flags
    assert not done.died
    expected = {"student", "tests"} if tests == "separate" else {"student"}
    assert done.layers == dict.fromkeys(expected, tuple(sorted(set(sandbox.NAMES) - MISSING)))


@BOTH
def test_garbage_is_collected_as_in_a_kernel(server, tests):
    asked = "import gc\n(gc.isenabled(), gc.get_threshold())"
    cells, _ = run(server, asked, test_cell(asked), tests=tests)
    assert text(cells[0]) == text(cells[1]) == "(True, (700, 10, 10))"


@BOTH
def test_a_cell_that_takes_too_long_is_interrupted_and_the_next_one_runs(server, tests):
    cells, done = run(
        server,
        "import time\nx = 1\nwhile True: time.sleep(0.01)",
        "time.sleep(60)",
        test_cell("assert x == 1"),
        seconds=0.5,
        tests=tests,
    )
    assert [o.ename for o in cells[0].outputs] == ["KeyboardInterrupt", "CellTimeoutError"]
    assert [o.ename for o in cells[1].outputs] == ["KeyboardInterrupt", "CellTimeoutError"]
    assert points(cells[2]) == 1
    assert [flag.kind for flag in done.flags] == ["time", "time"]


@BOTH
def test_so_is_one_that_awaits_what_never_comes(server, tests):
    """Its loop waits for nothing but a signal, and goes on waiting after that."""
    waits = [
        "await asyncio.sleep(60)",
        "await asyncio.Event().wait()",
        "await asyncio.Queue().get()",
    ]
    cells, done = run(
        server, "import asyncio", *waits, test_cell("assert True"), seconds=0.5, tests=tests
    )
    shown = [[output.ename for output in cell.outputs] for cell in cells[1:-1]]
    assert shown == [["CancelledError", "CellTimeoutError"]] * 3
    assert points(cells[-1]) == 1
    assert [flag.kind for flag in done.flags] == ["time"] * 3


@BOTH
def test_a_cell_that_python_cannot_write_out_again_is_run(server, tests):
    """So deep an expression compiles, and its names are looked for before it runs."""
    deep = test_cell(f"assert {' + '.join(['1'] * 400)} == 400")
    cells, _ = run(server, deep, tests=tests)
    assert points(cells[0]) == 1


STUBBORN = """import time
print('begun')
while True:
    try: time.sleep(1)
    except BaseException: pass"""


@BOTH
def test_a_cell_that_cannot_be_interrupted_ends_the_session(server, tests):
    cells, done = run(
        server,
        test_cell("1"),
        STUBBORN,
        test_cell("assert True"),
        "1",
        seconds=0.5,
        grace_seconds=1,
        tests=tests,
    )
    assert points(cells[0]) == 1
    assert "begun" in text(cells[1])
    assert cells[1].outputs[-1].ename == "CellTimeoutError"
    assert points(cells[2]) == 0
    assert "could not be interrupted" in text(cells[2])
    assert not cells[3].outputs
    assert [flag.kind for flag in done.flags] == ["ended"]
    assert not done.died


def test_a_test_that_calls_an_endless_function_costs_only_itself(server):
    cells, done = run(
        server,
        "def endless():\n    while True: pass\ndef fine():\n    return 1",
        test_cell("endless()"),
        test_cell("assert fine() == 1"),
        "x = 2",
        test_cell("assert x == 2"),
        seconds=0.5,
    )
    assert cells[1].outputs[-1].ename == "CellTimeoutError"
    assert [points(c) for c in (cells[1], cells[2], cells[4])] == [0, 1, 1]
    assert [flag.kind for flag in done.flags] == ["time"]


def test_a_function_that_cannot_be_interrupted_fails_all_later_tests(server):
    indented = STUBBORN.replace("\n", "\n    ")
    cells, _ = run(
        server,
        f"def f():\n    {indented}",
        test_cell("f()"),
        test_cell("assert True"),
        seconds=0.5,
        grace_seconds=1,
    )
    assert [points(c) for c in cells[1:]] == [0, 0]


@BOTH
def test_time_in_all(server, tests):
    began = time.monotonic()
    cells, done = run(
        server,
        *["import time\ntime.sleep(3)"] * 20,
        test_cell("assert True"),
        total_seconds=1,
        tests=tests,
    )
    assert time.monotonic() - began < 45  # the fork server may have to warm up
    assert points(cells[-1]) == 0
    assert "for 1 s" in text(cells[-1])
    assert done.flags[0].kind == "time"


def test_as_many_seconds_as_nobody_waits_are_no_limit(server):
    cells, _ = run(server, test_cell("assert True"), seconds=10**9, total_seconds=1e9)
    assert points(cells[0]) == 1


WRITE_ALL = """import os
def write(data):
    for fd in range(3, 40):
        try: os.write(fd, data)
        except OSError: pass
"""
ENDS = {
    "exits": "import os\nos._exit(0)",
    "kills itself": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "crashes": "import ctypes\nctypes.string_at(0)",
    "closes everything": "import os\nos.closerange(0, 256)",
    "stops its loop": "import asyncio\nasyncio.get_event_loop().stop()\nawait asyncio.sleep(1)",
    "sends nonsense": (f"{WRITE_ALL}write(b'\\xff' * 100)"),
    "sends no JSON": (f"{WRITE_ALL}write(b'\\0\\0\\0\\2[]')"),
}


@BOTH
@pytest.mark.parametrize("way", ENDS)
def test_a_process_that_ends_fails_all_tests_after_it(server, way, tests):
    cells, done = run(
        server,
        test_cell("assert True"),
        "print('said')",
        ENDS[way],
        "print('not run')",
        test_cell("assert True"),
        tests=tests,
        seconds=3,
    )
    assert points(cells[0]) == 1
    assert text(cells[1]) == "said\n"
    assert points(cells[4]) == 0
    assert done.flags


def test_it_is_said_how_a_process_ended(server):
    cells, done = run(server, "import os\nos._exit(7)", test_cell("1"))
    assert "exit code 7" in done.died
    assert "exit code 7" in text(cells[0])
    assert "exit code 7" in text(cells[1])


@BOTH
def test_exit_ends_nothing_whatever_time_is_left(server, tests):
    leaves = "def f():\n    quit()\n    return 1"
    test = "assert f() == 1"
    cells, done = run(
        server, "exit()\nprint('said')", leaves, test_cell(test), test_cell(test), tests=tests
    )
    assert not done.died
    assert done.flags == []
    assert text(cells[0]) == "said\n"
    assert [points(cell) for cell in cells[2:]] == [1, 1]


SWALLOWS = """
try:
    f(1)
except BaseException:
    pass
"""


@pytest.mark.parametrize(
    ("body", "kind", "sentence"),
    [
        ("os._exit(5)", "died", "It ended itself with exit code 5."),
        ("os.kill(os.getpid(), 9)", "died", "It was killed by SIGKILL."),
        ("wires[0].socket.shutdown(2)", "forged", "was no answer to them"),
        ("wires[0].socket.sendall(b'x' * 99)", "forged", "was no answer to them"),
        ("wires[0].socket.sendall(b'abh1' + bytes(3)); os._exit(0)", "died", "ended by itself"),
    ],
)
def test_who_does_not_answer_fails_the_test_and_all_later_ones(server, body, kind, sentence):
    """Even where a test is content with any exception, as none of the student's may be that."""
    code = f"""
import gc, os
from gradebox.separate.wire import Wire
def f(x):
    wires = [found for found in gc.get_objects() if isinstance(found, Wire)]
    {body}
    return x
"""
    cells, done = run(
        server,
        code,
        test_cell("assert f is not None"),
        test_cell(SWALLOWS),
        test_cell(SWALLOWS),
        test_cell("assert True\nf"),
    )
    assert [points(c) for c in cells[1:]] == [1, 0, 0, 0]
    (flag,) = done.flags
    assert (flag.kind, flag.cell) == (kind, "a-test")
    assert sentence in flag.text
    assert bool(done.died) == (kind == "died")
    for later in cells[2:]:
        assert "has ended" in text(later) or "had ended" in text(later) or "asked" in text(later)


SAYS_DONE_LATER = """
import threading, time
from gradebox.kernel.frames import pack
def later():
    time.sleep(0.2)
    reply = pack({"type": "reply", "content": {"status": "ok"}})
    get_ipython().kernel.session._sock.sendall(2 * reply)
threading.Thread(target=later).start()
"""


def test_a_reply_that_nobody_had_asked_for_is_found_while_tests_run(server):
    wait = "import time\ntime.sleep(1)"
    cells, done = run(server, SAYS_DONE_LATER, test_cell(wait), test_cell("assert True"))
    assert done.died == "It sent a reply that nobody had asked for."
    assert [points(c) for c in cells[1:]] == [0, 0]
    (flag,) = done.flags
    assert (flag.kind, flag.cell) == ("forged", "a-test")
    assert "the student's code" in flag.text


def test_a_test_that_does_not_ask_again_is_not_failed_for_an_earlier_one(server):
    cells, done = run(
        server,
        "def f(x):\n    import gc\n    from gradebox.separate.wire import Wire\n"
        "    [w.socket.shutdown(2) for w in gc.get_objects() if isinstance(w, Wire)]",
        test_cell(SWALLOWS),
        test_cell("assert 1 + 1 == 2"),
    )
    assert [points(c) for c in cells[1:]] == [0, 1]
    assert not done.died


def test_a_shell_that_was_taken_apart_says_so(server):
    code = "S = type(get_ipython())\nS.run_cell = S.run_cell_async = lambda *a, **k: None"
    cells, _ = run(server, code, "1 + 1")
    shown = text(cells[1])
    assert "an earlier one may have changed IPython itself" in shown
    assert "NoneType" not in shown


def test_an_object_that_cannot_be_described_is_refused_at_once(server):
    code = """
import sys
class Fake:
    __class__ = property(lambda self: type(lambda: 0))
    def __call__(self, x): return x
f = Fake()
def g(x): raise type('Odd', (Exception,), {'__str__': lambda self: sys.exit()})
def h(x): return [Fake(), object, x]
right = 3
"""
    cells, done = run(
        server, code, test_cell("f"), test_cell("g(1)"), test_cell("h(1)"), test_cell("f(1)"),
        test_cell("assert right == 3"),
    )  # fmt: skip
    assert [points(c) for c in cells[1:]] == [0, 0, 0, 0, 1]
    assert "cannot be handed over" in text(cells[1])
    assert not done.flags


FORGERIES = {
    "a display": """
from IPython.display import display
def f():
    display(1); print(1)
    return 0
""",
    "a thread": """
import threading, time
from IPython.display import display
def shout():
    while True:
        display(1, display_id='x'); print(1); time.sleep(0.001)
threading.Thread(target=shout, daemon=True).start()
def f():
    time.sleep(0.05)
    return 0
""",
    "a reply": """
import json, os, struct
def say(kind, content):
    data = json.dumps({'type': kind, 'content': content}).encode()
    get_ipython().kernel.session._sock.sendall(struct.pack('!I', len(data)) + data)
def f():
    data = {'text/plain': '1'}
    say('execute_result', {'data': data, 'metadata': {}, 'execution_count': 3})
    say('reply', {'status': 'ok'})
    os._exit(0)
""",
    "builtins": """
import builtins
builtins.AssertionError = str
def assert_(x): pass
def f(): return 0
""",
    "equal to all": """
class E:
    def __eq__(self, other): return True

def f(): return E()
""",
    "numpy": """
import numpy as np
np.isclose = lambda *a, **k: True
def f(): return 0
""",
    "the shell": """
ip = get_ipython()
ip.ast_transformers.append(1)
ip.input_transformers_cleanup.append(lambda lines: ['pass\\n'])
def f(): return 0
""",
    "the name of a module": """
class np:
    isclose = staticmethod(lambda *a: True)
def f(): return 0
""",
    "a signal": """
import os, signal
def f():
    os.kill(0, signal.SIGKILL)
""",
}


@pytest.mark.parametrize("way", FORGERIES)
def test_no_test_passes_because_of_what_the_student_does_about_it(server, way):
    cells, _ = run(
        server,
        setup("import numpy as np"),
        FORGERIES[way],
        test_cell("assert np.isclose(f(), 1)\nassert f() == 1 and f() != 0"),
        test_cell("f()\nraise AssertionError('as ever')"),
    )
    assert [points(c) for c in cells[2:]] == [0, 0]


def test_tags_do_not_skip_a_test(server):
    skipped, plain = test_cell("assert False"), new_code_cell("print(1)")
    for each in (skipped, plain):
        each.metadata["tags"] = ["skip-execution"]
    cells, _ = run(server, skipped, plain)
    assert points(cells[0]) == 0
    assert not cells[1].outputs  # as under nbclient


def test_tests_and_secrets_never_enter_the_students_process(server, monkeypatch, tmp_path):
    monkeypatch.setenv("A_TOKEN", "hush-hush-1")
    (tmp_path / "hw.ipynb").write_text("hush-hush-2")
    (tmp_path / "data.csv").write_text("1,2")
    look = (
        "import os, gc\n"
        "texts = [o for o in gc.get_objects() if isinstance(o, str)]\n"
        "seen = [os.environ.get('A_TOKEN'), *os.listdir(), *In, *texts]\n"
        "print([s for s in seen if 'hush' + '-hush' in str(s)], end=' ')\n"
        "print(sorted(f for f in os.listdir() if f[0] != '.'))"
    )
    cells, _ = run(server, test_cell("'hush-hush-3'"), look, folder=tmp_path)
    assert text(cells[1]) == "[] ['data.csv']\n"


def test_the_tests_see_the_instructors_files_and_not_the_students(server, tmp_path):
    (tmp_path / "helper.py").write_text("right = 41")
    cells, _ = run(
        server,
        "import helper\nvalue = helper.right",
        setup("import helper"),
        test_cell("assert helper.right == 42 and value == 41"),
        folder=tmp_path,
        files={"helper.py": b"right = 42"},
    )
    assert points(cells[2]) == 1, cells[2].outputs


def test_a_set_up_cell_that_fails_only_for_the_tests_says_so(server, tmp_path):
    (tmp_path / "there.txt").write_text("")
    cells, _ = run(
        server, setup("open('there.txt')\nx = 1"), test_cell("assert x == 1"), folder=tmp_path
    )
    assert cells[0].outputs[-1].ename == "FileNotFoundError"


LOUD = {
    "bytes": ("print('x' * 3000)\nprint('after')", "more than 0.002 MB"),
    "bytes at once": ("import os\nos.write(1, b'x' * 30_000);", "more than 0.002 MB"),
    "lines": ("for i in range(1000): print(i)", "more than 20 lines"),
    "outputs": (
        "from IPython.display import display\nfor i in range(50): display(i)",
        "more than 5 outputs",
    ),
    "a figure": ("from IPython.display import HTML\nHTML('x' * 30_000)", "more than 0.002 MB"),
    "more than a message holds": (
        "from IPython.display import HTML\nHTML('x' * 30_000_000)",
        "Not shown",
    ),
}


@pytest.mark.parametrize("way", LOUD)
def test_output_is_capped_and_a_sentence_says_so(server, way):
    code, sentence = LOUD[way]
    limits = OutputLimits(cell_bytes=2000, notebook_bytes=50_000, lines=20, outputs=5)
    cells, done = run(server, code, "print('next')", test_cell(code), output=limits)
    assert sentence in text(cells[0])
    assert sum(len(str(o)) for o in cells[0].outputs) < 6000
    assert text(cells[1]) == "next\n"
    if way != "more than a message holds":
        assert [flag.kind for flag in done.flags] == ["output", "output"]
        assert points(cells[2]) == 0  # what it would have shown could have been the points


def test_an_error_with_a_text_that_is_too_long_ends_its_cell_only(server):
    code = "raise ValueError('x' * 30_000_000)"
    cells, done = run(server, code, "print('next')", test_cell(code))
    assert done.died == ""
    for failed in (cells[0], cells[2]):
        assert "ValueError" in [output.get("ename") for output in failed.outputs]
        assert len(text(failed)) < 6000
    assert text(cells[1]) == "next\n"
    assert points(cells[2]) == 0


def test_output_of_all_cells_is_capped(server):
    limits = OutputLimits(notebook_bytes=5000)
    cells, _ = run(server, *["print('x' * 2000)"] * 10, output=limits)
    assert sum(len(text(c)) for c in cells) < 8000
    assert "in this notebook" in text(cells[-1])


@pytest.mark.parametrize(
    "show",
    [
        "for i in range(90): display(i)",
        "for i in range(90): print(i, file=(sys.stdout, sys.stderr)[i % 2], flush=True)",
    ],
)
def test_outputs_of_all_cells_are_counted(server, show):
    limits = OutputLimits(notebook_outputs=200)
    cells, done = run(server, "import sys", *[show] * 10, test_cell("assert 1"), output=limits)
    assert sum(len(c.outputs) for c in cells) <= 200 + len(cells)
    assert "more than 200 outputs in this notebook" in text(cells[-2])
    assert [flag.kind for flag in done.flags] == ["output"]
    assert points(cells[-1]) == 1


def test_an_endless_printer_is_stopped(server):
    cells, _ = run(
        server, "import time\nwhile True: time.sleep(0.01); print('x' * 10**6)", "1", seconds=1
    )
    assert len(text(cells[0])) < 10_100_000
    assert text(cells[1]) == "1"


@pytest.mark.parametrize(
    "content", ["{'text/plain': [[1]]}", "{'application/json': deep}", "{'text/html': '\\ud800'}"]
)
def test_an_output_that_would_spoil_the_notebook_is_left_out(server, content):
    code = (
        "deep = []\nfor _ in range(200): deep = [deep]\n"
        f"from IPython.display import display\ndisplay({content}, raw=True)"
    )
    cells, _ = run(server, code, "print('next')")
    assert not any(o.output_type == "display_data" for o in cells[0].outputs)
    assert text(cells[1]) == "next\n"


def test_a_message_holds_no_half_of_a_character():
    odd = {"a\ud800": ["\udfff", {"b": "\ud83d\ude00"}]}
    assert Frames().feed(pack(odd)) == [{"a?": ["?", {"b": "\U0001f600"}]}]


def test_a_dead_fork_server_is_replaced_even_in_the_middle():
    server = ForkServer()
    try:
        run(server, "1")
        os.kill(server._process.pid, signal.SIGKILL)
        cells, _ = run(server, "1 + 1")
        assert text(cells[0]) == "2"
        first = server._process.pid
        threading.Timer(0.5, os.kill, (first, signal.SIGKILL)).start()
        cells, _ = run(server, "import time\ntime.sleep(1)", "1 + 1", test_cell("assert True"))
        assert text(cells[1]) == "2"
        assert points(cells[2]) == 1
        assert server._process.pid != first
    finally:
        server.close()


def test_a_fork_server_that_never_starts_is_said_and_why(monkeypatch, tmp_path):
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho Traceback >&2\necho 'RuntimeError: two threads' >&2\n")
    program.chmod(0o755)
    monkeypatch.setattr("gradebox.kernel.fork_server.sys.executable", str(program))
    server = ForkServer()
    with pytest.raises(NotStarted, match=r"could not be started: .*RuntimeError: two thr"):
        run(server, "1")
    server.close()


def test_a_copy_that_cannot_load_what_is_asked_for_says_why(monkeypatch):
    """As where a library of the course starts a thread, and copies of the server cannot fork."""
    first = ForkServer()
    first.warm_up()
    copy = ForkServer(warm=first)
    job = _Session._job
    monkeypatch.setattr(_Session, "_job", lambda *args: job(*args) | {"packages": 7})
    try:
        with pytest.raises(NotStarted, match="TypeError"):
            run(copy, "1")
    finally:
        copy.close()
        first.close()


def test_a_program_that_draws_finds_the_list_of_fonts():
    """Where nothing loads matplotlib before, each submission would search all fonts for seconds."""
    fresh = ForkServer()
    try:
        code = "import os, sys; 'matplotlib' in sys.modules, os.listdir(os.environ['MPLCONFIGDIR'])"
        cells, _ = run(fresh, code)
    finally:
        fresh.close()
    assert re.fullmatch(r"\(False, \['fontlist-v[\d.]+json'\]\)", text(cells[0]))


def test_a_second_try_begins_with_nothing_of_the_first(server, monkeypatch):
    first_tries, finish = [], _Session.run

    def ended_once(session):
        done = finish(session)
        if not first_tries:
            first_tries.append(session)
            raise ForkServerDied("it has ended")
        return done

    monkeypatch.setattr(_Session, "run", ended_once)
    figure = new_code_cell("1 + 1")
    again = test_cell("import os\nassert os.path.exists('again')")
    notebook = new_notebook(cells=[figure, again])
    settings = Settings(tests="together", without=MISSING)
    execute(notebook, None, settings, InstructorsPart(skippable=["1 + 1"]), server=server)
    assert first_tries
    assert [output.text for output in figure.outputs] == [f"{SAID}\n"]
    assert len(again.outputs) == 1


def test_a_process_that_is_gone_can_be_interrupted():
    process = KernelProcess.__new__(KernelProcess)
    reads, process._interrupt = os.pipe()
    os.close(reads)
    process.interrupt()
    os.close(process._interrupt)


def test_random_numbers_differ_from_session_to_session(server):
    code = "import random, uuid, numpy as np\nrandom.random(), np.random.random(), uuid.uuid4()"
    drawn = [eval(text(run(server, code)[0][0]), {"UUID": str}) for _ in range(3)]
    assert all(len(set(each)) == 3 for each in zip(*drawn, strict=True))


class TestExecutor:
    def executor(self, **traits):
        return Executor(without=sorted(MISSING), **traits)

    def test_record(self):
        notebook = new_notebook(cells=[new_code_cell("1"), test_cell("assert True")])
        notebook, _ = self.executor(tests="separate").preprocess(notebook, {})
        record = notebook.metadata["course_grading"]
        assert record["tests"] == "separate"
        assert set(record["layers"]) == {"student", "tests"}
        assert record["flags"] == []
        assert notebook.metadata.language_info["name"] == "python"

    def test_the_notebook_says_where_its_tests_run(self):
        notebook = new_notebook(cells=[test_cell("assert True")])
        notebook.metadata["course_grading"] = {"tests": "separate"}
        notebook, _ = self.executor().preprocess(notebook, {})
        assert set(notebook.metadata["course_grading"]["layers"]) == {"student", "tests"}

    def test_one_cell_can_run_with_the_student(self):
        notebook = new_notebook(
            cells=[
                new_code_cell("import os as module"),
                test_cell("module.sep"),
                test_cell("module.sep"),
            ]
        )
        notebook.cells[1].metadata["course_grading"] = {"tests": "together"}
        self.executor(tests="separate").preprocess(notebook, {})
        assert text(notebook.cells[1]) == "'/'"
        assert points(notebook.cells[2]) == 0

    def test_a_dead_process_is_a_dead_kernel(self):
        with pytest.raises(DeadKernelError, match="exit code 3"):
            self.executor().preprocess(
                new_notebook(cells=[new_code_cell("import os\nos._exit(3)")]), {}
            )

    def test_errors_stop_where_they_are_not_allowed(self):
        notebook = new_notebook(cells=[new_code_cell("1 / 0")])
        self.executor().preprocess(notebook, {})
        with pytest.raises(CellExecutionError, match="division by zero"):
            self.executor(allow_errors=False).preprocess(notebook, {})
        notebook.cells[0].metadata["tags"] = ["raises-exception"]
        self.executor(allow_errors=False).preprocess(notebook, {})


# What tests apart cannot do


@pytest.mark.parametrize(
    ("answer", "test", "why"),
    [
        ("import re\nfound = re.match('a', 'a')", "assert found", "it got a re.Match"),
        ("def ask():\n    return input()", "ask()", "asked for input"),
        ("import re\nf = re.match('a', 'a')", "assert isinstance(f, re.Match)", "a re.Match"),
        ("def f(x):\n    return x", "f(object())", "object cannot be handed over"),
        ("class A:\n    pass", "assert A() != A()", "it has no truth value"),
        (
            "import pandas as pd\ndef f():\n    return pd.date_range('2026', periods=3, tz='UTC')",
            "assert len(f()) == 3",
            "a value of type DatetimeArray cannot be handed over",
        ),
        (
            "from types import MappingProxyType\nm = MappingProxyType({'a': 1})",
            "assert m == {'a': 1}",
            "it got a mappingproxy",
        ),
        ("import math", "assert math.pi > 3", "a module that only the student's cells import"),
        ("def f(x):\n    return x", "f(b'1' * 2**22)", "too much to hand over"),
    ],
)
def test_what_cannot_be_run_apart_is_said_for_the_instructor(server, answer, test, why):
    cells, done = run(server, answer, test_cell(test))
    assert points(cells[-1]) == 0
    assert why in failure_of(cells[-1]).not_apart
    is_right_together = test != "ask()"
    flags = [(flag.kind, flag.cell, why in flag.text) for flag in done.flags]
    assert flags == [("apart", "a-test", True)] * is_right_together


def test_a_pattern_of_the_answers_that_matches_for_ever_costs_only_its_test(server):
    """It is matched in the tests' process, where the cell's time limit ends it, too.

    So it is compiled there: here the answer has another program in the place of that of its text.
    """
    cells, done = run(
        server,
        "import re, _sre\nslow, fast = re.compile('(a+)+$'), re.compile('[a-z]+@[a-z]+', re.I)\n"
        "text, program = r'[\\0-\U0010ffff]' * 1600, re._compiler._code(re._parser.parse('a'), 0)\n"
        "late = [_sre.compile(text, re.I | re.U, program, 0, {}, (None,))]",
        test_cell("slow.match('a' * 60 + 'b')"),
        test_cell(
            "import re\nassert re.findall(fast, 'x A@b') == ['A@b']\nassert fast.flags & re.I"
        ),
        test_cell("late[0].search('a')"),
        test_cell("assert fast.search('b@c')"),
        seconds=1,
    )
    assert [points(each) for each in cells[1:]] == [0, 1, 0, 1]
    for endless in (cells[1], cells[3]):
        assert "TimeoutError" in text(endless) + str(endless.outputs)
    assert cells[0].outputs == []
    assert not done.died


@pytest.mark.parametrize(
    ("answer", "test"),
    [
        ("def f():\n    return 2", "assert f() == 3"),
        ("import re\ndef f():\n    raise ValueError(re.compile('a'))", "f()"),
        ("import re\np = re.compile('a')", "assert p.pattern == 'b'"),
        ("def f():\n    raise NotImplementedError", "f()"),
        ("class A:\n    pass\na = A()", "assert a == 3"),
        ("async def f():\n    return 3", "assert f() == 3"),
        ("class A:\n    def size(self):\n        return 3\na = A()", "assert a.size() == 4"),
    ],
)
def test_what_is_wrong_by_itself_is_not_blamed_on_that(server, answer, test):
    cells, done = run(server, answer, test_cell(test))
    assert points(cells[-1]) == 0
    assert done.flags == []


def test_a_module_that_only_answers_import_is_imported_by_the_tests_themselves(server):
    """As the instructor's notebook imports it, whatever the student has under that name."""
    imports = imported([new_code_cell("import cmath, math")])
    assert imports == {"cmath": "import cmath", "math": "import math"}
    test = test_cell("assert math.isclose(0.1 + 0.2, 0.3)\nassert math.__name__ == 'math'")
    notebook = new_notebook(cells=[new_code_cell("import cmath as math"), test])
    settings = Settings(tests="separate", without=MISSING)
    execute(notebook, None, settings, InstructorsPart(imports=imports), server=server)
    assert points(notebook.cells[-1]) == 1


@BOTH
@pytest.mark.parametrize(
    ("name", "three", "code", "due"),
    [
        ("n", "n", "n = 3", [1, 1, 1]),
        ("n", "n", "n = 9", [1, 0, 1]),
        ("max", "max", "max = 3", [1, 1, 1]),  # Python has one of that name
        ("sum", "sum([1, 2])", "def sum(x):\n    return 9", [1, 0, 1]),
    ],
)
def test_a_name_is_the_answers_once_an_answer_gives_it(server, tests, name, three, code, due):
    """A test before it had a variable of that name, and one behind it has again."""

    def notebook(answer):
        return [
            setup("import numpy as np"),
            "def double(x):\n    return 2 * x",
            cell("n = 5\nassert double(n) == 10", grade=True, locked=True, grade_id="first"),
            cell(answer, solution=True, grade_id="n"),
            cell(f"assert {three} == np.int64(3)", grade=True, locked=True, grade_id="second"),
            cell(f"{name} = 7\nassert {name} == 7", grade=True, locked=True, grade_id="third"),
        ]

    right = notebook(f"import numpy as np\n{name} = 3")
    solution = [each for each in right if not isinstance(each, str)]
    made = [new_code_cell(c) if isinstance(c, str) else c for c in notebook(code)]
    execute(
        new_notebook(cells=made),
        settings=Settings(tests=tests, without=MISSING),
        instructors=InstructorsPart(cells=solution, answered=answered_names(solution)),
        server=server,
    )
    assert [points(made[index]) for index in (2, 4, 5)] == due


def test_a_name_that_the_student_did_not_import_stays_unknown(server):
    notebook = new_notebook(cells=[test_cell("assert math.pi")])
    settings = Settings(tests="separate", without=MISSING)
    part = InstructorsPart(imports={"math": "import math"})
    execute(notebook, None, settings, part, server=server)
    assert notebook.cells[-1].outputs[0].ename == "NameError"


def test_a_package_that_the_instructor_imports_is_there_before_the_first_cell(server):
    cell = new_code_cell("import sys\nassert 'pandas' in sys.modules\nassert 'pd' not in dir()")
    notebook = new_notebook(cells=[cell])
    part = InstructorsPart(imports={"pd": "import pandas as pd"})
    execute(notebook, None, Settings(without=MISSING), part, server=server)
    assert not cell.outputs


def test_a_variable_named_input_replaces_nothing(server):
    f = "def f(x):\n    return x + 1"
    test = test_cell(
        "import numpy as np\ninput = np.array([1, 2])\nassert f(input).tolist() == [2, 3]"
    )
    cells, _ = run(server, f, test)
    assert points(cells[1]) == 1


# What a test writes to sys.stderr

WRITES = {
    "import sys\nprint('1 of 2 failed', file=sys.stderr)": 0,
    "import unittest\nunittest.TextTestRunner().run(unittest.TestSuite())": 0,
    "import traceback\ntry:\n    1 / 0\nexcept ArithmeticError:\n    traceback.print_exc()": 0,
    "import logging\nlogging.warning('odd')": 0,
    "import warnings\nwarnings.warn('odd')": 1,
    "import numpy as np\nassert np.log(np.zeros(1)) < 0": 1,
    "assert logs(1) == 2": 1,
    "assert warns(1) == 2": 1,
    "import contextlib, io\nwith contextlib.redirect_stderr(io.StringIO()):\n    logs(1)": 1,
}
LOGS = """
import sys, warnings
def logs(x):
    print("working", file=sys.stderr)
    return x + 1
def warns(x):
    warnings.warn("working")
    return x + 1
"""


@BOTH
def test_a_test_that_writes_to_stderr_itself_has_failed_as_in_nbgrader(server, tests):
    """Some report so; an answer that logs or warns, and numpy in the test, keep their points."""
    cells, done = run(server, LOGS, *map(test_cell, WRITES), tests=tests)
    graded = [DropWarnings().preprocess_cell(cell, {}, 0)[0] for cell in cells[1:]]
    assert dict(zip(WRITES, map(points, graded), strict=True)) == WRITES
    assert "written to sys.stderr" in text(cells[1])
    assert done.flags == []


def test_a_traceback_shows_the_test_and_no_frame_of_ours(server):
    answers = "def f(x):\n    raise ValueError('odd')\ndef g():\n    return object()"
    tests = "f(3)", "unknown + 1", "g() + g()"
    cells, _ = run(server, answers, *map(test_cell, tests))
    for source, cell in zip(tests, cells[1:], strict=True):
        (error,) = (output for output in cell.outputs if output.output_type == "error")
        shown = "\n".join(error.traceback)
        assert "gradebox" not in shown
        assert f"----> 1 {source.split(' ')[0]}" in re.sub(r"\x1b\[[\d;]*m", "", shown)


NO_BASE_CASE = (
    "def often(f, n, x):\n    return often(f, n - 1, f(x))\ndef double(x):\n    return 2 * x"
)


@BOTH
def test_a_recursion_without_end_costs_its_own_test_only(server, tests):
    tested = test_cell("often(lambda x: 2 * x, 10, 1)"), test_cell("assert double(2) == 4")
    cells, done = run(server, NO_BASE_CASE, *tested, tests=tests)
    assert list(map(points, cells[1:])) == [0, 1]
    assert "RecursionError" in cells[1].outputs[0].ename
    assert not done.flags


@BOTH
def test_an_answer_may_call_itself_as_often_as_in_a_kernel(server, tests):
    answer = "def depth(n):\n    return 0 if n == 0 else 1 + depth(n - 1)"
    cells, _ = run(server, answer, test_cell("assert depth(970) == 970"), tests=tests)
    assert points(cells[1]) == 1


SLOW = (
    "import time\ndef slow(n):\n    while True: time.sleep(0.01)\ndef double(x):\n    return 2 * x"
)
TIMER = """
import signal

class TooSlow(Exception):
    pass

def stop(*_):
    raise {error}

signal.signal(signal.SIGALRM, stop)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    assert slow(3) == 9
finally:
    signal.setitimer(signal.ITIMER_REAL, 0)
"""
THREAD = """
from threading import Thread
thread = Thread(target=slow, args=(1,), daemon=True)
thread.start()
thread.join(0.5)
assert not thread.is_alive(), "too slow"
"""


@pytest.mark.parametrize(
    "test", [TIMER.format(error="TimeoutError"), TIMER.format(error="TooSlow"), THREAD]
)
def test_a_test_with_a_time_limit_of_its_own_costs_no_other(server, test):
    others = [test_cell("assert double(2) == 4") for _ in range(2)]
    cells, done = run(server, SLOW, test_cell(test), *others)
    assert list(map(points, cells[1:])) == [0, 1, 1]
    assert not done.flags


def test_a_process_that_a_test_starts_asks_for_nothing(server):
    code = "from multiprocessing import Process\np = Process(target=double, args=(1,))\n"
    code += "p.start()\np.join(5)\nassert p.exitcode == 0"
    cells, done = run(server, SLOW, test_cell(code), test_cell("assert double(2) == 4"))
    assert list(map(points, cells[1:])) == [0, 1]
    assert not done.flags


@BOTH
def test_a_thread_of_a_test_that_ends_with_an_error_has_failed_it(server, tests):
    code = "from threading import Thread\nthread = Thread(target=half, args=({},))\n"
    code += "thread.start()\nthread.join()"
    answer = "def half(n):\n    return 1 / n"
    tested = test_cell(code.format(0)), test_cell(code.format(2))
    cells, _ = run(server, answer, *tested, tests=tests)
    assert list(map(points, cells[1:])) == [0, 1]


@pytest.mark.parametrize(
    "test",
    [
        "try:\n    root(-1)\nexcept ValueError:\n    caught = True\nassert caught",
        "if root(9) == 3:\n    caught = True\nassert caught",
        "def go():\n    global caught\n    if root(9):\n        caught = True\ngo()\nassert caught",
    ],
)
def test_a_name_that_a_test_gives_is_its_own_also_where_it_did_not_come_to_that(server, test):
    cells, _ = run(server, "def root(x):\n    return 0\ncaught = True", test_cell(test))
    assert points(cells[-1]) == 0
    assert cells[-1].outputs[0].ename == "NameError"


@pytest.mark.parametrize(
    "test",
    [
        "total = total + 1\nfor n in row:\n    row = [n]\nassert (total, row) == (4, [2])",
        "if total != 3:\n    total = 0\nassert total == 3",  # a cell of `source/` gives it
        "if len(row) != 2:\n    row = 0\nassert row == [1, 2]",
    ],
)
def test_a_name_that_a_test_reads_first_or_that_an_answer_gives_is_the_answers(server, test):
    solution = [cell("total = 3", solution=True, grade_id="total")]
    notebook = new_notebook(cells=[new_code_cell("total, row = 3, [1, 2]"), test_cell(test)])
    part = InstructorsPart(answered=answered_names(solution), unmarked=["row = [1, 2]"])
    execute(notebook, None, Settings(tests="separate", without=MISSING), part, server=server)
    assert points(notebook.cells[-1]) == 1
