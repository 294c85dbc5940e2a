"""Imported, this lets all gradebooks of a test process share the statements that are compiled.

Each of nbgrader's Gradebooks has an engine of its own, with its own dialect, and compiles all
anew. Tests open hundreds of them; a command opens a few, and would save nothing.
"""

from sqlalchemy import Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite


class OneSQLite(SQLiteDialect_pysqlite):
    """The dialect of all engines for SQLite: a compiled statement is found by its dialect."""

    supports_statement_cache = True
    _only = None
    _compiled: dict = {}  # noqa: RUF012 (it is there to be shared)

    def __new__(cls, **options):
        cls._only = cls._only or super().__new__(cls)
        return cls._only

    def __init__(self, **options):
        if not vars(self):
            super().__init__(**options)

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        engine.update_execution_options(compiled_cache=cls._compiled)


registry.register("sqlite", __name__, OneSQLite.__name__)
