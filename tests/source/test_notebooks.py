"""Every notebook: its form, and what happens when all of it is run."""

import ast
import re
from collections.abc import Iterator
from statistics import median

import nbformat
import pytest
from gradebox.kernel.session import Settings, execute
from gradebox.kernel.skipped_cells import cells_to_skip, tagged
from grading import ROOT, source_notebook
from nbformat import NotebookNode

from authoring.model import assignments, exercises
from gradebox import sandbox

MISSING = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)
NAMES = sorted(path.name for path in (ROOT / "source").iterdir() if path.is_dir())


def release_notebook(assignment: str) -> nbformat.NotebookNode:
    return nbformat.read(ROOT / "release" / assignment / f"{assignment}.ipynb", as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def mark(cell):
    return cell.metadata.get("nbgrader", {})


@pytest.mark.parametrize("assignment", NAMES)
class TestForm:
    def test_it_has_its_exercises(self, assignment):
        cells = code_cells(source_notebook(assignment))
        graded = {mark(c)["grade_id"].rsplit("-", 1)[0] for c in cells if mark(c).get("grade")}
        assert set(exercises(assignments()[assignment])) <= graded

    def test_no_outputs_are_stored(self, assignment):
        for cell in code_cells(source_notebook(assignment)):
            assert not cell.outputs
            assert cell.execution_count is None

    def test_ids_are_unique_and_readable(self, assignment):
        cells = source_notebook(assignment).cells
        ids = [cell.id for cell in cells]
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch(r"[a-zA-Z][a-zA-Z0-9-]*", cell_id) for cell_id in ids)
        grade_ids = [mark(cell)["grade_id"] for cell in cells if mark(cell)]
        assert len(set(grade_ids)) == len(grade_ids)

    def test_graded_cells_are_locked_and_do_not_stop_a_run(self, assignment):
        for cell in code_cells(source_notebook(assignment)):
            if mark(cell).get("grade"):
                assert mark(cell)["locked"]
                assert mark(cell)["points"] > 0
                assert cell.metadata.tags == ["raises-exception"]
                first, *rest = filter(None, cell.source.split("\n"))
                assert re.match(r"check\.\w+\(.*\)  # \d+ points?", first), first
                assert rest[0] == "### BEGIN HIDDEN TESTS"
                assert rest[-1] == "### END HIDDEN TESTS"
                assert f"# {mark(cell)['points']} point" in first

    def test_hidden_tests_keep_their_names_to_themselves(self, assignment):
        """A name that a hidden test assigned could be one that the learner gave a helper."""
        for cell in code_cells(source_notebook(assignment)):
            if mark(cell).get("grade"):
                names = [
                    node
                    for statement in ast.parse(cell.source).body
                    if not isinstance(statement, ast.FunctionDef)
                    for node in ast.walk(statement)
                    if isinstance(node, ast.Name)
                ]
                assert not [n.id for n in names if isinstance(n.ctx, ast.Store)]

    def test_each_wrong_letter_has_a_sentence_of_its_own(self, assignment):
        for cell in code_cells(source_notebook(assignment)):
            for node in ast.walk(ast.parse(cell.source)):
                match node:
                    case ast.Call(
                        func=ast.Attribute(attr="mark_choice"),
                        args=[_, ast.Constant(right), _],
                        keywords=sentences,
                    ):
                        options = re.search(r'check\.choice\(\w+, "(\w+)"', cell.source)
                        letters = set(options[1] if options else "abc")
                        assert {each.arg for each in sentences} == letters - {right}, cell.id

    def test_it_keeps_to_its_size(self, assignment):
        notebook = source_notebook(assignment)
        words = sum(len(c.source.split()) for c in notebook.cells if c.cell_type == "markdown")
        assert 1000 <= words <= 2000
        ungraded = [c for c in code_cells(notebook) if not mark(c).get("grade")]
        assert len(ungraded) <= 30
        lines = sorted(len([x for x in c.source.split("\n") if x.strip()]) for c in ungraded)
        assert median(lines) <= 4
        assert lines[int(0.9 * (len(lines) - 1))] <= 12

    def test_what_no_other_cell_needs_is_not_run_for_grading(self, assignment):
        """An experiment or a figure has the tag; one that an answer or a test reads has none."""
        cells = source_notebook(assignment).cells
        experiments = {c.source for c in code_cells(source_notebook(assignment)) if not mark(c)}
        not_needed = {cells[index].source for index in cells_to_skip(cells, experiments)}
        assert tagged(cells) == not_needed

    def test_a_line_of_its_text_holds_one_sentence(self, assignment):
        """So that a diff shows the sentence that changed."""
        for cell in source_notebook(assignment).cells:
            if cell.cell_type == "markdown":
                text = re.sub(
                    r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$]*\$", "x", cell.source, flags=re.S
                )
                for line in re.findall(r"^(?!#).*", text, flags=re.MULTILINE):
                    assert not re.search(r"[a-z)][.?!]\)? +[A-Z][a-z]* ", line), (
                        f"{cell.id}: {line}"
                    )

    def test_a_question_comes_before_the_minutes(self, assignment):
        cells = source_notebook(assignment).cells
        first, outcomes, *_ = [cell.source for cell in cells if cell.cell_type == "markdown"]
        assert "?" in first
        assert "minutes" not in first
        assert re.search(r"^\*\*\d\d minutes\b", outcomes, flags=re.MULTILINE)

    def test_it_ends_with_a_recap_what_comes_next_and_the_button(self, assignment):
        *_, recap, last = source_notebook(assignment).cells
        assert recap.cell_type == "markdown"
        assert "## Recap" in recap.source
        assert "**Next:**" in recap.source
        assert last.source.endswith(f'GradeButton("{assignment}")')
        assert not mark(last)  # a set-up cell would run among the tests, too


def test_a_recall_question_names_a_place_that_exists():
    """A learner who was wrong is sent to a heading of an earlier notebook."""
    headings: dict[str, list[str]] = {}
    for assignment in NAMES:
        cells = [c for c in source_notebook(assignment).cells if c.cell_type == "markdown"]
        lines = "\n".join(cell.source for cell in cells)
        found = re.findall(r"^#+ (.*)$", lines, flags=re.MULTILINE)
        headings[str(int(assignment[:2]))] = [heading.lower() for heading in found]
    for assignment, module in assignments().items():
        for name, question in getattr(module, "RECALL", {}).items():
            number, place = re.fullmatch(r"notebook (\d+)(?:, (.+))?", question.taught).groups()
            assert int(number) < int(assignment[:2])
            assert any(heading.startswith((place or "").lower()) for heading in headings[number]), (
                f"{assignment}, {name}: notebook {number} has no heading {place!r}"
            )


def errors_of_all_cells(notebook: NotebookNode) -> Iterator[tuple[NotebookNode, NotebookNode]]:
    """Run all cells, experiments too; yield the errors that they show, each with its cell."""
    execute(notebook, settings=Settings(without=MISSING))
    for cell in code_cells(notebook):
        assert cell.execution_count, f"{cell.id} was not run"
        for output in cell.outputs:
            assert output.get("name") != "stderr", f"{cell.id}: {output.text}"
            if output.output_type == "error":
                yield cell, output


@pytest.mark.parametrize("assignment", NAMES)
def test_run_all_in_the_solved_notebook_shows_no_error(assignment):
    """Grading leaves experiments and figures out; a learner runs them."""
    for cell, error in errors_of_all_cells(source_notebook(assignment)):
        pytest.fail(f"{cell.id}: {error.evalue}")


@pytest.mark.parametrize("assignment", NAMES)
def test_run_all_in_the_untouched_release_ends_calmly(assignment):
    """A learner who runs everything first sees no error but short sentences of ours.

    That our processes show what a kernel shows, `test_kernel_outputs` tests.
    """
    for cell, error in errors_of_all_cells(release_notebook(assignment)):
        assert error.ename == "NotAttempted", f"{cell.id}: {error.evalue}"
        assert "raises-exception" in cell.metadata.get("tags", []), cell.id
        assert len(error.traceback) <= 2


@pytest.mark.parametrize("assignment", NAMES)
def test_no_cell_ends_in_a_tuple_of_checks(assignment):
    """Jupyter would show it: "(None, None)" below two checks that passed."""
    for cell in code_cells(release_notebook(assignment)):
        last = ast.parse(cell.source).body[-1:]
        value = getattr(last[0], "value", None) if last else None
        if isinstance(value, ast.Tuple):
            assert "check." not in ast.unparse(value), cell.id
