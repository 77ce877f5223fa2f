"""What a hand is worth under a house, or why it may not win."""

from dataclasses import dataclass
from typing import NamedTuple

from scorer.errors import ContradictionError, ImpossibleHandError
from scorer.fans import FAN, Facts, Offer
from scorer.hand import Hand, Win
from scorer.house import PLATFORM, House
from scorer.readings import Reading
from scorer.search import Found, Holding, search
from scorer.tiles import Tile, wilds

ORDINARY = Win()
"""An ordinary own draw."""


@dataclass(frozen=True, slots=True)
class Item:
    """One fan of the scored reading."""

    key: str
    name: str
    """In Chinese."""
    english: str
    value: int
    """What is added (捉五, 龙) or multiplied."""
    tiles: tuple[Tile, ...]
    """The tiles that make it."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a hand may not win, in both languages; `str()` is the English sentence."""

    key: str
    """no_shape, tilou, hundiao_alone, kong_draw_alone, minimum or wild_discarded."""
    english: str
    zh: str

    def __str__(self) -> str:
        return self.english


WILD_DISCARDED = Reason(
    "wild_discarded",
    "小相公: the player discarded a wild and may not win this hand",
    "打出过混儿，成了小相公，这一盘不能和",
)
"""Why a 小相公 may not win, whatever his hand is."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth."""

    legal: bool
    """Whether it may win."""
    fan: int
    """For a hand that may not win what it would have been worth; 0 without a shape."""
    items: tuple[Item, ...]
    reading: Reading | None
    """None without a shape."""
    reason: Reason | None
    """None when `legal`."""
    formula: str
    """As in "(3 + 4) × 2 = 14"; "" without a shape."""


def score(hand: Hand, win: Win = ORDINARY, house: House = PLATFORM) -> Score:
    """Score a hand by its best reading; its fan are those of `scorer/README.md`.

    >>> result = score(Hand.parse("46m 123p 789s 55s 678p +5m /E"))
    >>> result.legal, result.fan, result.formula, [item.name for item in result.items]
    (True, 6, '3 × 2 = 6', ['捉五', '素'])
    >>> print(result.reading)
    4m +5m 6m | 123p | 678p | 789s | 55s

    Raises:
        ImpossibleHandError: If `hand.problems()` lists any; the message lists them all.
        ContradictionError: If the circumstances exclude each other.
    """
    found = best(hand, win, house)
    if found is None:
        zh = "凑不成四副一将，没有和牌的牌型"
        no_shape = Reason("no_shape", "the tiles make no four sets and a pair", zh)
        return Score(False, 0, (), None, no_shape, "")
    return _result(hand, found, win, house)


class Outcome(NamedTuple):
    """What a hand is worth, without the reading and the words."""

    legal: bool
    fan: int
    """As in `Score`: 0 without a shape."""
    items: tuple[str, ...] = ()
    """The keys of its fan."""


def outcome(hand: Hand, win: Win = ORDINARY, house: House = PLATFORM) -> Outcome:
    """Say what `score` says, in half the time: for those who ask about many hands.

    >>> outcome(Hand.parse("46m 123p 789s 55s 678p +5m /E"))
    Outcome(legal=True, fan=6, items=('zhuo_wu', 'su'))

    Raises:
        ImpossibleHandError: If `hand.problems()` lists any; the message lists them all.
        ContradictionError: If the circumstances exclude each other.
    """
    found = best(hand, win, house)
    if found is None:
        return Outcome(False, 0)
    offer = found.offer
    legal = offer.legal and not win.wild_discarded
    return Outcome(legal, _capped(offer.fan, house), tuple(k for k, _ in offer.items))


def best(hand: Hand, win: Win, house: House) -> Found | None:
    """Find the best reading; None without a shape."""
    problems = hand.problems(house.wild_neighbours)
    drawn, indicator = hand.winning, hand.indicator
    if problems or drawn is None or indicator is None:
        raise ImpossibleHandError(
            f"{str(hand)!r}: " + "; ".join(map(str, problems)),
            f"“{hand}”：" + "；".join(problem.zh for problem in problems),
        )
    _refuse_contradictions(hand, win, house)
    wild = wilds(indicator, house.wild_neighbours)
    tiles = (*hand.concealed, drawn)
    holding = Holding(tiles, hand.melds, indicator, wild, hand.held())
    facts = _facts(holding, win, house)
    lasts = [drawn]
    if facts.heavenly and house.heavenly_free_last:
        lasts += sorted(set(hand.concealed) - {drawn})
    return search(holding, lasts, house, facts)


def _facts(holding: Holding, win: Win, house: House) -> Facts:
    golds = sum(meld.tile in holding.wild for meld in holding.melds)
    wilds = sum(holding.held[tile.index] for tile in holding.wild) - 4 * golds
    kongs = win.kong_draw
    return Facts(
        wild_suit=holding.indicator.suit,
        su=wilds == 1 and not (golds and house.gold_kong_breaks_su),  # 1: turned up
        kongs=kongs if house.each_consecutive_kong_doubles else min(kongs, 1),
        heavenly=win.heavenly and house.heavenly,
        earthly=win.earthly and house.earthly,
    )


def _refuse_contradictions(hand: Hand, win: Win, house: House) -> None:
    """Refuse circumstances that exclude each other; a flag that the house ignores is none."""
    counted = {
        "天和 (heavenly)": win.heavenly and house.heavenly,
        "地和 (earthly)": win.earthly and house.earthly,
    }
    first = [name for name, holds in counted.items() if holds]
    if len(first) == 2:
        raise ContradictionError(
            f"{first[0]} and {first[1]} exclude each other: choose one",
            "天和、地和不能同时有：请选一个",
        )
    if first and win.kong_draw:
        raise ContradictionError(
            f"{first[0]} and 杠开 (kong draw) exclude each other: choose one",
            f"{first[0][:2]}、杠开不能同时有：请选一个",
        )
    if first and hand.melds:
        melds = " ".join(map(str, hand.melds))
        raise ContradictionError(
            f"{first[0]} and the meld {melds!r} exclude each other: drop one",
            f"{first[0][:2]}时不能有碰杠“{melds}”：请去掉一样",
        )
    if not 0 <= win.kong_draw <= 4:
        raise ContradictionError(
            f"kong_draw is {win.kong_draw!r}: use the kongs in a row, 0 to 4",
            f"杠开 {win.kong_draw} 次：请写连杠的次数，0 到 4",
        )
    if win.wild_discarded and house.wild_discard == "refuse":
        raise ContradictionError(
            "this house accepts no discarded wild (wild_discard): take it back",
            "这套规则不许打出混儿（wild_discard）：请收回",
        )


def _result(hand: Hand, found: Found, win: Win, house: House) -> Score:
    offer, reading = found.offer, found.read()
    reason = _reason(found, win, house)
    text = offer.formula
    capped = _capped(offer.fan, house)
    if capped < offer.fan:
        text += f" → {capped}"
    items = named(offer, hand, reading)
    return Score(reason is None, capped, items, reading, reason, text)


def _capped(fan: int, house: House) -> int:
    return min(fan, house.fan_cap or fan)


def named(offer: Offer, hand: Hand, reading: Reading) -> tuple[Item, ...]:
    """Give the items of an offer with their names and tiles."""
    return tuple(
        Item(key, FAN[key].zh, FAN[key].english, value, _tiles(key, hand, reading))
        for key, value in offer.items
    )


def _reason(found: Found, win: Win, house: House) -> Reason | None:
    offer = found.offer
    if win.wild_discarded:
        return WILD_DISCARDED
    if offer.legal:
        return None
    if not offer.items:
        return Reason(
            "tilou",
            f"提溜 is {offer.fan} fan, and a hand needs {house.minimum_fan}",
            f"只是提溜，{offer.fan} 番，{house.minimum_fan} 番起和",
        )
    if offer.alone:
        name = FAN[offer.alone].zh
        return Reason(
            "kong_draw_alone" if offer.alone == "gang_kai" else "hundiao_alone",
            f"{name} alone ({offer.fan} fan) may not win in this house",
            f"这家规则光{name}（{offer.fan} 番）不能和",
        )
    return Reason(
        "minimum",
        f"{offer.fan} fan, and a hand needs {house.minimum_fan}",
        f"只有 {offer.fan} 番，{house.minimum_fan} 番起和",
    )


def _tiles(key: str, hand: Hand, reading: Reading) -> tuple[Tile, ...]:
    """Give the tiles that make a fan."""
    if key in ("zhuo_wu", "hun_diao", "shuang_hun_diao"):
        sets = [one for one in reading.sets if one.drawn is not None]
    elif key in ("long", "ben_hun"):
        sets = [one for one in reading.sets if one.dragon]
    elif key == "gang_kai":
        sets = [one for one in reading.sets if one.kind.endswith("kong")]
    else:
        return hand.tiles
    return tuple(tile for one in sets for tile in one.tiles)
