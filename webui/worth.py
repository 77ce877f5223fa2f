"""What a round is worth to its winner, and what does not fit; pure, each hand scored once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scorer.errors import ScorerError
from scorer.hand import Win
from scorer.house import House
from scorer.score import WILD_DISCARDED, Reason, score
from webui.facts import Round, hand_of


@dataclass(frozen=True)
class Doubt:
    """Facts that do not fit together, in both languages."""

    key: str
    """dealer_pull, other_sat, heavenly_seat, earthly_seat, or why the win is not paid: impossible,
    few_fan, or a key of `scorer.Reason`."""
    english: str
    zh: str
    unpaid: bool = False
    """The win is not paid because of it."""


def worth(
    house: House, seated: Round, dealer: int
) -> tuple[int | None, tuple[Doubt, ...]]:
    """Give the fan, None unless somebody won, and what does not fit."""
    doubts = []
    if seated.pulls[dealer]:
        english = f"seat {dealer} deals and cannot pull: his 拉庄 is not counted"
        doubts.append(Doubt("dealer_pull", english, "庄家不能拉庄：他的拉庄不算"))
    if seated.sitter not in (None, dealer):
        english = f"seat {seated.sitter} sat and does not deal: his 坐庄 is not counted"
        zh = "坐庄的人这盘不是庄家：他的坐庄不算"
        doubts.append(Doubt("other_sat", english, zh))
    if seated.winner is None:
        return None, tuple(doubts)
    dealt = seated.winner == dealer
    if seated.how.heavenly and house.heavenly and not dealt:
        english = "天和 is the dealer's alone, and another won"
        doubts.append(Doubt("heavenly_seat", english, "天和只能是庄家，和牌的是闲家"))
    if seated.how.earthly and house.earthly and dealt:
        english = "地和 is never the dealer's, and he won"
        doubts.append(Doubt("earthly_seat", english, "地和不能是庄家，和牌的是庄家"))
    if seated.fan is None:
        fan, doubt = scored(seated.notation, seated.how, house)
    else:
        fan, doubt = _by_hand(seated.fan, seated.how, house)
    if doubt:
        doubts.append(doubt)
    return (0 if doubt else fan), tuple(doubts)


def _by_hand(fan: int, how: Win, house: House) -> tuple[int, Doubt | None]:
    if how.wild_discarded:
        return fan, _unpaid(WILD_DISCARDED)
    if fan >= house.minimum_fan:
        return min(fan, house.fan_cap or fan), None
    english = f"{fan} fan, and a hand needs {house.minimum_fan}"
    zh = f"只有 {fan} 番，{house.minimum_fan} 番起和"
    return fan, Doubt("few_fan", english, zh, unpaid=True)


@lru_cache(maxsize=8192)
def scored(notation: str, how: Win, house: House) -> tuple[int, Doubt | None]:
    """Score a hand once; a doubt when it may not win."""
    try:
        result = score(hand_of(notation), how, house)
    except ScorerError as error:
        return 0, Doubt(
            "impossible", str(error), f"这手牌算不了：{error.zh}", unpaid=True
        )
    reason = result.reason
    if reason is None:
        return result.fan, None
    return result.fan, _unpaid(reason)


def _unpaid(reason: Reason) -> Doubt:
    return Doubt(reason.key, reason.english, reason.zh, unpaid=True)
