"""The gate that a student's text passes on its way to a person."""

import unicodedata

import pytest
from gradebox.plain_text import first_of, one_line
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a sentence", "a sentence"),
        ("naïve, 注意, Ω, 🙂", "naïve, 注意, Ω, 🙂"),
        ("two\nlines\tand\r\nmore", "two lines and more"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07x", "�]0;title�x"),
        ("left\u202eright", "left�right"),
        ("\u2028line\u2029paragraph", "line paragraph"),
        ("\ud800alone", "�alone"),
        ("", ""),
    ],
)
def test_a_line_holds_only_what_is_visible(text, shown):
    assert one_line(text) == shown


def test_a_long_text_is_cut():
    assert one_line("x" * 11, limit=10) == "x" * 10 + " ..."
    assert one_line("x" * 10, limit=10) == "x" * 10
    assert len(one_line("x" * 50_000_000)) < 500


@given(st.text())
def test_nothing_of_any_text_moves_what_stands_around_it(text):
    line = one_line(text)
    assert not {unicodedata.category(c) for c in line} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_of_many_the_first_are_named_and_the_others_counted():
    assert first_of([]) == ""
    assert first_of("ab") == "a, b"
    assert first_of("abc", 2) == "a, b and 1 more"
    assert first_of("a" * 1002, 2, ";") == "a; a; and 1,000 more"
