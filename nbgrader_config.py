"""nbgrader's configuration for this course, the same for the shell, the formgrader and students.

No list of assignments and no points stand here: an assignment is a folder in `source/`, and the
points stand in its cells.
"""

import contextlib
import os
from pathlib import Path

from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions

import gradebox

c = get_config()  # noqa: F821 (traitlets puts it here)
here = Path(__file__).resolve().parent

c.CourseDirectory.course_id = "attention-by-hand"
c.CourseDirectory.root = str(here)
exchange = Path(os.environ.get("NBGRADER_EXCHANGE") or here / ".exchange")
c.Exchange.root = str(exchange)
with contextlib.suppress(OSError):  # nbgrader wants it to be there, and says so where it is not
    exchange.mkdir(parents=True, exist_ok=True)

# Submissions run in a sandbox, and test cells where none of the student's code does.
gradebox.configure(c, tests="separate")

# Stubs that fit the exercise, in place of nbgrader's one stub for all; no blank lines left over.
ours = {
    ClearSolutions: "gradebox.preprocessors.ClearAnswers",
    ClearHiddenTests: "gradebox.preprocessors.ClearTests",
}
c.GenerateAssignment.preprocessors = [
    ours.get(step, step) for step in GenerateAssignment.preprocessors.default()
]

# Cells here take milliseconds. 30 s leaves room for a slow laptop's first import of matplotlib,
# and a class with an endless loop in it still gets done.
# Executor has the same limit: it is an Execute; the Validate button uses Execute itself.
c.Execute.timeout = 30
# A learner who grades alone waits for it: seconds for an answer or a test; half of them once a cell
# has used up its time.
c.Check.cell_seconds = 6
# All cells together: as long as five cells that run into that limit. Who only sleeps holds a worker
# no longer.
c.Executor.total_seconds = 150
c.Execute.kernel_name = "python3"  # whatever kernel a submission names
c.Execute.shutdown_kernel = "immediate"  # nothing to tidy up; saves half a second a notebook
