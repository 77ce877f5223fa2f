"""The table of fans, what a reading may claim of them, and what a claim is worth.

A fan is a row: its names and the house key of its value. `fan = base × factors`, where
base is the sum of the added ones, or 1 (提溜) if there is none.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import NamedTuple

from scorer.house import House
from scorer.shapes import Claim


@dataclass(frozen=True, slots=True)
class Fan:
    """One row of the table."""

    key: str
    zh: str
    english: str
    value: str
    """The house key of its value: `fan_…` is added, `times_…` multiplies."""


FANS: tuple[Fan, ...] = (
    Fan("zhuo_wu", "捉五", "caught five", "fan_zhuowu"),
    Fan("long", "龙", "dragon", "fan_long"),
    Fan("ben_hun", "本混", "dragon in the wild suit", "times_benhun"),
    Fan("hun_diao", "混吊", "wild wait", "times_hundiao"),
    Fan("shuang_hun_diao", "双混吊", "double wild wait", "times_hundiao"),
    Fan("su", "素", "no wild", "times_su"),
    Fan("gang_kai", "杠开", "kong draw", "times_kong_draw"),
    Fan("tian_he", "天和", "heavenly win", "times_heavenly"),
    Fan("di_he", "地和", "earthly win", "times_heavenly"),
)
FAN: dict[str, Fan] = {fan.key: fan for fan in FANS}


class Facts(NamedTuple):
    """What holds of a hand whatever the reading."""

    wild_suit: str
    """The suit of the wilds; "" when they are honours."""
    su: bool
    """No wild anywhere."""
    kongs: int
    """How often 杠开 multiplies."""
    heavenly: bool
    earthly: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """A claim with its worth under one house."""

    claim: Claim
    items: tuple[tuple[str, int], ...]
    """Fan keys and their values, in the order of `FANS`."""
    fan: int
    """Without the house's cap."""
    formula: str
    alone: str
    """The key of the only item, when the house does not let it win alone; else ""."""
    legal: bool


def _claims() -> tuple[Claim, ...]:
    dragons = ("", "m", "p", "s")
    claims = [
        Claim(five, standing, suit)
        for five in (True, False)
        for standing in (0, 2)
        for suit in dragons
    ]
    claims += [Claim(False, 1, suit) for suit in dragons]
    claims += [Claim(True, standing, "m", 3) for standing in (0, 2)]
    claims += [
        Claim(False, 2, suit, first + run)
        for suit, first in (("m", 0), ("p", 9), ("s", 18))
        for run in (0, 3, 6)
    ]
    claims += [Claim(False, 0, suit, None, True) for suit in "mps"]
    claims += [Claim(True, 0, suit, None, True) for suit in "mps"]
    claims.append(Claim(True, 0, "m", 3, True))
    return tuple(claims)


CLAIMS = _claims()
"""Everything a reading can claim. 单混吊 and 捉五 never meet: one is of the pair."""


@lru_cache(maxsize=1024)
def offers(house: House, facts: Facts) -> tuple[Offer, ...]:
    """Give what readings of such a hand can claim, the best first.

    A reading that may win comes before one that may not, whatever their fan.
    """
    found = [
        _offer(claim, house, facts) for claim in CLAIMS if _allowed(claim, house, facts)
    ]
    return tuple(sorted(found, key=_rank, reverse=True))


def _allowed(claim: Claim, house: House, facts: Facts) -> bool:
    if claim.real:
        return house.su_benhun and claim.dragon == facts.wild_suit
    if claim.standing:
        return not facts.su and (claim.inside is None or house.dragon_holds_double_hun)
    return True


def _offer(claim: Claim, house: House, facts: Facts) -> Offer:
    holds = {
        "zhuo_wu": claim.five,
        "long": bool(claim.dragon),
        "ben_hun": bool(claim.dragon) and claim.dragon == facts.wild_suit,
        "hun_diao": claim.standing == 1,
        "shuang_hun_diao": claim.standing == 2,
        "su": facts.su or claim.real,
        "gang_kai": facts.kongs > 0,
        "tian_he": facts.heavenly,
        "di_he": facts.earthly,
    }
    power = {"gang_kai": facts.kongs}
    items = tuple(
        (fan.key, getattr(house, fan.value) ** power.get(fan.key, 1))
        for fan in FANS
        if holds[fan.key]
    )
    fan = worth(items)
    alone = items[0][0] if len(items) == 1 else ""
    forbidden = (alone == "gang_kai" and not house.kong_draw_alone) or (
        alone in ("hun_diao", "shuang_hun_diao") and not house.hundiao_alone
    )
    if not forbidden or house.minimum_fan == 1:  # where 提溜 wins, nothing is needed
        alone = ""
    return Offer(
        claim, items, fan, formula(items), alone, fan >= house.minimum_fan and not alone
    )


def worth(items: tuple[tuple[str, int], ...]) -> int:
    """Multiply the factors with the sum of the added fan, or with 1.

    >>> worth((("zhuo_wu", 3), ("long", 4), ("su", 2)))
    14
    """
    added, times = split(items)
    return (sum(added) or 1) * prod(times)


def split(items: tuple[tuple[str, int], ...]) -> tuple[list[int], list[int]]:
    """Part the values of items into those added and those that multiply."""
    added = [value for key, value in items if FAN[key].value.startswith("fan_")]
    return added, [value for key, value in items if FAN[key].value.startswith("times_")]


def formula(items: tuple[tuple[str, int], ...]) -> str:
    """Write the sum.

    >>> formula((("zhuo_wu", 3), ("long", 4), ("su", 2)))
    '(3 + 4) × 2 = 14'
    >>> formula(())
    '1'
    """
    added, times = split(items)
    base = " + ".join(map(str, added)) or "1"
    if len(added) > 1 and times:
        base = f"({base})"
    terms = [base, *map(str, times)]
    if len(added) < 2 and not times:
        return base
    return f"{' × '.join(terms)} = {worth(items)}"


def _rank(offer: Offer) -> tuple[bool, int, int, int]:
    return offer.legal, offer.fan, len(offer.items), offer.claim.standing
