"""The settings of a class: what is refused, and in which words."""

import re
from pathlib import Path

import pytest

from hub.class_settings import SettingsError, read_settings

KIT = Path(__file__).resolve().parents[2] / "hub" / "class.toml"


def changed(folder: Path, pattern: str, text: str) -> Path:
    """Write the kit's class.toml with something else in it; return where."""
    found, count = re.subn(pattern, text, KIT.read_text(), flags=re.MULTILINE)
    assert count == 1
    path = folder / "class.toml"
    path.write_text(found)
    return path


def test_the_kits_own_file_is_right():
    settings = read_settings(KIT)
    assert settings.grader == "grader-attention-by-hand"
    assert settings.people == ["ada", "ben", "cy", "ines"]
    assert settings.only_this_machine


def test_what_it_says_of_settings_that_can_be_left_out_is_so(tmp_path):
    path = tmp_path / "class.toml"
    path.write_text(re.sub(r"^# (\w+ = )", r"\1", KIT.read_text(), flags=re.MULTILINE))
    assert path.read_text() != KIT.read_text()
    assert read_settings(path) == read_settings(KIT)


@pytest.mark.parametrize(
    ("pattern", "text", "said"),
    [
        (r"^course = .*", "", "does not say `course`"),
        (r"^course = .*", 'course = "../maths"', "letters, digits"),
        (r"^students = .*", 'students = "ada"', "should be a list of texts"),
        (r"^students = .*", 'students = ["Ada Lovelace"]', "cannot be the name of an account"),
        (r"^students = .*", 'students = ["ines"]', "student and instructor"),
        (r"^students_file = .*", 'students_file = "none.csv"', "which `students_file` names"),
        (r"^students_file = .*", 'students_file = "class.toml"', "has no column `id`"),
        (r"^watch = .*", 'watch = ["ps1; rm"]', "is not the name of an assignment"),
        (r"^watch = .*", 'watch = ["--once"]', "is not the name of an assignment"),
        (r"^watch = .*", 'watch = "ps1"', "should be a list of texts"),
        (r"^students = .*", 'students = ["grader-attention-by-hand"]', "nobody logs in"),
        (r"^port = .*", "port = true", "should be a whole number"),
        (r"^memory = .*", 'memory = "1 Gig"', "a number with K, M, G or T"),
        (r"^idle_minutes = .*", "idle_minutes = -1", "has to be 1 or more"),
        (r"^students = .*", 'students = ["root"]', "root does not log in"),
        (r"^port = .*", "prot = 8000", "is no setting"),
        (r"^port = .*", "port = ", "is not TOML"),
        (r"^certificate = .*", 'certificate = "c.pem"', "both `certificate` and `key`"),
        (r"^address = .*", 'address = ""', "passwords would be sent"),
        (r"^address = .*", 'address = "192.0.2.7"', "passwords would be sent"),
    ],
)
def test_what_is_wrong_is_a_sentence(tmp_path, pattern, text, said):
    with pytest.raises(SettingsError, match=re.escape(said)):
        read_settings(changed(tmp_path, pattern, text))


def test_a_file_in_another_encoding_is_a_sentence(tmp_path):
    (tmp_path / "class.toml").write_bytes("# Ökologie".encode("latin-1"))
    with pytest.raises(SettingsError, match=r"class.toml is not TOML: .*utf-8"):
        read_settings(tmp_path / "class.toml")


def test_students_of_a_list_are_in_the_class_and_go_through_the_same_checks(tmp_path):
    path = changed(tmp_path, r"^students_file = .*", 'students_file = "students.csv"')
    students = tmp_path / "students.csv"
    students.write_text("\ufeffid,first_name\nada,Ada\ndee,Dee\n,\n", encoding="utf-8")
    settings = read_settings(path)
    assert settings.students == ["ada", "ben", "cy", "dee"]
    assert settings.students_file == str(students)
    students.write_text("id,first_name\ndee,Dee\nada,Ada\ndee,Dora\n")
    with pytest.raises(SettingsError, match="has dee twice"):
        read_settings(path)
    students.write_text("id\nDee Dee\n")
    with pytest.raises(SettingsError, match="cannot be the name of an account"):
        read_settings(path)


def test_a_missing_file_is_a_sentence(tmp_path):
    with pytest.raises(SettingsError, match=r"copy class\.toml there"):
        read_settings(tmp_path / "class.toml")


def test_with_a_certificate_others_may_reach_it(tmp_path):
    path = changed(tmp_path, r"^certificate = .*\nkey = .*", 'certificate = "c.pem"\nkey = "k.pem"')
    path.write_text(path.read_text().replace("127.0.0.1", "0.0.0.0"))
    assert not read_settings(path).only_this_machine
