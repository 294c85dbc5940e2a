"""The instructor's part of a run: cells, names and files that a submission is run with."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from nbformat import NotebookNode

from gradebox.follow_through import FollowThrough


@dataclass(frozen=True)
class InstructorsPart:
    """The cells, names and files of the instructor's that a run needs besides the submission.

    `cells` are those with a grade_id, in their order, if that of the submission's may be another.
    `imports` says how modules are imported, by their names; `answered`, by grade_id, which names
    the answer cells give.
    """

    cells: Collection[NotebookNode] = ()
    unmarked: Collection[str] = frozenset()  # sources of the code cells without a grade_id
    skippable: Collection[str] = frozenset()  # those that run only if a cell needs their names
    follow_through: Mapping[str, FollowThrough] = field(default_factory=dict)  # by grade_id
    imports: Mapping[str, str] = field(default_factory=dict)  # {name: the statement}
    answered: Mapping[str, frozenset[str]] = field(default_factory=dict)  # names, by grade_id
    classes: Collection[str] = frozenset()  # names that are classes in the answers
    files: Mapping[str, bytes] = field(default_factory=dict)  # for the tests, by relative path
