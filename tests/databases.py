"""A ledger on an empty SQLite file, and on a PostgreSQL that the tests start.

Fixtures of the tests of the ledger; `conftest` imports them.
"""

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from webui.facts import Seating, Terms
from webui.ledger import Ledger

NAMES = ("王", "陈", "赵", "李")
INITDB = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """Start a PostgreSQL of its own, on a socket in a folder of its own."""
    if not INITDB:
        pytest.skip(
            "no PostgreSQL below /usr/lib/postgresql: apt-get install postgresql"
        )
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    user = "postgres" if os.getuid() == 0 else None  # initdb refuses to run as root
    if user:
        shutil.chown(folder, user)

    def run(program: str, *arguments: str) -> None:
        command = [str(INITDB[-1].with_name(program)), "-D", str(folder / "data")]
        log = folder / "log"
        with log.open("a") as out:
            subprocess.run(
                [*command, *arguments], user=user, cwd=folder, stdout=out, check=True
            )

    run("initdb", "--username=tianjin", "--auth=trust", "--no-sync", "--encoding=UTF8")
    options = f"-c listen_addresses='' -k {folder} -c fsync=off"
    run("pg_ctl", "-w", "-o", options, "start")
    yield str(folder)
    run("pg_ctl", "-m", "immediate", "stop")
    shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Name an empty database, on PostgreSQL an empty schema of one."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ledger.db'}"
    folder = request.getfixturevalue("cluster")
    name = f"t{secrets.token_hex(8)}"
    where = f"host={folder} user=tianjin dbname=postgres"
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute(f"create schema {name}".encode())
    options = f"-csearch_path%3D{name}"
    return f"postgresql://tianjin@/postgres?host={folder}&options={options}"


@pytest.fixture
def book(url: str) -> Iterator[Ledger]:
    with closing(Ledger(url)) as ledger:
        yield ledger


@pytest.fixture
def game(book: Ledger) -> str:
    return book.start(Terms(NAMES), Seating(), key=secrets.token_hex(8)).game
