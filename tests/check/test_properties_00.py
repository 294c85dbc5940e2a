"""Reading a picture of attention: which of two equally large weights is taken is free."""

import numpy as np

from course.check.properties import has_the_largest_weight

TIE = np.array([[0.4, 0.2, 0.4], [0.3, 0.5, 0.2], [0.1, 0.1, 0.8]])
WORDS = ["it", "is", "so"]


def test_each_of_two_equally_large_weights_will_do():
    for token in ("it", "so", np.str_("so")):
        assert has_the_largest_weight(token, TIE, WORDS, "it") == ""
    assert has_the_largest_weight("is", TIE, WORDS, "it").endswith("which is not the answer.")
    assert has_the_largest_weight("it", TIE, WORDS, "is") != ""


def test_a_list_of_both_is_no_token():
    assert "The result is a list" in has_the_largest_weight(["it", "so"], TIE, WORDS, "it")
    assert "a single number" in has_the_largest_weight(0, TIE, WORDS, "it")
