"""The pages that students and instructors get, in a browser: readable, and nothing runs."""

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from gradebox.class_report import as_html, report
from gradebox.class_results import ClassResults, GradedCell, SubmissionResult
from gradebox.failures import CHECK, CheckParts, Failure, note_failure
from gradebox.feedback.feedback_page import render
from gradebox.hidden import Region
from gradebox.verdict_kinds import About, Kind, Verdict
from grading import source_notebook
from nbformat.v4 import new_output
from test_feedback_safety import HTML

NAME = "03-softmax"
REGION = Region("BEGIN HIDDEN TESTS", "END HIDDEN TESTS")


def hostile_outputs():
    for html in HTML:
        yield new_output("display_data", {"text/html": html})
        yield new_output("display_data", {"text/markdown": html})
        yield new_output("stream", text=html)
    for kind in ("application/javascript", "image/svg+xml", "text/latex"):
        yield new_output("display_data", {kind: "window.ran = 1", "text/plain": "words"})


def feedback():
    """The page of a whole notebook, with points for nothing and all that could run."""
    notebook = nbformat.from_dict(source_notebook(NAME))
    outputs = list(hostile_outputs())
    for cell in notebook.cells:
        mark = cell.metadata.get("nbgrader", {})
        if mark.get("grade"):
            mark["score"] = 0.0
            cell.outputs = [new_output("error", ename="CheckFailed", evalue="", traceback=[])]
            parts = CheckParts(exercise="x", case="one", seen="two", mistake="A mistake.")
            note_failure(cell, Failure(CHECK, check=parts))
        elif cell.cell_type == "code":
            cell.outputs, outputs = outputs[:8], outputs[8:]
    assert not outputs
    about = {"notebook": NAME, "student": "ada", "score": 0.0, "max_score": 22, "late_penalty": 1}
    return render(notebook, about, REGION)


def class_report():
    tests = [
        GradedCell(("n", f"softmax-{a}"), 2.0, About("softmax", a)) for a in ("values", "axes")
    ]
    wrong = {tests[0].cell: Verdict(Kind.CHECK, "", "It ran over the queries.")}
    slow = {tests[0].cell: Verdict(Kind.TIMED_OUT, "")}
    submissions = [
        SubmissionResult("ada", "", "", "", "", 4.0, 0.0, {test.cell: 2.0 for test in tests}),
        SubmissionResult("<b>ben", "", "", "", "", 2.0, 0.0, {tests[1].cell: 2.0}, wrong),
        SubmissionResult("cy", "", "", "", "", 2.0, 0.0, {tests[1].cell: 2.0}, slow),
    ]
    submissions[0].pending.add(tests[1].cell)
    return as_html(report(ClassResults("03-softmax", tests, submissions, ["dan"], [])))


@pytest.mark.parametrize("make", [feedback, class_report])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1100), ("dark", 390)])
def test_a_page_reads_well_and_nothing_in_it_runs(own_page, tmp_path, make, scheme, width):
    page = own_page
    file = tmp_path / "page.html"
    file.write_text(make(), encoding="utf-8")
    asked, complaints = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(file.as_uri())
    page.locator("details").evaluate_all("folds => folds.forEach(fold => fold.open = true)")
    assert page.evaluate("window.ran") is None
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert complaints == []  # the policy in the head had nothing to stop
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
