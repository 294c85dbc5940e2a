"""All checks are there, and a notebook's are read when they are needed, and no sooner."""

import json

import pytest
from grading import ROOT

from course.check.all_checks import AllChecks

FILES = sorted((ROOT / "course" / "check" / "data").glob("*.json"))


@pytest.fixture
def reads(monkeypatch):
    """The names of exercises whose data was parsed, in that order."""
    parsed = []
    loads = json.loads

    def noted(text):
        content = loads(text)
        parsed.extend(content["exercises"])
        return content

    monkeypatch.setattr(json, "loads", noted)
    return parsed


def test_the_names_are_those_in_the_files_and_are_found_without_parsing():
    written = [name for file in FILES for name in json.loads(file.read_text("utf-8"))["exercises"]]
    assert list(AllChecks()) == written
    assert len(AllChecks()) == len(set(written))


def test_a_check_and_those_of_its_notebook_are_read_once(reads):
    checks = AllChecks()
    assert "most_attended" in checks
    assert "no_such_exercise" not in checks
    assert reads == []
    assert checks["most_attended"].name == "most_attended"
    assert reads == list(checks["most_attended"].others)
    assert checks["row_of"] is checks["most_attended"].others["row_of"]
    assert len(reads) == len(set(reads))
    with pytest.raises(KeyError):
        _ = checks["no_such_exercise"]


def test_a_notebook_with_a_copied_answer_has_the_check_of_the_earlier_one():
    checks = AllChecks()
    [last] = [json.loads(file.read_text("utf-8")) for file in FILES[-1:]]
    [copied] = last["copied"]
    others = checks[next(iter(last["exercises"]))].others
    assert copied not in last["exercises"]
    assert others[copied] is checks[copied]
