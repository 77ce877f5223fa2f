"""Score a hand of Tianjin mahjong (天津麻将): pure, typed, standard library only.

>>> import scorer
>>> hand = scorer.Hand.parse("46m 123p 789s 55s 678p +5m /E")
>>> scorer.score(hand).fan
6
>>> scorer.settle(scorer.Table(dealer=0, sit=True), win=(2, 6)).deltas
(-12, -6, 24, -6)
"""

from scorer.compare import Compared, compare
from scorer.errors import (
    ContradictionError,
    HouseError,
    ImpossibleHandError,
    NotationError,
    ScorerError,
    TableError,
)
from scorer.explain import Explanation, Other, explain
from scorer.fans import FANS, Fan
from scorer.hand import Hand, Meld, MeldKind, Problem, Win
from scorer.house import ENCYCLOPEDIA, GALE, KEYS, PLATFORM, House, house_names
from scorer.keys import Key
from scorer.nearest import Nearest, nearest
from scorer.payments import Kong, KongKind, Payments, Table, Transfer, settle
from scorer.readings import Reading, Set
from scorer.reasons import Line
from scorer.repairs import Repair, repairs
from scorer.score import Item, Outcome, Reason, Score, outcome, score
from scorer.tiles import ALL_TILES, Tile, wilds
from scorer.waits import Discard, Wait, discards, waits

__all__ = [
    "ALL_TILES",
    "ENCYCLOPEDIA",
    "FANS",
    "GALE",
    "KEYS",
    "PLATFORM",
    "Compared",
    "ContradictionError",
    "Discard",
    "Explanation",
    "Fan",
    "Hand",
    "House",
    "HouseError",
    "ImpossibleHandError",
    "Item",
    "Key",
    "Kong",
    "KongKind",
    "Line",
    "Meld",
    "MeldKind",
    "Nearest",
    "NotationError",
    "Other",
    "Outcome",
    "Payments",
    "Problem",
    "Reading",
    "Reason",
    "Repair",
    "Score",
    "ScorerError",
    "Set",
    "Table",
    "TableError",
    "Tile",
    "Transfer",
    "Wait",
    "Win",
    "compare",
    "discards",
    "explain",
    "house_names",
    "nearest",
    "outcome",
    "repairs",
    "score",
    "settle",
    "waits",
    "wilds",
]
