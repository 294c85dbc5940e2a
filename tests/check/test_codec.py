"""Values that go into the check data come out of it the same."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from course.check.codec import decode, encode

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
arrays = hnp.arrays(
    dtype=st.sampled_from([np.float64, np.int64, np.bool_]),
    shape=hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
)
values = st.recursive(
    scalars | arrays,
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(
        st.text(), inner, max_size=3
    ),
    max_leaves=6,
)  # fmt: skip


def equal(left, right):
    if isinstance(left, np.ndarray):
        return left.dtype == right.dtype and np.array_equal(
            left, right, equal_nan=left.dtype.kind == "f"
        )
    if isinstance(left, (list, tuple)):
        return (
            type(left) is type(right) and len(left) == len(right) and all(map(equal, left, right))
        )
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(equal(left[k], right[k]) for k in left)
    return left == right


@given(values)
def test_round_trip(value):
    assert equal(decode(json.loads(json.dumps(encode(value)))), value)


def test_what_check_data_never_holds_is_refused():
    with pytest.raises(TypeError, match="object"):
        encode(object())
