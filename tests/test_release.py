"""`release/` is what `source/` generates, holds no answers, and nobody's work is overwritten."""

import json
from pathlib import Path

import nbformat
import pytest
from gradebox.exercises import exercises
from gradebox.folder import assignments
from grading import ROOT, TINY, source_notebook, tiny_course
from hypothesis import given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from authoring import demo, release, site
from authoring.demo_answers import WRONG
from authoring.leaks import leaked, leaked_in_each, leaks, secret_lines

ASSIGNMENTS = assignments(ROOT)
UP_TO_DATE = "release/ is up to date with source/.\n"


# The real assignments


@pytest.fixture(scope="module", params=ASSIGNMENTS)
def assignment(request, tmp_path_factory):
    """Each assignment with the bytes that `source/` generates now."""
    folder = release.generate_apart(ROOT, request.param, tmp_path_factory.mktemp("apart"))
    return request.param, (folder / f"{request.param}.ipynb").read_bytes()


def committed(name: str) -> Path:
    return ROOT / "release" / name / f"{name}.ipynb"


def test_there_are_assignments():
    assert ASSIGNMENTS[:2] == ["00-start-here", "01-matrix-products"]


def test_release_is_byte_for_byte_what_source_generates(assignment):
    name, generated = assignment
    assert committed(name).read_bytes() == generated, f"run `python -m authoring release {name}`"


def test_a_release_holds_no_answers_hidden_tests_or_outputs(assignment):
    name, generated = assignment
    secrets = secret_lines(source_notebook(name))
    assert len(secrets) > 10
    assert leaks(source_notebook(name), nbformat.reads(generated.decode(), as_version=4)) == []


def test_the_package_that_students_get_holds_no_answers():
    """Modules that notebooks import must not know a solution: the checks' data are numbers."""
    secrets = set().union(*(secret_lines(source_notebook(name)) for name in ASSIGNMENTS))
    statements = {secret for secret in secrets if not secret.endswith(":")}  # `for i in range(n):`
    files = [
        path
        for path in (ROOT / "course").rglob("*")
        if path.suffix in (".py", ".js", ".json", ".css")
    ]
    assert len(files) > 10
    in_each = leaked_in_each(statements, (path.read_text() for path in files), shortest=12)
    found = {str(path): lines for path, lines in zip(files, in_each, strict=True) if lines}
    assert found == {}


def test_every_stubbed_cell_is_python(assignment):
    _, generated = assignment
    for cell in nbformat.reads(generated.decode(), as_version=4).cells:
        if cell.cell_type == "code" and not cell.source.startswith("%"):
            compile(cell.source, cell.id, "exec")


def test_every_answer_cell_is_stubbed(assignment):
    _, generated = assignment
    answers = [
        cell.source
        for cell in nbformat.reads(generated.decode(), as_version=4).cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    ]
    assert answers
    assert all("None  # your answer" in s or "NotImplementedError" in s for s in answers)


def test_every_graded_cell_depends_on_an_exercise(assignment):
    name, _ = assignment
    work = exercises(source_notebook(name))  # raises for a graded cell without one
    graded = {cell for each in work for cell in each.points}
    assert {cell for wrong in WRONG.get(name, ()) for cell in wrong.loses} <= graded


# What leaks() sees


def notebook_pair(*, hidden="    return weights @ values", visible="def f():\n"):
    marked = f"{visible}    ### BEGIN SOLUTION\n{hidden}\n    ### END SOLUTION"
    return new_notebook(cells=[new_code_cell(marked), new_markdown_cell("Prose.")])


@pytest.mark.parametrize(
    "leak",
    [
        new_code_cell("def f():\n    return weights@values"),
        new_code_cell("x = 1  # hello\nif x: return   weights @  values  # spaced"),
        new_markdown_cell("The answer is `return weights @ values`."),
        new_code_cell("### BEGIN SOLUTION"),
        new_code_cell("### END HIDDEN TESTS"),
        new_code_cell("1", outputs=[new_output("stream", text="2")]),
        new_code_cell("1", execution_count=3),
    ],
)
def test_a_leak_is_found(leak):
    assert len(leaks(notebook_pair(), new_notebook(cells=[new_code_cell("1"), leak]))) == 1


@given(st.text("ab", min_size=16, max_size=40), st.text("ab", max_size=20), st.text("ab"))
def test_a_long_secret_is_found_wherever_it_stands(secret, before, after):
    others = {"a" * 16, "b" * 17, "ab" * 10}
    line = before + secret + after
    assert leaked({secret, *others}, line) == [line]
    assert bool(leaked(others, line)) == any(other in line for other in others)


def test_a_short_value_is_found_as_a_line():
    source = notebook_pair(hidden='    recall_1 = "b"', visible="")
    assert leaks(source, new_notebook(cells=[new_code_cell('recall_1="b"')]))
    assert not leaks(source, new_notebook(cells=[new_code_cell("recall_1 = None  # your answer")]))


def test_what_says_nothing_or_stands_elsewhere_is_no_leak():
    hidden = "    import numpy as np\n    total = 0\n    return total\n    else:\n    )"
    source = notebook_pair(hidden=hidden, visible="def f():\n    total = 0\n    return total\n")
    assert secret_lines(source) == set()


def test_hidden_tests_are_secrets_too():
    cell = new_code_cell("check(f)\n### BEGIN HIDDEN TESTS\nassert f(3) == 9\n### END HIDDEN TESTS")
    assert secret_lines(new_notebook(cells=[cell])) == {"assertf(3)==9"}


# The command


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A tiny course that is the working directory."""
    monkeypatch.chdir(tiny_course(tmp_path))
    return tmp_path


def notebook_of(course: Path) -> Path:
    return course / "release" / TINY / f"{TINY}.ipynb"


def edit_source(course: Path) -> None:
    path = course / "source" / TINY / f"{TINY}.ipynb"
    path.write_text(path.read_text().replace("Twice x.", "Two times x."))


def test_the_command_follows_content_and_respects_work(course, capsys):
    """One story, since each generation takes a second: new, current, stale, worked in, forced."""
    assert release.main(["--check"]) == 1
    assert f"run `python -m authoring release {TINY}`" in capsys.readouterr().err

    assert release.main([]) == 0
    assert capsys.readouterr().out == f"{TINY}: release/ generated from source/.\n"
    assert release.main(["--check", TINY]) == 0
    assert capsys.readouterr().out == UP_TO_DATE
    first = notebook_of(course).read_bytes()

    # Current: not even looked at, and the date of a file does not matter.
    (course / "source" / TINY / f"{TINY}.ipynb").touch()
    before = notebook_of(course).stat().st_mtime_ns
    assert release.main([]) == 0
    assert capsys.readouterr().out == UP_TO_DATE
    assert notebook_of(course).stat().st_mtime_ns == before

    edit_source(course)
    assert release.main([]) == 0
    assert "generated" in capsys.readouterr().out
    assert "Two times x." in notebook_of(course).read_text()

    # Somebody works in the notebook, and then source/ changes again.
    work = notebook_of(course).read_text().replace("your turn", "done!")
    notebook_of(course).write_text(work)
    assert release.main([]) == 0
    assert capsys.readouterr().out == UP_TO_DATE
    source = course / "source" / TINY / f"{TINY}.ipynb"
    source.write_text(source.read_text().replace("Two times x.", "Twice x."))
    assert release.main([]) == 0
    assert "Their work was left alone" in capsys.readouterr().out
    assert notebook_of(course).read_text() == work
    assert release.main([]) == 0  # it is not up to date now
    assert "Their work was left alone" in capsys.readouterr().out
    assert release.main(["--check"]) == 1
    wanted = f"move {TINY}.ipynb out of release/{TINY}, where somebody has worked, and run"
    assert wanted in capsys.readouterr().err
    assert wanted in release.stale(course)[0]

    assert release.main(["--force"]) == 0
    assert notebook_of(course).read_bytes() == first

    # What nobody generates is named, too: no other run would take it away.
    notes = notebook_of(course).with_name("notes.txt")
    notes.touch()
    assert release.stale(course)[0].startswith(f"{TINY}: move notes.txt out of release/{TINY}")
    notes.unlink()
    assert release.stale(course) == []

    # A notebook that was thrown away comes back.
    notebook_of(course).unlink()
    assert release.main([]) == 0
    assert notebook_of(course).read_bytes() == first


def test_a_clone_without_a_record_generates_nothing_anew(course, capsys):
    assert release.main([]) == 0
    before = notebook_of(course).read_bytes()
    (course / "release" / release.RECORD).write_text("not JSON")
    capsys.readouterr()
    assert release.main([]) == 0
    said = f"{TINY}: the gradebook has what source/ holds now. What students get has not changed.\n"
    assert capsys.readouterr().out == said
    assert notebook_of(course).read_bytes() == before
    assert TINY in json.loads((course / "release" / release.RECORD).read_text())


def test_what_is_wrong_with_the_course_or_a_folder_is_a_sentence(course, capsys, monkeypatch):
    file = course / "file"
    file.touch()
    monkeypatch.setattr(site, "build", lambda *_: (file / "below").mkdir())
    monkeypatch.setattr(demo, "_chosen", lambda root, asked: [TINY])
    for command, options in ((site.main, []), (demo.main, ["--keep"])):
        assert command([*options, str(file / "below")]) == 1
        assert capsys.readouterr().err == f"{file / 'below'}: Not a directory.\n"
    (course / "nbgrader_config.py").write_text("1 / 0")
    assert release.main([]) == 1
    assert "stops in line 1 (ZeroDivisionError" in capsys.readouterr().err


def test_an_unknown_assignment_is_a_sentence(course, capsys):
    assert release.main(["02-softmax"]) == 1
    assert capsys.readouterr().err == (
        f"There is no assignment 02-softmax in source/; there is {TINY}.\n"
    )


def test_a_source_that_nbgrader_refuses_is_a_sentence(course, capsys):
    path = course / "source" / TINY / f"{TINY}.ipynb"
    path.write_text(path.read_text().replace("### END SOLUTION", "### THE END"))
    assert release.main([]) == 1
    assert f"`nbgrader generate_assignment {TINY} --force` says why" in capsys.readouterr().err
    assert not notebook_of(course).exists()
