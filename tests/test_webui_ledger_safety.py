"""The ledger under stress: killed, raced, tampered with; on SQLite and on PostgreSQL."""

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webui.database import open_database
from webui.facts import Penalty, Round, Seating, Terms
from webui.ledger import Ledger, Receipt, new_key
from webui.ledger_errors import ConflictError
from webui.once import once
from webui.tables import Model

NAMES = ("王", "陈", "赵", "李")
CONFIRM = """
import sys
from webui.ledger import Ledger, Round
book = Ledger(sys.argv[1])
for number in range(100):
    book.add(sys.argv[2], Round(winner=number % 4, fan=2 + number % 5),
             key=f"confirm-{number}", revision=2 + number)
    print(number, flush=True)
"""


def test_a_changed_result_is_found_by_the_audit(
    book: Ledger, game: str, url: str
) -> None:
    for revision in (2, 3):
        fact = Round(winner=0, fan=2)
        book.add(game, fact, key=new_key(), revision=revision)
    engine = open_database(url)
    with engine.begin() as connection:
        connection.execute(
            text(
                "update version set facts = replace(facts, '\"fan\": 2', '\"fan\": 4')"
            )
            if engine.dialect.name == "sqlite"
            else text(
                "update version set facts = "
                "replace(facts::text, '\"fan\": 2', '\"fan\": 4')::json"
            )
        )
    engine.dispose()
    found = book.audit(game)
    assert [finding.what for finding in found] == ["fan", "deltas", "totals"] * 2
    assert "fan was 2, is 4" in str(found[0])


def test_nothing_is_ever_overwritten(book: Ledger, game: str) -> None:
    said: list[str] = []

    def listen(*arguments: object) -> None:
        said.append(str(arguments[2]).split()[0].upper())

    event.listen(Engine, "before_cursor_execute", listen)
    book.add(game, Round(winner=0, fan=2), key=new_key(), revision=2)
    book.add(game, Penalty(1, 2), key=new_key(), revision=3)
    book.edit(game, 3, Round(), key=new_key(), revision=4)
    book.withdraw(game, 4, key=new_key(), revision=5)
    book.undo(game, key=new_key(), revision=6)
    event.remove(Engine, "before_cursor_execute", listen)
    assert said.count("INSERT") == 5
    assert set(said) <= {"SELECT", "INSERT", "BEGIN"}


def test_the_migrations_make_the_tables_of_the_program(book: Ledger, url: str) -> None:
    engine = open_database(url)  # a second start has nothing to do
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Model.metadata) == []
        with pytest.raises(Exception, match=r"(?i)foreign key"):
            connection.execute(
                text(
                    "insert into version (game_id, revision, entry, number, kind, at,"
                    " reason, withdrawn, facts) values ('x', 1, 1, 1, 'round', '', '',"
                    " false, '{}')"
                )
            )
    engine.dispose()


def together(*tasks: Callable[[], None]) -> None:
    threads = [threading.Thread(target=task) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_two_phones_at_once_lose_and_double_nothing(url: str) -> None:
    with closing(Ledger(url)) as one, closing(Ledger(url)) as two:
        game = one.start(Terms(NAMES), Seating(), key="g").game

        def phone(book: Ledger, winner: int) -> None:
            for number in range(12):
                key = f"{winner}-{number}"
                while True:
                    revision = book.game(game).revision
                    with suppress(ConflictError):  # the other was faster: look again
                        fact = Round(winner=winner, fan=2 + number)
                        book.add(game, fact, key=key, revision=revision)
                        break

        together(lambda: phone(one, 1), lambda: phone(two, 2))
        lines = one.game(game).rounds
        for winner in (1, 2):
            fans = [line.fan for line in lines if line.winner == winner]
            assert fans == [2 + number for number in range(12)]
        assert len(lines) == 24
        assert one.audit() == ()


def test_a_key_sent_twice_at_once_writes_once(url: str) -> None:
    with closing(Ledger(url)) as one, closing(Ledger(url)) as two:
        barrier = threading.Barrier(2)
        receipts: list[Receipt] = []

        def send(book: Ledger, game: str | None, key: str) -> None:
            barrier.wait()
            if game is None:
                receipts.append(book.start(Terms(NAMES), Seating(), key=key))
            else:
                receipts.append(book.add(game, Round(), key=key, revision=2))

        for number in range(5):
            together(*(partial(send, book, None, f"s{number}") for book in (one, two)))
            game = receipts[-1].game
            together(*(partial(send, book, game, f"a{number}") for book in (one, two)))
        assert receipts[::2] == receipts[1::2]
        assert len(one.games()) == 5
        assert all(len(one.game(receipt.game).rounds) == 1 for receipt in receipts)


def test_two_programs_may_start_at_once(url: str) -> None:
    code = "import sys; from webui.ledger import Ledger; Ledger(sys.argv[1]).close()"
    command = [sys.executable, "-c", code, url]
    starts = [subprocess.Popen(command) for _ in range(2)]
    assert [start.wait() for start in starts] == [0, 0]


def test_a_start_waits_for_the_first_write_of_another(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    with closing(other):
        other.execute("begin immediate")
        done = threading.Timer(0.3, other.execute, ["commit"])
        done.start()
        Ledger(file).close()
        done.join()


def test_a_killed_program_keeps_every_hand_it_confirmed(url: str) -> None:
    fans = [2 + number % 5 for number in range(100)]
    with closing(Ledger(url)) as book:
        game = book.start(Terms(NAMES), Seating(), key="g").game
        for last in (50, 100):  # each start sends all again, with the same keys
            program = subprocess.Popen(
                [sys.executable, "-c", CONFIRM, url, game],
                stdout=subprocess.PIPE,
                text=True,
            )
            assert program.stdout is not None
            with program.stdout:
                acknowledged = 0
                for acknowledged, _ in enumerate(program.stdout, 1):
                    if acknowledged == last < 100:
                        program.kill()
            program.wait()
            rounds = book.game(game).rounds
            assert last <= acknowledged <= len(rounds) <= acknowledged + 1
            assert [line.fan for line in rounds] == fans[: len(rounds)]
            assert book.audit() == ()


def test_a_write_that_meets_another_looks_once_more(url: str) -> None:
    engine = open_database(url)
    met = IntegrityError("insert", {}, ValueError("unique"))
    tries: list[int] = []

    def work(_: Session, most: int) -> Receipt:
        tries.append(1)
        if len(tries) <= most:
            raise met
        return Receipt("g", 1, 1)

    assert once(engine, "k", "", partial(work, most=1)) == Receipt("g", 1, 1)
    with pytest.raises(IntegrityError):
        once(engine, "k", "", partial(work, most=9))
    assert len(tries) == 4
    engine.dispose()
