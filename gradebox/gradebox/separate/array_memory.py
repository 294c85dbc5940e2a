"""Arrays as bytes and a layout, so that views of one array are views of one array at the other end.

Only the elements of the arrays that are handed over are sent. What lies between them in memory
(the other columns of a table of which one column is an argument) is zeros at the other end.
"""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds

from gradebox.separate.wire import MAX_BLOBS

KINDS = "biufcSUmM"  # booleans, numbers, text, dates; no objects and no records
_DTYPE = re.compile(r"[<>|=][biufcSUmM]\d{1,9}(\[\w{1,20}\])?")
_SPARSE = 8  # an array's elements may lie this many times further apart than they need to


def dtype_from(text: Any) -> np.dtype:
    """Return the dtype of that name; ValueError for one that does not cross."""
    if type(text) is not str or not _DTYPE.fullmatch(text):
        raise ValueError("no such dtype")
    dtype = np.dtype(text)
    if not dtype.itemsize:
        raise ValueError("no such dtype")
    return dtype


@dataclass(frozen=True)
class Layout:
    """Where in a block of bytes an array's elements lie."""

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int

    def over(self, block: Any) -> np.ndarray:
        """Return the array that has this layout in `block`."""
        if 0 in self.shape:
            return np.zeros(self.shape, self.dtype)
        return np.ndarray(self.shape, self.dtype, block, self.offset, self.strides)


@dataclass
class Block:
    """Bytes that one array lies in, or several that overlap."""

    data: Any
    members: list[tuple[np.ndarray, Layout]]


def compact(array: np.ndarray) -> Block:
    """Return a block with the elements of one array and nothing else, in the array's order."""
    if not array.size:
        layout = Layout(array.dtype.str, array.shape, (0,) * array.ndim, 0)
        return Block(np.zeros(0, np.uint8), [(array, layout)])
    same = array.copy(order="K")
    if 0 in same.strides or not (same.flags.c_contiguous or same.flags.f_contiguous):
        same = array.copy(order="C")
    layout = Layout(array.dtype.str, array.shape, same.strides, 0)
    return Block(same.reshape(-1, order="A").view(np.uint8), [(array, layout)])


def blocks(arrays: list[np.ndarray]) -> list[Block]:
    """Lay out arrays: those that overlap in memory share a block, and strides are kept."""
    if not arrays:
        return []
    if len(arrays) == 1 and (arrays[0].flags.c_contiguous or arrays[0].flags.f_contiguous):
        return [compact(arrays[0])]
    made = [compact(array) for array in arrays if not array.size]
    spans = [(*byte_bounds(array), array) for array in arrays if array.size]
    spans.sort(key=lambda span: span[:2])
    while spans:
        start, end, first = spans.pop(0)
        group = [first]
        while spans and spans[0][0] < end:
            _, stop, array = spans.pop(0)
            group.append(array)
            end = max(end, stop)
        made += _grouped(group, start, end)
    return made


def _grouped(group: list[np.ndarray], start: int, end: int) -> list[Block]:
    """Return one block for arrays between two addresses, or one for each if they lie far apart."""
    if end - start > _SPARSE * sum(array.nbytes for array in group) + 4096:
        return [compact(array) for array in group]
    data = np.zeros(end - start, np.uint8)
    members = []
    for array in group:
        offset = array.__array_interface__["data"][0] - start
        layout = Layout(array.dtype.str, array.shape, array.strides, offset)
        np.copyto(layout.over(data), array)
        members.append((array, layout))
    return [Block(data, members)]


def check_layout(parts: Any, room: int) -> Layout:
    """Return a layout that came from the other end; ValueError if it needs over `room` bytes."""
    text, shape, strides, offset = parts
    dtype = dtype_from(text)
    numbers = [*shape, *strides, offset]
    if len(shape) != len(strides) or any(type(number) is not int for number in numbers):
        raise ValueError("no such layout")
    if any(number < 0 for number in shape) or abs(max(numbers, key=abs, default=0)) > 2**40:
        raise ValueError("no such layout")
    size = dtype.itemsize
    for number in shape:
        size *= max(number, 1)
    if size > MAX_BLOBS:
        raise ValueError("an array over the limit")
    low = high = offset
    if 0 not in shape:
        for number, step in zip(shape, strides, strict=True):
            low += min(0, (number - 1) * step)
            high += max(0, (number - 1) * step)
        high += dtype.itemsize
    if low < 0 or high > room:
        raise ValueError("an array outside its bytes")
    return Layout(text, tuple(shape), tuple(strides), offset)
