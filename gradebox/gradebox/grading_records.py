"""The records of what was graded, kept in the same database as nbgrader's own tables.

A grade and its record are lost together.
"""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime

import sqlalchemy as sa

RECORDS = sa.Table(
    "course_grading_record",
    sa.MetaData(),
    sa.Column("assignment", sa.String(128), primary_key=True),
    sa.Column("student", sa.String(128), primary_key=True),
    sa.Column("notebook", sa.String(128), primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("graded_at", sa.DateTime, nullable=False),
)


def read_records(session: sa.orm.Session, assignment: str) -> dict[tuple[str, str], str]:
    """Return {(student, notebook): fingerprint} of all that has a record."""
    if not sa.inspect(session.get_bind()).has_table(RECORDS.name):
        return {}  # nothing has been graded, or by nbgrader alone
    columns = RECORDS.c
    rows = session.execute(
        sa.select(columns.student, columns.notebook, columns.fingerprint).where(
            columns.assignment == assignment
        )
    )
    return {(student, notebook): fingerprint for student, notebook, fingerprint in rows}


def forget_records(
    session: sa.orm.Session, assignment: str, student: str, notebooks: Collection[str]
) -> None:
    """Remove the records of what is about to change; the caller commits."""
    columns = RECORDS.c
    session.execute(
        RECORDS.delete().where(
            columns.assignment == assignment,
            columns.student == student,
            columns.notebook.in_(notebooks),
        )
    )


def keep_records(
    session: sa.orm.Session, assignment: str, student: str, fingerprints: Mapping[str, str]
) -> None:
    """Note that notebooks have been graded, {name: fingerprint}; the caller commits."""
    about = {
        "assignment": assignment,
        "student": student,
        "graded_at": datetime.now(UTC).replace(tzinfo=None),
    }
    for notebook, fingerprint in fingerprints.items():
        row = {**about, "notebook": notebook, "fingerprint": fingerprint}
        session.execute(RECORDS.insert().values(**row))
