"""Random evenings: whatever is written, edited, withdrawn, undone or swapped, the book adds up."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorer.hand import Hand, Win
from scorer.house import ENCYCLOPEDIA, GALE, PLATFORM, House
from scorer.payments import Kong, KongKind, Table, settle
from scorer.score import score
from webui.export import from_json, to_json
from webui.facts import Fact, Penalty, Round, Seating, Terms
from webui.game import SEATING, TERMS, Game
from webui.ledger import Ledger, Receipt, new_key
from webui.ledger_errors import FactError

HANDS = (
    "46m 123p 789s 55s 678p +5m /E",
    "46m 123p 789s 55s (888p) +5m /E",
    "12346789m 55s [EEEE] +5m /3s",
    "46m 789s 55s [2222p] (SSSS) +5m /E",
)
seats = st.integers(0, 3)
orders = st.permutations(range(4)).map(tuple)
seatings = st.builds(Seating, orders, seats)
others = st.none() | seats
penalties = st.builds(
    lambda payer, points, step: Penalty(
        payer, points, None if step is None else (payer + step) % 4
    ),
    seats,
    st.integers(1, 9),
    st.none() | st.integers(1, 3),
)


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    winner = draw(others)
    notation = draw(st.sampled_from(("", *HANDS))) if winner is not None else ""
    fan = draw(st.integers(2, 30)) if winner is not None and not notation else None
    kong = st.builds(Kong, seats, st.sampled_from(KongKind), st.booleans())
    false_win = draw(others)
    return Round(
        winner=winner,
        notation=notation,
        fan=fan,
        how=Win(kong_draw=draw(st.integers(0, 1))) if notation else Win(),
        false_win=None if false_win == winner else false_win,
        kongs=tuple(
            one
            for one in draw(st.lists(kong, max_size=3))
            if not (notation and one.seat == winner)
        ),
        sit=draw(st.booleans()),
        pulls=draw(st.tuples(*[st.integers(0, 2)] * 4)),
        chan=draw(st.booleans()),
    )


def by_the_rules(house: House, facts: list[Fact]) -> list[int]:
    """Add an evening up, slowly and obviously, from facts by player."""
    totals = [0, 0, 0, 0]
    at: tuple[int, ...] = ()
    dealer = 0
    for fact in facts:
        if isinstance(fact, Seating):
            at, dealer = fact.seats, fact.dealer
        elif isinstance(fact, Penalty):
            payees = {0, 1, 2, 3} if fact.payee is None else {fact.payee}
            for payee in payees - {fact.payer}:
                totals[payee] += fact.points
                totals[fact.payer] -= fact.points
        elif isinstance(fact, Round):
            hand = Hand.parse(fact.notation) if fact.notation else None
            win = None
            if fact.winner is not None:
                fan = score(hand, fact.how, house).fan if hand else fact.fan or 0
                win = (at.index(fact.winner), fan)
            kongs = [Kong(at.index(k.seat), k.kind, k.void) for k in fact.kongs]
            for meld in hand.melds if hand and win else ():
                if meld.size == 4:
                    kind = str(meld.kind).replace("_kong", "")
                    kind = "gold" if str(meld.tile) == "S" else kind
                    kongs.append(Kong(win[0] if win else 0, kind))
            pulls = [0 if s == dealer else fact.pulls[at[s]] for s in range(4)]
            false_win = None if fact.false_win is None else at.index(fact.false_win)
            table = Table(dealer, fact.sit, tuple(pulls))  # type: ignore[arg-type]
            paid = settle(table, win, kongs, fact.chan, house, false_win)
            for seat, delta in enumerate(paid.deltas):
                totals[at[seat]] += delta
            dealer = paid.next_dealer
    return totals


class Evening(RuleBasedStateMachine):
    """Two phones, one game; beside it the facts in a plain dictionary and its past."""

    phones: tuple[Ledger, Ledger]
    fresh: Ledger
    """Reads the game when all is over, with nothing in memory."""

    @initialize(seating=seatings)
    def start(self, seating: Seating) -> None:
        terms = Terms(("a", "b", "c", "d"))
        self.id = self.phones[0].start(terms, seating, key=new_key()).game
        self.facts: dict[int, Fact] = {TERMS: terms, SEATING: seating}
        self.past: list[dict[int, Fact]] = []
        self.turn = 0

    @property
    def phone(self) -> Ledger:
        self.turn += 1
        return self.phones[self.turn % 2]

    def game(self) -> Game:
        return self.phones[self.turn % 2].game(self.id)

    def add(self, fact: Fact) -> Receipt | None:
        revision = self.game().revision
        try:
            receipt = self.phone.add(self.id, fact, key=new_key(), revision=revision)
        except FactError:
            assert self.game().revision == revision
            return None
        self.past.append(dict(self.facts))
        self.facts[receipt.entry] = self.game().newest[receipt.entry].fact
        return receipt

    @rule(fact=rounds())
    def play(self, fact: Round) -> None:
        game = self.game()
        pulls = tuple(0 if s == game.dealer else n for s, n in enumerate(fact.pulls))
        self.add(Round(**{**fact.__dict__, "pulls": pulls}))

    @rule(fact=penalties | seatings)
    def fine_or_reseat(self, fact: Fact) -> None:
        assert self.add(fact)

    @rule(data=st.data(), fact=rounds())
    def edit(self, data: st.DataObject, fact: Round) -> None:
        entries = [entry for entry in self.facts if entry > SEATING]
        entry = data.draw(st.sampled_from(entries or [SEATING]))
        if isinstance(self.facts[entry], Round):
            self.change(entry, fact)

    @rule(data=st.data(), one=seats, other=seats)
    def swap(self, data: st.DataObject, one: int, other: int) -> None:
        found = [k for k, fact in self.facts.items() if isinstance(fact, Seating)]
        entry = data.draw(st.sampled_from(found))
        seating = self.facts[entry]
        assert isinstance(seating, Seating)
        self.change(entry, seating.swapped(one, other))

    @rule(house=st.sampled_from((PLATFORM, ENCYCLOPEDIA, GALE)))
    def play_by(self, house: House) -> None:
        self.change(TERMS, Terms(("a", "b", "c", "d"), house))

    def change(self, entry: int, fact: Fact) -> None:
        revision = self.game().revision
        try:
            receipt = self.phone.edit(
                self.id, entry, fact, key=new_key(), revision=revision
            )
        except FactError:
            assert self.game().revision == revision
            return
        if receipt.revision > revision:
            self.past.append(dict(self.facts))
            self.facts[entry] = self.game().newest[entry].fact

    @precondition(lambda self: len(self.facts) > SEATING)
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        entries = [entry for entry in self.facts if entry > SEATING]
        entry = data.draw(st.sampled_from(entries))
        revision = self.game().revision
        self.phone.withdraw(self.id, entry, key=new_key(), revision=revision)
        self.past.append(dict(self.facts))
        del self.facts[entry]

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        revision = self.game().revision
        self.phone.undo(self.id, key=new_key(), revision=revision)
        self.facts = self.past.pop()

    @invariant()
    def adds_up(self) -> None:
        game = self.game()
        counted = {k: v.fact for k, v in game.newest.items() if not v.withdrawn}
        assert counted == self.facts
        assert all(sum(line.deltas) == sum(line.totals) == 0 for line in game.lines)
        assert all(sum(t.points for t in game.settlement) >= n for n in game.totals)
        fresh = Game(game.id, game.started, game.versions)
        assert fresh.lines == game.lines
        facts = [self.facts[entry] for entry in sorted(self.facts)]
        assert list(game.totals) == by_the_rules(game.terms.house, facts)

    def teardown(self) -> None:
        if hasattr(self, "id"):
            game = self.fresh.game(self.id)
            assert game.lines == self.game().lines
            assert from_json(to_json(game)) == game
            assert self.fresh.audit(self.id) == ()


@pytest.fixture
def machine(url: str) -> Iterator[type[Evening]]:
    books = Ledger(url), Ledger(url), Ledger(url)
    there = {"phones": books[:2], "fresh": books[2]}
    yield type("EveningThere", (Evening,), there)
    for book in books:
        book.close()


def test_any_evening_adds_up(machine: type[Evening]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=20,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
