"""Changes that a call makes in place in its arguments, made in the caller's own in the same way."""

import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from gradebox.separate.containers import fill, generator_state, is_mutable, listed, move_on
from gradebox.separate.decoder import Decoder
from gradebox.separate.encoder import CannotCross, Encoded, Encoder
from gradebox.separate.tables import is_table
from gradebox.separate.wire import WireError


def state_of(table: Any) -> list:
    """Return all that can be seen of a table, to find out later whether it has changed."""
    encoder = Encoder()
    try:
        coded = repr(encoder.encode(table))
        # flat, of text and bytes: whoever compares knows the same ones again by these
        return [coded, *(part for array in encoder.array_contents() for part in array)]
    except CannotCross:  # a column of periods, say: it has got that here
        return [object()]


def _what_it_holds(node: Any) -> Any:
    if is_table(node):
        return state_of(node)
    return (generator_state(node) or []) if isinstance(node, np.random.Generator) else listed(node)


class Snapshot:
    """The contents of a call's arguments before it, to find what the call has changed."""

    def __init__(self, decoder: Decoder, blobs: Sequence[memoryview]):
        self._blocks = [(i, block.data, blobs[i]) for i, block in decoder.blocks.items()]
        self._nodes = [
            (number, node, _what_it_holds(node))
            for number, node in enumerate(decoder.nodes)
            if is_mutable(node)
        ]
        arrays = ((n, node) for n, node in enumerate(decoder.nodes) if isinstance(node, np.ndarray))
        self._shapes = [(number, array, array.shape) for number, array in arrays]

    def changed_nodes(self, encoder: Encoder) -> list:
        """Return [number, new contents] of each list, dict, set and generator that has changed."""
        changed = []
        for number, node, before in self._nodes:
            now = _what_it_holds(node)
            if isinstance(node, np.random.Generator):
                if now != before:
                    changed.append([number, now])
            elif is_table(node):
                if now != before:
                    changed.append([number, encoder.contents(node)])
            elif len(now) != len(before) or any(
                a is not b for a, b in zip(now, before, strict=True)
            ):
                changed.append([number, encoder.contents(node)])
        return changed

    def changed_shapes(self) -> list:
        """Return [number, new shape] of each array that has another shape now."""
        return [
            [number, list(array.shape)]
            for number, array, before in self._shapes
            if array.shape != before
        ]

    def changed_blocks(self) -> list[tuple[int, memoryview]]:
        """Return the blocks of bytes that are not as they were."""
        # memoryviews would be compared byte by byte, thirty times as slowly
        return [
            (i, data.data)
            for i, data, blob in self._blocks
            if not np.array_equal(data, np.frombuffer(blob, np.uint8))
        ]


def apply_changes(sent: Encoded, decoder: Decoder, message: dict, blobs: Sequence) -> None:
    """Do to the caller's own arguments what the call has done to its copies of them."""
    todo = []
    for number, contents in message["nodes"]:
        node = sent.nodes[number] if type(number) is int and number >= 0 else None
        if not is_mutable(node):
            raise WireError("a change of what cannot change")
        if not isinstance(node, np.random.Generator):
            contents = [decoder.decode(item) for item in contents]
        todo.append((node, contents))
    for number, blob in message["blocks"]:
        if type(number) is not int or type(blob) is not int or min(number, blob) < 0:
            raise WireError("a change of nothing")
        block = sent.blocks[number]
        data = np.frombuffer(blobs[blob], np.uint8)
        if data.size != block.data.size:
            raise WireError("a change of another size")
        for array, layout in block.members:
            if array.flags.writeable:
                np.copyto(array, layout.over(data))
    for node, contents in todo:
        if isinstance(node, np.random.Generator):
            move_on(node, contents)
        else:
            fill(node, contents)
    for number, shape in message.get("shapes", []):
        node = sent.nodes[number] if type(number) is int and number >= 0 else None
        _reshape(node, shape)


def _reshape(array: Any, shape: list) -> None:
    """Give an array another shape in place, as `array.shape = ...` does."""
    if not isinstance(array, np.ndarray) or any(type(n) is not int or n < 0 for n in shape):
        raise WireError("another shape of what has none")
    if math.prod(shape) != array.size:
        raise WireError("a shape of another size")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # numpy's, for those who write it
        array.shape = tuple(shape)
