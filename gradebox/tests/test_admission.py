"""The parts of a submission that are graded, left out, put right or refused."""

import base64
import copy
import json
import os
import socket
import tempfile
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import nbformat
import pytest
from gradebox.admission import Admission, Refused
from gradebox.admission.files import read_folder
from gradebox.admission.notebook import admit_notebook
from gradebox.flags import Flag
from gradebox.never_given import handed_out, never_given
from gradebox.originals import Original, OriginalNotebook, new_cell
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.utils import compute_checksum
from traitlets.config import Config

NAME = "homework"
CELLS = {
    "setup": ("import math", {"locked": True}),
    "answer": ("answer = None", {"solution": True}),
    "test": (
        "assert answer\n### BEGIN HIDDEN TESTS\nassert answer == 42\n### END HIDDEN TESTS",
        {"grade": True, "locked": True, "points": 2.0},
    ),
}


def original_notebook() -> OriginalNotebook:
    cells = {}
    for name, (source, marks) in CELLS.items():
        cells[name] = new_cell("code", source, name)
        plain = {"grade": False, "solution": False, "locked": False, "task": False}
        mark = {**plain, **marks, "grade_id": name, "schema_version": 3}
        cells[name].metadata = nbformat.from_dict({"nbgrader": mark, "tags": ["raises-exception"]})
    kernelspec = {"name": "python3", "display_name": "Python 3"}
    given = handed_out(cells.values(), Config())
    sources = {name: cell.source for name, cell in cells.items()}
    secrets = never_given(sources, given, None, Config())
    metadata = {"kernelspec": kernelspec, "course": "ours"}
    return OriginalNotebook(NAME, cells, metadata, handed_out=given, never_given=secrets)


@pytest.fixture
def original():
    return Original(
        NAME,
        {NAME: original_notebook()},
        files={"helper.py": b"ours", "data/x.csv": b"1,2"},
        editable=frozenset({"own.py"}),
    )


@pytest.fixture
def submission(tmp_path):
    """A folder with a notebook in it, whose content does not matter, and room for more."""
    folder = tmp_path / "submitted"
    folder.mkdir()
    (folder / f"{NAME}.ipynb").write_text("{}")
    return folder


def read(folder, original, **limits):
    return read_folder(folder, original, Admission(**limits), [".ipynb_checkpoints", "*.pyc"])


def put(folder: Path, name: str, content: str = "x") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


# Files


def test_notebooks_data_and_what_the_instructor_handed_out_are_admitted(submission, original):
    for name in ("timestamp.txt", "helper.py", "own.py", "Plot.PNG", "data/y.csv"):
        put(submission, name)
    for name in (".ipynb_checkpoints/homework.ipynb", "old.pyc"):
        put(submission, name)
    folder = read(submission, original)
    assert list(folder.notebooks) == [NAME]
    assert sorted(folder.files) == [
        "Plot.PNG",
        "data/y.csv",
        "own.py",
        "timestamp.txt",
    ]  # and not helper.py, in whose place the instructor's is
    assert folder.flags == []


def test_capital_letters_in_a_courses_globs_are_no_others(submission, original):
    for name in ("README.md", "readme", "data.RData", "notes.md"):
        put(submission, name)
    folder = read(submission, original, data_files=["README*", "*.RData"])
    assert sorted(folder.files) == ["README.md", "data.RData", "readme"]


def test_what_nbgrader_releases_feedback_by_is_admitted_whatever_a_courses_globs_are(
    submission, original
):
    names = ["submission_secret.txt", "timestamp.txt"]
    for name in names:
        put(submission, name)
    folder = read(submission, original, data_files=["*.csv"])
    assert (sorted(folder.files), folder.flags) == (names, [])


def test_what_was_handed_out_counts_for_nothing(submission, original):
    """It takes the place of what comes back, which may be hundreds of pictures."""
    pictures = {f"pictures/{number}.png": b"ours" for number in range(5)}
    original = replace(original, files=pictures | {"own.py": b"ours"})
    for name in (*pictures, "own.py", "more.csv"):
        put(submission, name, "theirs" * 10)
    folder = read(submission, original, max_files=2, max_bytes=200)
    assert sorted(folder.files) == ["more.csv", "own.py"]
    assert folder.flags == []


def test_nothing_takes_the_place_of_the_sandboxs_own_folders(submission, original):
    names = [".home", ".tmp/kernel", ".home2", "data/.tmp"]
    for name in names:
        put(submission, name)
    folder = read(submission, original, data_files=["*"])
    assert sorted(folder.files) == [".home2", "data/.tmp"]
    assert folder.flags[0].text == "left out: .home, .tmp/kernel"


def test_a_file_whose_path_could_get_too_long_is_left_out(submission, original):
    for levels in (9, 10):
        put(submission, "/".join([*["d" * 199] * levels, "x.csv"]))
    folder = read(submission, original)
    assert [name.count("/") for name in folder.files] == [9]
    assert [flag.kind for flag in folder.flags] == ["left-out"]


def test_nothing_makes_a_folder_of_the_name_of_a_file_of_nbgraders(submission, original):
    put(submission, "submission_secret.txt/x.csv")
    folder = read(submission, original)
    assert folder.files == {}
    assert "left out: submission_secret.txt/x.csv" in folder.flags[0].text


@pytest.mark.parametrize("ours", ["NFC", "NFD"])
@pytest.mark.parametrize("theirs", ["NFC", "NFD"])
def test_names_are_the_same_in_both_forms_of_unicode(submission, original, ours, theirs):
    name, data, own = (normalize(ours, each) for each in ("Übung 1", "Maße.csv", "ä/ö.py"))
    original = replace(
        original,
        notebooks={name: original.notebooks[NAME]},
        files={data: b"ours", own: b"ours"},
        editable=frozenset({data, own}),
    )
    for each in (f"{name}.ipynb", data, own):
        put(submission, normalize(theirs, each))
    folder = read(submission, original)
    assert (folder.missing, folder.flags) == ([], [Flag("left-out", f"left out: {NAME}.ipynb")])
    assert (list(folder.notebooks), sorted(folder.files)) == ([name], sorted([data, own]))


def test_of_two_names_that_become_one_the_very_name_counts(submission, original):
    name = "Übung"
    original = replace(original, notebooks={name: original.notebooks[NAME]})
    put(submission, f"{name}.ipynb", "right")
    put(submission, f"{normalize('NFD', name)}.ipynb", "other")
    folder = read(submission, original)
    assert folder.notebooks == {name: b"right"}
    assert "left out" in folder.flags[0].text


@pytest.mark.parametrize("end", [" (1)", "(12)", "-Copy1"])
def test_a_notebook_that_a_browser_has_numbered_is_the_notebook(submission, original, end):
    (submission / f"{NAME}.ipynb").rename(submission / f"{NAME}{end}.ipynb")
    folder = read(submission, original)
    assert (folder.notebooks, folder.missing) == ({NAME: b"{}"}, [])
    assert folder.flags == [
        Flag("renamed", f"{NAME}{end}.ipynb was taken for {NAME}.ipynb, which is not there")
    ]


@pytest.mark.parametrize(
    "names",
    [
        [f"{NAME} (1).ipynb", f"{NAME} (2).ipynb"],
        [f"{NAME} (1).ipynb", f"{NAME}-Copy1.ipynb"],
        [f"{NAME} final.ipynb"],
        [f"{NAME} (1)-Copy1.ipynb"],
        [f"sub/{NAME} (1).ipynb"],
    ],
)
def test_what_could_be_the_notebook_is_named_and_not_guessed(submission, original, names):
    (submission / f"{NAME}.ipynb").unlink()
    for name in names:
        put(submission, name)
    folder = read(submission, original)
    assert folder.missing == [NAME]
    assert folder.others == [name for name in names if "/" not in name]
    assert {flag.kind for flag in folder.flags} == {"left-out"}


def test_a_numbered_name_that_is_a_notebooks_own_stands_for_no_other(submission, original):
    (submission / f"{NAME}.ipynb").rename(submission / f"{NAME} (1).ipynb")
    notebook = original.notebooks[NAME]
    original = replace(original, notebooks={NAME: notebook, f"{NAME} (1)": notebook})
    folder = read(submission, original)
    assert (list(folder.notebooks), folder.missing) == ([f"{NAME} (1)"], [NAME])


def test_a_numbered_link_is_not_read(submission, original, tmp_path):
    (submission / f"{NAME}.ipynb").unlink()
    (submission / f"{NAME} (1).ipynb").symlink_to(put(tmp_path, "secret.ipynb"))
    folder = read(submission, original)
    assert folder.notebooks == {}
    assert "link" in folder.refused[NAME]


def test_all_else_is_left_out_and_named(submission, original):
    code = ["numpy.py", "ipykernel_launcher.py", "sub/conftest.py"]  # named above all
    for name in (*code, "homework (1).ipynb", "a.pth"):
        put(submission, name)
    put(submission, "line\nbreak.exe")
    folder = read(submission, original)
    assert folder.files == {}
    (flag,) = folder.flags
    assert flag.kind == "left-out"
    assert "\n" not in flag.text
    assert all(name in flag.text for name in code)
    assert "and 1 more" in flag.text
    assert not flag.is_suspicious


def test_links_and_devices_are_never_read(submission, original, tmp_path):
    secret = put(tmp_path, "secret.csv", "secret")
    (tmp_path / "folder").mkdir()
    put(tmp_path, "folder/inside.csv", "secret")
    (submission / "link.csv").symlink_to(secret)
    (submission / "linked").symlink_to(tmp_path / "folder")
    os.link(secret, submission / "hard.csv")
    os.mkfifo(submission / "pipe.csv")
    put(submission, "mine.csv", "mine")
    os.link(submission / "mine.csv", submission / "mine too.csv")  # nobody else's
    folder = read(submission, original)
    assert folder.files == {"mine.csv": b"mine", "mine too.csv": b"mine"}
    kinds = {flag.kind: flag for flag in folder.flags}
    assert all(name in kinds["link"].text for name in ("link.csv", "hard.csv", "pipe.csv"))
    assert kinds["link"].is_suspicious
    assert "linked" in kinds["left-out"].text


def test_a_socket_is_left_out(original):
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{short}/s.csv")  # such a name may have some 100 characters, no more
        put(Path(short), f"{NAME}.ipynb")
        assert read(Path(short), original).files == {}


@pytest.mark.parametrize("make", ["symlink", "hardlink", "folder", "pipe"])
def test_a_notebook_that_is_no_file_of_its_own_is_refused(submission, original, tmp_path, make):
    notebook = submission / f"{NAME}.ipynb"
    notebook.unlink()
    solution = put(tmp_path, "solution.ipynb", "the solution")
    {
        "symlink": lambda: notebook.symlink_to(solution),
        "hardlink": lambda: os.link(solution, notebook),
        "folder": notebook.mkdir,
        "pipe": lambda: os.mkfifo(notebook),
    }[make]()
    folder = read(submission, original)
    assert folder.notebooks == {}
    assert "it is" in folder.refused[NAME]


def test_a_folder_that_is_a_link_is_refused(submission, original, tmp_path):
    (tmp_path / "link").symlink_to(submission)
    with pytest.raises(Refused, match="link to another place"):
        read(tmp_path / "link", original)


def test_a_large_notebook_is_refused_unread(submission, original):
    os.truncate(submission / f"{NAME}.ipynb", 50_000_000)
    assert read(submission, original).refused[NAME] == (
        "the file has 50 MB, and more than 20 MB are not read"
    )


def test_large_data_is_refused_unread(submission, original):
    os.truncate(put(submission, "data.csv"), 10**12)
    with pytest.raises(Refused, match="its files have more than 50 MB together"):
        read(submission, original)


def test_two_thousand_files(submission, original):
    for number in range(2_000):
        (submission / f"{number}.py").touch()
    folder = read(submission, original)
    assert list(folder.notebooks) == [NAME]
    assert "and 1,995 more" in folder.flags[0].text
    with pytest.raises(Refused, match="more than 1,000 files and folders"):
        read(submission, original, max_entries=1000)
    for number in range(20):
        (submission / f"{number}.csv").touch()
    with pytest.raises(Refused, match="more than 10 data files"):
        read(submission, original, max_files=10)


def test_as_many_data_files_as_may_be_and_the_notebook(submission, original):
    for number in range(10):
        (submission / f"{number}.csv").touch()
    folder = read(submission, original, max_files=10)
    assert (len(folder.files), list(folder.notebooks)) == (10, [NAME])


def test_folders_in_folders_without_end(submission, original):
    put(submission, "/".join(["d"] * 50) + "/x.csv")
    with pytest.raises(Refused, match="folders in folders"):
        read(submission, original)


def test_a_missing_notebook_is_noticed(submission, original):
    (submission / f"{NAME}.ipynb").rename(submission / "Homework.ipynb")
    folder = read(submission, original)
    assert folder.missing == [NAME]
    assert "Homework.ipynb" in folder.flags[0].text


def test_a_name_of_any_bytes(submission, original):
    try:
        (submission / os.fsdecode(b"\xff\xfe.py")).touch()
    except OSError:
        pytest.skip("this file system takes names in UTF-8 only")
    (flag,) = read(submission, original).flags
    flag.text.encode()  # what is said of it can be printed and stored


# Notebooks


def handed_in(**sources: str) -> nbformat.NotebookNode:
    """The notebook as a student has it: without the hidden test."""
    cells = []
    for name, cell in original_notebook().cells.items():
        source = cell.source.split("\n### BEGIN")[0]
        cells.append(
            new_code_cell(sources.get(name, source), id=name, metadata=dict(cell.metadata))
        )
    return new_notebook(cells=cells)


def admit(notebook, **limits):
    content = notebook if isinstance(notebook, bytes) else json.dumps(notebook).encode()
    return admit_notebook(content, original_notebook(), Admission(**limits))


def named(notebook):
    return {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if "nbgrader" in cell.metadata
    }


def kinds(flags):
    return [(flag.kind, flag.cell) for flag in flags]


def test_an_honest_notebook_gets_its_hidden_tests_and_no_remark():
    notebook, flags = admit(handed_in(answer="answer = 42"))
    assert flags == []
    cells = named(notebook)
    assert cells["answer"].source == "answer = 42"
    assert cells["test"].source == CELLS["test"][0]
    nbformat.validate(notebook)


def test_only_sources_are_the_students():
    mine = handed_in(answer="answer = 42")
    mine.metadata = {"kernelspec": {"name": "evil"}, "widgets": {}, "course": "mine"}
    mine.cells[1].outputs = [nbformat.v4.new_output("stream", text="<script>")]
    mine.cells[1].metadata["slideshow"] = {"evil": True}
    mine.cells.append(new_code_cell("x = 1", metadata={"tags": ["skip-execution"], "a": 1}))
    notebook, _ = admit(mine)
    assert notebook.metadata == original_notebook().metadata
    assert notebook.cells[1].outputs == []
    assert notebook.cells[1].metadata == original_notebook().cells["answer"].metadata
    assert notebook.cells[-1].metadata == {}


def test_tags_that_decide_a_score_are_taken_off():
    mine = handed_in()
    mine.cells[2].metadata["tags"] = ["skip-execution"]
    notebook, flags = admit(mine)
    assert named(notebook)["test"].metadata.tags == ["raises-exception"]  # the instructor's
    assert kinds(flags) == [("tagged", "test")]
    assert flags[0].is_suspicious


def test_a_changed_test_and_set_up_are_put_right():
    notebook, flags = admit(handed_in(test="assert True", setup="import math as m"))
    cells = named(notebook)
    assert (cells["test"].source, cells["setup"].source) == (CELLS["test"][0], CELLS["setup"][0])
    assert kinds(flags) == [("changed", "setup"), ("changed", "test")]


def test_a_cell_of_an_earlier_release_is_no_change_of_the_students():
    mine = handed_in(test="assert answer == 41")  # as it was before the instructor mended it
    mine.cells[2].metadata.nbgrader.checksum = compute_checksum(mine.cells[2])
    notebook, flags = admit(mine)
    assert named(notebook)["test"].source == CELLS["test"][0]
    assert kinds(flags) == [("earlier", "test")]
    assert not flags[0].is_suspicious
    mine.cells[2].source = "assert True"
    assert kinds(admit(mine)[1]) == [("changed", "test")]


def test_blank_lines_are_no_change():
    assert admit(handed_in(test="assert answer  \n\n", setup="\nimport math"))[1] == []


def test_missing_cells_return_and_copies_go():
    mine = handed_in()
    del mine.cells[2], mine.cells[0]
    notebook, flags = admit(mine)
    assert [cell.metadata.nbgrader.grade_id for cell in notebook.cells] == list(CELLS)
    assert sorted(kinds(flags)) == [("missing", "setup"), ("missing", "test")]

    mine = handed_in()
    mine.cells += [new_code_cell("assert True", metadata=mine.cells[2].metadata)] * 2
    notebook, flags = admit(mine)
    assert [cell.source for cell in notebook.cells].count(CELLS["test"][0]) == 1
    assert len(notebook.cells) == 3
    assert sorted(kinds(flags)) == [("changed", "test"), *[("copied", "test")] * 2]


def test_a_missing_test_returns_to_its_place():
    """A later test may use what it makes."""
    notebook = original_notebook()
    later = {f"later-{name}": copy.deepcopy(cell) for name, cell in notebook.cells.items()}
    for name, cell in later.items():
        cell.metadata.nbgrader.grade_id = cell.id = name
    notebook.cells.update(later)

    def order(missing, extra=()):
        cells = [cell for name, cell in notebook.cells.items() if name not in missing]
        for at, source in extra:
            cells.insert(at, new_code_cell(source))
        content = json.dumps(new_notebook(cells=cells)).encode()
        admitted, _ = admit_notebook(content, notebook, Admission())
        return [cell.metadata.get("nbgrader", {}).get("grade_id", "") for cell in admitted.cells]

    everything = list(notebook.cells)
    assert order({"test"}) == everything
    assert order({"test", "later-test"}) == everything
    assert order({"test", "later-setup"}) == everything
    # What the answer calls may stand below it.
    helped = ["setup", "answer", "", "test", *later]
    assert order({"test"}, extra=[(2, "def helper(): ...")]) == helped
    # An answer without its mark may be in any plain cell.
    assert {flag.kind for flag in admit(new_notebook())[1]} == {"missing", "no-answer"}
    unmarked = ["setup", "later-setup", "later-answer", "later-test", "", "test"]
    assert order({"answer", "test"}, extra=[(4, "answer = 42")]) == unmarked


def test_a_second_try_at_an_answer_stays_as_plain_code():
    mine = handed_in(answer="first = 1")
    mine.cells.insert(2, new_code_cell("answer = 42", metadata=mine.cells[1].metadata))
    notebook, _ = admit(mine)
    assert [cell.source for cell in notebook.cells[1:3]] == ["first = 1", "answer = 42"]
    assert "nbgrader" not in notebook.cells[1].metadata


def test_a_forged_graded_cell_is_a_plain_one():
    mine = handed_in()
    mark = {"grade": True, "grade_id": "bonus", "points": 100, "locked": True}
    mine.cells.append(new_code_cell("1", metadata={"nbgrader": mark}))
    notebook, flags = admit(mine)
    assert notebook.cells[-1].metadata == {}
    assert kinds(flags) == [("forged", "")]
    assert "bonus" in flags[0].text


def test_cell_types_are_put_right():
    mine = handed_in()
    mine.cells[2] = nbformat.v4.new_raw_cell("assert answer", metadata=mine.cells[2].metadata)
    mine.cells.append({"cell_type": "heading", "source": "?", "metadata": {}})
    notebook, flags = admit(mine)
    assert notebook.cells[2].cell_type == "code"
    assert kinds(flags) == [("retyped", "test")]
    assert notebook.cells[3].cell_type == "raw"
    nbformat.validate(notebook)


def test_pasted_pictures_stay_and_nothing_else_that_is_attached():
    picture = base64.b64encode(b"png").decode()
    text = new_markdown_cell("![](a.png)")
    text.attachments = {
        "a.png": {"image/png": picture, "text/html": "<script>"},
        "b.svg": {"image/svg+xml": "<svg onload=evil>"},
        "c.png": {"image/png": '"><script>'},
        "d": "not a bundle",
    }
    mine = handed_in()
    mine.cells.append(text)
    notebook, _ = admit(mine)
    assert notebook.cells[-1].attachments == {"a.png": {"image/png": picture}}


def test_ids_are_valid_and_of_one_cell_each():
    mine = handed_in()
    for cell in mine.cells:
        cell.id = "same"
    mine.cells += [new_code_cell("", id="same"), new_code_cell(""), new_code_cell("")]
    mine.cells[-1].id = "<script>"
    mine.cells[-2].id = ["list"]
    notebook, _ = admit(mine)
    nbformat.validate(notebook)
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)


def test_half_a_character_does_no_harm():
    notebook, _ = admit(handed_in(answer="answer = '\ud800'"))
    nbformat.writes(notebook).encode()
    assert named(notebook)["answer"].source == "answer = '?'"


def test_older_formats_are_brought_up_to_date_and_a_mark_at_the_start_is_no_matter():
    assert admit(b"\xef\xbb\xbf" + json.dumps(handed_in()).encode())[1] == []
    old = nbformat.v3.writes_json(nbformat.convert(handed_in(answer="answer = 3"), 3)).encode()
    assert named(admit(old)[0])["answer"].source == "answer = 3"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"\xe4 {", "not text in UTF-8"),
        (b'{"nbformat": 4, "cells": [', "only part of one"),
        (b"[" * 100_000, "not JSON"),
        (b'{"nbformat": 4, "cells": ' + b'[{"metadata": ' * 900 + b"1" + b"}]" * 900 + b"}", "a"),
        (b"[]", "JSON, but not a notebook"),
        (b"null", "JSON, but not a notebook"),
        (b'{"nbformat": 4}', "JSON, but not a notebook"),
        (b'{"nbformat": 4, "cells": {}}', "JSON, but not a notebook"),
        (b'{"nbformat": 4, "cells": [1]}', "JSON, but not a notebook"),
        (b'{"nbformat": 4, "cells": [{"source": 1}]}', "JSON, but not a notebook"),
        (b'{"nbformat": 4, "cells": [{"source": [1]}]}', "JSON, but not a notebook"),
        (b'{"nbformat": 4, "cells": [{"metadata": []}]}', "JSON, but not a notebook"),
        (b'{"nbformat": 3, "cells": []}', "JSON, but not a notebook"),
        (b'{"nbformat": "4"}', "JSON, but not a notebook"),
        (b'{"nbformat": 1e999}', "JSON, but not a notebook"),
        (b'{"nbformat": 5, "cells": []}', "format 5"),
    ],
)
def test_what_is_no_notebook_is_refused_with_the_reason(content, reason):
    with pytest.raises(Refused, match=reason):
        admit(content)


@pytest.fixture
def converted(monkeypatch):
    """The lengths of what nbformat was given to convert: it takes long for much."""
    lengths = []
    reads = nbformat.reads

    def measured(text, *arguments, **options):
        lengths.append(len(text))
        return reads(text, *arguments, **options)

    monkeypatch.setattr(nbformat, "reads", measured)
    return lengths


def test_outputs_of_an_older_format_are_not_converted(converted):
    output = {"output_type": "stream", "stream": "stdout", "text": ["x"]}
    cell = {"cell_type": "code", "input": "1", "language": "python", "collapsed": False}
    cell |= {"metadata": {}, "outputs": [output] * 10_000}
    sheets = [{"cells": [cell] * 3, "metadata": {}}] * 2
    notebook = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": sheets}
    assert not any(cell.get("outputs") for cell in admit(notebook)[0].cells)
    assert max(converted) < 2_000
    with pytest.raises(Refused, match="it has 6 cells, and more than 5 are not read"):
        admit(notebook, max_cells=5)
    assert len(converted) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"worksheets": [{"cells": [], "metadata": {}}] * 20_000},
        {
            "worksheets": [
                {
                    "cells": [{"cell_type": "code", "input": "1"}],
                    "metadata": {"x": [{}] * 20_000},
                }
            ]
        },
        {"metadata": {"x": [[]] * 20_000}},
        {
            "worksheets": [
                {"cells": [{"cell_type": "code", "input": "1", "prompt_number": [1] * 20_000}]}
            ]
        },
    ],
)
def test_what_nobody_grades_of_an_older_format_is_not_converted(more, converted):
    sheets = [{"cells": [{"cell_type": "code", "input": "1", "outputs": []}], "metadata": {}}]
    content = json.dumps(
        {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": sheets} | more
    )
    notebook, _ = admit(content.encode())
    assert len(notebook.cells) >= 1
    assert len(converted) == 1
    assert converted[0] < 2_000


def test_too_many_cells_and_too_much_text_are_refused():
    mine = handed_in()
    mine.cells *= 10
    with pytest.raises(Refused, match="it has 30 cells"):
        admit(mine, max_cells=20)
    with pytest.raises(Refused, match="its cells hold 10,0"):
        admit(handed_in(answer="#" * 10_000), max_source=10_000)


@pytest.mark.parametrize("mark", [1, [], "solution", {"grade_id": ["test"]}, {"grade_id": None}])
def test_odd_marks_make_a_plain_cell(mark):
    mine = handed_in()
    mine.cells.append(new_code_cell("x = 1", metadata={"nbgrader": mark}))
    notebook, flags = admit(mine)
    assert notebook.cells[-1].metadata == {}
    assert flags == []
