"""Which doubtful tiles change the payment, and as what else the hand may be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scorer.errors import ScorerError
from scorer.hand import Hand, Win
from scorer.house import PLATFORM, House
from scorer.repairs import repairs
from scorer.score import ORDINARY, Outcome, outcome
from scorer.tiles import ALL_TILES, wilds
from vision.repair import OFFERED, offered, stakes
from webui import deal, judge
from webui.replay import payments
from webui.sheet import Piece, Sheet
from webui.sighted import Laid
from webui.store import Record


@dataclass(frozen=True)
class Asked:
    """The doubtful pieces in the order a person should look at them."""

    pieces: tuple[Piece, ...]
    """The most money at stake first."""
    harmless: bool
    """None of them changes the payment, whatever it is."""


def asked(record: Record) -> Asked:
    """Ask first about the tiles that change the payment most."""
    sheet, doubtful = record.sheet, record.sheet.doubtful
    if not doubtful or record.seen is None:
        return Asked(doubtful, False)
    laid = Laid.of(sheet, record.seen)
    found = stakes(laid.spread, lambda line: _income(sheet, line))
    at_stake = {laid.pieces[i]: one.difference for one in found for i in one.members}
    order = sorted(doubtful, key=lambda piece: -at_stake.get(piece, 0))
    wins = _income(sheet, sheet.notation) is not None
    return Asked(tuple(order), wins and not any(at_stake.values()))


@dataclass(frozen=True)
class Question:
    """What is not sure about how tiles lie, while they lie as they were read."""

    what: str
    """hand, drawn, meld, kong_kind or indicator."""
    pieces: tuple[Piece, ...]


def layout(record: Record) -> tuple[Question, ...]:
    """Ask about groups that nobody has touched; what is not in view the page asks itself."""
    if record.seen is None:
        return ()
    lying = {
        frozenset(piece.seen for piece in group.pieces): group
        for group in record.sheet.groups
        if group in record.seen.groups
    }
    return tuple(
        Question(what, lying[frozenset(members)].pieces)
        for what, members in record.seen.questions
        if members and frozenset(members) in lying
    )


def _income(sheet: Sheet, line: str) -> int | None:
    """Give what the winner of a hand is paid; None when it does not win."""
    won = _won(sheet, line)
    if won is None:
        return None
    fact = deal.fact_of(sheet, "tiles", line)
    choices = sheet.choices
    paid = payments(judge.house(choices.house), fact, choices.dealer, won.fan)
    return paid.deltas[choices.winner]


def _won(sheet: Sheet, line: str) -> Outcome | None:
    return _outcome(line, judge.win(sheet), judge.house(sheet.choices.house))


def _fan(sheet: Sheet, line: str) -> int | None:
    won = _won(sheet, line)
    return won.fan if won else None


def plain_fan(line: str) -> int | None:
    """Give the fan of a hand won in the ordinary way on the platform; None: no win.

    What is not in view is taken as it may be: the best tile was drawn, and the turned-up
    one makes none of the hand wild.
    """
    try:
        hand = Hand.parse(line)
    except ScorerError:
        return None
    if hand.indicator is None:
        held = set(hand.tiles)
        turned = (tile for tile in ALL_TILES if wilds(tile).isdisjoint(held))
        line += f" /{next(turned)}"
    won = _outcome(line, ORDINARY, PLATFORM)
    return won.fan if won else None


@lru_cache(maxsize=4096)
def _outcome(line: str, win: Win, rules: House) -> Outcome | None:
    """Score a line; by its best tile where the drawn one is not known. None: no win."""
    best = None
    try:
        for hand in _drawn(Hand.parse(line)):
            found = outcome(hand, win, rules)
            if found.legal and (best is None or found.fan > best.fan):
                best = found
            if not found.fan:  # no shape, whichever tile was drawn
                break
    except ScorerError:
        return None
    return best


def _drawn(hand: Hand) -> Iterator[Hand]:
    if hand.winning is not None:
        yield hand
        return
    for tile in dict.fromkeys(hand.concealed):
        rest = list(hand.concealed)
        rest.remove(tile)
        yield replace(hand, concealed=tuple(rest), winning=tile)


@dataclass(frozen=True)
class Renamed:
    """A tile, or a meld by one of its tiles, and what it is named instead."""

    piece: Piece
    place: str
    """The kind of its group."""
    face: str


@dataclass(frozen=True)
class Offer:
    """Another reading of the hand, and what it is then worth."""

    renamed: tuple[Renamed, ...]
    worth: Outcome


def offers(record: Record) -> tuple[Offer, ...]:
    """Offer what the hand may be instead, likeliest first.

    Of a photograph the eyes and the rules say it together; of a hand that wins as it was
    read only what changes its fan. A hand without a photograph, or one that a person
    named, is offered each single tile that makes it win, most fan first.
    """
    found = tuple(_by_eye(record)) if record.seen else ()
    return (found or tuple(_by_rules(record.sheet)))[:OFFERED]


def _by_eye(record: Record) -> Iterator[Offer]:
    sheet, seen = record.sheet, record.seen
    if seen is None or not sheet.group("indicator").pieces:
        return
    laid = Laid.of(sheet, seen)
    for one in offered(laid.spread, lambda line: _fan(sheet, line)):
        won = _won(sheet, one.notation)
        if won is not None:
            changed = [(laid.pieces[c.members[0]], str(c.new)) for c in one.changes]
            yield Offer(tuple(_renamed(sheet, *change) for change in changed), won)


def _renamed(sheet: Sheet, piece: Piece, face: str) -> Renamed:
    place = next(group.kind for group in sheet.groups if piece in group.pieces)
    return Renamed(piece, place, face)


def _by_rules(sheet: Sheet) -> Iterator[Offer]:
    rules = judge.house(sheet.choices.house)
    try:
        found = repairs(Hand.parse(sheet.notation), judge.win(sheet), rules)
    except ScorerError:
        return
    for one in found:
        for piece in sheet.group(one.place).pieces:
            if piece.face == str(one.old):
                won = Outcome(True, one.fan, one.items)
                yield Offer((_renamed(sheet, piece, str(one.new)),), won)
                break
