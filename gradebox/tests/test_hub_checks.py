"""`gradebox doctor --hub`: each check on folders and configurations that are right, then wrong."""

import json
import os
import shutil
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from gradebox.commands import doctor
from gradebox.hub import check_all
from gradebox.hub.accounts import ANYBODY, Person
from gradebox.hub.check_files import (
    check_course,
    check_courses,
    check_exchange,
    check_exchange_of_course,
    check_homes,
)
from gradebox.hub.check_settings import (
    check_environment,
    check_extensions,
    check_formgrader,
    check_https,
    check_kernel_culling,
    check_memory,
    check_people,
    check_proxy,
    check_server_culling,
    check_students_config,
)
from gradebox.hub.check_watch import check_watch
from gradebox.hub.configuration import (
    Hub,
    UnreadableError,
    everybodys_nbgrader,
    load_trusted,
    read_hub,
    read_literals,
)
from gradebox.hub.finding import Finding
from traitlets.config import Config

ADA = Person("ada", 2**31 - 10, frozenset({2**31 - 10}))
STUDENTS = [ADA, ANYBODY]


@pytest.fixture
def folder():
    """A folder that everybody may enter; pytest's own are closed to others than who runs it."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


def make(path: Path, mode: int) -> Path:
    path.mkdir(parents=True)
    path.chmod(mode)
    return path


def wrong(finding: Finding, *words: str) -> bool:
    assert all(word in finding.sentence for word in words), finding.sentence
    return not finding.right


def hub(text: str = "", **people: list) -> Hub:
    config = Config()
    exec(text, {"c": config, "__name__": "jupyterhub_config"})
    return Hub(config, **people)


def test_feedback_at_submission_runs_where_the_class_asks_for_it(folder, monkeypatch):
    grader, unit = Person("grader", 1), folder / "gradebox-watch.service"
    asks = hub("c.GradeboxWatch.assignments = ['ps 1', 'ps2']", graders=[grader])

    def says(*words):
        [finding] = check_watch(asks, unit, folder)
        return wrong(finding, *words)

    assert check_watch(hub(graders=[grader]), unit, folder) == []
    assert says("There is no", "set_up.py")
    text = '[Service]\nUser=grader\nExecStart=/opt/hub/bin/gradebox watch "ps 1"'
    unit.write_text(text)
    assert says("does not watch ps2")
    unit.write_text(text.replace("User=grader", "User=root") + " ps2\n")
    assert says("as root, and the course belongs to grader")
    unit.write_text(text + " ps2\n")
    unit.chmod(0o666)
    assert says("Anybody can change")
    unit.chmod(0o644)
    running = []
    monkeypatch.setattr("psutil.process_iter", lambda names: running)
    assert says("does not run", "systemctl enable --now gradebox-watch")
    for user in ("ada", "grader"):
        info = {"username": user, "cmdline": ["python", "/opt/hub/bin/gradebox", "watch", "ps2"]}
        running.append(SimpleNamespace(info=info))
    assert says("does not start with the machine")
    make(folder / "multi-user.target.wants" / unit.name, 0o755)
    [finding] = check_watch(asks, unit, folder)
    assert finding.right
    assert finding.sentence == "grader watches ps 1, ps2."


def test_without_systemd_what_runs_is_looked_at(folder, monkeypatch):
    asks = hub("c.GradeboxWatch.assignments = ['ps 1', 'ps2']", graders=[Person("grader", 1)])
    running = []
    monkeypatch.setattr("psutil.process_iter", lambda names: running)

    def finding():
        [found] = check_watch(asks, folder / "gradebox-watch.service", folder / "none")
        return found

    assert wrong(finding(), "no systemd", "ps 1, ps2", "runs as grader")
    for user, name in (("ada", "ps2"), ("grader", "ps 1")):
        info = {"username": user, "cmdline": ["python", "/opt/hub/bin/gradebox", "watch", name]}
        running.append(SimpleNamespace(info=info))
    assert wrong(finding(), "nobody watches ps2:")
    running[0].info["username"] = "grader"
    assert finding().right


def test_rights_are_those_of_owner_group_and_others(folder):
    path = make(folder / "inner", 0o750)
    status = path.stat()
    assert not ADA.may(path, 4)
    assert Person("mate", ADA.uid, frozenset({status.st_gid})).may(path, 5)
    path.chmod(0o705)
    assert ADA.may(path, 5)
    assert not Person("mate", ADA.uid, frozenset({status.st_gid})).may(path, 4)
    folder.chmod(0o700)
    assert not ADA.may(path, 4)


def test_the_account_of_this_process_is_known():
    import pwd

    me = pwd.getpwuid(os.getuid())
    person = Person.of(me.pw_name)
    assert person is not None
    assert (person.uid, person.home) == (me.pw_uid, Path(me.pw_dir))
    assert Person.of("no-such-account") is None


@pytest.mark.parametrize("mode", [0o755, 0o711, 0o701, 0o704])
def test_homes(folder, mode):
    home = make(folder / "ben", 0o700)
    ben = Person("ben", home.stat().st_uid + 12345, home=home)
    [finding] = check_homes([ben], [ADA])
    assert finding.right
    home.chmod(mode)
    [finding] = check_homes([ben], [ADA])
    assert wrong(finding, f"chmod 700 {home}")


def test_a_home_that_is_made_at_the_first_login_is_not_missed(folder):
    [finding] = check_homes([Person("ben", 1, home=folder / "none")], [ADA])
    assert finding.right


def test_exchange(folder):
    root = folder / "exchange"
    assert wrong(check_exchange(root, STUDENTS), "There is no", "mkdir")
    make(root, 0o1777)
    assert check_exchange(root, STUDENTS).right
    root.chmod(0o777)
    assert wrong(check_exchange(root, STUDENTS), "rename", "chmod 1777")
    root.chmod(0o1775)
    assert wrong(check_exchange(root, STUDENTS), "cannot write")
    root.chmod(0o1777)
    owner = Person("ben", root.stat().st_uid)
    assert wrong(check_exchange(root, [owner]), "chown root")


@pytest.mark.parametrize(
    ("name", "mode", "words"),
    [
        ("", 0o777, "chmod 755"),
        ("outbound", 0o777, "chmod 755"),
        ("inbound", 0o755, "cannot write"),
        ("inbound", 0o777, "list"),
        ("inbound", 0o2722, "cannot write"),  # no right to enter it
        ("feedback", 0o733, "can write"),
        ("feedback", 0o755, "list"),
        ("feedback", 0o700, "cannot enter"),
        ("outbound", 0o711, "cannot enter"),
    ],
)
def test_exchange_of_the_course(folder, name, mode, words):
    course = folder / "course"
    assert wrong(check_exchange_of_course(course, STUDENTS), "make it first")
    make(course, 0o755)
    for each, right in (("outbound", 0o755), ("inbound", 0o2733), ("feedback", 0o711)):
        make(course / each, right)
    assert check_exchange_of_course(course, STUDENTS).right
    (course / name).chmod(mode)
    assert wrong(check_exchange_of_course(course, STUDENTS), words)


def test_a_student_who_made_the_courses_folder(folder):
    course = make(folder / "course", 0o755)
    student = Person("ben", course.stat().st_uid or 1)
    os.chown(course, student.uid, -1)
    assert wrong(check_exchange_of_course(course, [student]), "ben owns")


def test_course(folder):
    root = folder / "course"
    root.mkdir()
    assert wrong(check_course(root, STUDENTS), "source")
    make(root / "source", 0o755)
    (root / "gradebook.db").touch()
    root.chmod(0o700)
    assert check_course(root, STUDENTS).right
    root.chmod(0o755)
    assert wrong(check_course(root, STUDENTS), "ada, anybody", "source", "chmod 700")
    (root / "source").chmod(0o711)  # its notebooks can be opened by whoever guesses their names
    assert wrong(check_course(root, STUDENTS), "source", "chmod 700")
    (root / "source").chmod(0o700)
    (root / "gradebook.db").chmod(0o640)
    assert check_course(root, STUDENTS).right
    (root / "gradebook.db").chmod(0o644)
    assert wrong(check_course(root, STUDENTS), "gradebook.db")


def test_the_course_is_found_by_its_owners_configuration(folder):
    grader = Person("grader", 1, home=folder)
    assert wrong(*check_courses([grader], STUDENTS), "CourseDirectory.root")
    make(folder / "course" / "source", 0o700)
    config = make(folder / ".jupyter", 0o755) / "nbgrader_config.py"
    ran = folder / "ran"
    config.write_text(
        f"c = get_config()\nopen({str(ran)!r}, 'w')\n"
        f"c.CourseDirectory.root = {str(folder / 'course')!r}\n"
    )
    admin = Person("root", 0, home=folder / "elsewhere")
    [finding] = check_courses([grader, admin], STUDENTS)
    assert finding.right
    assert not ran.exists()
    assert wrong(*check_courses([], STUDENTS), "no account")


def test_nbgraders_configuration_for_everybody(folder):
    places = [str(folder / "first"), str(folder / "second")]
    path, found = everybodys_nbgrader(places)
    assert wrong(check_students_config(path, found), "finds no nbgrader_config.py")
    for place, text in zip(
        places,
        ("c.CourseDirectory.course_id = 'maths'\n", "c.CourseDirectory.course_id = 'x'\n"),
        strict=True,
    ):
        make(Path(place), 0o755)
        (Path(place) / "nbgrader_config.py").write_text(f"c = get_config()\n{text}")
    path, found = everybodys_nbgrader(places)
    assert found.CourseDirectory.course_id == "maths"
    assert wrong(check_students_config(path, found), "c.Exchange.root")
    with path.open("a") as file:
        file.write("c.Exchange.root = '/srv/exchange'\n")
    path, found = everybodys_nbgrader(places)
    assert check_students_config(path, found).right
    path.chmod(0o600)
    assert wrong(check_students_config(path, found), "chmod 644")


def test_a_configuration_that_others_can_write_is_not_run(folder):
    config = folder / "jupyterhub_config.py"
    ran = folder / "ran"
    config.write_text(f"open({str(ran)!r}, 'w')\n")
    for path, mode in ((config, 0o666), (folder, 0o777)):
        before = path.stat().st_mode
        path.chmod(mode)
        with pytest.raises(UnreadableError, match="written by others"):
            load_trusted(config)
        path.chmod(before)
    assert not ran.exists()
    load_trusted(config)
    assert ran.exists()


@pytest.mark.parametrize("text", ["import sys; sys.exit('No class.toml.')", "c.x = (", "1 / 0"])
def test_a_configuration_that_fails_is_said(folder, text):
    config = folder / "jupyterhub_config.py"
    config.write_text(text)
    [finding] = check_all(config, [])
    assert wrong(finding, str(config), "Mend it")


def test_only_values_that_are_written_out_are_read_from_a_program(folder):
    path = folder / "config.py"
    path.write_text("c.A.b = 'x'\nc.A.c = 1 + len('x')\nd = 3\n")
    assert read_literals(path) == {"A.b": "x"}
    path.write_text("c.A.b = (")
    assert read_literals(path) == read_literals(folder / "none") == {}


def test_students_are_who_may_log_in_and_neither_grades_nor_administrates(folder, monkeypatch):
    monkeypatch.setattr(Person, "of", lambda name: None if "gone" in name else Person(name, 7))
    config = folder / "jupyterhub_config.py"
    config.write_text(
        "c.Authenticator.allowed_users = {'ada', 'gone', 'ines', 'gone-too', 'root'}\n"
        "c.Authenticator.admin_users = {'root'}\n"
        "c.JupyterHub.load_groups = {'formgrade-maths': ['ines', 'gone-too']}\n"
        "c.JupyterHub.services.append({'name': 'maths', 'user': 'grader-maths',\n"
        "    'command': ['jupyterhub-singleuser']})\n"
    )
    found = read_hub(config)
    assert [person.name for person in found.students] == ["ada"]
    assert [person.name for person in found.others] == ["ines", "root"]
    assert [person.name for person in found.graders] == ["grader-maths"]
    assert found.missing == ["gone", "gone-too"]


def test_people():
    closed = "c.Authenticator.allow_existing_users = False"
    assert check_people(hub(closed, students=[ADA])).right
    assert wrong(check_people(hub(closed)), "allowed_users")
    assert wrong(check_people(hub(students=[ADA])), "taken off the list")
    assert wrong(check_people(hub(closed, students=[ADA], missing=["ben"])), "no account ben")
    everybody = "c.PAMAuthenticator.allow_all = True"
    assert wrong(check_people(hub(everybody, students=[ADA])), "Everybody")


def test_environment(folder):
    python = make(folder / "bin", 0o755) / "python"
    python.touch(0o755)
    assert check_environment(python).right
    packages = make(folder / "lib" / "python3.11" / "site-packages" / "gradebox", 0o777)
    assert wrong(check_environment(python), "Anybody can change", str(packages))
    packages.chmod(0o755)
    closed = make(folder / "root", 0o700) / "python3"
    closed.touch(0o755)
    python.unlink()
    python.symlink_to(closed)
    assert wrong(check_environment(python), "cannot run", str(closed))


def test_the_proxys_program_is_there(folder, monkeypatch):
    program = folder / "configurable-http-proxy"
    asks = hub(f"c.ConfigurableHTTPProxy.command = [{str(program)!r}, '--timeout=9']")
    assert wrong(check_proxy(asks), f"no program {program}", "npm ci")
    program.touch(0o755)
    assert check_proxy(asks).right
    monkeypatch.setattr("sys.executable", str(folder / "python"))
    assert check_proxy(hub("")).right, "beside Python, and not on this shell's PATH"
    assert check_proxy(hub("c.JupyterHub.proxy_class = 'traefik_file'")) is None
    assert check_proxy(hub("c.ConfigurableHTTPProxy.should_start = False")) is None


def test_extensions(folder):
    places = [str(folder)]
    assert wrong(check_extensions(places), "course-list, create-assignment, formgrader")
    page = make(folder / "labconfig", 0o755) / "page_config.json"
    off = {f"@jupyter/nbgrader:{n}": True for n in ("formgrader", "create-assignment")}
    page.write_text(json.dumps({"disabledExtensions": off}))
    assert wrong(check_extensions(places), "Students have course-list:")
    off["@jupyter/nbgrader:course-list"] = True
    page.write_text(json.dumps({"disabledExtensions": off}))
    assert check_extensions(places).right
    installed = make(folder / "jupyter_server_config.d", 0o755) / "nbgrader.json"
    extensions = {"nbgrader.server_extensions.formgrader": True}
    installed.write_text(json.dumps({"ServerApp": {"jpserver_extensions": extensions}}))
    assert wrong(check_extensions(places), "Students have formgrader:")


def test_formgrader(folder, monkeypatch):
    def look(text):
        return check_formgrader(hub(text), "maths")

    monkeypatch.setattr(Person, "of", lambda name: Person(name, 7, home=folder))
    command = "'command': ['python', '-m', 'jupyterhub.singleuser']"
    alone = f"c.JupyterHub.services = [{{'name': 'maths', {command}}}]\n"
    service = alone.replace("{command}", "") + "c.JupyterHub.services[0]['user'] = 'grader'\n"
    role = "c.JupyterHub.load_roles = [{'scopes': ['access:services!service=maths']}]\n"
    assert wrong(look(""), "no service maths")
    assert wrong(look(alone), "no account of its own")
    assert wrong(look(service), "Nobody may open")
    assert wrong(look(service + role), "does not switch the formgrader on")
    config = make(folder / ".jupyter", 0o755) / "jupyter_server_config.json"
    server = {"jpserver_extensions": {"nbgrader.server_extensions.formgrader": True}}
    config.write_text(json.dumps({"ServerApp": server}))
    assert wrong(look(service + role), "frame-ancestors")
    headers = {"Content-Security-Policy": "frame-ancestors 'self'"}
    server["tornado_settings"] = {"headers": headers}
    config.write_text(json.dumps({"ServerApp": server}))
    assert look(service + role).right


def test_memory():
    assert wrong(check_memory(hub()), "mem_limit")
    for spawner in ("", "c.JupyterHub.spawner_class = 'simple'"):
        limited = f"c.Spawner.mem_limit = '1G'\n{spawner}"
        assert wrong(check_memory(hub(limited)), "does not keep it")
    for limit in ("c.Spawner.mem_limit = '1G'", "c.SystemdSpawner.mem_limit = '2G'"):
        text = f"{limit}\nc.JupyterHub.spawner_class = 'systemdspawner.SystemdSpawner'"
        assert check_memory(hub(text)).right
    own = "c.JupyterHub.spawner_class = type('Kept', (), {})\nc.Kept.mem_limit = '1G'"
    assert "kept by Kept" in check_memory(hub(own)).sentence


def test_culling_of_servers():
    service = "c.JupyterHub.services = [{'name': 'cull', 'command': ['jupyterhub-idle-culler']}]\n"
    role = "c.JupyterHub.load_roles = [{'services': ['cull'], 'scopes': ['delete:servers']}]"
    assert wrong(check_server_culling(hub()), "jupyterhub-idle-culler")
    assert wrong(check_server_culling(hub(service)), "may stop no server")
    assert check_server_culling(hub(service + role)).right


def test_culling_of_kernels(folder):
    option = "--MappingKernelManager.cull_idle_timeout"
    assert wrong(check_kernel_culling(hub(), []), "cull_idle_timeout")
    assert not check_kernel_culling(hub(f"c.Spawner.args = ['{option}=0']"), []).right
    assert check_kernel_culling(hub(f"c.Spawner.args = ['{option}=60']"), []).right
    config = folder / "jupyter_server_config.py"
    config.write_text("c.MappingKernelManager.cull_idle_timeout = 3600\n")
    assert check_kernel_culling(hub(), [str(folder)]).right


def test_https(folder):
    assert wrong(check_https(hub()), "for all to read")
    assert wrong(check_https(hub("c.JupyterHub.bind_url = 'http://0.0.0.0:8000'")), "ssl_cert")
    local_addresses = ("127.0.0.1", "localhost", "[::1]")
    of_others = ("ip = '0.0.0.0'", "ip = '::'", "bind_url = 'http://:8000'", "ip = 'hub.example'")
    assert not any(check_https(hub(f"c.JupyterHub.{each}")).right for each in of_others)
    urls = (f"bind_url = 'http://{each}:8000/hub'" for each in local_addresses)
    for local in ("ip = '127.0.0.1'", "ip = '::1'", *urls):
        assert check_https(hub(f"c.JupyterHub.{local}")).right
    certificate, key = folder / "chain.pem", folder / "key.pem"
    text = f"c.JupyterHub.ssl_cert = {str(certificate)!r}\nc.JupyterHub.ssl_key = {str(key)!r}"
    assert wrong(check_https(hub(text)), "There is no file", "chain.pem")
    certificate.touch()
    key.touch(0o644)
    assert wrong(check_https(hub(text)), "chmod 600")
    key.chmod(0o600)
    assert check_https(hub(text)).right


def test_the_report_and_its_exit_code(folder, capsys, monkeypatch):
    findings = [Finding("homes", True, "Closed."), Finding("HTTPS", False, "Set it.")]
    *lines, last = doctor.hub_report(findings).splitlines()
    assert lines == ["right  homes  Closed.", "WRONG  HTTPS  Set it."]
    assert last == "1 of 2 wrong."
    assert doctor.hub_report(findings[:1]).endswith("The Hub is set up right.")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert doctor.main(["--hub-config", str(folder / "none.py")]) == 1
    assert "as root" in capsys.readouterr().out
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert doctor.main(["--hub-config", str(folder / "none.py")]) == 1
    assert "name its configuration" in capsys.readouterr().out


def test_finds_the_configuration_of_the_hub_that_runs(folder, monkeypatch):
    config = folder / "jupyterhub_config.py"
    config.touch()

    class Process:
        def __init__(self, *words):
            self.info = {"cmdline": [*words], "uids": SimpleNamespace(effective=0)}

        def cwd(self):
            return str(folder)

    processes = [Process("bash"), Process("/opt/hub/bin/python", "/opt/hub/bin/jupyterhub")]
    monkeypatch.setattr(doctor.psutil, "process_iter", lambda attributes: processes)
    assert doctor.find_hub_config() == config
    named = folder / "other.py"
    named.touch()
    for words in (("-f", str(named)), (f"--config={named}",)):
        processes[1] = Process("python", "-m", "jupyterhub", *words)
        assert doctor.find_hub_config() == named
    monkeypatch.setattr(doctor, "USUAL_HUB_CONFIG", folder / "none")
    processes[1].info["uids"].effective = 12_345  # a student's program of that name
    assert doctor.find_hub_config() is None
    processes.pop()
    assert doctor.find_hub_config() is None
