"""The page that a student gets back: what was tested in place of hidden tests, nothing that runs.

`FeedbackExporter` takes the place of nbgrader's own exporter in `GenerateFeedback`, and
`SafeOutputs` with `formgrader_markdown` make the formgrader's view of a submission safe to look at.
"""

from gradebox.feedback import find_graded
from gradebox.feedback.exporter import FeedbackExporter, SafeOutputs, formgrader_markdown

__all__ = ["FeedbackExporter", "SafeOutputs", "find_graded", "formgrader_markdown"]
