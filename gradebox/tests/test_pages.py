"""The pages name commands, options and settings that there are."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from gradebox.cli import COMMANDS
from gradebox.wrong_settings import OURS
from traitlets.utils.importstring import import_item
from typer.main import get_command

PAGES = Path(__file__).parents[1]


@pytest.mark.parametrize("page", ["README.md", "docs/your-course.md", "docs/security.md"])
def test_what_a_page_names_is_there(page):
    text = (PAGES / page).read_text(encoding="utf-8")
    called = re.findall(r"(?:`|^)gradebox ([a-z]+)([^`\n]*)", text, re.MULTILINE)
    assert called
    for name, rest in called:
        assert name in COMMANDS
        module = import_module(f"gradebox.commands.{'try_' if name == 'try' else name}")
        options = {each for p in get_command(module.app).params for each in p.opts} | {"--help"}
        assert set(re.findall(r"--[a-z-]+", rest)) <= options
    for section, setting in re.findall(r"c\.(\w+)\.([a-z]\w*)", text):
        if section in OURS:
            assert setting in import_item(f"{OURS[section]}.{section}").class_trait_names()
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (PAGES / page).parent.joinpath(target).exists()


@pytest.mark.parametrize("page", ["README.md", "docs/your-course.md", "docs/security.md"])
def test_a_page_speaks_of_nothing_that_is_not_gradeboxs(page):
    text = (PAGES / page).read_text(encoding="utf-8")
    alien = r"Attention by Hand|notebook \d\d|docs/(?:author|instructor|student)|tests/source"
    assert not re.findall(rf"{alien}|(?<!gradebox-)\bcourse/\w+|this course\b", text)
    for path in re.findall(r"gradebox/((?:tests|gradebox)/[\w/]+\.py|tests/\w+)", text):
        assert (PAGES / path).exists()
    if "gradebox/tests" in text:
        assert "gradebox's repository" in text


def test_the_readme_names_every_module():
    _, table = (PAGES / "README.md").read_text("utf-8").split("## What is where")
    cells = (line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    named = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    modules = {path.stem for path in (PAGES / "gradebox").iterdir()}
    assert sorted(named) == sorted(name for name in modules if not name.startswith("__"))
