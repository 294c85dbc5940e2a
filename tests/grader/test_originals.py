"""Self-study takes from `source/` what a class's gradebook would know."""

import pytest
from gradebox.classroom import Classroom
from gradebox.gradebook_store import Store
from gradebox.originals import original_in
from grading import ROOT
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory


@pytest.mark.parametrize("name", ["05-self-attention"])
def test_originals_without_a_gradebook(tmp_path, name):
    room = Classroom.copy_of(ROOT, tmp_path / "course", [name])
    (room.root / "source" / name / "beside.csv").write_text("1,2\n")
    course = CourseDirectory(config=room.config, root=str(room.root), assignment_id=name)
    converter = Autograde(coursedir=course, config=room.config)
    store = Store(converter)
    store.close()
    known, own = store.original, original_in(converter, name)
    assert own.files == known.files == {"beside.csv": b"1,2\n"}
    assert own.editable == known.editable
    assert own.notebooks.keys() == known.notebooks.keys() == {name}
    assert own.notebooks[name].metadata == known.notebooks[name].metadata
    cells, expected = own.notebooks[name].cells, known.notebooks[name].cells
    assert list(cells) == list(expected)
    assert len(cells) > 30
    for cell, original in zip(cells.values(), expected.values(), strict=True):
        assert (cell.cell_type, cell.source) == (original.cell_type, original.source)
        assert cell.metadata == original.metadata
