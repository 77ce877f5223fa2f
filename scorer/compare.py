"""The same hand under several houses, side by side."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.errors import ScorerError
from scorer.hand import Hand, Win
from scorer.house import ENCYCLOPEDIA, GALE, PLATFORM, House
from scorer.score import ORDINARY, Score, score


@dataclass(frozen=True, slots=True)
class Compared:
    """What one house says of the hand: a score, or why it has none."""

    house: House
    score: Score | None
    refusal: ScorerError | None


def compare(
    hand: Hand,
    win: Win = ORDINARY,
    houses: Iterable[House] = (PLATFORM, ENCYCLOPEDIA, GALE),
) -> tuple[Compared, ...]:
    """Score a hand under each house, in their order.

    >>> hand = Hand.parse("46m 123p 789s 55s 678p +5m /E")
    >>> [(one.house.name, one.score and one.score.fan) for one in compare(hand)]
    [('platform', 6), ('encyclopedia', 6), ('gale', 12)]
    """
    return tuple(_under(house, hand, win) for house in houses)


def _under(house: House, hand: Hand, win: Win) -> Compared:
    try:
        return Compared(house, score(hand, win, house), None)
    except ScorerError as error:
        return Compared(house, None, error)
