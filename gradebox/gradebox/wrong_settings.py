"""Settings of a course that nothing would read or obey, each said in a sentence.

Traitlets passes over a name that it does not know. A limit of the sandbox that is written so would
not hold, and nobody would notice.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from traitlets import List, TraitError
from traitlets.config import Config, Configurable
from traitlets.utils.importstring import import_item

OURS = {
    "Executor": "gradebox.kernel.executor",
    "Admission": "gradebox.admission",
    "FeedbackExporter": "gradebox.feedback.exporter",
    "Check": "gradebox.learner.cell_seconds",
    "Trial": "gradebox.fallback",
    "Watch": "gradebox.watch",
    "Execute": "nbgrader.preprocessors.execute",  # its timeout is ours, too
}
NOTED = "Gradebox"  # the section in which `configure` leaves a note of what it cannot do


def note(c: Any, sentence: str) -> None:
    """Have every grading under this configuration refused with a sentence.

    An exception in the configuration would not do: nbgrader's commands log it, go on without any
    settings, and run submissions outside of the sandbox.
    """
    c[NOTED].wrong = [*c[NOTED].get("wrong", []), sentence]


def wrong_settings(config: Config) -> list[str]:
    """Return a sentence for each setting that is not as it should be."""
    found = list(config[NOTED].get("wrong", []))
    for section in config:
        if section in OURS:
            found += _in_section(section, config[section])
        elif section[:1].isupper() and section not in _known():
            close = [f"c.{each}" for each in get_close_matches(section, OURS, n=2, cutoff=0.75)]
            meant = " or ".join(close)
            if close:
                found.append(f"There is no c.{section} in nbgrader_config.py: {meant} is meant.")
    return found


def _in_section(section: str, settings: Config) -> Iterator[str]:
    kind = import_item(f"{OURS[section]}.{section}")
    traits = kind.class_traits(config=True)
    names = list(traits)
    for name, value in settings.items():
        if isinstance(traits.get(name), List) and type(value) is str:
            yield (
                f"c.{section}.{name} in nbgrader_config.py is the text {value!r}, which would be "
                f"taken for a list of its letters: [{value!r}] is meant."
            )
        elif name == "enabled" and value is False and section in ("Execute", "Executor"):
            yield (
                f"c.{section}.enabled in nbgrader_config.py is False: no test would be run, and "
                "one that was not run gives full marks. Take the line out."
            )
        elif name not in names:
            close = get_close_matches(name, names, n=1)
            hint = f"c.{section}.{close[0]} is meant" if close else "see the README's settings"
            yield f"There is no setting c.{section}.{name} in nbgrader_config.py: {hint}."
    try:
        kind(config=Config({section: settings}))
    except TraitError as error:
        yield f"A setting of c.{section} in nbgrader_config.py has a wrong value: {error}"


def _known() -> set[str]:
    """Return the names of all classes that can be configured, as far as they are loaded."""
    classes: list[type] = [Configurable]
    for each in classes:  # it grows meanwhile
        classes += each.__subclasses__()
    return {each.__name__ for each in classes}
