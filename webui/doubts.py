"""Which doubtful tiles change the payment, and which single change makes a hand win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from scorer.errors import ScorerError
from scorer.hand import Hand
from scorer.repairs import Repair, repairs
from scorer.score import outcome
from webui import edits, judge
from webui.sheet import Piece, Sheet
from webui.store import Record

COMBINATIONS = 81
"""Most hands that are tried to see what a doubtful tile changes."""
OFFERED = 3
"""Repairs shown."""


@dataclass(frozen=True)
class Asked:
    """The doubtful pieces in the order a person should look at them."""

    pieces: tuple[Piece, ...]
    """The most fan at stake first."""
    harmless: bool
    """None of them changes the payment, whatever it is."""


def asked(record: Record) -> Asked:
    """Ask first about the tiles that change the payment most."""
    doubtful = record.sheet.doubtful
    stakes = _stakes(record, doubtful)
    if stakes is None:
        return Asked(doubtful, False)
    order = sorted(doubtful, key=lambda piece: -stakes[piece.id])
    known = judge.examine(record.sheet)
    wins = known.hand is not None and judge.worth(known.hand, record.sheet).legal
    return Asked(tuple(order), wins and not any(stakes.values()))


def _stakes(record: Record, doubtful: tuple[Piece, ...]) -> dict[int, int] | None:
    """Give the most fan that each piece's faces differ by; None if there is no telling."""
    options = [_faces(record, piece) for piece in doubtful]
    count = 1
    for one in options:
        count *= len(one)
    if not doubtful or count > COMBINATIONS:
        return None
    fans = {faces: _fan(record.sheet, doubtful, faces) for faces in product(*options)}
    stakes = {}
    for place, piece in enumerate(doubtful):
        groups: dict[tuple[str, ...], list[int]] = {}
        for faces, fan in fans.items():
            groups.setdefault(faces[:place] + faces[place + 1 :], []).append(fan)
        stakes[piece.id] = max(max(group) - min(group) for group in groups.values())
    return stakes


def _faces(record: Record, piece: Piece) -> tuple[str, ...]:
    faces = [piece.face] if piece.known else []
    if record.seen and piece.seen is not None:
        faces += record.seen.sights[piece.seen].rivals[:2]
    return tuple(dict.fromkeys(faces)) or (piece.face,)


def _fan(sheet: Sheet, pieces: tuple[Piece, ...], faces: tuple[str, ...]) -> int:
    """Give what a hand would pay with these faces; 0 when it cannot win."""
    for piece, face in zip(pieces, faces, strict=True):
        sheet = edits.name(sheet, piece.id, face)
    rules = judge.house(sheet.choices.house)
    try:
        legal, fan, _ = outcome(Hand.parse(sheet.notation), judge.win(sheet), rules)
    except ScorerError:
        return 0
    return fan if legal else 0


@dataclass(frozen=True)
class Offer:
    """One tile to be named anew, and what the hand is then worth."""

    piece: Piece
    repair: Repair


def offers(record: Record) -> tuple[Offer, ...]:
    """Offer the nearest repairs: what the photograph may also show first, then the fan."""
    sheet = record.sheet
    rules = judge.house(sheet.choices.house)
    try:
        hand = Hand.parse(sheet.notation)
        found = list(_placed(sheet, repairs(hand, judge.win(sheet), rules)))
    except ScorerError:
        return ()
    found.sort(key=lambda one: (_rank(record, one), -one.repair.fan))
    return tuple(found[:OFFERED])


def _placed(sheet: Sheet, found: tuple[Repair, ...]) -> Iterator[Offer]:
    for repair in found:
        pieces = [
            p for p in sheet.group(repair.place).pieces if p.face == str(repair.old)
        ]
        if pieces:
            pieces.sort(key=lambda piece: not piece.doubtful)
            yield Offer(pieces[0], repair)


def _rank(record: Record, offer: Offer) -> int:
    """Say how far a repair is from what was read: 0 a likely face of a doubtful tile."""
    new, piece = str(offer.repair.new), offer.piece
    rivals: tuple[str, ...] = ()
    if record.seen and piece.seen is not None:
        rivals = record.seen.sights[piece.seen].rivals
    return (new not in rivals) + 2 * (not piece.doubtful)
