"""Check data as JSON: plain values as they are; arrays, tuples and sets of names tagged.

Arrays keep their dtype and shape, so that an empty array and one of integers survive. Python's
`json` writes floats so that they read back bit for bit, and infinities and NaN by name. A function
of `course.check.sample_functions` is written as its name, a random generator as its state.
"""

from types import FunctionType
from typing import Any

import numpy as np

from course.check import sample_functions


def encode(value: Any) -> Any:
    """Return `value` as something `json.dumps` takes. TypeError for what check data never holds."""
    match value:
        case np.ndarray():
            return {
                "array": value.ravel().tolist(),
                "shape": list(value.shape),
                "dtype": str(value.dtype),
            }
        case np.generic():
            return value.item()
        case tuple():
            return {"tuple": [encode(item) for item in value]}
        case list():
            return [encode(item) for item in value]
        case dict():
            return {"dict": [[encode(key), encode(item)] for key, item in value.items()]}
        case FunctionType(__module__=sample_functions.__name__):
            return {"function": value.__name__}
        case np.random.Generator(bit_generator=np.random.PCG64()):
            return {"generator": value.bit_generator.state}
        case None | bool() | int() | float() | str():
            return value
    raise TypeError(f"check data cannot hold a {type(value).__name__}")


def decode(value: Any) -> Any:
    """Return what `encode` was given."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "array" in value:
        return np.array(value["array"], dtype=value["dtype"]).reshape(value["shape"])
    if "function" in value:
        return getattr(sample_functions, value["function"])
    if "generator" in value:
        generator = np.random.Generator(np.random.PCG64())
        generator.bit_generator.state = value["generator"]
        return generator
    if "tuple" in value:
        return tuple(decode(item) for item in value["tuple"])
    return {decode(key): decode(item) for key, item in value["dict"]}
