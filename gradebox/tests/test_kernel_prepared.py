"""Facts worked out once for all submissions are those that IPython works out each time."""

import inspect
import re
import socket
import sys
import threading
import types

import pytest
from gradebox.kernel.fork_server import ForkServer
from gradebox.kernel.instructors_part import InstructorsPart
from gradebox.kernel.prepared import Compiler, Transformers, prepare
from gradebox.kernel.session import Settings, execute
from ipykernel.compiler import XCachingCompiler
from IPython.core.inputtransformer2 import TransformerManager
from nbformat.v4 import new_code_cell, new_notebook

from gradebox import sandbox

MISSING = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)


@pytest.mark.parametrize(
    "source", ["x = 1", "%time x = 1", "!ls", "x?", ">>> x = 1", "a = %pwd", "f()\n\ng()", ""]
)
def test_transformed_and_named_as_by_ipython(source):
    known = prepare(source)
    assert known["text"] == TransformerManager().transform_cell(source)
    compiler = Compiler()
    compiler.known = source, known["hash"]
    assert compiler.get_code_name(source, "", 1) == XCachingCompiler().get_code_name(source, "", 1)
    assert compiler.get_code_name("1", "", 1) == XCachingCompiler().get_code_name("1", "", 1)


def test_inspect_knows_the_module_of_a_cell():
    name = Compiler().get_code_name("x = 1", "x = 1", 1)
    assert inspect.getmodule(compile("x = 1", name, "exec")) is sys.modules["__main__"]


@pytest.mark.parametrize(
    "source",
    ["await f()", "async with f():\n    pass", "[x async for x in f()]", "x = 1; await f()"],
)
def test_a_cell_that_may_wait_is_for_ipython_to_look_at(source):
    assert not prepare(source)["is_sync"]
    assert prepare("def f(awaited):\n    return awaited")["is_sync"]


def test_transformers_that_were_changed_are_used():
    transformers = Transformers()
    transformers.known = "x = 1", "known"
    assert transformers.transform_cell("x = 1") == "known"
    assert transformers.transform_cell("x = 2") == "x = 2\n"
    transformers.cleanup_transforms.append(lambda lines: ["changed\n"])
    assert transformers.transform_cell("x = 1") == "changed\n"


def test_a_session_shows_the_same_either_way():
    sources = [
        "%matplotlib inline\nimport warnings",
        "import asyncio\nawait asyncio.sleep(0)\nwarnings.warn('odd')",
        "1 / 0",
        "x = !echo two\nx",
        "autocall = 1\n%who_ls int",
        "def f():\n    return 3\nf()",
    ]
    outputs = []
    for known in (
        InstructorsPart(),
        InstructorsPart(cells=[new_code_cell(source) for source in sources]),
        InstructorsPart(unmarked=sources),
    ):
        notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
        execute(notebook, None, Settings(without=MISSING), known)
        outputs.append([without_numbers(cell.outputs) for cell in notebook.cells])
    assert outputs[0] == outputs[1] == outputs[2]
    assert "ZeroDivisionError" in outputs[0][2]
    assert "odd" in outputs[0][1]


def without_numbers(outputs):
    """Return outputs as text, without what differs in the name of a cell's file."""
    return re.sub(r"session-\w+|ipykernel_\d+", "", repr(outputs))


@pytest.fixture(scope="module")
def warm():
    server = ForkServer()
    server.warm_up()
    yield server
    server.close()


LOADED = "import sys\n[name in sys.modules for name in ('matplotlib.pyplot', 'ipywidgets')]"


def loaded(server, *instructors_cells):
    """Return whether a notebook finds matplotlib and ipywidgets loaded before its first line."""
    notebook = new_notebook(cells=[new_code_cell(LOADED)])
    settings = Settings(without=MISSING)
    execute(notebook, None, settings, InstructorsPart(unmarked=instructors_cells), server=server)
    return notebook.cells[0].outputs[0]["data"]["text/plain"]


def test_a_library_is_loaded_for_the_notebooks_whose_instructor_imports_it(warm):
    copy = ForkServer(warm=warm)
    assert loaded(copy, "x = 1", "import numpy") == "[False, False]"
    assert loaded(copy, "import matplotlib.pyplot as plt") == "[True, False]"
    assert loaded(copy) == "[True, False]", "it stays loaded"
    assert loaded(warm) == "[False, False]"
    copy.warm_up(["ipywidgets", "no_such_package"])
    assert loaded(copy) == "[True, True]"
    copy.close()


def test_what_one_copy_asks_for_is_loaded_once_for_the_next():
    first = ForkServer()
    first.warm_up()
    copies = [ForkServer(warm=first) for _ in range(2)]
    copies[0].warm_up(["ipywidgets"])
    copies[1].warm_up()
    assert [loaded(server) for server in (*copies, first)] == ["[False, True]"] * 3
    for server in (*copies, first):
        server.close()


class TestCopies:
    """A fork server that is copied instead of being started."""

    def run(self, server):
        notebook = new_notebook(cells=[new_code_cell("1 + 1")])
        execute(notebook, None, Settings(without=MISSING), server=server)
        return notebook.cells[0].outputs[0]["data"]["text/plain"]

    def test_each_has_its_own(self, warm):
        copies = [ForkServer(warm=warm) for _ in range(2)]
        assert [self.run(copy) for copy in copies] == ["2", "2"]
        assert all(copy._process is None for copy in copies)
        copies[0].close()
        assert self.run(copies[1]) == "2"
        copies[1].close()

    def test_two_at_once(self, warm):
        copies = [ForkServer(warm=warm) for _ in range(2)]
        answers = []
        threads = [
            threading.Thread(target=lambda copy=copy: answers.append(self.run(copy)))
            for copy in copies
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == ["2", "2"]
        for copy in copies:
            copy.close()

    def test_what_is_closed_cannot_be_copied(self, warm):
        closed = ForkServer(warm=warm)
        closed.warm_up()
        closed.close()
        ours, theirs = socket.socketpair()
        with ours, theirs:
            assert not closed.copy(theirs)

    def test_a_copy_outlives_what_it_was_copied_from(self):
        warm = ForkServer()
        warm.warm_up()
        copy = ForkServer(warm=warm)
        assert self.run(copy) == "2"
        warm._process.kill()
        warm._process.wait()
        assert self.run(copy) == "2"
        copy.close()
        assert self.run(copy) == "2", "what cannot be copied is started"
        assert copy._process is not None
        copy.close()

    def test_of_another_process(self, monkeypatch):
        server = ForkServer()
        assert server.is_ours
        monkeypatch.setattr(
            "gradebox.kernel.fork_server.os", types.SimpleNamespace(getpid=lambda: -1)
        )
        assert not server.is_ours
