"""Calls over a wire, in both directions: one side asks, the other serves, and may ask in between.

What a call changes in place in its arguments is changed in the caller's own objects too, and a
result that is one of the arguments comes back as that argument.

A request, and the reply to it, as `wire` sends them; coded values are in the form of `encoding`:

    {"n": number of the request, "do": what to do, "args": coded tuple, "kwargs": coded dict,
     "around": what it has around it (see `surroundings`), "guarded": whether its arrays may refuse,
     "files": files that come along (see `files`)}

    {"to": number of the request,
     "value": coded result, or "error": a description of the exception (see `exceptions`),
     "nodes": [[number of a list or the like, its new contents], ...],
     "shapes": [[number of an array, its new shape], ...],
     "blocks": [[number of a block of the request's arrays, blob with its new bytes], ...],
     "left": what else it left behind, as what it printed, "files": files that come along,
     "refused": beside an error, true if the result is of a kind that cannot be handed over}

Between a request and its reply, the side that was asked may send requests of its own.
"""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from gradebox.separate import exceptions
from gradebox.separate.changes import Snapshot, apply_changes
from gradebox.separate.decoder import Decoder
from gradebox.separate.encoder import CannotCross, Encoded, Encoder
from gradebox.separate.encoding import NANS
from gradebox.separate.shared import Shared
from gradebox.separate.wire import Blob, TooLarge, Wire, WireError

KNOWN_NANS = dict(enumerate(NANS))
MAX_NESTED = 40
"""How deep calls and call-backs may stand inside one another."""
RUNS_NOTHING = frozenset({"fetch", "nothing"})  # requests by which none of the student's code runs
TOO_DEEP = "calls between the tests and the student's code are nested more than"

Answer = tuple[dict[str, Any], list[memoryview]]


def _outcome(error: BaseException | None, result: Any) -> Any:
    if error is not None:
        raise error
    return result


class Conversation:
    """One end of the wire. Subclasses say what they serve and what else than plain values crosses.

    After anything that breaks the form of a message, or an interruption in the middle of one,
    every later request raises WireError.
    """

    may_guard = False  # whether requests may bring arrays that refuse ready-made products
    folder = ""  # this end's, of which data files cross

    def __init__(
        self,
        wire: Wire,
        names: Callable[[str], Any],
        given_to_both: Collection[str],
    ):
        """Begin to talk.

        `names` gives what this end means by a name; `given_to_both` are those that set-up cells
        give a value at both ends.
        """
        self._wire = wire
        self._names_here = names
        self._of_both = Shared(given_to_both, names)
        self._classes_here: dict[str, type] = {}  # of named tuples that have crossed
        self._asked = 0
        self._nested = 0
        self._broken = ""
        self.unanswered = ""
        """Why a request was not answered, if one was not. Whoever reads it may reset it."""
        self.is_interrupted = False  # by something other than what was asked for
        self._lock = threading.RLock()

    def reference(self, value: Any) -> dict:
        """Return the JSON dict for a value that is not plain; CannotCross if it may not cross."""
        raise NotImplementedError

    def resolve(self, reference: dict) -> Any:
        """Return the value that the other side's `reference` stands for."""
        raise NotImplementedError

    def is_object(self, value: Any) -> bool:
        """Return True if a value of a derived class is to be referred to, and not copied."""
        return False

    def perform(self, message: dict, arguments: tuple, keywords: dict, left: dict) -> Any:
        """Do what the other side asks for; put what else there is to say into `left`."""
        raise NotImplementedError

    def surroundings(self) -> dict[str, Any]:
        """Return what a request says besides its arguments."""
        return {}

    def receive_surroundings(self, message: dict[str, Any]) -> None:
        """Take in what a reply says besides its result."""

    def describe_error(self, error: BaseException) -> dict[str, Any]:
        """Return what a reply says of an exception."""
        return exceptions.describe(error)

    def rebuild_error(self, said: dict[str, Any], arguments: list[Any]) -> BaseException:
        """Return the exception that a reply speaks of."""
        return exceptions.rebuild(said, arguments)

    def recall(self, do: str, coded: Any, blobs: Sequence[Blob]) -> Answer | None:
        """Return the answer that the same request got before, if that still holds."""
        return None

    def remember(self, do: str, coded: Any, blobs: Sequence[Blob], answer: Answer) -> None:
        """Take note of the answer to a request, for `recall`."""

    def exchanged(self, nodes: list[Any]) -> None:
        """Take note of the lists and the like that a request and its answer hold."""

    def note_flattened(self, encoder: Encoder) -> None:
        """Take note of the classes of values that a request holds as plain ones."""

    def note_answer(self, got: list[Any], given: list[Any], left: dict[str, Any]) -> None:
        """Take note of the lists and the like of a request, and of those that its answer adds."""

    def files_for(self, do: str, arguments: tuple, blobs: list[Blob]) -> list[list[Any]]:
        """Return which files a message brings along, and add what they hold to its `blobs`."""
        return []

    def take_files(self, said: Any, blobs: Sequence[memoryview]) -> None:
        """Take in the files that a message brings along."""

    def not_sent(self) -> None:
        """Take back what was noted as told by a message that was not sent."""

    def _encoder(
        self,
        known: Sequence[Any] = (),
        keep_guards: bool = False,
        nans: Mapping[int, Any] = KNOWN_NANS,
    ) -> Encoder:
        told = self.is_object, self._note_class, self._of_both
        return Encoder(self.reference, known, keep_guards, *told, nans, self.folder)

    def _decoder(
        self,
        blobs: Sequence[memoryview],
        known: Sequence[Any],
        guard: bool,
        nans: Mapping[int, Any] = KNOWN_NANS,
    ) -> Decoder:
        told = self._class_called, self._of_both, not self.may_guard, nans, self.folder
        return Decoder(blobs, self.resolve, known, guard, *told)

    def _note_class(self, kind: type) -> None:
        self._classes_here[kind.__name__] = kind

    def _class_called(self, name: Any) -> Any:
        """Return the class of named tuples that this end means by a name, if it knows one."""
        return self._classes_here.get(name) or self._names_here(name)

    def ask(self, do: str, arguments: tuple = (), keywords: dict | None = None) -> Any:
        """Have the other side do something; return its result or raise its exception."""
        with self._lock:
            if self._broken:
                self.unanswered = self._broken
                raise WireError(self._broken)
            if self._nested >= MAX_NESTED:
                raise RecursionError(f"{TOO_DEEP} {MAX_NESTED} deep")
            encoder = self._encoder(keep_guards=not self.may_guard)
            coded = encoder.encode(arguments), encoder.encode(keywords or {})
            sent = encoder.finish()
            self.note_flattened(encoder)
            before = self.recall(do, coded, sent.blobs)
            if before is not None:
                error, result, _ = self._read(before, sent)
                return _outcome(error, result)
            self._asked += 1
            message = {"n": self._asked, "do": do, "args": coded[0], "kwargs": coded[1]}
            # What is said once only, such as a seed, must come with something that uses it.
            around = {} if do in RUNS_NOTHING else self.surroundings()
            message |= {"around": around, "guarded": encoder.guarded}
            blobs = [*sent.blobs]
            message["files"] = self.files_for(do, (*arguments, keywords), blobs)
            try:
                self._wire.send(message, blobs)
                answer = self._reply(self._asked)
                self.take_files(answer[0].get("files", []), answer[1])
                error, result, left = self._read(answer, sent)
            except TooLarge:
                self.not_sent()
                raise
            except WireError as problem:
                self.give_up(f"The student's process can no longer be asked: {problem}.")
                raise WireError(self._broken) from None
            except BaseException as error:
                self._broken = "It was interrupted in the middle of an answer."
                self._wire.hang_up()
                self.is_interrupted = not isinstance(error, RecursionError | MemoryError)
                if not exceptions.is_of_a_cell(error):
                    self.unanswered = self._broken
                raise
            self.remember(do, coded, sent.blobs, answer)
            self.receive_surroundings(left)
        return _outcome(error, result)

    def give_up(self, why: str) -> None:
        """Refuse every later request, and say why."""
        self._broken = self.unanswered = self._broken or why
        self._wire.hang_up()

    def _reply(self, number: int) -> Answer:
        while True:
            message, blobs = self._wire.receive()
            if "to" not in message:
                self.serve(message, blobs)
                continue
            if message["to"] != number:
                raise WireError("an answer to another question")
            return message, blobs

    def _read(self, answer: Answer, sent: Encoded) -> tuple[BaseException | None, Any, dict]:
        """Return what an answer says: an exception or a value, and what the request left behind."""
        message, blobs = answer
        try:
            decoder = self._decoder(blobs, sent.nodes, False, sent.nans)
            error = result = None
            if "error" in message:
                said = dict(message["error"])  # the message may be read again
                for part in ("args", "state"):
                    said[part] = [decoder.decode(value) for value in said.get(part, [])]
                error = self.rebuild_error(said, said["args"])
                if message.get("refused") is True and isinstance(error, Exception):
                    exceptions.of_being_apart(error)
            else:
                result = decoder.decode(message["value"])
            apply_changes(sent, decoder, message, blobs)
            self.exchanged(decoder.nodes)
            left = message["left"]
        except WireError:
            raise
        except Exception as problem:
            raise WireError(f"a malformed answer: {type(problem).__name__}") from None
        if type(left) is not dict:
            raise WireError("a malformed answer")
        return error, result, left

    def serve(self, message: dict, blobs: Sequence[memoryview]) -> None:
        """Do what one message asks for, and answer it."""
        if self._nested > MAX_NESTED:
            raise WireError(f"{TOO_DEEP} {MAX_NESTED} deep")
        try:
            decoder = self._decoder(blobs, (), self.may_guard)
            arguments, keywords = decoder.decode(message["args"]), decoder.decode(message["kwargs"])
            number = message["n"]
        except KeyError:
            raise WireError("a malformed request") from None
        if type(arguments) is not tuple or type(keywords) is not dict or type(number) is not int:
            raise WireError("a malformed request")
        self.take_files(message.get("files", []), blobs)
        snapshot = Snapshot(decoder, blobs)
        left: dict[str, Any] = {}
        self._nested += 1
        value, error = None, None
        try:
            value = self.perform(message, arguments, keywords, left)
        except WireError:
            raise
        except BaseException as raised:
            error = self.caught(raised)
        finally:
            self._nested -= 1
        try:
            self._answer(number, decoder, snapshot, left, value, error)
        except (WireError, KeyboardInterrupt):
            raise
        except BaseException as problem:  # an object may raise anything when it is looked at
            self.not_sent()
            why = exceptions.text_of(problem) or type(problem).__name__
            is_of_no_kind = isinstance(problem, CannotCross | TooLarge)
            if not is_of_no_kind:  # these say so themselves
                why = f"the result cannot be handed over: {why}"
            refusal = exceptions.StudentError(why)
            self._answer(number, decoder, None, left, None, refusal, refused=is_of_no_kind)

    def caught(self, error: BaseException) -> BaseException:
        """Return an exception that ended a request; raise it again if it is not to cross."""
        return error

    def _answer(
        self,
        number: int,
        asked: Decoder,
        snapshot: Snapshot | None,
        left: dict[str, Any],
        value: Any,
        error: BaseException | None,
        refused: bool = False,
    ) -> None:
        nodes = asked.nodes
        encoder = self._encoder(nodes, nans=asked.nans)
        reply: dict[str, Any] = {"to": number, "left": left, "nodes": [], "blocks": []}
        if error is None:
            reply["value"] = encoder.encode(value)
        else:
            said = self.describe_error(error)
            for part in ("args", "state"):
                said[part] = [encoder.encode(value) for value in said.get(part, [])]
            reply["error"] = said
            reply["refused"] = refused
        if snapshot is not None:
            reply["nodes"] = snapshot.changed_nodes(encoder)
            reply["shapes"] = snapshot.changed_shapes()
        if encoder.flattened:
            left["flattened"], left["altered"] = encoder.flattened, encoder.altered
        encoded = encoder.finish()
        self.note_answer(nodes, encoded.nodes[len(nodes) :], left)
        blobs = list(encoded.blobs)
        if snapshot is not None:
            for block, data in snapshot.changed_blocks():
                reply["blocks"].append([block, len(blobs)])
                blobs.append(data)
        reply["files"] = self.files_for("", (), blobs)
        self._wire.send(reply, blobs)
