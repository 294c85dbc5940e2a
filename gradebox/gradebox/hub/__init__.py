"""What `gradebox doctor --hub` looks at: is the class on this machine's JupyterHub set up right?"""

import sys
from collections.abc import Sequence
from pathlib import Path

from traitlets.config import Config

from gradebox.hub.accounts import ANYBODY
from gradebox.hub.check_files import (
    check_courses,
    check_exchange,
    check_exchange_of_course,
    check_homes,
)
from gradebox.hub.check_settings import (
    check_environment,
    check_extensions,
    check_formgrader,
    check_https,
    check_kernel_culling,
    check_memory,
    check_people,
    check_server_culling,
    check_students_config,
)
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
        check_people(hub),
        check_environment(python),
        *check_homes([*hub.students, *hub.others, *hub.graders], hub.students),
    ]
    students = [*hub.students, ANYBODY]
    try:
        path, nbgrader = everybodys_nbgrader(places)
        findings.append(check_students_config(path, nbgrader))
    except UnreadableError as problem:
        nbgrader = Config()
        findings.append(Finding("nbgrader's configuration", False, str(problem)))
    exchange = nbgrader.get("Exchange", {}).get("root")
    course = nbgrader.get("CourseDirectory", {}).get("course_id")
    if exchange:
        findings.append(check_exchange(Path(exchange), students))
    if exchange and course:
        findings.append(check_exchange_of_course(Path(exchange) / course, students))
    return [
        *findings,
        *check_courses(hub.graders, students),
        check_extensions(places),
        check_formgrader(hub, course or ""),
        check_memory(hub),
        check_server_culling(hub),
        check_kernel_culling(hub, places),
        check_https(hub),
    ]
