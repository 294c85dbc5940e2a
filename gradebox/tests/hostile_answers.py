"""Hostile submissions, continued: what the student's process and its answers to the tests try."""

from hostile_course import ONE, ZERO
from hostile_submissions import LIAR, LOOT, OWN_NAMES, SOCKETS, Attack, _function, _value

# The process --------------------------------------------------------------------------------------

DIED = "its kernel died"
WIRE = """
import gc, socket, struct, json, threading, time
from gradebox.separate import conversation, student_end, wire
from gradebox.kernel.frames import pack

def frame(message):
    text = json.dumps([message, []]).encode()
    return b"abh1" + struct.pack(">II", len(text), 0) + text

def good(number, value=True):
    return {"to": number, "value": ["t", True, value], "nodes": [], "blocks": [], "left": {}}

"""


KERNEL = """
import threading, time
from gradebox.kernel.frames import pack
say = get_ipython().kernel.session._sock.sendall
"""


HIDES_EXCEPTIONS = """
shell = get_ipython()
shell.set_custom_exc((BaseException,), lambda *args, **kwargs: [])
shell.events.register("post_run_cell", lambda result: setattr(result, "error_in_exec", None))
"""


def _serve(body: str) -> str:
    """Code that puts its own `serve(self, message, blobs)` in place of the honest one."""
    lines = "".join(f"\n    {line}" for line in body.strip("\n").split("\n"))
    return (
        WIRE
        + "honest = conversation.Conversation.serve\n"
        + f"def serve(self, message, blobs):{lines}\n"
        + "conversation.Conversation.serve = serve\n"
    )


PROCESS = {
    "searches_its_memory": Attack(
        "searches all of its memory, and all objects that Python knows, for secrets",
        """
import gc, re
pattern = re.compile(rb"secret[0-9a-f]{16}")
for line in open("/proc/self/maps"):
    start, end = (int(part, 16) for part in line.split()[0].split("-"))
    try:
        with open("/proc/self/mem", "rb", buffering=0) as memory:
            memory.seek(start)
            print(pattern.findall(memory.read(end - start)))
    except (OSError, OverflowError, MemoryError):
        pass
""",
    ),
    "searches_other_processes": Attack(
        "looks into and signals every process that it can see, and traces its parent",
        LOOT
        + """
import ctypes, signal
libc = ctypes.CDLL(None, use_errno=True)
for pid in [1, os.getppid(), *(int(name) for name in os.listdir("/proc") if name.isdigit())]:
    if pid != os.getpid():
        loot(f"/proc/{pid}/environ", f"/proc/{pid}/mem", f"/proc/{pid}/cwd/**")
        attempt(libc.ptrace, 16, pid, 0, 0)
        attempt(os.kill, pid, signal.SIGKILL)
attempt(os.kill, -1, signal.SIGTERM)
""",
    ),
    "writes_modules": Attack(
        "writes modules, settings and the instructor's file into its folder, at once and in a call",
        """
import os, pathlib
def write():
    for name in ("numpy.py", "builtins.py", "math.py", "matplotlibrc", "sitecustomize.py",
                 "usercustomize.py", "x.pth", "limit.txt", "../limit.txt", "conftest.py"):
        try:
            pathlib.Path(name).write_text("1e300" if name.endswith("txt") else "raise SystemExit")
        except OSError:
            pass
write()
""",
        _function("write()\nreturn 0"),
    ),
    "a_child_answers": Attack(
        "ends, and leaves a child that answers in its place",
        "import os\nif os.fork():\n    os._exit(0)\n",
        _value("0"),
        score=ZERO,
        refused=DIED,
    ),
    "ends_in_a_test": Attack(
        "ends its process in the middle of a test",
        answers={"double": "def double(x):\n    import os\n    os._exit(0)"},
        score=ZERO,
        refused=DIED,
        flagged="died",
    ),
    "crashes": Attack(
        "crashes the interpreter in the middle of a test",
        answers={"root": "def root(x):\n    import ctypes\n    ctypes.string_at(0)"},
        score=ZERO,
        refused=DIED,
    ),
    "exits_politely": Attack(
        "leaves by exit, SystemExit and functions that run at the end",
        """
import atexit, sys
atexit.register(lambda: print("at exit"))
exit()
quit()
sys.exit(0)
""",
        _function("raise SystemExit(0)"),
    ),
    "stops_the_loop": Attack(
        "stops the event loop of its kernel",
        "import asyncio\nasyncio.get_running_loop().stop()",
        score=ZERO,
        refused=DIED,
    ),
    "closes_everything": Attack(
        "closes every file descriptor",
        "import os\nos.closerange(0, 4096)",
        _value("0"),
        score=ZERO,
        refused=DIED,
    ),
    "writes_into_everything": Attack(
        "writes noise into every file descriptor",
        """
import os
for fd in range(3, 256):
    try:
        os.set_blocking(fd, False)
        os.write(fd, os.urandom(5000))
    except OSError:
        pass
""",
        _value("0"),
        score=ZERO,
        refused=DIED,
    ),
    "forges_messages_everywhere": Attack(
        "writes good replies and good results into every file descriptor, from a thread, for ever",
        WIRE
        + """
import os
shown = {"execution_count": 1, "data": {"text/plain": "2"}, "metadata": {}}
forged = pack({"type": "execute_result", "content": shown})
forged += pack({"type": "reply", "content": {"status": "ok"}})
def forge():
    while True:
        for fd in range(3, 64):
            try:
                if os.readlink(f"/proc/self/fd/{fd}").startswith("socket"):
                    os.write(fd, forged)
            except OSError:
                pass
        time.sleep(0.01)
threading.Thread(target=forge, daemon=True).start()
""",
        _value("0"),
        hurts_itself=True,
        flagged="forged",
    ),
    "says_that_a_cell_is_done": Attack(
        "says that its cell has run, while it goes on running",
        KERNEL + 'say(pack({"type": "reply", "content": {"status": "ok"}}))\ntime.sleep(0.5)',
        _value("0"),
        score=ZERO,
        refused="a reply that nobody had asked for",
        flagged="forged",
    ),
    "says_done_without_end": Attack(
        "says over and over that cells have run and tests have passed",
        KERNEL
        + """
def on():
    while True:
        say(pack({"type": "reply", "content": {"status": "ok", "unanswered": ""}}))
threading.Thread(target=on, daemon=True).start()
time.sleep(0.2)  # so that it has begun when the cell ends, on a busy machine, too
""",
        _value("0"),
        score=ZERO,
        refused=DIED,
        flagged="forged",
    ),
    "says_too_much_at_once": Attack(
        "announces a message of four gigabytes",
        KERNEL + 'say(b"\\xff" * 4 + b"x" * 100_000)',
        score=ZERO,
        refused="what is no message",
        flagged="forged",
    ),
    "says_half_of_it": Attack(
        "sends the first half of a message, and the rest never",
        KERNEL + 'say(pack({"type": "flush", "content": {"name": "stdout"}})[:-9])',
        score=ZERO,
        refused=DIED,
        flagged="forged",
    ),
    "says_nonsense": Attack(
        "sends messages that are lists, texts and nothing, of unknown kinds and contents",
        KERNEL
        + """
for kind in ("error", "stream", "comm_open", "status", "execute_result", None, 3):
    for content in ({}, {"data": 1}, {"ename": ["2"]}, {"text": {}}, {"comm_id": {}, "data": {}}):
        say(pack({"type": kind, "content": content}))
""",
        _value("0"),
        flagged="output",
    ),
    "hides_exceptions": Attack(
        "has IPython show no exception and take every cell for one that worked",
        HIDES_EXCEPTIONS,
        _value("0"),
    ),
    "finds_other_modules": Attack(
        "has its own finder give every module that is imported from now on, and its own magics",
        """
import importlib.abc, importlib.machinery, os, sys
class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, *args): return importlib.machinery.ModuleSpec(name, self)
    def create_module(self, spec): return None
    def exec_module(self, module): module.__getattr__ = lambda name: lambda *a, **k: True
for name in [n for n in sys.modules if n.split(".")[0] in ("course", "numpy", "math")]:
    del sys.modules[name]
sys.meta_path.insert(0, Finder())
for kind in ("line", "cell"):
    for magic in ("time", "run", "timeit"):
        get_ipython().register_magic_function(lambda *a: None, kind, magic)
os.environ.clear()
""",
        _value("0"),
        hurts_itself=True,
    ),
    "asks_to_be_together": Attack(
        "finds the kernel of its process, and has it say that it is the tests'",
        """
import gc
from gradebox.kernel import child, shell
for found in gc.get_objects():
    if isinstance(found, child.StudentChild):
        found.answers = False
        found.__class__ = child.TestsChild
""",
        _value("0"),
        hurts_itself=True,
    ),
    "replaces_its_names": Attack(
        "has a namespace that answers to every name",
        LIAR
        + """
class Names(dict):
    def __contains__(self, name): return True
    def get(self, name, default=None): return Liar()
from gradebox.separate import student_end
student_end.StudentNamespace.serve.__globals__["_StudentEnd"].perform = (
    lambda self, message, arguments, keywords, left: (True, Liar()))
""",
        _value("0"),
        hurts_itself=True,
    ),
    "breaks_its_output": Attack(
        "puts things that raise in place of its streams, hooks and formatters",
        """
import sys
class Broken:
    def __getattr__(self, name): raise RuntimeError("broken")
sys.stdout = sys.stderr = sys.stdin = Broken()
sys.displayhook = sys.excepthook = Broken()
get_ipython().display_formatter = get_ipython().history_manager = Broken()
get_ipython().kernel.session.msg = Broken()
""",
        _value("0"),
        hurts_itself=True,
    ),
    "shows_deep_nonsense": Attack(
        "shows lists in lists with halves of characters in them, and numbers that JSON has not",
        """
deep = "\\ud800"
for _ in range(800):
    deep = [deep]
sys = __import__("sys")
sys.setrecursionlimit(10_000)
display({"application/json": deep, "text/plain": "\\udfff"}, raw=True)
display({"application/json": [float("nan")], "text/plain": ["x", 3]}, raw=True)
display({"text/plain": {"a": 1}, 3: 4}, raw=True)
""",
        hurts_itself=True,
    ),
    "leaves_system_objects": Attack(
        "leaves shared memory, semaphores, a message queue and an abstract socket",
        LOOT
        + """
import ctypes, multiprocessing.shared_memory as shared
libc = ctypes.CDLL(None, use_errno=True)
attempt(lambda: shared.SharedMemory("@unique@", create=True, size=1000).buf)
attempt(libc.shmget, @number@, 4096, 0o1666)
attempt(libc.semget, @number@, 1, 0o1666)
attempt(libc.msgget, @number@, 0o1666)
attempt(libc.mq_open, b"/@unique@", 0o102, 0o666, None)
attempt(lambda: socket.socket(socket.AF_UNIX).bind("\\0@unique@"))
""",
    ),
    "raises_its_limits": Attack(
        "raises its limits, changes user, mounts, and makes namespaces",
        LOOT
        + """
import ctypes, resource
libc = ctypes.CDLL(None, use_errno=True)
for kind in range(16):
    attempt(resource.setrlimit, kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
attempt(os.setuid, 0)
attempt(os.setgroups, [0])
attempt(libc.unshare, 0x10000000)
attempt(libc.mount, b"none", b"/tmp", b"tmpfs", 0, None)
attempt(libc.chroot, b"/proc/1/root")
attempt(libc.umount2, b"/proc", 2)
attempt(lambda: subprocess.run(["su", "-c", "id"], capture_output=True))
loot("@home@/key", "@root@/gradebook.db")
""",
    ),
    "network_from_a_function": Attack(
        "uses the network and reads files while a test runs, from a thread and a child",
        LOOT
        + """
def everything():
"""
        + SOCKETS.replace("\n", "\n    ")
        + """
    loot("@root@/**", "@home@/*", "/proc/*/environ")
""",
        _function(
            """
import threading
thread = threading.Thread(target=everything)
thread.start()
thread.join()
if not os.fork():
    everything()
    os._exit(0)
return 0
"""
        ),
    ),
    "spares_nobody_in_tests": Attack(
        "sets timers and signal handlers that go off while the tests run",
        """
import signal, os, threading, time
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
    signal.signal(number, lambda *args: None)
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
def send():
    while True:
        time.sleep(0.005)
        os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
""",
        _value("0"),
        hurts_itself=True,  # how far its own process gets between 300 signals a second
    ),
}

# The wire -----------------------------------------------------------------------------------------

WIRE_ATTACKS = {
    "answers_ahead": Attack(
        "sends good answers to questions that were not asked yet",
        WIRE
        + """
def ahead():
    while True:
        for each in gc.get_objects():
            if isinstance(each, wire.Wire):
                for number in range(1, 50):
                    each.socket.sendall(frame(good(number, 0)))
                return
        time.sleep(0.001)
threading.Thread(target=ahead, daemon=True).start()
""",
        _value("0"),
        hurts_itself=True,
    ),
    "answers_twice": Attack(
        "sends every answer twice",
        WIRE
        + """
honest = wire.Wire.send
wire.Wire.send = lambda *args: (honest(*args), honest(*args))
""",
        _value("0"),
        hurts_itself=True,
        flagged="forged",
    ),
    "answers_late": Attack(
        "gives the answer to the question before",
        WIRE
        + """
honest, kept = wire.Wire.send, []
def late(self, message, arrays=()):
    kept.append((message, arrays))
    old = kept[max(0, len(kept) - 2)]
    honest(self, {**old[0], "to": message["to"]}, old[1])
wire.Wire.send = late
""",
        _value("0"),
        hurts_itself=True,
    ),
    "answers_of_a_wrong_kind": Attack(
        "answers with types, functions of the tests, and numbers that are none",
        _serve(
            """
self._wire.socket.sendall(frame(good(message["n"], ["T", "object"])))
self._wire.socket.sendall(frame({"n": 1, "do": "call back", "args": ["t", 0], "kwargs": ["d"]}))
"""
        ),
        _value("0"),
        hurts_itself=True,
        flagged="forged",
    ),
    "answers_yes_to_everything": Attack(
        "answers every question with an object that can do everything",
        _serve(
            """
about = {"kind": "object", "name": "bool", "can": ["__eq__", "__bool__", "call", "contains"]}
self._wire.socket.sendall(frame(good(message["n"], {"student": message["n"], "about": about})))
"""
        ),
        _value("0"),
        hurts_itself=True,
    ),
    "answers_with_a_flood": Attack(
        "answers with a frame of 60 MB of which little comes, and then with more than that",
        _serve(
            """
self._wire.socket.sendall(b"abh1" + struct.pack(">II", 100, 60 << 20) + bytes(50 << 20))
self._wire.socket.sendall(bytes(50 << 20))
"""
        ),
        hurts_itself=True,
        flagged="forged",
    ),
    "answers_with_nesting": Attack(
        "answers with JSON nested a million deep",
        _serve(
            """
deep = b"[" * 1_000_000
self._wire.socket.sendall(b"abh1" + struct.pack(">II", len(deep), 0) + deep)
"""
        ),
        hurts_itself=True,
        flagged="forged",
    ),
    "hangs_up": Attack(
        "closes the connection to the tests when it is asked",
        _serve("self._wire.socket.shutdown(socket.SHUT_RDWR)"),
        _value("0"),
        hurts_itself=True,
        flagged="forged",
    ),
    "changes_what_was_not_sent": Attack(
        "says that a call has changed values that are not its arguments",
        _serve(
            """
reply = good(message["n"], 0)
reply["nodes"] = [[number, [2.0, 4.0]] for number in range(4)]
reply["blocks"] = [[0, 0]]
self._wire.socket.sendall(frame(reply))
"""
        ),
        _value("0"),
        hurts_itself=True,
        flagged="forged",
    ),
    "answers_by_two_processes": Attack(
        "forks in a call, so that two processes answer it",
        "import os",
        _function("os.fork()\nreturn 0"),
        hurts_itself=True,
        flagged="forged",
    ),
    "asks_the_tests": Attack(
        "asks the tests' process to fetch names, call functions and set attributes",
        _serve(
            """
for do in ("fetch", "call", "call back", "attribute", "item", "next", "is instance"):
    parts = {"args": ["t", "LIMIT"], "kwargs": ["d"], "around": {}, "guarded": False}
    self._wire.socket.sendall(frame({"n": 1, "do": do, **parts}))
"""
        ),
        _value("0"),
        hurts_itself=True,
        flagged="forged",
    ),
    "answers_with_descriptors": Attack(
        "hands file descriptors over with its answers, hundreds of them",
        _serve(
            """
socket.send_fds(self._wire.socket, [b"a"], [0, 1, 2] * 80)
honest(self, message, blobs)
"""
        ),
        _value("0"),
        hurts_itself=True,
        flagged="forged",
    ),
    "patches_what_answers": Attack(
        "patches the modules that answer for it: json, the encoder, its types and its operations",
        """
import json
from gradebox.separate import array_memory, decoder, encoder, encoding, exceptions
from gradebox.separate import conversation, student_end, surroundings
yes = lambda *args, **kwargs: True
encoder.Encoder.encode = lambda self, value, depth=0: ["T", "object"]
encoder._WRITERS.clear()
encoding.TYPES["object"] = decoder._READERS["T"] = exec
json.loads, json.dumps, exceptions.describe = yes, yes, yes
array_memory.check_layout = surroundings.apply_surroundings = yes
student_end.describe_function = conversation.Snapshot = yes
student_end._OPERATIONS.update(dict.fromkeys(student_end._OPERATIONS, yes))
""",
        _value("0"),
        hurts_itself=True,
    ),
    "traces_what_answers": Attack(
        "traces every call of its process, and changes what is returned",
        """
import sys, threading
def trace(frame, event, arg):
    for name in ("value", "result", "number", "said"):
        if name in frame.f_locals:
            frame.f_locals[name] = 42
    if frame.f_code.co_name in ("serve", "perform", "_answer"):
        print(frame.f_locals)
    return trace
sys.settrace(trace)
threading.settrace(trace)
sys.setprofile(lambda *args: None)
""",
        _value("0"),
        hurts_itself=True,
    ),
    "guesses_that_it_is_tested": Attack(
        "behaves in another way where the call stack or the clock says that it is a test",
        LIAR,
        _function(
            """
import inspect, time
tested = any("separate" in frame.filename for frame in inspect.stack())
return Liar() if tested or time.time() % 1 < 2 else 0
"""
        ),
    ),
}

# Values -------------------------------------------------------------------------------------------

DERIVED = """
import numpy as np
yes = lambda self, *args, **kwargs: True
everything = {f"__{name}__": yes for name in ("eq", "ne", "lt", "le", "gt", "ge", "contains")}
everything["__hash__"] = lambda self: 0
everything["__sub__"] = everything["__rsub__"] = everything["__abs__"] = lambda self, *args: self
Int, Float, Text, List, Dict, Set = (
    type(kind.__name__, (kind,), everything) for kind in (int, float, str, list, dict, set)
)
class Array(np.ndarray):
    shape = property(lambda self: (2,))
    __array_ufunc__ = __array_function__ = __eq__ = __bool__ = all = any = yes
    __float__ = lambda self: 7.0
"""

ZEROS = """
class Pair:
    x = 4
    def __init__(self, *args): self.args = args
    def none(self, *others): return 0.0
    def same(self, *others): return self
    def __pow__(self, other): return self.args[0]
    __sub__ = __rsub__ = __truediv__ = __mod__ = __xor__ = __float__ = none
    __add__ = __radd__ = __mul__ = __rmul__ = __abs__ = __neg__ = same
"""

TABLES = """
import pandas as pd
yes = lambda self, *args, **kwargs: True
everything = dict.fromkeys(("__eq__", "__lt__", "__bool__", "equals", "all", "any"), yes)
everything |= {"__pow__": lambda self, other: 9, "__sub__": lambda self, other: 0}
Frame, Series = (type(kind.__name__, (kind,), everything) for kind in (pd.DataFrame, pd.Series))
"""

VALUES = {
    "derived_numbers": Attack(
        "returns numbers of classes that are equal to everything", DERIVED, _value("Float(0)")
    ),
    "derived_integers": Attack(
        "returns integers of a class that is equal to everything", DERIVED, _value("Int(0)")
    ),
    "objects_without_a_difference": Attack(
        "returns objects of which any number is subtracted with nothing left",
        ZEROS,
        _value("Pair(x)") | {"guess": "guess = Pair(7)"},
    ),
    "classes_without_a_difference": Attack(
        "has classes of such objects in the place of functions",
        ZEROS,
        {name: f"class {name}(Pair):\n    pass" for name in ("double", "root", "evens")},
    ),
    "classes_of_derived_lists": Attack(
        "has classes that derive from lists, and say yes to everything, in the place of functions",
        DERIVED,
        {
            name: f"class {name}(List):\n    def __init__(self, *args): self.args = args"
            for name in ("double", "root", "evens")
        }
        | {
            "guess": "guess = List()",
            "pair": """
class Pair(List):
    def __init__(self, *args): self.args = args
    __add__ = lambda self, other: self
""",
        },
    ),
    "sums_without_a_difference": Attack(
        "adds such objects up where a test expects objects, and gives one where it wants a number",
        answers={"pair": ZEROS},
    ),
    "objects_that_pose_as_arrays": Attack(
        "returns objects that say that they have a number's shape, and hold nothing",
        answers={
            "root": """
class Nothing:
    shape, ndim, size = (), 0, 1
    def __len__(self): return 0
    def __getitem__(self, place): raise IndexError(place)
def root(x):
    if x < 0:
        raise ValueError
    return Nothing()
""",
        },
    ),
    "objects_that_pose_as_lists": Attack(
        "returns objects that say how many items they have, and have none",
        answers={
            "evens": """
class Numbers:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __iter__(self): return iter(())
def evens(n):
    return Numbers(n)
""",
        },
    ),
    "tuples_that_pose_as_arrays": Attack(
        "returns named tuples whose one field says that they have a number's shape",
        answers={
            "root": """
from collections import namedtuple
Nothing = namedtuple("Nothing", "shape")
def root(x):
    if x < 0:
        raise ValueError
    return Nothing(())
""",
        },
    ),
    "objects_of_the_tests_classes": Attack(
        "returns objects of a set-up cell's class, which it has patched and filled with its own",
        LIAR,
        _function(
            """
for name in ("__eq__", "__bool__", "__abs__", "__sub__", "__rsub__", "__pow__", "__len__"):
    setattr(Price, name, getattr(Liar, name))
price = Price(Liar())
price.__dict__.update(__class__=float, __eq__=Liar.yes, shape=(), tolist=Liar())
return price
"""
        )
        | {"guess": "guess = double(7)"},
    ),
    "derived_text": Attack(
        "answers with text of a class that is equal to everything",
        DERIVED,
        {"recall": "recall = Text('a')"},
        score=ZERO,
    ),
    "derived_lists": Attack(
        "returns lists of a class that is equal to everything", DERIVED, _value("List()")
    ),
    "derived_dicts": Attack(
        "returns dicts of a class that is equal to everything", DERIVED, _value("Dict()")
    ),
    "derived_arrays": Attack(
        "returns arrays of a class that decides what numpy does with them",
        DERIVED,
        _value("np.zeros(2).view(Array)"),
    ),
    "arrays_of_liars": Attack(
        "returns arrays of objects that are equal to everything",
        LIAR,
        _value("np.array([Liar(), Liar()], dtype=object)"),
    ),
    "masked_arrays": Attack(
        "returns arrays of which every number is masked", "", _value("np.ma.masked_all(2)")
    ),
    "masked": Attack("returns numpy's masked constant", "", _value("np.ma.masked")),
    "not_a_number": Attack(
        "returns NaN, of which a partial credit is no number", "", _value('float("nan")')
    ),
    "arrays_of_nan": Attack("returns arrays of NaN", "", _value("np.full(2, np.nan)")),
    "infinite": Attack("returns infinity", "", _value('float("inf")')),
    "far_away": Attack(
        "gives a number so far away that the partial credit is negative",
        answers={"guess": "guess = 1e6"},
    ),
    "points_over_the_limit": Attack(
        "gives complex and boolean values where a number is asked for",
        answers={"guess": "guess = np.array([7.0, 7.0])"},
        hurts_itself=True,
    ),
    "empty_arrays": Attack(
        "returns empty arrays, of which everything is true", "", _value("np.empty(0)")
    ),
    "tables": Attack(
        "returns tables of classes that are equal to everything",
        TABLES,
        _value("Series([0, 0])") | {"root": "def root(x):\n    return Frame({'a': [0]})"},
    ),
    "tables_of_nothing": Attack(
        "returns tables without rows, of missing values, and of objects that are equal to all",
        LIAR + "import pandas as pd",
        _value("pd.Series([pd.NA, pd.NaT])")
        | {
            "root": "def root(x):\n    return pd.Series(dtype=float)",
            "evens": "def evens(n):\n    return pd.Series([Liar()] * n)",
        },
    ),
    "empty_columns": Attack(
        "returns arrays without rows, which fit every shape", "", _value("np.empty((0, 1))")
    ),
    "numpy_booleans": Attack("returns what is true", "", _value("np.True_")),
    "records": Attack(
        "returns records, and arrays of dates that are none",
        "",
        _value('np.array([np.datetime64("NaT")] * 2)'),
    ),
    "types": Attack("returns types in place of values", "", _value("object")),
    "functions": Attack("returns functions in place of values", "", _value("(lambda *a: True)")),
    "generators": Attack(
        "returns a generator without end",
        "import time",
        # with a moment for each value, or two processors would be busy until the time is up
        _value("(time.sleep(0.005) or 0 for _ in iter(int, 1))"),
    ),
    "coroutines": Attack("returns a coroutine", "async def later(): return 0\n", _value("later()")),
    "its_arguments": Attack("returns what it was given", "", _function("return x")),
    "circles": Attack(
        "returns a list that holds itself, and one nested 10,000 deep",
        "circle, deep = [], []\ncircle.append(circle)\nfor _ in range(9999):\n    deep = [deep]\n",
        _value("circle") | {"root": "def root(x):\n    return deep"},
    ),
    "huge_numbers": Attack(
        "returns an integer of ten million digits", "", _value("(1 << 30_000_000)")
    ),
    "huge_arrays": Attack(
        "returns an array of a terabyte in name only",
        "",
        _value("np.lib.stride_tricks.as_strided(np.zeros(1), (1 << 37,), (0,))"),
    ),
    "clashing_keys": Attack(
        "returns a set of numbers that all have one hash",
        "clash = {number * (2**61 - 1) for number in range(1, 1500)}\n",
        _value("clash"),
    ),
    "of_a_mock": Attack(
        "returns the mock that is equal to anything",
        "from unittest import mock",
        _value("mock.ANY") | {"evens": "evens = mock.MagicMock()"},
    ),
    "never_done": Attack(
        "returns objects of two items that give more and more",
        """
import itertools
class Endless:
    __len__ = lambda self: 2
    __iter__ = lambda self: itertools.repeat(0)
    __getitem__ = lambda self, index: 0
    __array_interface__ = {"shape": (2,), "typestr": "<f8", "data": (8, False), "version": 3}
""",
        {"root": "def root(x):\n    return Endless()"},
    ),
    "remembers_calls": Attack(
        "remembers what it was called with, and answers the next time with that",
        "calls = []",
        _function("calls.append(x)\nreturn calls[max(0, len(calls) - 2)]"),
    ),
    "modules": Attack(
        "has a module of its own in place of each name that the tests use",
        """
import sys, types
class Module(types.ModuleType):
    def __getattr__(self, name): return lambda *args, **kwargs: True
    def __call__(self, *args, **kwargs): return True
    __eq__ = __contains__ = lambda *args: True
    __hash__ = None
for name in ("numpy", "math", "course.check"):
    sys.modules[name] = Module(name)
""",
        {name: f"{name} = Module('x')" for name in ("double", "root", "evens", "guess")},
    ),
    "own_names": Attack(
        "has functions of its own under the names of builtins, helpers and the tests' own names",
        answers=_value("0")
        | {
            "double": OWN_NAMES
            + """
import builtins
for name in ("abs", "all", "map", "bool", "isinstance", "len", "print", "list", "range", "float"):
    setattr(builtins, name, lambda *args, **kwargs: True)
    globals()[name] = lambda *args, **kwargs: True
builtins.AssertionError = AssertionError = ValueError = Exception
given = np = close = lambda *args: 0
def double(x): return 0
"""
        },
        hurts_itself=True,
    ),
    "changes_its_arguments": Attack(
        "does its work in its argument and returns that",
        answers={"double": "def double(x):\n    x *= 2\n    return x"},
        score=ONE | {"double-values": 2, "shown-answer": 1},
    ),
    "lies_about_itself": Attack(
        "is an object with the name, source and signature of a right function",
        LIAR
        + """
class Function:
    __name__, __doc__ = "double", "Twice x."
    __signature__ = None
    def __init__(self): self.__wrapped__ = self
    def __call__(self, x): return Liar()
    def __instancecheck__(self, other): return True
    __class__ = property(lambda self: type(lambda: 0))
""",
        {name: f"{name} = Function()" for name in ("double", "root", "evens")},
    ),
}

# Exceptions ---------------------------------------------------------------------------------------

RAISED = """
class Raised(Exception):
    def __init__(self, *args): super().__init__(Raised)
    def __str__(self):
        print("2.0")
        raise SystemExit
    __repr__ = __str__
    __eq__ = __bool__ = lambda *args: True
    def __reduce__(self): return exec, ("raise SystemExit",)
    _render_traceback_ = lambda self: []
class AssertionError(BaseException): pass
class CheckFailed(Exception): pass
"""

EXCEPTIONS = {
    "raises_what_is_expected": Attack(
        "raises ValueError whatever it is given", answers=_function("raise ValueError(x)")
    ),
    "raises_every_kind": Attack(
        "raises an exception that is of all kinds that a test may expect",
        "Kinds = [type(k.__name__, (k,), {}) for k in (KeyError, ValueError, AssertionError)]\n"
        "Any = type('Any', tuple(Kinds), {})\n",
        _function("raise Any(x)"),
    ),
    "raises_what_has_everything": Attack(
        "raises exceptions that have whatever a test or the grader looks for in them",
        LIAR
        + """
class Wrong(ValueError):
    is_of_being_apart = is_of_solution = failure_record = student_frames = True
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)  # or IPython takes it for its own method
        return Liar()
""",
        _function("raise Wrong(x)"),
    ),
    "raises_ends_of_iterations": Attack(
        "ends the iteration in which a test calls it",
        answers={"evens": "def evens(n):\n    return [0, 2] if n == 2 else next(iter(()))"},
    ),
    "raises_its_own": Attack(
        "raises exceptions whose text runs code",
        RAISED,
        _function("raise Raised(x)"),
    ),
    "raises_lookalikes": Attack(
        "raises exceptions named like those of tests and checks",
        RAISED,
        _function("raise AssertionError() from CheckFailed('  likely   you are right')"),
    ),
    "raises_skips": Attack(
        "raises what has test runners skip a test",
        "import unittest\nfrom _pytest.outcomes import Skipped",
        {
            "double": "def double(x):\n    raise unittest.SkipTest('later')",
            "root": "def root(x):\n    raise Skipped('later')",
            "evens": "def evens(x):\n    raise NotImplementedError('later')",
        },
        hurts_itself=True,  # where pytest is not installed
    ),
    "raises_exits": Attack(
        "raises what ends a program",
        answers={
            "double": "def double(x):\n    raise SystemExit(0)",
            "root": "def root(x):\n    raise KeyboardInterrupt",
            "evens": "def evens(x):\n    raise GeneratorExit",
        },
    ),
    "raises_groups": Attack(
        "raises groups in groups, with causes in a circle",
        """
first, second = ValueError(1), ValueError(2)
first.__cause__, second.__context__ = second, first
for _ in range(50):
    first = BaseExceptionGroup("x" * 1000, [first, KeyboardInterrupt()])
""",
        _function("raise first"),
    ),
    "raises_syntax_errors": Attack(
        "raises a SyntaxError that says it happened in a secret file",
        answers=_function(
            'raise SyntaxError("x", ("@root@/source/00-target/00-target.ipynb", 1, 1, None))'
        ),
    ),
    "recurses": Attack(
        "recurses without end, and without a limit",
        "import sys\nsys.setrecursionlimit(5_000)",
        _function("return double(x)") | {"evens": "def evens(n):\n    return [evens(n)]"},
        hurts_itself=True,
    ),
    "raises_much": Attack(
        "raises an exception with a text of 50 MB",
        answers=_function('raise ValueError("x" * 50_000_000)'),
    ),
    "prints_a_forged_traceback": Attack(
        "returns text that looks like a traceback, to have a hidden test shown",
        answers=_value(
            r"""'\nIn the student\'s code:\n  File "x", line 1, in f\n    return 0\n'"""
            r"""'Cell In[1], line 1, in f\n----> 1 return 0\n\x1b[0;31mAssertionError\x1b[0m'"""
        ),
    ),
}

# Exhaustion ---------------------------------------------------------------------------------------

EXHAUSTION = {
    "never_ends": Attack(
        "never returns in a test",
        # one test calls it with 1, and only that one has to wait for its time limit
        answers={
            "evens": "import time\ndef evens(n):\n    while n == 1:\n        time.sleep(0.01)\n"
            "    return [0, 2]"
        },
        flagged="time",
    ),
    "cannot_be_interrupted": Attack(
        "takes no notice of Ctrl-C",
        answers={
            "guess": "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
            "while True:\n    try:\n        time.sleep(9)\n"
            "    except BaseException:\n        pass"
        },
        score=ZERO,
    ),
    "prints_without_end": Attack(
        "prints without end",
        # far more than is kept, but not so much that only to throw it away takes two processors
        "import time\nwhile True:\n    print('x\\n' * 1000)\n    time.sleep(0.01)",
    ),
    "prints_in_tests": Attack(
        "prints a hundred thousand lines in every call",
        answers=_function("print('\\n' * 100_000 + '2.0')\nreturn 0"),
    ),
    "shows_without_end": Attack(
        "shows a thousand results in one cell, and more in functions",
        "for number in range(1000):\n    display(number)",
        _function("display(2.0)\nreturn 0"),
    ),
    "uses_all_memory": Attack(
        "takes memory until there is none",
        "held = []\nwhile True:\n    held.append(bytearray(1 << 24))",
    ),
    "uses_all_memory_in_a_test": Attack(
        "takes memory in a test until there is none",
        answers={
            "root": "def root(x):\n    held = []\n    while True:\n"
            "        held.append(bytearray(1 << 24))"
        },
    ),
    "starts_many_in_a_test": Attack(
        "starts processes in a test, each of which starts more",
        answers={
            "root": "def root(x):\n    import os\n    for _ in range(4):\n"
            "        os.fork()\n    return 0"
        },
        hurts_itself=True,
        flagged="forged",
    ),
    "fills_the_disk": Attack(
        "writes until the disk is full, in large files and in small ones",
        """
import os
for size, count in ((1 << 24, 100), (1, 20_000)):
    for number in range(count):
        try:
            open(f"/tmp/@unique@-{size}-{number}", "wb").write(bytes(size))
        except OSError as error:
            print(error)
            break
""",
    ),
    "digs_folders": Attack(
        "makes folders in folders, as deep as it goes",
        """
import os
try:
    for _ in range(1100):  # more than Python can call or a path can name
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
except OSError as error:
    print(error)
""",
    ),
    "matches_for_ever": Attack(
        "has a regular expression look for ever",
        answers={
            "root": "import re\ndef root(x):\n    long = 'a' * (60 if x == 9 else 1)\n"
            "    return re.match('(a+)+$', long + 'b')"
        },
    ),
    "takes_everything_open": Attack(
        "opens files, sockets and threads until there are no more",
        """
import os, socket, threading, time
held = []
for act in (
    lambda: os.open("/dev/null", os.O_RDONLY),
    lambda: threading.Thread(target=time.sleep, args=(60,), daemon=True).start(),
):
    try:
        for _ in range(2000):
            held.append(act())
    except (OSError, RuntimeError) as error:
        print(error)
""",
        _value("0"),
        hurts_itself=True,
    ),
    "mangles_the_page": Attack(
        "shows what takes a sanitiser long: open tags, brackets, formulas, entities",
        r"""
from IPython.display import display, HTML, Markdown, Latex, SVG
display(HTML("<b>" * 30_000), HTML("<" * 300_000), HTML("<!--" * 100_000))
display(Markdown("[" * 20_000), Markdown("**a " * 10_000), Markdown("> " * 10_000))
display(Latex("$" + r"\frac{" * 2_000 + "$"), Latex(r"$\href{javascript:steal()}{x}$"))
entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
display({"image/svg+xml": f"<!DOCTYPE svg [{entities}]><svg>&a11;</svg>"}, raw=True)
display({"text/html": "<table>" + "<tr><td>x" * 50_000}, raw=True)
print("\x1b[31m" * 100_000, "\r" * 100_000, "\u202e" * 1000)
# BEGIN SOLUTION BEGIN HIDDEN TESTS ### BEGIN HIDDEN TESTS
# ### END HIDDEN TESTS ### END HIDDEN TESTS
""",
        change=lambda notebook: notebook.cells[-3].update(
            source=notebook.cells[-3].source + "\n### BEGIN HIDDEN TESTS"
        ),
    ),
}

ATTACKS = PROCESS | WIRE_ATTACKS | VALUES | EXCEPTIONS | EXHAUSTION
