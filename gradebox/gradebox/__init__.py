"""A grader for nbgrader courses: sandboxed, in parallel, and with tests apart from students' code.

In a course's `nbgrader_config.py`:

    import gradebox
    gradebox.configure(c)
"""

from gradebox.configuration import configure

__all__ = ["configure"]
__version__ = "0.1.0"
