"""The HTML pages that the grader writes: one file each, and nothing that is not in it."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from gradebox.plain_text import one_line


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("gradebox"),
        autoescape=True,  # nothing reaches a page unescaped unless it is Markup
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["points"] = points
    environment.filters["one_line"] = one_line
    return environment


def page(template: str, **content: Any) -> str:
    """Return the page that a template in `gradebox/gradebox/templates` makes of `content`."""
    return _environment().get_template(template).render(**content)


def points(number: float) -> str:
    """Return points as people write them: 3, 0.5, 1.67."""
    return f"{round(number, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # no -0, and no 1e+06
