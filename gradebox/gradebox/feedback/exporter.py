"""Where nbgrader and nbconvert come in: the feedback exporter, and safe outputs for formgrader."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import DictLoader, pass_context
from jinja2.runtime import Context
from nbconvert.exporters import Exporter, HTMLExporter
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.api import BaseCell, Gradebook, Notebook, SubmittedAssignment
from nbgrader.coursedir import CourseDirectory
from traitlets import Bool

from gradebox.class_results import IS_PENDING, grades
from gradebox.deadlines import in_words, read_deadlines
from gradebox.feedback.feedback_page import render
from gradebox.feedback.outputs import MAX_OUTPUTS, more_outputs, output_html
from gradebox.feedback.page_budget import Budget
from gradebox.feedback.sanitise import plain, safe_markdown
from gradebox.grades_mark import marks
from gradebox.hidden import Region
from gradebox.notebook_names import but_others, names_in, notebook_files, other_notebooks
from gradebox.plain_text import one_line
from gradebox.refusals import read_refusals

TEXTS, OUTPUTS = "texts_budget", "outputs_budget"  # among nbconvert's resources
FULL = "The page is full: this is left out."
UNGRADED = "was handed in and is not graded, so it has no points: ask your instructor about it"
REFUSED = "could not be graded, so it has no points: {}"
NOT_HANDED_IN = "was not handed in under this name, so it has no points"
NO_MATHJAX = DictLoader({"mathjax.html.j2": "{% macro mathjax(url='') %}{% endmacro %}"})


class FeedbackExporter(HTMLExporter):
    """Turns a graded notebook into the page that its student gets back.

    It belongs in `GenerateFeedback.exporter_class`. No line of a hidden test or of a mark
    scheme is on the page, and nothing in it runs or is fetched from elsewhere.
    """

    stock = Bool(
        False,
        help="Make nbgrader's own page instead, with hidden tests and outputs as they are.",
    ).tag(config=True)

    error_texts = Bool(
        True,
        help="Show the text of an error that a student's own code raised in a hidden test. It can "
        "hold what the test called that code with. Without it, the error's type and the student's "
        "line are shown.",
    ).tag(config=True)

    def from_notebook_node(  # type: ignore[override]
        self, nb: NotebookNode, resources: dict[str, Any] | None = None, **kw: Any
    ) -> tuple[str, dict[str, Any]]:
        """Return the page, after the preprocessors (nbgrader's `GetGrades`) have run."""
        if self.stock:
            return super().from_notebook_node(nb, resources, **kw)
        nb, resources = Exporter.from_notebook_node(self, nb, resources, **kw)
        about = resources["nbgrader"]
        course = getattr(self.parent, "coursedir", None) or CourseDirectory(config=self.config)
        about |= _of_gradebook(about, course)
        region, schemes = Region.from_config(self.config), Region.of_mark_schemes(self.config)
        for cell in nb.cells:
            if cell.metadata.get("nbgrader", {}).get("task"):
                cell.source = schemes.visible(cell.source)
        return render(nb, about, region, error_texts=self.error_texts), resources


def _of_gradebook(about: dict[str, Any], course: CourseDirectory) -> dict[str, Any]:
    """Return what the gradebook and the course's folders say of a submission.

    That is: the cells whose answers wait for a person, by grade_id, a mark of its grades, when it
    was handed in, and sentences on the other notebooks of the assignment.
    """
    with Gradebook(about["db_url"]) as gradebook:
        rows = gradebook.db.execute(
            grades(about["assignment"], BaseCell.name)
            .where(IS_PENDING)
            .where(SubmittedAssignment.student_id == about["student"])
            .where(Notebook.name == about["notebook"])
        )
        pending = {name for (name,) in rows}
        time = gradebook.find_submission(about["assignment"], about["student"]).timestamp
        deadlines = read_deadlines(course, about["assignment"], gradebook.db)
        notebooks = [each.name for each in gradebook.find_assignment(about["assignment"]).notebooks]
        mark = marks(gradebook.db(), about["assignment"], about["student"])
        refused = read_refusals(gradebook.db(), about["assignment"], about["student"])
    words = [
        time and in_words(time, deadlines.zone),
        deadlines.of(about["student"]).lateness(time),
    ]
    return {
        "pending": pending,
        "mark": mark.get((about["student"], about["notebook"]), ""),
        "handed_in": ", ".join(filter(None, words)),
        "others": [*_ungraded(notebooks, refused, about, course)],
    }


def _ungraded(
    notebooks: list[str], refused: dict[str, str], about: dict[str, Any], course: CourseDirectory
) -> Iterator[str]:
    """Yield a sentence for each notebook that the student has no page for."""
    submitted, graded = (
        Path(course.format_path(step, about["student"], about["assignment"]))
        for step in (course.submitted_directory, course.autograded_directory)
    )
    names = names_in(submitted)
    there = notebook_files(names, notebooks)
    if others := but_others(other_notebooks(names, notebooks)):
        others = f": it was not there{others}"
    for name in notebooks:
        if not (graded / f"{name}.ipynb").exists():
            why = REFUSED.format(refused[name]) if name in refused else UNGRADED
            yield f"{name}.ipynb {why if name in there else NOT_HANDED_IN + others}"


class SafeOutputs(Preprocessor):
    """Make what a student's code displayed safe to look at, for the formgrader's view.

    Each displayed output keeps its best safe form, as HTML; text and code are shortened, and a page
    has an end. Widget state and whatever else a notebook can bring along that a browser would run
    is dropped.
    """

    enabled = Bool(True, help="Whether to use this preprocessor.").tag(config=True)

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Clean a notebook, unless the exporter does that itself."""
        if isinstance(self.parent, FeedbackExporter):
            return nb, resources
        nb.metadata.pop("widgets", None)
        resources[TEXTS], resources[OUTPUTS] = Budget(), Budget()
        if isinstance(self.parent, HTMLExporter):
            _fetch_no_mathjax(self.parent)
            # Nbconvert's own looks for old links in our HTML, in the square of its length.
            self.parent.environment.filters["strip_files_prefix"] = str
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, Any], index: int
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Clean one cell."""
        texts, shown = resources[TEXTS], resources[OUTPUTS]
        if cell.cell_type == "raw":
            cell.metadata.pop("raw_mimetype", None)
        elif cell.cell_type == "code":
            cell.source = FULL if texts.is_spent else texts.spend(plain(cell.source))
            outputs, left_out = cell.outputs[:MAX_OUTPUTS], more_outputs(cell.outputs)
            cell.outputs = [_cleaned(output, shown) for output in outputs if not shown.is_spent]
            if len(cell.outputs) < len(outputs):
                cell.outputs.append(new_output("stream", text=FULL))
            elif left_out:
                cell.outputs.append(new_output("stream", text=left_out))
        return cell, resources


def _fetch_no_mathjax(exporter: HTMLExporter) -> None:
    """Give nbconvert's templates a MathJax that is nothing: formulas are MathML by now.

    The formgrader's template takes the address of a CDN, whatever `mathjax_url` says.
    """
    loaders = exporter.environment.loader.loaders
    if NO_MATHJAX not in loaders:
        loaders.insert(0, NO_MATHJAX)


def _cleaned(output: NotebookNode, budget: Budget) -> NotebookNode:
    if output.output_type == "stream":
        text = budget.spend(plain(output.text), outputs=1)
        return new_output("stream", name=output.name, text=text)
    if output.output_type == "error":
        trace = budget.spend(plain("\n".join(output.traceback)), outputs=1).split("\n")
        name, text = one_line(output.ename), plain(output.evalue)
        return new_output("error", ename=name, evalue=text, traceback=trace)
    html = budget.spend(output_html(output), outputs=1)
    return new_output("display_data", {"text/html": html})


@pass_context
def formgrader_markdown(context: Context, source: str) -> str:
    """Take the place of nbconvert's filter `markdown2html`."""
    cell = context.get("cell") or {}
    budget = (context.get("resources") or {}).get(TEXTS) or Budget()
    if budget.is_spent:
        return f"<p><em>{FULL}</em></p>"
    return budget.spend(safe_markdown(source, cell.get("attachments")))
