"""The parts of `set_up.py` that need no class: what it changes, leaves alone and refuses."""

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from hub import set_up, trial
from hub.class_settings import read_settings
from hub.set_up import SetUpError


def account(home, uid=None):
    mine = os.geteuid() if uid is None else uid
    return SimpleNamespace(pw_name="ada", pw_dir=str(home), pw_uid=mine, pw_gid=os.getegid())


def test_a_home_is_closed_only_if_it_is_the_accounts_own(tmp_path):
    tmp_path.chmod(0o755)
    with pytest.raises(SetUpError, match="not ada's own home"):
        set_up.close_home(account(tmp_path, os.geteuid() + 1))
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    set_up.close_home(account(tmp_path))
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    set_up.close_home(account(tmp_path / "made at the first login"))


def test_a_folder_is_made_or_mended_and_a_link_is_not_followed(tmp_path):
    folder = tmp_path / "a" / "exchange"
    for _ in range(2):
        set_up.make_folder(folder, 0o1777)
        assert folder.stat().st_mode & 0o7777 == 0o1777
        folder.chmod(0o700)
    link = tmp_path / "link"
    link.symlink_to(folder)
    with pytest.raises(SetUpError, match="is no folder"):
        set_up.make_folder(link, 0o755)
    assert folder.stat().st_mode & 0o7777 == 0o700


def test_the_courses_exchange_leads_to_the_class_and_nothing_in_use_is_lost(tmp_path):
    link, exchange = tmp_path / ".exchange", tmp_path / "exchange"
    exchange.mkdir()
    link.mkdir()
    for _ in range(2):  # an empty folder first, then the link
        set_up.lead_to_exchange(link, exchange)
        assert link.resolve() == exchange
    link.unlink()
    (link / "maths").mkdir(parents=True)
    with pytest.raises(SetUpError, match="in use"):
        set_up.lead_to_exchange(link, exchange)
    assert (link / "maths").is_dir()


def test_extensions_are_switched_and_other_settings_stay(tmp_path):
    page = tmp_path / "labconfig" / "page_config.json"
    set_up.change_json(page, {"disabledExtensions": {"theirs": True}, "other": 1})
    set_up.switch(tmp_path, lab=("formgrader",), server=("formgrader",))
    disabled = {"theirs": True, "@jupyter/nbgrader:formgrader": True}
    assert json.loads(page.read_text()) == {"disabledExtensions": disabled, "other": 1}
    set_up.switch(tmp_path, lab=("formgrader",), server=("formgrader",), on=True)
    assert not json.loads(page.read_text())["disabledExtensions"]["@jupyter/nbgrader:formgrader"]
    server = json.loads((tmp_path / "jupyter_server_config.json").read_text())
    extensions = {"nbgrader.server_extensions.formgrader": True}
    assert server == {"ServerApp": {"jpserver_extensions": extensions}}


def test_what_is_no_course_is_not_copied(tmp_path):
    with pytest.raises(SetUpError, match="no folder source"):
        set_up.copy_course(tmp_path, tmp_path / "copy", account(tmp_path))
    (tmp_path / "course" / "source").mkdir(parents=True)
    (tmp_path / "course" / ".venv").mkdir()
    set_up.copy_course(tmp_path / "course", tmp_path / "copy", account(tmp_path))
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["source"]
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o700


def test_a_copy_that_was_cut_short_is_made_again(tmp_path, monkeypatch):
    (tmp_path / "course" / "source").mkdir(parents=True)
    (tmp_path / "course" / "Makefile").touch()
    copytree = set_up.shutil.copytree

    def cut_short(course, folder, **how):
        copytree(course / "source", folder / "source")
        raise KeyboardInterrupt

    monkeypatch.setattr(set_up.shutil, "copytree", cut_short)
    with pytest.raises(KeyboardInterrupt):
        set_up.copy_course(tmp_path / "course", tmp_path / "copy", account(tmp_path))
    assert not (tmp_path / "copy").exists()
    monkeypatch.undo()
    set_up.copy_course(tmp_path / "course", tmp_path / "copy", account(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {"course", "copy"}
    assert {path.name for path in (tmp_path / "copy").iterdir()} == {"source", "Makefile"}


def test_an_account_without_its_password_is_removed_again(tmp_path, monkeypatch):
    done = []

    def run(*command, text=""):
        done.append(command[0])
        written = (tmp_path / "passwords").read_text()
        if command[0] == "chpasswd":
            assert text.replace(":", " ") in written  # nobody could look it up otherwise
            if text.startswith("ben"):
                raise SetUpError("chpasswd failed")

    monkeypatch.setattr(set_up, "run", run)
    with pytest.raises(SetUpError, match="chpasswd failed"):
        set_up.make_accounts(["ada", "ben", "cy"], tmp_path / "passwords")
    assert done == ["useradd", "chpasswd", "useradd", "chpasswd", "userdel"]


@pytest.mark.parametrize("content", ['{"ServerApp": {', "[1]", "\xff"])
def test_a_damaged_file_of_settings_is_named(tmp_path, content):
    path = tmp_path / "jupyter_server_config.json"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(SetUpError, match=r"jupyter_server_config.json is .*: mend or remove it"):
        set_up.change_json(path, {"a": 1})
    assert path.read_text(encoding="latin-1") == content


def test_a_full_disk_leaves_the_file_of_settings_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "jupyter_server_config.json"
    set_up.change_json(path, {"a": 1})

    def full(file, *_, **__):
        with open(file, "w") as begun:
            begun.write("{")
        raise OSError(28, "No space left on device", str(file))

    with monkeypatch.context() as patched:
        patched.setattr(set_up.Path, "write_text", full)
        with pytest.raises(OSError, match="No space"):
            set_up.change_json(path, {"b": 2})
    assert json.loads(path.read_text()) == {"a": 1}
    set_up.change_json(path, {"b": 2})
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_passwords_are_for_their_owner_alone_also_in_a_file_that_was_there(tmp_path, monkeypatch):
    monkeypatch.setattr(set_up, "make_account", lambda *_: None)
    passwords = tmp_path / "passwords"
    passwords.touch()
    passwords.chmod(0o644)
    set_up.make_accounts(["ada"], passwords)
    assert passwords.stat().st_mode & 0o777 == 0o600
    (tmp_path / "link").symlink_to(passwords)
    with pytest.raises(OSError, match="symbolic links"):
        set_up.make_accounts(["ben"], tmp_path / "link")
    assert "ben" not in passwords.read_text()


def test_the_class_is_entered_into_the_gradebook_once(tmp_path, monkeypatch):
    settings = read_settings(set_up.HERE / "class.toml")
    students = tmp_path / "students.csv"
    students.write_text("id,first_name\nada,Ada\n")
    settings = replace(settings, students_file=str(students))
    entered = []

    def run(*command, account, cwd, env):
        entered.append((cwd / command[-1]).read_text())

    monkeypatch.setattr(set_up, "run", run)
    set_up.enter_students(settings, tmp_path, account(tmp_path))
    assert entered == ["id,first_name\nada,Ada\n", "id\nben\ncy\n"]
    (tmp_path / "gradebook.db").touch()
    set_up.enter_students(settings, tmp_path, account(tmp_path))
    assert len(entered) == 2
    students.write_text("id,first_name\nada,Augusta Ada\n")
    set_up.enter_students(settings, tmp_path, account(tmp_path))
    assert entered[2:] == ["id,first_name\nada,Augusta Ada\n"]


def test_a_list_that_could_not_be_entered_is_tried_again(tmp_path, monkeypatch):
    settings = read_settings(set_up.HERE / "class.toml")

    errors = [SetUpError("no space"), KeyboardInterrupt()]
    (tmp_path / "gradebook.db").touch()
    entered = []

    def run(*command, account, cwd, env):
        if errors:
            raise errors.pop(0)
        entered.append((cwd / command[-1]).read_text())

    monkeypatch.setattr(set_up, "run", run)
    with pytest.raises(SetUpError):
        set_up.enter_students(settings, tmp_path, account(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["gradebook.db"]
    with pytest.raises(KeyboardInterrupt):  # or a power cut: nothing is tidied up
        set_up.enter_students(settings, tmp_path, account(tmp_path))
    set_up.enter_students(settings, tmp_path, account(tmp_path))
    assert entered == ["id\nada\nben\ncy\n"]


def test_feedback_at_submission_is_a_service_that_goes_where_nobody_asks_for_it(
    tmp_path, monkeypatch
):
    done = []
    monkeypatch.setattr(set_up, "systemctl", lambda *words: done.append(words[0]))
    monkeypatch.setattr(set_up, "SYSTEMD", tmp_path)
    settings = read_settings(set_up.HERE / "class.toml")
    watched = replace(settings, watch=["ps 1", "ps2"])
    home, unit = Path("/home/grader"), tmp_path / set_up.WATCH
    assert set_up.set_up_watch(settings, home, tmp_path) == ""
    assert "ps 1, ps2" in set_up.set_up_watch(watched, home, tmp_path)
    said = dict(line.split("=", 1) for line in unit.read_text().splitlines() if "=" in line)
    assert shlex.split(said["ExecStart"])[1:] == ["watch", "ps 1", "ps2"]
    assert (said["User"], said["WorkingDirectory"]) == (
        settings.grader,
        "/home/grader/attention-by-hand",
    )
    assert said["Restart"] == "always"
    assert unit.stat().st_mode & 0o777 == 0o644
    assert done == ["daemon-reload", "enable", "restart"]
    assert set_up.set_up_watch(settings, home, tmp_path) == "Feedback at submission has ended."
    assert not unit.exists()
    assert done[3:] == ["disable", "daemon-reload"]
    monkeypatch.setattr(set_up, "SYSTEMD", tmp_path / "none")
    said = set_up.set_up_watch(watched, home, tmp_path)
    assert f"{sys.prefix}/bin/gradebox watch 'ps 1' ps2" in said
    assert not unit.exists()


def test_a_trial_says_why_there_can_be_none(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with (
            pytest.raises(trial.TrialError, match=f"has the port {port}"),
            trial.trial(["ada"], port),
        ):
            pass
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr(trial, "open_to_all", lambda path: False)
    assert "clone into a folder that everybody can enter" in trial.no_accounts()


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze, which reads units, is missing"
)
def test_systemd_takes_the_units_and_ends_none_for_one_process_without_memory(tmp_path):
    settings = replace(read_settings(set_up.HERE / "class.toml"), watch=["ps 1"])
    hub = (set_up.HERE / "jupyterhub.service").read_text()
    units = {
        "jupyterhub.service": hub.replace("/opt/hub/bin/python", sys.executable),
        set_up.WATCH: set_up.watch_unit(settings, Path("/home/grader")),
    }
    for name, text in units.items():
        (tmp_path / name).write_text(text)
        done = subprocess.run(
            ["systemd-analyze", "verify", tmp_path / name], capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "\nOOMPolicy=continue\n" in text


def test_a_terminal_is_no_login_shell_which_would_forget_the_hubs_programs(tmp_path):
    set_up.configure_everybody(read_settings(set_up.HERE / "class.toml"), tmp_path)
    server = json.loads((tmp_path / "jupyter_server_config.json").read_text())["ServerApp"]
    assert server["terminado_settings"] == {"shell_command": ["/bin/bash"]}


def test_a_server_starts_and_ends_without_what_takes_it_long_for_nothing(tmp_path):
    """With the grammar, jsonschema takes seconds to be imported."""
    set_up.start_quickly(tmp_path)
    code = (
        "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 1000)); "
        f"import site, sys; site.addsitedir({str(tmp_path)!r}); import jsonschema; "
        "print(sys.modules['rfc3987_syntax'])"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert said == "None\nTrue\n"
