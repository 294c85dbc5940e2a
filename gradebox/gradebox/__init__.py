"""A grader for nbgrader courses: sandboxed, in parallel, and with tests apart from students' code.

In a course's `nbgrader_config.py`:

    import gradebox
    gradebox.configure(c)
"""

__version__ = "0.1.0"


def configure(c: object, tests: str = "together", **unknown: object) -> None:
    """Have nbgrader collect, autograde, export and give feedback with gradebox.

    `c` is what `get_config()` gives in the configuration file. `tests` says where test cells run:
    "together" with the student's code, as in stock nbgrader; "separate", in a process that runs
    none of it, and together as well where that may differ; or all of them "both" ways. With
    another word, or an argument of another name, nothing is graded, and a sentence says why.
    """
    # Nothing is imported before: `python -m gradebox` may have been started in anybody's folder.
    from gradebox.configuration import set_all
    from gradebox.tests_mode import MODES
    from gradebox.wrong_settings import note

    set_all(c, tests if tests in MODES else MODES[0])
    if tests not in MODES:
        known = '"together", "separate" or "both"'
        note(c, f"In gradebox.configure(c), tests is {known}, not {tests!r}.")
    for name in unknown:
        note(c, f"gradebox.configure(c) has no argument {name!r}; it has `tests`.")
