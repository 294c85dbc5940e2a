"""The checks of `gradebox doctor --hub`: is a class's JupyterHub on this machine set up right?"""

import sys
from collections.abc import Sequence
from pathlib import Path

from traitlets.config import Config

from gradebox.hub import check_files, check_settings
from gradebox.hub.accounts import ANYBODY
from gradebox.hub.check_watch import check_watch
from gradebox.hub.configuration import EVERYBODYS, UnreadableError, everybodys_nbgrader, read_hub
from gradebox.hub.finding import Finding

__all__ = ["Finding", "check_all"]


def check_all(
    config: Path,
    places: Sequence[str] = EVERYBODYS,
    python: Path = Path(sys.executable),
) -> list[Finding]:
    """Return all findings for the Hub of this configuration.

    places: the folders of Jupyter's configuration that every server on the Hub reads
    python: that of the Hub's environment
    """
    try:
        hub = read_hub(config)
    except UnreadableError as problem:
        return [Finding("configuration", False, str(problem))]
    findings = [
        Finding("configuration", True, f"{config} can be read."),
        check_settings.check_people(hub),
        check_settings.check_environment(python),
        *filter(None, [check_settings.check_proxy(hub)]),
        *check_files.check_homes([*hub.students, *hub.others, *hub.graders], hub.students),
    ]
    students = [*hub.students, ANYBODY]
    try:
        path, nbgrader = everybodys_nbgrader(places)
        findings.append(check_settings.check_students_config(path, nbgrader))
    except UnreadableError as problem:
        nbgrader = Config()
        findings.append(Finding("nbgrader's configuration", False, str(problem)))
    exchange = nbgrader.get("Exchange", {}).get("root")
    course = nbgrader.get("CourseDirectory", {}).get("course_id")
    if exchange:
        findings.append(check_files.check_exchange(Path(exchange), students))
    if exchange and course:
        findings.append(check_files.check_exchange_of_course(Path(exchange) / course, students))
    return [
        *findings,
        *check_files.check_courses(hub.graders, students),
        check_settings.check_extensions(places),
        check_settings.check_formgrader(hub, course or ""),
        *check_watch(hub),
        check_settings.check_memory(hub),
        check_settings.check_server_culling(hub),
        check_settings.check_kernel_culling(hub, places),
        check_settings.check_https(hub),
    ]
