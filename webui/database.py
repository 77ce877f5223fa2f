"""Open the database: SQLite by default, PostgreSQL by URL; bring its tables up to date."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from webui.ledger_errors import DatabaseError

MIGRATIONS = Path(__file__).parent / "migrations"
WAIT = 30
"""Seconds a write waits for another to finish."""
MIGRATING = 0x7469616E
"""The advisory lock that two starting processes take in turn on PostgreSQL."""

_ALEMBIC = Lock()
"""Alembic keeps the migration that is running in a module."""


def open_database(where: str | Path) -> Engine:
    """Connect and apply the migrations that are missing.

    Args:
        where: a file of SQLite, or a database URL (`postgresql://…`, `sqlite:///…`).

    Raises:
        DatabaseError: it cannot be opened; quotes what was given.
    """
    try:
        return _opened(_url(where))
    except (SQLAlchemyError, ImportError, OSError) as error:
        shown = re.sub(r"(?<=:)[^:@/]+(?=@)", "***", str(where))  # no password
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise DatabaseError(
            "database",
            f"cannot open the ledger {shown!r}: {reason}; give another folder "
            "with --data, or a DATABASE_URL like postgresql://user@host/name",
            f"打不开账本 {shown!r}：{reason}。请用 --data 换一个文件夹，"
            "或改正 DATABASE_URL，例如 postgresql://user@host/name",
        ) from error


def _opened(url: URL) -> Engine:
    engine = create_engine(url, connect_args=_arguments(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sqlite_connected)
        event.listen(engine, "begin", _sqlite_begins)
    with writing(engine).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"select pg_advisory_xact_lock({MIGRATING})"))
        migrate(connection)
    return engine


def writing(engine: Engine) -> Engine:
    """Give the same database for writes: on SQLite they queue before they read."""
    return engine.execution_options(writes=True)


def migrate(connection: Connection) -> None:
    """Bring the tables up to date on an open connection."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with _ALEMBIC:
        command.upgrade(config, "head")


def _url(where: str | Path) -> URL:
    if isinstance(where, Path):
        where.parent.mkdir(parents=True, exist_ok=True)
        return URL.create("sqlite", database=str(where))
    url = make_url(where)
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    return url


def _arguments(url: URL) -> dict[str, Any]:
    return {"timeout": WAIT} if url.get_backend_name() == "sqlite" else {}


def _sqlite_connected(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # BEGIN is ours, see below
    _log_ahead(connection)
    connection.execute("pragma synchronous = full")
    connection.execute("pragma foreign_keys = on")


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Turn on the write-ahead log, which the file then keeps.

    While another program's first write runs SQLite refuses this at once, however long its
    own timeout is.
    """
    late = monotonic() + WAIT
    while True:
        try:
            connection.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > late:
                raise
            sleep(0.02)
        else:
            return


def _sqlite_begins(connection: Connection) -> None:
    """Take the lock at the start of a write: what it then reads cannot change under it."""
    write = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("begin immediate" if write else "begin")
