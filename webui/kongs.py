"""The winner's kongs, said at the table and laid in his hand: the hand must have them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scorer.hand import Hand
from scorer.house import House
from webui.replay import own_kongs
from webui.sheet import Choices, Group, Sheet

_LAID = {
    "exposed": "exposed_kong",
    "added": "exposed_kong",
    "concealed": "concealed_kong",
}
"""How a meld lies that is a kong of a kind; a gold one is told by its tile alone."""


def unlaid(choices: Choices, hand: Hand, rules: House) -> tuple[str, ...]:
    """Give the kinds of the winner's kongs that the table said and his hand lacks."""
    left = Counter(kong.kind for kong in own_kongs(rules, choices.winner, hand))
    lacking = []
    for seat, kind in choices.kongs:
        lies = "exposed" if kind == "added" else kind
        if seat == choices.winner and not left[lies]:
            lacking.append(kind)
        elif seat == choices.winner:
            left[lies] -= 1
    return tuple(lacking)


def untold(sheet: Sheet, lacking: tuple[str, ...]) -> Sheet:
    """Take back kongs of the winner that the table said: his hand is right without."""
    told = list(sheet.choices.kongs)
    for kind in lacking:
        told.remove((sheet.choices.winner, kind))
    return replace(sheet, choices=replace(sheet.choices, kongs=tuple(told)))


def switches(
    sheet: Sheet, lacking: tuple[str, ...], wild: frozenset[str]
) -> tuple[tuple[Group, str], ...]:
    """Offer each meld that may be a kong the hand lacks, with how it then lies.

    A meld that is another kong of the table's is none.
    """
    choices = sheet.choices
    hows = dict.fromkeys(_LAID[kind] for kind in lacking if kind in _LAID)
    told = Counter(
        _LAID.get(kind) for seat, kind in choices.kongs if seat == choices.winner
    )
    plain = [meld for meld in sheet.melds if meld.face not in wild]
    laid = Counter(meld.how for meld in plain)
    free = [meld for meld in plain if laid[meld.how] > told[meld.how]]
    return tuple((meld, how) for how in hows for meld in free)


def shown(sheet: Sheet, wild: frozenset[str]) -> tuple[tuple[int, str], ...]:
    """Give the kongs that only the winner's tiles show, as (seat, kind)."""
    choices = sheet.choices
    told = Counter(
        "exposed" if kind == "added" else kind
        for seat, kind in choices.kongs
        if seat == choices.winner
    )
    laid = Counter(
        "gold" if meld.face in wild else meld.how.removesuffix("_kong")
        for meld in sheet.melds
        if meld.how != "pung"
    )
    return tuple((choices.winner, kind) for kind in (laid - told).elements())
