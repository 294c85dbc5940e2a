"""The record of a test that failed apart: whether being apart was the cause."""

import sqlite3
from pathlib import Path

import pytest
from gradebox.separate.encoder import CannotCross
from gradebox.separate.failure_record import describe
from gradebox.separate.not_crossed import KEPT, WRITTEN, NotCrossed
from two_processes import run_cell, student

CODE = "import sqlite3\nlink = sqlite3.connect(':memory:')\nclosed = sqlite3.connect(':memory:')\n"
CODE += "closed.close()"


def _reason(names, test):
    with pytest.raises(Exception, match=r"closed database|must be") as caught:
        test()
    return describe(caught.value, str(caught.value), {}, names.not_crossed)["not_apart"]


def test_what_an_object_of_a_librarys_raises_there_is_the_answers_own_mistake():
    with student(CODE) as names:
        closed = names.fetch("closed")
        assert names.not_crossed.foreign
        assert _reason(names, lambda: closed.cursor()) == ""


def test_what_a_stand_in_cannot_do_here_is_no_mistake_of_the_answers():
    with student(CODE) as names:
        link = names.fetch("link")
        assert "stays with the answers" in _reason(names, lambda: sqlite3.Cursor(link))


ATTRIBUTES = """
class Attributes(dict):
    __getattr__ = dict.__getitem__

def config():
    return Attributes(debug=True)

def plain():
    return {"debug": True}

def debug(given):
    return given.debug
"""


def _lacks(names, test):
    with pytest.raises(AttributeError) as caught:
        test()
    return describe(caught.value, str(caught.value), {}, names.not_crossed)["not_apart"]


class Given(dict):
    """A dict of the test's with attributes of its own."""

    debug = True


def test_the_attributes_of_a_value_that_crossed_as_a_plain_one_are_missed_for_that():
    with student(ATTRIBUTES) as names:
        config, plain, debug = map(names.fetch, ("config", "plain", "debug"))
        assert _lacks(names, lambda: plain().debug) == ""
        assert _lacks(names, lambda: debug({})) == ""
        why = "a value of class {} came as a plain dict, without what else its class has"
        assert _lacks(names, lambda: config().debug) == why.format("Attributes")
        names.begin()
        assert _lacks(names, lambda: plain().debug) == ""
        assert _lacks(names, lambda: debug(Given())) == why.format("Given")


ACCOUNT = """
class Account:
    def __enter__(self):
        return self
    def __exit__(self, *how):
        return False
"""


@pytest.mark.parametrize(
    ("line", "kind", "why"),
    [
        ("    assert inner is None, 'no'", "assertion", ""),
        ("    raise KeyError('power cut')", "other", "the KeyError that ended a `with` block"),
    ],
)
def test_what_ends_a_block_about_an_object_of_the_answers_is_the_line_that_failed(line, kind, why):
    with student(ACCOUNT) as names:
        namespace = {"Account": names.fetch("Account")}
        with pytest.raises(CannotCross) as caught:
            run_cell(
                f"with Account() as inner:\n    pass\nwith Account() as inner:\n{line}", namespace
            )
        record = describe(caught.value, str(caught.value), namespace, names.not_crossed)
    assert (record["line"], record["kind"]) == (4, kind)
    assert record["not_apart"].startswith(why)
    assert bool(record["not_apart"]) == bool(why)


@pytest.mark.parametrize(
    ("value", "is_called", "kind"),
    [("Account", "The class Account", "type"), ("sqlite3", "The module sqlite3", "module")],
)
@pytest.mark.parametrize("classes", [[], ["Account"]])
def test_of_a_class_or_a_module_as_a_result_the_own_name_is_said(value, is_called, kind, classes):
    code = f"import sqlite3\n{ACCOUNT}\ndef give():\n    return {value}"
    with student(code, classes=classes) as names:
        given = [names.fetch("give")(), *(names.fetch(each) for each in classes[: kind == "type"])]
    for each in given:
        with pytest.raises(TypeError, match=f"^{is_called} stays with the answers: "):
            assert each == 3
        with pytest.raises(TypeError, match=f"^{is_called} stays with the answers: "):
            assert each + 3
        with pytest.raises(TypeError, match=f"'{kind}'"):
            hash(each)


def test_a_class_that_cannot_be_handed_over_is_named():
    said = r"the class Given .* as `lambda x: Given\(x\)`"
    with student(ATTRIBUTES) as names, pytest.raises(CannotCross, match=said):
        names.fetch("debug")(Given)


@pytest.mark.parametrize(
    ("test", "is_named"),
    [
        ("save('points.db')\nload('points.db')", True),
        ("save('points.db')\nassert 0, 'points.db'", True),
        ("save('points.db')\nassert 0", False),
        ("load('other.db')", False),
    ],
)
def test_a_file_of_the_answers_that_does_not_cross_is_named_where_the_test_names_it(test, is_named):
    def load(name):
        raise sqlite3.OperationalError("no such table: points")

    namespace = {"save": str, "load": load}
    with pytest.raises(Exception, match=r"no such|db|assert 0|^$") as caught:
        run_cell(test, namespace)
    not_crossed = NotCrossed(files=frozenset({"points.db"}))
    record = describe(caught.value, str(caught.value), namespace, not_crossed)
    assert record["not_apart"].startswith("an answer wrote points.db") == is_named
    assert record["not_apart_kind"] == (WRITTEN if is_named else "")


@pytest.mark.parametrize(
    ("test", "is_named"),
    [
        ("count('notes.txt')\nassert open('notes.txt').read() == 'more'", True),
        ("assert count('notes.txt') == 5, f'of {1}'", False),
        ("assert count('notes.txt') == 5, 'in notes.txt'", True),
    ],
)
def test_a_file_of_the_test_is_named_that_an_answer_changed_and_the_test_looks_at(
    tmp_path, monkeypatch, test, is_named
):
    """Whoever only hands it to the answers has what these see there, and no more to know."""
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("the test's")
    with student("def count(name):\n    return 0") as names:
        namespace = {"count": names.fetch("count")}
        with pytest.raises(AssertionError) as caught:
            run_cell(test, namespace)
        not_crossed = NotCrossed(kept=frozenset({"notes.txt"}))
        record = describe(caught.value, str(caught.value), namespace, not_crossed)
    assert record["not_apart"].startswith("an answer changed notes.txt") == is_named
    assert record["not_apart_kind"] == (KEPT if is_named else "")
