"""Functions that receive a mask take zeros and ones, too; making one is another matter."""

import numpy as np
import pytest

from authoring.model import solved_namespace

RECEIVERS = {
    "06-masking": ["masked_softmax", "masked_attention"],
    "07-cross-attention": ["masked_softmax", "cross_attention"],
    "08-many-heads": ["masked_softmax", "multi_head_attention"],
}


@pytest.mark.parametrize("assignment", RECEIVERS)
def test_a_mask_of_zeros_and_ones_does_what_a_boolean_one_does(assignment):
    rng = np.random.default_rng(12)
    tokens, eye = rng.normal(size=(4, 6)), np.eye(6)
    arguments = {
        "masked_softmax": [rng.normal(size=(3, 4))],
        "masked_attention": [rng.normal(size=(3, 6)), tokens, tokens],
        "cross_attention": [rng.normal(size=(3, 6)), tokens, eye, eye, eye],
        "multi_head_attention": [rng.normal(size=(3, 6)), tokens, eye, eye, eye, eye, 2],
    }
    mask = np.array([[1, 0, 1, 1], [0, 0, 0, 0], [0, 1, 0, 1]])
    solved = solved_namespace(assignment)
    for name in RECEIVERS[assignment]:
        receiver = solved[name]
        for given, boolean in [(mask, mask == 1), (mask[0], mask[0] == 1)]:
            found = receiver(*arguments[name], given)
            np.testing.assert_equal(found, receiver(*arguments[name], boolean))
