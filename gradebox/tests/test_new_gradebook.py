"""The version of nbgrader's tables is the one that the program would tell that nbgrader starts."""

import io
import os

import nbgrader.api
from alembic import command
from alembic.config import Config
from gradebox.new_gradebook import newest_version, prepare_nbgrader
from nbgrader.dbutil import _temp_alembic_ini
from sqlalchemy import text


def test_it_is_what_the_program_says():
    said = io.StringIO()
    with _temp_alembic_ini("sqlite:///not-there.db") as settings:
        command.heads(Config(settings, stdout=said))
    assert said.getvalue() == f"{newest_version()} (head)\n"


def test_a_new_gradebook_notes_it_where_no_program_is_found(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    prepare_nbgrader()
    monkeypatch.setenv("PATH", str(tmp_path))  # where the program is not
    with nbgrader.api.Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as gradebook:
        [row] = gradebook.db.execute(text("SELECT version_num FROM alembic_version"))
        assert row[0] == newest_version()


def test_what_else_starts_the_program_finds_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    prepare_nbgrader()
    assert any(os.access(os.path.join(folder, "alembic"), os.X_OK) for folder in os.get_exec_path())
