"""Who pays whom at the end of the evening, in the fewest payments."""

from __future__ import annotations

from itertools import permutations

from scorer.payments import Four, Transfer


def fewest_transfers(totals: Four) -> tuple[Transfer, ...]:
    """Settle four totals in as few payments as can be.

    A group of players whose totals sum to zero settles in one payment less than it has
    members. Among four the only smaller groups are pairs that cancel out; what is left then
    pays the largest debt to the largest credit.

    >>> [(t.payer, t.payee, t.points) for t in fewest_transfers((-5, 7, 5, -7))]
    [(0, 2, 5), (3, 1, 7)]

    Raises:
        ValueError: If the totals do not sum to zero.
    """
    if sum(totals):
        raise ValueError(f"totals {totals!r} sum to {sum(totals)}: they must sum to 0")
    left = dict(enumerate(totals))
    paid = []
    while any(left.values()):
        payer, payee = _pair(left)
        points = min(-left[payer], left[payee])
        left[payer] += points
        left[payee] -= points
        paid.append(Transfer(payer, payee, points, 1, "settlement"))
    return tuple(paid)


def _pair(left: dict[int, int]) -> tuple[int, int]:
    """Choose two that cancel out, else the largest debt and the largest credit."""
    for payer, payee in permutations(left, 2):
        if left[payer] < 0 == left[payer] + left[payee]:
            return payer, payee
    return min(left, key=left.__getitem__), max(left, key=left.__getitem__)
