"""Metadata of a course's own notebooks that would change nothing, said by `try` and `grade`."""

import contextlib

import nbformat
import pytest
from gradebox.commands import grade, grade_class, try_, try_assignments
from gradebox.originals import Original, OriginalNotebook
from gradebox.pool import InThisProcess
from gradebox.wrong_metadata import wrong_metadata
from small_courses import course, graded


def said_of(metadata):
    cell = graded("double-values", "assert True")
    cell.metadata.update(nbformat.from_dict(metadata))
    notebook = OriginalNotebook("odd", {"double-values": cell}, {})
    return wrong_metadata(Original("ps1", {"odd": notebook}), "separate")


@pytest.mark.parametrize(
    ("metadata", "meant"),
    [
        ({"course_grading": {"tests": "togehter"}}, "together"),
        ({"course_grading": {"tests": "seperate"}}, "separate"),
        ({"course_grading": {"test": "separate"}}, "separate"),
        ({"course-grading": {"tests": "separate"}}, "separate"),
        ({"course_grading": "separate"}, "separate"),
        ({"course_grading": {"tests": True}}, "together"),
    ],
)
def test_what_is_misspelt_is_said_with_the_cell_and_what_is_meant(metadata, meant):
    (sentence,) = said_of(metadata)
    assert sentence.startswith("odd.ipynb, double-values: ")
    assert sentence.endswith(f'Write "course_grading": {{"tests": "{meant}"}}, or take it out.')


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"course_grading": {"tests": "together"}},
        {"course_grading": {"tests": "separate"}},
        {"course_grading": {"flags": [], "layers": {}}},
        {"course_grades": 3},
    ],
)
def test_what_is_obeyed_or_somebody_elses_is_no_matter(metadata):
    assert said_of(metadata) == []


@pytest.mark.parametrize("way", ["separate", "both"])
def test_a_cell_apart_in_a_notebook_whose_tests_run_together_is_said(way):
    cell = graded("double-values", "assert True")
    cell.metadata["course_grading"] = {"tests": way}

    def said(tests, **metadata):
        notebook = OriginalNotebook("odd", {"double-values": cell}, metadata)
        return wrong_metadata(Original("ps1", {"odd": notebook}), tests)

    (sentence,) = said("together")
    assert sentence.startswith(f'odd.ipynb, double-values: "tests": "{way}" in its metadata')
    assert said("separate", course_grading={"tests": "together"}) == [sentence]
    assert said("both") == said("together", course_grading={"tests": "separate"}) == []
    r = {"kernelspec": {"name": "ir", "language": "R", "display_name": "R"}}
    assert said("together", **r) == []


def test_both_commands_say_it(tmp_path, monkeypatch, capsys):
    cell = graded("one-value", "assert True")
    cell.metadata["course_grading"] = {"tests": "togehter"}
    root = course(tmp_path, {"odd": [cell]}, tests="together")
    submitted = root / "submitted" / "ada" / "ps1" / "odd.ipynb"
    submitted.parent.mkdir(parents=True)
    submitted.write_bytes((root / "source" / "ps1" / "odd.ipynb").read_bytes())
    monkeypatch.setattr("gradebox.startup.worker_template.start", lambda: None)
    for module in (try_assignments, grade_class):
        monkeypatch.setattr(module, "LocalPool", lambda run, workers=None: InThisProcess(run))
    with contextlib.chdir(root):
        for command in (try_, grade):
            command.main(["ps1"])
            assert "odd.ipynb, one-value: " in capsys.readouterr().out
