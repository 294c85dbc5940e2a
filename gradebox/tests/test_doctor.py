"""`gradebox doctor`."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from gradebox.commands import doctor
from gradebox.sandbox import NAMES, LayerStatus, machine

from gradebox import cli


def test_names_what_is_missing_and_how_to_give_it_up():
    layers = [
        LayerStatus("network", True, "It reaches no network."),
        LayerStatus("files", False, "This machine does not give it."),
        LayerStatus("user", False, "This machine does not give it."),
    ]
    *lines, last = doctor.report(layers).splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["MISSING", "files"], ["MISSING", "user"]]
    assert lines[0] == "in force  network  It reaches no network."
    assert "--without files,user." in last


@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is made of Linux")
def test_a_line_for_each_layer():
    command = [sys.executable, "-m", "gradebox", "doctor"]
    ran = subprocess.run(command, capture_output=True, text=True)
    lines = ran.stdout.replace("in force", "in-force").splitlines()[:-1]
    assert [line.split()[1] for line in lines] == list(NAMES)
    assert ran.returncode == any(line.startswith("MISSING") for line in lines)


def test_another_system_is_told_why(monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "darwin")
    machine.examine.cache_clear()
    try:
        assert doctor.main([]) == 1
    finally:
        machine.examine.cache_clear()
    out = capsys.readouterr().out
    assert out.count("another system") == len(NAMES)
    assert f"--without {','.join(NAMES)}" in out


def test_windows_is_told_what_to_do(monkeypatch):
    monkeypatch.setattr(os, "name", "nt")
    with pytest.raises(SystemExit, match="WSL"):
        cli.main()


@pytest.mark.parametrize(
    ("words", "is_hub"),
    [
        ("/opt/hub/bin/python /opt/hub/bin/jupyterhub -f hub.py", True),
        ("/opt/hub/bin/jupyterhub --config=hub.py", True),
        ("/usr/bin/python3 -m jupyterhub -f hub.py", True),
        ("/opt/hub/bin/python /opt/hub/bin/jupyterhub-singleuser -f hub.py", False),
        ("/opt/jupyterhub/bin/python server.py -f hub.py", False),
    ],
)
def test_the_server_of_a_student_is_not_taken_for_the_hub(tmp_path, monkeypatch, words, is_hub):
    (tmp_path / "hub.py").touch()
    process = SimpleNamespace(
        info={"cmdline": words.split(), "uids": SimpleNamespace(effective=0)},
        cwd=lambda: str(tmp_path),
    )
    monkeypatch.setattr(doctor.psutil, "process_iter", lambda names: [process])
    assert (doctor.find_hub_config() == tmp_path / "hub.py") == is_hub


def test_of_two_hubs_the_one_of_this_environment_is_looked_at(tmp_path, monkeypatch):
    uids = SimpleNamespace(effective=0)
    processes = []
    for name, program in (("trial.py", "/tmp/trial/bin/python"), ("class.py", sys.executable)):
        (tmp_path / name).touch()
        words = [program, "-m", "jupyterhub", "--config", name]
        info = {"cmdline": words, "uids": uids}
        processes.append(SimpleNamespace(info=info, cwd=lambda: str(tmp_path)))
    monkeypatch.setattr(doctor.psutil, "process_iter", lambda names: processes)
    assert doctor.find_hub_config() == tmp_path / "class.py"
