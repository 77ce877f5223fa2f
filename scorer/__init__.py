"""Score a hand of Tianjin mahjong (天津麻将): pure, typed, standard library only.

>>> import scorer
>>> hand = scorer.Hand.parse("46m 123p 789s 55s 678p +5m /E")
>>> scorer.score(hand).fan
6
>>> scorer.settle(scorer.Table(dealer=0, sit=True), win=(2, 6)).deltas
(-12, -6, 24, -6)
"""

from scorer.errors import (
    ContradictionError,
    HouseError,
    ImpossibleHandError,
    NotationError,
    ScorerError,
    TableError,
)
from scorer.fans import FANS, Fan
from scorer.hand import Hand, Meld, MeldKind, Problem, Win
from scorer.house import ENCYCLOPEDIA, GALE, KEYS, PLATFORM, House, house_names
from scorer.keys import Key
from scorer.payments import Kong, KongKind, Payments, Table, Transfer, settle
from scorer.readings import Reading, Set
from scorer.score import Item, Reason, Score, score
from scorer.tiles import ALL_TILES, Tile, wilds

__all__ = [
    "ALL_TILES",
    "ENCYCLOPEDIA",
    "FANS",
    "GALE",
    "KEYS",
    "PLATFORM",
    "ContradictionError",
    "Fan",
    "Hand",
    "House",
    "HouseError",
    "ImpossibleHandError",
    "Item",
    "Key",
    "Kong",
    "KongKind",
    "Meld",
    "MeldKind",
    "NotationError",
    "Payments",
    "Problem",
    "Reading",
    "Reason",
    "Score",
    "ScorerError",
    "Set",
    "Table",
    "TableError",
    "Tile",
    "Transfer",
    "Win",
    "house_names",
    "score",
    "settle",
    "wilds",
]
