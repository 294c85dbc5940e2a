"""Why notebooks could not be graded, kept in the gradebook's database for who reads of it later."""

from collections.abc import Collection, Mapping

import sqlalchemy as sa

from gradebox.plain_text import MAX_SENTENCE, one_line

REFUSALS = sa.Table(
    "course_refused_notebook",
    sa.MetaData(),
    sa.Column("assignment", sa.String(128), primary_key=True),
    sa.Column("student", sa.String(128), primary_key=True),
    sa.Column("notebook", sa.String(128), primary_key=True),
    sa.Column("why", sa.Text, nullable=False),
)


def keep_refusals(
    session: sa.orm.Session,
    assignment: str,
    student: str,
    tried: Collection[str],
    refused: Mapping[str, str],
) -> None:
    """Replace what is known of the notebooks that were tried; the caller commits."""
    columns = REFUSALS.c
    session.execute(
        REFUSALS.delete().where(
            columns.assignment == assignment,
            columns.student == student,
            columns.notebook.in_(tried),
        )
    )
    about = {"assignment": assignment, "student": student}
    for name, why in refused.items():
        row = {**about, "notebook": name, "why": one_line(why, MAX_SENTENCE)}
        session.execute(REFUSALS.insert().values(**row))


def read_refusals(session: sa.orm.Session, assignment: str, student: str) -> dict[str, str]:
    """Return why each notebook of a submission was refused, as its student may read it."""
    if not sa.inspect(session.get_bind()).has_table(REFUSALS.name):
        return {}  # nothing has been graded, or by nbgrader alone
    columns = REFUSALS.c
    rows = session.execute(
        sa.select(columns.notebook, columns.why).where(
            columns.assignment == assignment, columns.student == student
        )
    )
    return {notebook: why for notebook, why in rows}
