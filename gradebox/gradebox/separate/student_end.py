"""The student's end: answers what the tests ask of the student's names and functions."""

import asyncio
import builtins
import contextlib
import functools
import operator
import sys
import types
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from gradebox import plugins
from gradebox.separate import callbacks, derived, exceptions, operands, surroundings
from gradebox.separate.conversation import Conversation
from gradebox.separate.crossed_before import CrossedBefore
from gradebox.separate.files import Files
from gradebox.separate.functions import describe_function
from gradebox.separate.proxies import OPERATIONS
from gradebox.separate.set_up_values import SetUpValues
from gradebox.separate.shared import attributes_of
from gradebox.separate.wire import Blob, Wire

_FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
    types.BuiltinMethodType,
    functools._lru_cache_wrapper,
)
_MAX_TEXT = 100_000
_FRAMES = 150  # for what a question takes, in a function of the student's that calls itself
_MOST_TO_LOOK_AT = 50_000
"""With more objects handed out than that, an exception crosses without its attributes."""


class StudentNamespace:
    """The names of the student's, for tests that ask over any number of wires."""

    def __init__(
        self,
        namespace: dict[str, Any],
        files: Files | None = None,
        given_to_both: Collection[str] = (),
    ):
        """Take a namespace; set-up cells give the names `given_to_both` a value at both ends."""
        self._given_to_both = given_to_both
        self._namespace = namespace
        self._files = files
        self._set_up = SetUpValues(namespace, given_to_both)
        self._ends: dict[Wire, _StudentEnd] = {}

    def changed_by_cell(self) -> list[str]:
        """Return the names of set-up cells to which the cell that has run gave other values."""
        return self._set_up.changed()

    def serve(self, wire: Wire) -> None:
        """Read one request and answer it; WireError if the other end is gone or says nonsense."""
        end = self._ends.get(wire)
        if end is None:
            end = self._ends[wire] = _StudentEnd(
                wire, self._namespace, self._files, self._given_to_both, self._set_up
            )
        message, blobs = wire.receive()
        end.serve(message, blobs)


class _StudentEnd(Conversation):
    may_guard = True

    def __init__(
        self,
        wire: Wire,
        namespace: dict[str, Any],
        files: Files | None,
        given_to_both: Collection[str],
        set_up: SetUpValues,
    ):
        super().__init__(wire, namespace.get, given_to_both)
        self._files = files
        self.folder = files.path if files is not None else ""
        self._namespace = namespace
        self._fetched: tuple[str, Any] | None = None
        self._names: dict[str, Any] = {}  # objects handed out for a name, which the tests keep
        self._objects: list[Any] = []  # all that was ever handed out, by its number
        self._handles: dict[int, int] = {}  # id to number; the list keeps the ids valid
        self._mentioned: set[int] = set()  # numbers in the answer that is being made
        self._described: set[int] = set()  # numbers that an answer has described
        self._set_up = set_up
        self._had = CrossedBefore()  # lists and the like that have crossed, but for what names hold
        self._lacked: list[str] = []  # what an answer asked in vain of something of the tests'
        # Not an attribute of theirs: functools.wraps copies those to the student's own functions.
        self._of_the_tests: WeakKeyDictionary[Callable[..., Any], int] = WeakKeyDictionary()

    def perform(self, message: dict, arguments: tuple, keywords: dict, left: dict) -> Any:
        """Fetch a name, call a function or look at an object, as the tests would have done here."""
        do = message["do"]
        if do == "fetch":  # runs nothing, as RUNS_NOTHING says
            (name,) = arguments
            self._fetched = name, self._namespace.get(name)
            return name in self._namespace, self._fetched[1]
        if do == "nothing":  # but to bring files along
            return None
        guard = plugins.guard() if message["guarded"] else None
        guards = guard[1]() if guard else contextlib.nullcontext()
        around = message["around"]
        given = {name: self.resolve(made) for name, made in around.get("names", {}).items()}
        in_place = _in_place(given, self._namespace)
        replaced = {n: self.resolve(made) for n, made in around.get("builtins", {}).items()}
        of_python = _in_place(replaced, vars(builtins))
        self._set_up.look()
        try:
            with surroundings.apply_surroundings(around, left), guards, in_place, of_python:
                return _OPERATIONS[do](*arguments, **keywords)
        finally:
            if self._set_up.changed():
                left["set up"] = True
            names = self._names.items()
            if any(self._namespace.get(name) is not was for name, was in names):
                left["renamed"] = True
                self._names.clear()
            if self._lacked:
                left["lacked"], self._lacked = self._lacked, []

    def ask(self, do: str, arguments: tuple = (), keywords: dict | None = None) -> Any:
        """Ask, with room for it: once something is sent, the answer has to be read."""
        limit = sys.getrecursionlimit()
        try:
            sys.setrecursionlimit(limit)  # is there room to do so later?
        except RecursionError:
            raise RecursionError("maximum recursion depth exceeded") from None
        sys.setrecursionlimit(limit + _FRAMES)
        try:
            return super().ask(do, arguments, keywords)
        finally:
            sys.setrecursionlimit(limit)

    def files_for(self, do: str, arguments: tuple, blobs: list[Blob]) -> list[list[Any]]:
        """Return the data files that were written since the last message."""
        return [] if self._files is None else self._files.changed(blobs)

    def not_sent(self) -> None:
        """Bring the files with the next message."""
        if self._files is not None:
            self._files.not_sent()

    def take_files(self, said: Any, blobs: Sequence[memoryview]) -> None:
        """Copy the tests' files into this folder."""
        if self._files is not None:
            self._files.take(said, blobs)

    def reference(self, value: Any) -> dict:
        """Refer to what the tests handed out by its number there, to anything else by ours."""
        if callbacks.is_stand_in(value) and value in self._of_the_tests:
            return {"tests": self._of_the_tests[value]}
        number = self._handles.get(id(value))
        if number in self._described:
            return {"student": number}
        if number is None:
            self._objects.append(value)
            number = self._handles[id(value)] = len(self._objects) - 1
        self._mentioned.add(number)
        return {"student": number, "about": self._about(value)}

    def is_object(self, value: Any) -> bool:
        """Return True for what has more than it holds, where the tests have met its class."""
        return id(type(value)) in self._handles and derived.has_more(value)

    def note_answer(self, got: list[Any], given: list[Any], left: dict[str, Any]) -> None:
        """Say so if a list or the like is given that has crossed before: apart, it is a copy."""
        if self._fetched is None:
            again = self._had.has_any(given)
            self._had.add(got)
            # What came with the request is itself in the answer; a view of it is a copy.
            ids = set(map(id, got))
            views = [node for node in given if id(node) not in ids]
            if again or self._had.has_any(views):
                left["again"] = True
            self._had.add(given)

    def _answer(self, *parts: Any, **more: Any) -> None:
        """Answer; what was described counts as known there once the answer has been sent."""
        self._mentioned.clear()
        super()._answer(*parts, **more)
        self._described |= self._mentioned
        if self._fetched is not None:
            name, value = self._fetched
            self._fetched = None
            if id(value) in self._handles:
                self._names[name] = value

    def _about(self, value: Any) -> dict[str, Any]:
        if isinstance(value, _FUNCTIONS):
            return self._plain_defaults(describe_function(value))
        if isinstance(value, types.ModuleType):
            return {"kind": "module", "name": getattr(value, "__name__", "")}
        if isinstance(value, type):
            about: dict[str, Any] = {"kind": "class", "name": value.__name__}
            if issubclass(value, Exception):
                own = filter(exceptions.is_own, value.__bases__)
                about |= {"kind": "exception", "base": exceptions.name_of(value)}
                about["bases"] = [self.reference(base) for base in own]
                about["shared"] = self._of_both.has(value)
                about["library"] = exceptions.library_of(value)
            return about
        known: dict[str, Any] = {}
        for base in reversed(type(value).__mro__):  # not getattr: it would find the metaclass's
            known |= vars(base)
        can = [do for do, method in OPERATIONS.items() if known.get(method) is not None]
        library = str(type(value).__module__).partition(".")[0]
        about = {"kind": "object", "name": type(value).__name__, "can": can, "library": library}
        return about | ({"derived": True} if derived.has_more(value) else {})

    def _plain_defaults(self, about: dict[str, Any]) -> dict[str, Any]:
        """Leave plain defaults, which can cross; write `...` in the place of the others."""
        for parameter in about.get("parameters", ()):
            if not isinstance(parameter[3], (type(None), bool, int, float, str)):
                parameter[3] = "..."
        return about

    def resolve(self, reference: dict) -> Any:
        """Return the object that the tests speak of, or a stand-in that calls one of theirs."""
        if "student" in reference:
            return self._objects[reference["student"]]
        number = reference["tests"]

        def call(*args: Any, **kwargs: Any) -> Any:
            return self.ask("call back", (number, *args), kwargs)

        made = callbacks.stand_in(call, reference, self._note_lack)
        self._of_the_tests[made] = number
        return made

    def _note_lack(self, kind: str, name: str) -> None:
        self._lacked = [kind, name]

    def describe_error(self, error: BaseException) -> dict[str, Any]:
        """Return also the exception itself if it is the student's, and whether a test's raised it.

        The tests may name the class only once the exception has come to an `except`.
        """
        said = super().describe_error(error)
        kind = type(error)
        said["class"] = said["object"] = None
        if exceptions.is_own(kind):
            said["class"] = self.reference(kind)
            if self._of_both.has_exception(kind) or any(map(exceptions.library_of, kind.__mro__)):
                said["state"] = attributes_of(error)
            if len(self._objects) < _MOST_TO_LOOK_AT:
                error.__traceback__ = None  # it would keep what the functions had in their hands
                said["object"] = self.reference(error)
        if "_of_the_tests" in vars(error):
            said["token"] = vars(error)["_of_the_tests"]
        return said

    def rebuild_error(self, said: dict[str, Any], arguments: list[Any]) -> BaseException:
        """Return an exception of the tests', marked, so that it is known if it goes back."""
        error = super().rebuild_error(said, arguments)
        error._of_the_tests = said["token"]  # type: ignore[attr-defined]
        return error


@contextlib.contextmanager
def _in_place(given: dict[str, Any], namespace: dict[str, Any]) -> Iterator[None]:
    """Put these values under their names for a while, and then what was there before."""
    before = {name: namespace[name] for name in given if name in namespace}
    namespace.update(given)
    try:
        yield
    finally:
        for name, value in given.items():
            if namespace.get(name) is not value:
                continue  # the student's code has put something else there
            if name in before:
                namespace[name] = before[name]
            else:
                del namespace[name]


def _text(make: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda value: make(value)[:_MAX_TEXT]


def _call(*args: Any, **kwargs: Any) -> Any:
    function, *rest = args
    return function(*rest, **kwargs)


def _awaited(value: Awaitable[Any]) -> Any:
    """Return what comes of a coroutine, in a loop of its own: this process's loop is at work."""

    async def wait() -> Any:
        return await value

    outer = asyncio._get_running_loop()
    loop = asyncio.new_event_loop()
    asyncio._set_running_loop(None)
    try:
        return loop.run_until_complete(wait())
    finally:
        loop.close()
        asyncio._set_running_loop(outer)


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "call": _call,
    "attribute": getattr,
    "set attribute": setattr,
    "length": len,
    "iterate": iter,
    "next": next,
    "item": operator.getitem,
    "set item": operator.setitem,
    "delete item": operator.delitem,
    "contains": operator.contains,
    "await": _awaited,
    "enter": lambda value: type(value).__enter__(value),
    "leave": lambda value, *args: type(value).__exit__(value, *args),
    "arithmetic": operands.work_out,
    "contents": derived.contents,
    "is instance": isinstance,
    "is subclass": issubclass,
    "text": _text(str),
    "repr": _text(repr),
}
