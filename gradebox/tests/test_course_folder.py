"""Where the commands for a class find the course, and which configuration they follow."""

import pytest
from gradebox.commands import collect, grade_class, report, status
from gradebox.folder import WrongConfig, class_config, load_config
from gradebox.new_gradebook import prepare_nbgrader
from nbgrader.apps.baseapp import NbGrader

prepare_nbgrader()


@pytest.fixture
def jupyter(tmp_path, monkeypatch):
    """Two of Jupyter's folders; the first one goes before the other."""
    folders = [tmp_path / "home" / ".jupyter", tmp_path / "etc"]
    for folder in folders:
        folder.mkdir(parents=True)
    found = [str(folder) for folder in folders]
    monkeypatch.setattr("jupyter_core.paths.jupyter_config_path", lambda: found)
    monkeypatch.setattr("jupyter_core.application.jupyter_config_path", lambda: found)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", found[0])
    return folders


def test_what_jupyters_folders_say_counts_as_with_nbgrader(tmp_path, monkeypatch, jupyter):
    home, etc = jupyter
    course = tmp_path / "course"
    course.mkdir()
    (etc / "nbgrader_config.py").write_text(
        "c = get_config()\nc.Exchange.root = '/srv/exchange'\nc.Execute.timeout = 1\n"
        f"c.CourseDirectory.root = {str(etc)!r}\nc.CourseDirectory.course_id = 'maths'\n"
    )
    (home / "nbgrader_config.json").write_text('{"Execute": {"timeout": 2, "iopub_timeout": 2}}')
    (course / "nbgrader_config.py").write_text("c = get_config()\nc.Execute.iopub_timeout = 3\n")
    monkeypatch.chdir(course)
    ours = class_config(course)
    assert ours.Exchange == {"root": "/srv/exchange"}
    assert ours.Execute == {"timeout": 2, "iopub_timeout": 3}
    assert ours.CourseDirectory == {"root": str(course), "course_id": "maths"}
    nbgraders = NbGrader()
    nbgraders.load_config_file()
    assert nbgraders.config.Exchange == ours.Exchange
    assert nbgraders.config.Execute == ours.Execute
    assert load_config(course) == {"Execute": {"iopub_timeout": 3}}  # for `check`, nothing more
    (etc / "nbgrader_config.json").write_text("{")
    with pytest.raises(WrongConfig, match=r"etc/nbgrader_config.json stops .*JSON"):
        class_config(course)


def test_all_commands_find_the_course_where_its_configuration_says(
    tmp_path, monkeypatch, capsys, jupyter
):
    data, configs = tmp_path / "data", tmp_path / "configs"
    (configs / "sub").mkdir(parents=True)
    (data / "source" / "ps1").mkdir(parents=True)
    (data / "exchange" / "k" / "inbound").mkdir(parents=True)
    folder = data / "submitted" / "ada" / "ps1"
    folder.mkdir(parents=True)
    (configs / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.root = '../data'\nc.CourseDirectory.course_id = 'k'\n"
        f"c.Exchange.root = {str(data / 'exchange')!r}\n"
    )
    monkeypatch.chdir(configs / "sub")
    assert report.main(["ps1"]) == 1
    assert "Grade it first: `gradebox grade ps1`" in capsys.readouterr().err
    assert status.main(["ps1"]) == 0
    assert "1 student: 1 submitted, 1 collected." in capsys.readouterr().out
    assert not (data / "gradebook.db").exists()  # who only reads makes none
    assert collect.main(["ps1"]) == 0
    assert (data / "gradebook.db").exists()
    course = grade_class.converter_for(configs, "ps1").coursedir
    assert course.root == str(data)
    assert [path.name for path in configs.iterdir()] == ["nbgrader_config.py", "sub"]
    with (configs / "nbgrader_config.py").open("a") as config:
        config.write("c.CourseDirectory.db_url = 'sqlite:///grades.db'\n")
    assert collect.main(["ps1"]) == 0
    assert (configs / "grades.db").exists()
    assert not any((configs / "sub").iterdir())


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("sqlite:///g.db?timeout=1", "sqlite:////course/g.db?timeout=1"),
        ("sqlite+pysqlite:///../g.db", "sqlite+pysqlite:////course/../g.db"),
        ("sqlite:////data/g.db", "sqlite:////data/g.db"),
        ("sqlite://", "sqlite://"),
        ("sqlite:///:memory:", "sqlite:///:memory:"),
        ("sqlite:///file:g.db?uri=true", "sqlite:///file:g.db?uri=true"),
        ("postgresql+psycopg:///g", "postgresql+psycopg:///g"),
    ],
)
def test_a_gradebook_is_where_the_configuration_is(tmp_path, jupyter, said, meant):
    (tmp_path / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.db_url = {said!r}\n"
    )
    found = class_config(tmp_path).CourseDirectory.db_url
    assert found == meant.replace("/course", str(tmp_path))
