"""The tests' end: the names of the student's process, fetched as the tests ask for them."""

import functools
import os
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gradebox.separate import callbacks, exceptions, operands, proxies, surroundings
from gradebox.separate.conversation import Answer, Conversation
from gradebox.separate.doubt import AGAIN, COPIED, FILE, SET_UP, Doubt
from gradebox.separate.encoder import CannotCross, Encoder, refuse
from gradebox.separate.files import Files, names_in
from gradebox.separate.functions import student_function
from gradebox.separate.not_crossed import NotCrossed
from gradebox.separate.wire import Blob, Wire, WireError

_MAX_OBJECTS = 100_000
_MAX_BASES = 10  # of a class
_LOOKS = frozenset(
    {"fetch", "attribute", "length", "item", "contains", "contents"}
    | {"text", "repr", "is instance", "is subclass"}
)
"""Requests that only look. Asked again before the tests have made something happen there, they get
the answer that they got: or each mention of a name could see another value."""


class StudentNames:
    """The names of the student's process."""

    def __init__(
        self,
        wire: Wire,
        files: Files | None = None,
        replaced: Callable[[], Mapping[str, Callable[..., Any]]] = dict,
        classes: Collection[str] = (),
        own: Callable[[str], Any] = lambda name: None,
        given_to_both: Collection[str] = (),
    ):
        """Make the tests' end; `files` are those of the tests' folder.

        `replaced` gives the functions that tests have put in the place of builtins, `classes` are
        the names that are classes in the solution, and `own` gives the tests' own value of a name.
        `given_to_both` are names, which set-up cells give a value in both processes.
        """
        self._classes = frozenset(classes)
        self._end = _TestsEnd(wire, files, replaced, own, given_to_both)

    def begin(
        self,
        in_place: Mapping[str, Callable[..., Any]] | None = None,
        *,
        is_set_up: bool = False,
    ) -> None:
        """Begin with a new test or set-up cell: what was not answered before is forgotten.

        While it runs, the functions `in_place` stand under their names, in the student's process
        too, in place of whatever the student has there.
        """
        self._end.unanswered, self._end.not_crossed, self._end.doubt = "", NotCrossed(), Doubt()
        self._end.in_place = dict(in_place or {})
        self._end.begin_surroundings(is_set_up)
        self._end.forget_all()  # a cell of the student's may have run

    def bring_files(self) -> None:
        """Bring the data files here that the student's cells have written, if they still answer."""
        if self._end.files is not None:
            try:
                self._end.ask("nothing")
            except WireError:
                self._end.unanswered = ""  # the test has not asked anything yet

    @property
    def not_crossed(self) -> NotCrossed:
        """The things that have not crossed while this test ran."""
        files = self._end.files
        if files is None:
            return self._end.not_crossed
        return replace(
            self._end.not_crossed, files=frozenset(files.left_out), kept=frozenset(files.kept)
        )

    @property
    def doubt(self) -> str:
        """The reason to doubt that this test would pass together with the answers; or ""."""
        return self._end.doubt.why

    @property
    def unanswered(self) -> str:
        """Why something that this test asked was not answered; nothing if all of it was."""
        return self._end.unanswered

    @property
    def is_interrupted(self) -> bool:
        """Return True if nobody waits for an answer that may still come, as with a test's timer."""
        return self._end.is_interrupted or self._end.is_busy

    def fetch(self, name: str) -> Any:
        """Return the value of a name there: plain values copied, anything else as a stand-in.

        A name has one value until the tests call something of the student's, or `begin`; each
        fetch gives a copy of its own. NameError if there is no such name. ImportError if it is a
        module: a test that used a module of the student's would be asking the student. WireError
        once the other process is gone or has broken the form.
        """
        if name in self._end.in_place:
            return self._end.in_place[name]
        if name in self._end.known:
            return self._end.known[name]
        answer = self._end.ask_for_name(name)
        if type(answer) is not tuple or len(answer) != 2 or answer[0] is not True:
            raise NameError(f"name {name!r} is not defined", name=name)
        value = answer[1]
        if isinstance(value, proxies.StudentModule):
            raise exceptions.of_being_apart(
                ImportError(
                    f"The tests use {name!r}, a module that only the student's cells import. "
                    "Import it in the test cell or in a read-only cell.",
                    name=name,
                )
            )
        if type(value) is proxies.StudentClass and name in self._classes:
            value = self._end.expected(value)
        if self._end.is_stand_in(value):
            self._end.known[name] = value
        return value


class _TestsEnd(Conversation):
    def __init__(
        self,
        wire: Wire,
        files: Files | None,
        replaced: Callable[[], Mapping[str, Callable[..., Any]]],
        own: Callable[[str], Any],
        given_to_both: Collection[str],
    ):
        super().__init__(wire, own, given_to_both)
        self._process = os.getpid()
        self.doubt = Doubt()
        self._doing = ""  # the request that is being answered
        self.files = files
        self.folder = files.path if files is not None else ""
        self._replaced = replaced
        self._around = surroundings.TestsSurroundings()
        self.in_place: dict[str, Callable[..., Any]] = {}
        self.not_crossed = NotCrossed()
        self.known: dict[str, Any] = {}  # stand-ins for what names there still stand for
        self._is_renamed = False  # whether one of them may stand for something else by now
        self._seen: dict[Hashable, Answer] = {}  # what was looked at, since something happened
        self._theirs: dict[int, Any] = {}  # the student's objects by number
        self._numbers: dict[int, int] = {}  # id of a stand-in to its number
        self._further: dict[tuple[int, str], Any] = {}  # stand-ins for them that can do more
        self._ours: list[Any] = []  # functions of the tests that were handed out
        self._our_numbers: dict[int, int] = {}
        self._raised: dict[int, BaseException] = {}

    def ask(self, do: str, arguments: tuple = (), keywords: dict | None = None) -> Any:
        """Ask, and let a StopIteration out only where an iterator is asked for its next.

        Raised by a function, it would end the iteration in which the tests call that function, and
        `all(map(is_right, cases))` is true of no cases. Generators do the same (PEP 479).
        """
        if os.getpid() != self._process:
            why = "A process that a test starts cannot ask for anything of the answers."
            raise exceptions.of_being_apart(RuntimeError(why))
        self.doubt.ask(do)
        before, self._doing = self._doing, do
        try:
            with self._around.measured():
                result = super().ask(do, arguments, keywords)
        except CannotCross:
            if do != "leave" or len(arguments) < 3 or arguments[2] is None:
                raise
            kind = type(arguments[2]).__name__
            raise CannotCross(
                f"the {kind} that ended a `with` block cannot be handed over to the answers' "
                "object, which the block was about"
            ) from arguments[2]
        except (StopIteration, StopAsyncIteration) as error:
            if do == "next":
                raise
            raise RuntimeError("the student's code raised StopIteration") from error
        finally:
            self._doing = before
        if do == "call" and isinstance(arguments[0], proxies.ExpectedClass):
            return self._operand(result, True)
        if do == "arithmetic":
            return self._computed(result, *arguments)
        return result

    @property
    def is_busy(self) -> bool:
        """Return True if another thread waits for an answer."""
        if is_free := self._lock.acquire(blocking=False):
            self._lock.release()
        return not is_free

    def ask_for_name(self, name: str) -> Any:
        """Ask whether there is a name, and for its value."""
        answer = self.ask("fetch", (name,))
        if type(answer) is tuple and len(answer) == 2:
            self.doubt.name(answer[1])
        return answer

    def expected(self, kind: proxies.StudentClass) -> proxies.ExpectedClass:
        """Return a stand-in for a class from which the tests may make operands."""
        return self._again(kind, "expected", proxies.expected_class)

    def _computed(self, result: Any, name: str, *values: Any) -> Any:
        """Return the result of an operator: what `v += w` gives may still be `v`."""
        first = self._numbers.get(id(values[0]))
        if name.startswith("__i") and first == self._numbers.get(id(result), -1):
            return values[0]
        return self._operand(result, False) if operands.gives_operand(name) else result

    def _operand(self, value: Any, is_made: bool) -> Any:
        is_other = isinstance(value, proxies.StudentClass | proxies.StudentModule)
        if not isinstance(value, proxies.StudentObject) or is_other:
            return value
        how = "made" if is_made else "computed"
        return self._again(value, how, functools.partial(proxies.operand, is_made=is_made))

    def _again(self, known: Any, how: str, make: Callable[[Any], Any]) -> Any:
        """Return a further stand-in for the object that `known` stands for, the same each time."""
        number = self._numbers[id(known)]
        if (number, how) not in self._further:
            made = self._further[number, how] = make(known)
            self._numbers[id(made)] = number
        return self._further[number, how]

    def recall(self, do: str, coded: Any, blobs: Sequence[Blob]) -> Answer | None:
        """Return what was seen at the same look before."""
        return self._seen.get(_question(do, coded, blobs)) if do in _LOOKS else None

    def remember(self, do: str, coded: Any, blobs: Sequence[Blob], answer: Answer) -> None:
        """Keep what a look has shown; after anything else, all may look different."""
        message, _ = answer
        self._is_renamed |= message["left"].get("renamed") is not None
        if do in _LOOKS:
            self._seen[_question(do, coded, blobs)] = answer
        elif self._is_renamed:
            self.forget_all()
        else:
            self._seen.clear()

    def begin_surroundings(self, is_set_up: bool) -> None:
        """Look at what the cells before have set."""
        self._around.begin(is_set_up)

    def forget_all(self) -> None:
        """Look at everything anew from now on."""
        self.known.clear()
        self._seen.clear()
        self._is_renamed = False

    def exchanged(self, nodes: list[Any]) -> None:
        """Take note of objects that both ends have as their own."""
        self.doubt.exchange(nodes)

    def surroundings(self) -> dict[str, Any]:
        """Return what the tests have set around the call."""
        said = self._around.describe()
        if self.in_place:
            said["names"] = {name: self.reference(made) for name, made in self.in_place.items()}
        if replaced := self._replaced():
            said["builtins"] = {name: self.reference(made) for name, made in replaced.items()}
        return said

    def files_for(self, do: str, arguments: tuple, blobs: list[Blob]) -> list[list[Any]]:
        """Return the tests' own files that a call names; all else of theirs stays here."""
        if self.files is None or do != "call":
            return []
        return self.files.named(list(dict.fromkeys(names_in(arguments))), blobs)

    def not_sent(self) -> None:
        """Tell of seeds and files with the next message."""
        self._around.not_sent()
        if self.files is not None:
            self.files.not_sent()

    def take_files(self, said: Any, blobs: Sequence[memoryview]) -> None:
        """Copy the files that the student's code has written into the tests' folder."""
        if self.files is not None:
            self.files.take(said, blobs)
            if self.files.is_overwritten:
                self.files.is_overwritten = False
                self.doubt.note(FILE)

    def receive_surroundings(self, message: dict[str, Any]) -> None:
        """Take over what the call printed, warned of, held and drew, and what did not cross."""
        self._around.receive(message)
        self.not_crossed.take(message)
        if self.not_crossed.flattened:
            self.doubt.note(COPIED)
        if message.get("again") is True:
            self.doubt.note(AGAIN)
        if message.get("set up") is True:
            self.doubt.note(SET_UP)

    def note_flattened(self, encoder: Encoder) -> None:
        """Take note of the classes of values that a request holds as plain ones."""
        if encoder.flattened:
            self.not_crossed.flattened |= encoder.flattened
            self.not_crossed.altered |= encoder.altered
            self.doubt.note(COPIED)

    def is_stand_in(self, value: Any) -> bool:
        """Return True if `value` stands for an object of the student's; all else is a copy."""
        return id(value) in self._numbers

    def reference(self, value: Any) -> dict:
        """Refer to the student's own objects by number, to functions of the tests by ours."""
        if isinstance(value, Exception):
            value = vars(value).get("_student_object", value)
        number = self._numbers.get(id(value))
        if number is not None:
            return {"student": number}
        if not callable(value) or isinstance(value, type):
            return refuse(value)
        number = self._our_numbers.get(id(value))
        if number is None:
            self._ours.append(value)
            number = self._our_numbers[id(value)] = len(self._ours) - 1
        return {"tests": number} | callbacks.describe(value)

    def resolve(self, reference: dict) -> Any:
        """Return the stand-in for an object of the student's, or the function that is meant."""
        if "tests" in reference:
            return self._ours[_index(reference["tests"])]
        made = self._known(reference)
        self.doubt.get(made, self._doing)
        if isinstance(made, proxies.StudentObject):
            self.not_crossed.foreign = self.not_crossed.foreign or proxies.library_of(made)
        return made

    def _known(self, reference: dict) -> Any:
        """Return the one stand-in for an object of the student's."""
        number = _index(reference["student"])
        if number not in self._theirs:
            about = reference["about"]
            if type(about) is not dict or len(self._theirs) >= _MAX_OBJECTS:
                raise WireError("too many objects, or a malformed one")
            made = self._stand_in(about)
            self._theirs[number] = made
            self._numbers[id(made)] = number
        return self._theirs[number]

    def _stand_in(self, about: dict[str, Any]) -> Any:
        if about.get("kind") == "function":
            return student_function(self.ask, about)
        if about.get("kind") == "exception":
            own = self._of_both.exception(about["name"]) if about.get("shared") is True else None
            own = own or exceptions.of_library(about.get("library"), about["name"])
            said = about.get("bases")
            bases = map(self._exception_class, said[:_MAX_BASES] if type(said) is list else [])
            return own or exceptions.new_class(about["name"], about["base"], [*filter(None, bases)])
        return proxies.student_object(self.ask, about)

    def perform(self, message: dict, arguments: tuple, keywords: dict, left: dict) -> Any:
        """Call a function of the tests that was handed out; nothing else can be asked for."""
        if message["do"] != "call back":
            raise WireError("a request that the tests do not serve")
        self.forget_all()  # what has happened before, inside the student's call, is not said
        number, *rest = arguments
        self.doubt.call_back((*rest, *keywords.values()))
        result = self._ours[_index(number)](*rest, **keywords)
        self.doubt.call_back(result)
        return result

    def caught(self, error: BaseException) -> BaseException:
        """Let an exception in a function of the tests cross; an interruption ends everything."""
        if not isinstance(error, Exception):
            raise error
        self._raised[len(self._raised)] = error
        return error

    def describe_error(self, error: BaseException) -> dict[str, Any]:
        """Its type and text; only the type of a failed assertion or of an error of the solution's.

        Their texts may hold an answer.
        """
        said = super().describe_error(error)
        if isinstance(error, AssertionError) or hasattr(error, "is_of_solution"):
            said["args"], said["text"] = [], ""
        raised = reversed(self._raised.items())
        token = next((number for number, each in raised if each is error), None)
        return said | {"frames": [], "line": "", "token": token}

    def rebuild_error(self, said: dict[str, Any], arguments: list[Any]) -> BaseException:
        """Return the student's exception, or our own that went through the student's code."""
        token = said.get("token")
        if type(token) is int and token in self._raised:
            return self._raised[token]
        error = exceptions.rebuild(said, arguments, self._exception_class(said["class"]))
        exceptions.give(error, said["state"])
        if type(said.get("object")) is dict:
            error._student_object = self._known(said["object"])  # type: ignore[attr-defined]
        return error

    def _exception_class(self, reference: Any) -> type[Exception] | None:
        """Return the class that stands in for one of the student's, None if none is meant."""
        if type(reference) is not dict or "student" not in reference:
            return None
        kind = self.resolve(reference)
        return kind if isinstance(kind, type) and issubclass(kind, Exception) else None


def _question(do: str, coded: Any, blobs: Sequence[Blob]) -> Hashable:
    return (do, repr(coded), *map(bytes, blobs))


def _index(number: Any) -> int:
    if type(number) is not int or number < 0:
        raise WireError("a number of no object")
    return number
