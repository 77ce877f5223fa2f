"""What a page does with the ledger, on SQLite and on PostgreSQL."""

from contextlib import closing
from pathlib import Path

import pytest

from scorer.hand import Win
from scorer.house import GALE
from scorer.payments import Kong
from webui.export import from_json, to_csv, to_json
from webui.facts import Penalty, Round, Seating, Terms
from webui.game import SEATING, TERMS
from webui.ledger import Ledger, Receipt, new_key
from webui.ledger_errors import (
    ConflictError,
    FactError,
    FormatError,
    MissingGameError,
    RepeatedKeyError,
)

NAMES = ("王", "陈", "赵", "李")
PHOTO = "hands/0123456789/photo-1"
FIVE = "46m 123p 789s 55s 678p +5m /E"
"""捉五 素: 6 fan."""


def play(book: Ledger, game: str, *facts: Round | Penalty | Seating) -> Receipt:
    for fact in facts:
        revision = book.game(game).revision
        receipt = book.add(game, fact, key=new_key(), revision=revision)
    return receipt


def test_an_evening_is_replayed_from_its_facts(book: Ledger, game: str) -> None:
    play(
        book,
        game,
        Round(winner=2, notation=FIVE, sit=True, pulls=(0, 0, 1, 0)),
        Round(kongs=(Kong(1, "concealed"), Kong(3, "gold", void=True)), chan=True),
        Round(winner=1, fan=3, how=Win(kong_draw=1)),
        Penalty(3, 5, note="打错"),
        Round(false_win=0),
    )
    state = book.game(game)
    assert [line.number for line in state.lines] == [0, 1, 2, 3, 0, 4]
    assert [line.dealer for line in state.rounds] == [0, 1, 1, 1]
    assert state.lines[1].deltas == (-24, -6, 36, -6)
    assert state.lines[2].deltas == (-1, 3, -1, -1)
    assert state.lines[4].deltas == (5, 5, 5, -15)
    assert state.totals == (-23, 11, 37, -25)
    assert (state.pot.passed, state.dealer, state.terms.players) == (1, 1, NAMES)
    assert sum(one.points for one in state.settlement) == 48
    assert book.audit() == ()


def test_the_same_key_writes_once(book: Ledger, game: str) -> None:
    first = book.add(game, Round(winner=1, fan=2), key="one", revision=2)
    assert book.add(game, Round(winner=1, fan=2), key="one", revision=2) == first
    assert book.start(Terms(NAMES), Seating(), key="two").game == (
        book.start(Terms(NAMES), Seating(), key="two").game
    )
    assert len(book.game(game).rounds) == 1
    assert len(book.games()) == 2
    with pytest.raises(RepeatedKeyError, match="'one' was used for another write"):
        book.add(game, Round(winner=1, fan=3), key="one", revision=3)


def test_a_late_phone_is_told_what_changed(book: Ledger, game: str) -> None:
    seen = play(book, game, Round(winner=1, fan=2)).revision
    play(book, game, Round(winner=2, fan=2))
    with pytest.raises(ConflictError, match="round 2 added") as caught:
        book.add(game, Round(winner=2, fan=2), key=new_key(), revision=seen)
    assert "第 2 盘入账" in caught.value.zh
    with pytest.raises(ConflictError, match="round 2 added"):
        book.undo(game, key=new_key(), revision=seen)
    book.edit(game, 3, Round(winner=1, fan=4), key=new_key(), revision=seen)
    with pytest.raises(ConflictError, match="round 1 changed"):
        book.withdraw(game, 3, key=new_key(), revision=seen)
    with pytest.raises(ConflictError, match="revision 99"):
        book.add(game, Round(), key=new_key(), revision=99)


def test_an_edit_keeps_what_was_and_shows_what_moved(book: Ledger, game: str) -> None:
    play(book, game, Round(winner=1, fan=2), Round(winner=2, fan=2))
    receipt = book.edit(
        game, 3, Round(winner=0, fan=2), key=new_key(), revision=4, reason="记错"
    )
    state = book.game(game)
    assert [one.number for one in state.history(3)] == [1, 2]
    assert state.history(3)[-1].reason == "记错"
    assert state.rounds[1].dealer == 0  # he won, so he deals again
    change = state.change(receipt.revision)
    assert (change.before, change.after) == ((-4, 4, 4, -4), (4, -4, 4, -4))
    assert change.moved == (8, -8, 0, 0)
    assert [line.entry for _, line in change.lines] == [3, 4]
    same = book.edit(game, 3, Round(winner=0, fan=2), key=new_key(), revision=5)
    assert same == Receipt(game, 5, 3)  # nothing changed, nothing written
    book.withdraw(game, 3, key=new_key(), revision=5, reason="没打")
    assert [line.number for line in book.game(game).lines] == [0, 0, 1]
    assert book.game(game).totals == (-2, -2, 6, -2)


def test_undo_goes_back_step_by_step_and_is_written_too(
    book: Ledger, game: str
) -> None:
    play(book, game, Round(winner=1, fan=2), Round(winner=2, fan=3))
    book.edit(game, 3, Round(winner=1, fan=5), key=new_key(), revision=4)
    seen = [book.game(game).totals]
    for revision in (5, 6, 7):
        book.undo(game, key=new_key(), revision=revision)
        seen.append(book.game(game).totals)
    assert seen == [(-8, 12, 4, -8), (-5, 3, 7, -5), (-2, 6, -2, -2), (0, 0, 0, 0)]
    assert book.game(game).revision == 8
    with pytest.raises(FactError, match="nothing to undo"):
        book.undo(game, key=new_key(), revision=8)
    book.edit(game, 3, Round(winner=1, fan=2), key=new_key(), revision=8)
    assert book.game(game).totals == (-2, 6, -2, -2)  # an edit brings it back


def test_seats_found_wrong_move_the_deal_and_leave_the_winners(
    book: Ledger, game: str
) -> None:
    play(book, game, Round(winner=2, fan=2), Round(winner=1, fan=2, sit=True))
    assert book.game(game).totals == (-6, 10, 2, -6)
    swapped = Seating().swapped(1, 2)
    book.edit(game, SEATING, swapped, key=new_key(), revision=4, reason="坐错")
    state = book.game(game)
    assert [line.winner for line in state.rounds] == [2, 1]
    assert state.rounds[1].seats == (0, 2, 1, 3)
    assert state.totals == (-4, 6, 2, -4)  # 赵 dealt the second round, and sat
    play(book, game, Seating((3, 2, 1, 0), 2), Round(winner=0, fan=2))
    state = book.game(game)
    assert (state.pot.number, state.rounds[-1].winner) == (2, 3)
    assert state.rounds[-1].fact == Round(winner=0, fan=2)
    assert book.audit(game) == ()


def test_what_cannot_be_is_refused_and_leaves_no_trace(book: Ledger, game: str) -> None:
    refused: list[tuple[Round | Seating | Penalty | Terms, str]] = [
        (Round(winner=0, notation="46m 123p 789s 55s 678p +5m"), "no turned-up tile"),
        (Round(winner=0, notation="123m 123p 678p 79s 55s +8s /1m"), "提溜 is 1 fan"),
        (Round(winner=0, fan=1), "a hand needs 2"),
        (Round(winner=1, fan=2, pulls=(1, 0, 0, 0)), "seat 0 deals and cannot pull"),
        (
            Round(winner=1, notation=FIVE, how=Win(heavenly=True)),
            "天和 is the dealer's",
        ),
        (Terms(NAMES), "a game has its terms"),
    ]
    for fact, why in refused:
        with pytest.raises(FactError, match=why):
            book.add(game, fact, key="k", revision=2)
    play(book, game, Round(winner=0, notation=FIVE))
    gale = Terms(NAMES, house=GALE)
    book.edit(game, TERMS, gale, key=new_key(), revision=3)
    assert book.game(game).rounds[0].fan == 12  # 素 counts ×4
    with pytest.raises(FactError, match="is a round, not a penalty"):
        book.edit(game, 3, Penalty(0, 1), key="k", revision=4)
    with pytest.raises(FactError, match="cannot be without its seating"):
        book.withdraw(game, SEATING, key="k", revision=4)
    book.withdraw(game, 3, key=new_key(), revision=4)
    with pytest.raises(FactError, match="withdrawn already"):
        book.withdraw(game, 3, key="k", revision=5)
    book.undo(game, key=new_key(), revision=5)
    with pytest.raises(MissingGameError, match="no line 9"):
        book.withdraw(game, 9, key="k", revision=4)
    with pytest.raises(MissingGameError, match="'nobody'"):
        book.game("nobody")
    assert (book.game(game).revision, book.audit()) == (6, ())


def test_a_house_that_would_take_a_win_away_is_refused(book: Ledger, game: str) -> None:
    play(book, game, Round(winner=0, fan=2))
    high = Terms(NAMES, house=type(GALE)(minimum_fan=3))
    with pytest.raises(FactError, match="round 1 could not have won: 2 fan"):
        book.edit(game, TERMS, high, key="k", revision=3)
    ended = Terms(NAMES, ended=True)
    book.edit(game, TERMS, ended, key=new_key(), revision=3)
    with pytest.raises(FactError, match="has ended: resume it"):
        book.add(game, Round(), key="k", revision=4)
    book.undo(game, key=new_key(), revision=4)
    assert not book.game(game).terms.ended


def test_an_export_comes_back_as_it_was(
    book: Ledger, game: str, tmp_path: Path
) -> None:
    photo = Round(winner=0, notation=FIVE, photo="ab", photo_path=PHOTO)
    play(book, game, photo, Penalty(1, 2, note="=1+1"))
    book.edit(game, 3, Round(winner=0, notation=FIVE), key=new_key(), revision=4)
    state = book.game(game)
    sent = to_json(state)
    with closing(Ledger(tmp_path / "other" / "copy.db")) as other:
        assert other.adopt(sent) == other.adopt(sent) == game
        assert to_json(other.game(game)) == sent
        assert (other.audit(), other.players()) == ((), NAMES)
        play(other, game, Round())
        with pytest.raises(FormatError, match="with other versions"):
            other.adopt(sent)
    assert from_json(sent) == state
    assert state.photos() == (PHOTO,)
    assert to_csv(state).splitlines()[2].endswith(",'=1+1")
