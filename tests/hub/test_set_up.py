"""The parts of `set_up.py` that need no class: what it changes, leaves alone and refuses."""

import json
import os
from types import SimpleNamespace

import pytest

from hub import set_up
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


def test_a_terminal_is_no_login_shell_which_would_forget_the_hubs_programs(tmp_path):
    set_up.configure_everybody(read_settings(set_up.HERE / "class.toml"), tmp_path)
    server = json.loads((tmp_path / "jupyter_server_config.json").read_text())["ServerApp"]
    assert server["terminado_settings"] == {"shell_command": ["/bin/bash"]}
