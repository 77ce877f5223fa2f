"""The 34 kinds of tile, their names, and which of them are wild (混儿).

The order of `ALL_TILES` is also the order of the classifier's classes:
1m–9m, 1p–9p, 1s–9s, E S W N, C F P.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scorer.errors import NotationError

Neighbours = Literal["next", "both"]
"""Which kinds are wild beside the turned one: the next, or both neighbours (gale)."""

HONOURS = "ESWNCFP"
_RANKS = "一二三四五六七八九"
_SUITS = {"m": ("万", "characters"), "p": ("饼", "dots"), "s": ("条", "bamboo")}
_HONOUR_NAMES = (
    ("东", "East"),
    ("南", "South"),
    ("西", "West"),
    ("北", "North"),
    ("中", "Red dragon"),
    ("发", "Green dragon"),
    ("白", "White dragon"),
)
_CYCLES = ((0, 9), (9, 9), (18, 9), (27, 4), (31, 3))  # (first index, length)

RANK_OF = {str(rank): rank for rank in range(1, 10)}
"""Every character that is read as a rank, as 1–9."""
for _digits in (_RANKS, "壹贰叁肆伍陆柒捌玖", "壹貳參肆伍陸柒捌玖"):
    RANK_OF |= {digit: rank for rank, digit in enumerate(_digits, 1)}

SUIT_OF = dict.fromkeys("m万萬", "m") | dict.fromkeys("p饼餅筒", "p")
"""Every character that is read as a suit, as "m", "p" or "s"."""
SUIT_OF |= dict.fromkeys("s条條索", "s")

HONOUR_OF = dict.fromkeys("E东東", "E") | {"S": "S", "南": "S", "W": "W", "西": "W"}
"""Every character that is read as an honour, as one of E S W N C F P."""
HONOUR_OF |= dict.fromkeys("N北", "N") | dict.fromkeys("C中", "C")
HONOUR_OF |= dict.fromkeys("F发發", "F") | dict.fromkeys("PB白", "P")


@dataclass(frozen=True, order=True, slots=True)
class Tile:
    """One kind of tile, ordered as `ALL_TILES`.

    >>> Tile.parse("5m"), str(Tile.parse("伍萬")), Tile.parse("5m").zh
    (Tile.parse('5m'), '5m', '五万')
    """

    index: int
    """0–33, the place in `ALL_TILES`."""

    def __post_init__(self) -> None:
        if not 0 <= self.index < 34:
            raise NotationError(
                f"no tile has index {self.index!r}: use 0 to 33",
                f"没有第 {self.index} 种牌：请用 0 到 33",
            )

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """Read one tile: `5m`, `E`, or a Chinese name such as 五万, 伍萬, 東, 一筒.

        Raises:
            NotationError: If `text` names no tile.
        """
        tile = TILE_OF.get(text.strip())
        if tile is None:
            known = "1m–9m, 1p–9p, 1s–9s or one of E S W N C F P"
            raise NotationError(
                f"unknown tile {text!r}: write {known}",
                f"没有“{text}”这种牌：请写 1m–9m、1p–9p、1s–9s 或 E S W N C F P",
            )
        return tile

    @property
    def suit(self) -> str:
        """The suit "m", "p" or "s"; "" for an honour."""
        return "mps"[self.index // 9] if self.index < 27 else ""

    @property
    def rank(self) -> int:
        """1–9 in a suit; 0 for an honour."""
        return self.index % 9 + 1 if self.index < 27 else 0

    @property
    def zh(self) -> str:
        """The Chinese name: 五万, 东."""
        if self.suit:
            return _RANKS[self.rank - 1] + _SUITS[self.suit][0]
        return _HONOUR_NAMES[self.index - 27][0]

    @property
    def english(self) -> str:
        """The English name: "5 characters", "East"."""
        if self.suit:
            return f"{self.rank} {_SUITS[self.suit][1]}"
        return _HONOUR_NAMES[self.index - 27][1]

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}" if self.suit else HONOURS[self.index - 27]

    def __repr__(self) -> str:
        return f"Tile.parse({str(self)!r})"


ALL_TILES: tuple[Tile, ...] = tuple(map(Tile, range(34)))
"""The 34 kinds in class order."""

TILE_OF = {
    rank + suit: ALL_TILES["mps".index(SUIT_OF[suit]) * 9 + RANK_OF[rank] - 1]
    for rank in RANK_OF
    for suit in SUIT_OF
}
"""Every name that is read as a tile."""
TILE_OF |= {name: ALL_TILES[27 + HONOURS.index(HONOUR_OF[name])] for name in HONOUR_OF}


def _wild_kinds(index: int, neighbours: Neighbours) -> frozenset[Tile]:
    first, length = next(c for c in reversed(_CYCLES) if c[0] <= index)
    steps = range(2) if neighbours == "next" else range(-1, 2)
    if neighbours == "both" and length == 4:
        steps = range(4)  # a wind makes all winds wild, the opposite one too, by W
    return frozenset(ALL_TILES[first + (index - first + s) % length] for s in steps)


_WILDS: dict[str, tuple[frozenset[Tile], ...]] = {
    "next": tuple(_wild_kinds(index, "next") for index in range(34)),
    "both": tuple(_wild_kinds(index, "both") for index in range(34)),
}


def wilds(indicator: Tile, neighbours: Neighbours = "next") -> frozenset[Tile]:
    """Give the wild kinds: the turned-up one and its neighbour or neighbours.

    >>> sorted(map(str, wilds(Tile.parse("9s"))))
    ['1s', '9s']
    >>> sorted(map(str, wilds(Tile.parse("P"), "both")))
    ['C', 'F', 'P']

    Raises:
        ValueError: If `neighbours` is neither "next" nor "both".
    """
    if neighbours not in _WILDS:
        raise ValueError(f"neighbours is {neighbours!r}: use 'next' or 'both'")
    return _WILDS[neighbours][indicator.index]


def write_tiles(tiles: Iterator[Tile] | tuple[Tile, ...]) -> str:
    """Write tiles as short text, runs of one suit sharing its letter: `123m 55s E`."""
    groups: list[str] = []
    suit = None
    for tile in tiles:
        if tile.suit == suit and groups:
            groups[-1] = groups[-1][: -1 if suit else None] + str(tile)
        else:
            groups.append(str(tile))
        suit = tile.suit
    return " ".join(groups)
