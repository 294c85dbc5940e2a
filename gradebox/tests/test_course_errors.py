"""Whatever is wrong with a course's files is told in a sentence, by every command."""

import sqlite3
import sys
from importlib import import_module

import pytest
import sqlalchemy as sa
from gradebox.commands import watch
from gradebox.commands.check import main as check
from gradebox.commands.handout import main as handout
from gradebox.commands.solution import main as solution
from gradebox.course_errors import sentence_of
from gradebox.folder import WrongConfig, load_config
from gradebox.new_gradebook import prepare_nbgrader
from gradebox.source_notebook import UnreadableSource, read_source
from nbgrader.api import Gradebook
from traitlets import TraitError

from gradebox import cli

prepare_nbgrader()

CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "k"
c.Exchange.root = {root!r}
c.ExchangeFactory.collect = "gradebox.collect.Collect"
c.GenerateFeedback.exporter_class = "gradebox.feedback.FeedbackExporter"
"""
ALL = ("collect", "grade", "report", "status", "try_", "watch")


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course whose only notebook was cut off, with a submission."""
    for folder in ("source/ps1", "submitted/ada/ps1", "exchange/k/inbound"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "source/ps1/ps1.ipynb").write_text('{"cells": [')
    config = CONFIG.format(root=str(tmp_path / "exchange"))
    (tmp_path / "nbgrader_config.py").write_text(config)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gradebox.startup.worker_template.start", lambda: None)
    monkeypatch.setattr(watch.signal, "signal", lambda *_: None)
    return tmp_path


def said(capsys, *names):
    """Run commands; return what each writes as its error, once for all if it is the same."""
    found = set()
    for name in names:
        code = import_module(f"gradebox.commands.{name}").main(["ps1"])
        assert code in (1, 2), name
        out, error = capsys.readouterr()
        assert (out, error.count("\n")) == ("", 1), name
        found.add(error)
    return found


def test_a_folder_that_was_deleted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()
    with pytest.raises(SystemExit, match="is no longer there"):
        cli.main()


def test_a_configuration_that_stops(course, capsys):
    (course / "nbgrader_config.py").write_text("c = get_config()\nc.Execute.timeout = sixty\n")
    (sentence,) = said(capsys, *ALL)
    assert "nbgrader_config.py stops in line 2 (NameError: name 'sixty' is not" in sentence
    assert check(["source/ps1/ps1.ipynb", "--course", str(course)]) == 2
    assert capsys.readouterr().err == sentence


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\nc = get_config(\n", r"in line 2 \(SyntaxError: '\(' was never closed\)"),
        ("\nimport nosuchmodule", r"in line 2 \(ModuleNotFoundError: No module named"),
        ("\n\nimport broken_helper", r"in line 3 \(SyntaxError: .*broken_helper.py, line 1\)"),
        ("get_config()[", r"in line 1 \(SyntaxError"),
        ("c = 'ä'", r"\(SyntaxError: .*\)\. Mend that"),
    ],
)
def test_where_a_configuration_stops(tmp_path, text, why):
    (tmp_path / "broken_helper.py").write_text("def f(:")
    (tmp_path / "nbgrader_config.py").write_bytes(text.encode("latin-1"))
    with pytest.raises(WrongConfig, match=f"nbgrader_config.py stops .*{why}"):
        load_config(tmp_path)


def test_a_source_notebook_that_was_cut_off(course, capsys):
    (sentence,) = said(capsys, "grade", "try_")
    assert sentence.startswith(f"{course}/source/ps1/ps1.ipynb cannot be read: it is no notebook")


@pytest.mark.parametrize("content", ['{"cells": [', "[]"])
def test_a_source_notebook_that_was_cut_off_as_learners_hear_of_it(course, capsys, content):
    (course / "source/ps1/ps1.ipynb").write_text(content)
    for name in ("ps1.ipynb", "renamed.ipynb"):
        (course / name).write_text('{"cells": []}')
    for arguments in (["ps1.ipynb"], ["renamed.ipynb"], ["ps1.ipynb", "double"]):
        assert check(arguments) == 2
        assert solution([*arguments, "double"][:2]) == 1
        assert handout(arguments[:1]) == 1
        out, error = capsys.readouterr()
        assert (out, error.count("\n")) == ("", 3)
        assert error.count(f"{course}/source/ps1/ps1.ipynb cannot be read: it is no notebook") == 3


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"nbformat": 4}'])
def test_what_is_no_source_notebook(tmp_path, content):
    (tmp_path / "ps1.ipynb").write_bytes(content)
    with pytest.raises(UnreadableSource, match=r"ps1.ipynb cannot be read: it is no notebook"):
        read_source(tmp_path / "ps1.ipynb")


def test_a_gradebook_that_is_none(course, capsys):
    (course / "gradebook.db").write_text("some text that is no database at all")
    (sentence,) = said(capsys, "collect", "grade", "report", "status", "watch")
    assert "no gradebook (file is not a database). Put a copy that you have kept in" in sentence


@pytest.mark.parametrize(
    "said", ["attempt to write a readonly database", "unable to open database file"]
)
def test_a_gradebook_that_is_closed_to_this_account(said):
    error = sa.exc.OperationalError("", {}, sqlite3.OperationalError(said))
    assert sentence_of(error) == (
        f"The gradebook cannot be used at present ({said}: this account must own the file and its "
        "folder)."
    )


def test_a_gradebook_that_is_locked_when_watching_begins(course, capsys, monkeypatch):
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        gradebook.add_assignment("ps1")
        gradebook.db.execute(sa.text("BEGIN EXCLUSIVE"))
        connect = sa.create_engine
        monkeypatch.setattr(
            "nbgrader.api.create_engine",
            lambda url, **how: connect(url, **how | {"connect_args": {"timeout": 0}}),
        )
        assert said(capsys, "watch") == {
            "The gradebook cannot be used at present (database is locked).\n"
        }


def test_watch_starts_again_with_another_configuration_if_that_is_right(
    course, capsys, monkeypatch
):
    path, config = course / "nbgrader_config.py", (course / "nbgrader_config.py").read_text()
    changes = iter(["c = get_config(\n", f"{config}c.Watch.tries_per_day = 0\n", f"{config}\n"])
    monkeypatch.setattr(watch.time, "sleep", lambda _: path.write_text(next(changes)))
    started = []
    monkeypatch.setattr(watch.os, "execv", lambda *how: started.append(how))
    watch.main(["ps1"])
    said = capsys.readouterr().out.splitlines()
    ((program, arguments),) = started
    assert (program, arguments[1:]) == (sys.executable, sys.orig_argv[1:])
    assert "stops in line 1" in said[1]
    assert said[2].endswith("Until then the settings of before hold.")
    assert said[3].endswith("has changed: starting again.")


def test_other_errors_keep_their_traceback():
    assert sentence_of(KeyError("ada")) == ""
    assert sentence_of(PermissionError(13, "Permission denied", "/c/x")) == (
        "/c/x: Permission denied."
    )
    assert "nbgrader_config.py has a wrong value: no" in sentence_of(TraitError("no"))


@pytest.mark.parametrize("command", [["grade", "ps1", "--patience"], ["serve", "--idle"]])
def test_a_time_that_no_clock_reaches_is_refused(course, capsys, command):
    name, *arguments = command
    main = import_module(f"gradebox.commands.{name}").app
    for seconds in ("nan", "inf", "-1", "604801"):
        assert cli.run(main, [*arguments[:-1], f"{arguments[-1]}={seconds}"], name) == 2
        assert "it is no number of seconds" in capsys.readouterr().err
