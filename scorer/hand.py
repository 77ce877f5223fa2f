"""What lies on the table: the hand, how it was won, and why it may not be scored."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from scorer.notation import Meld, MeldKind, read_parts
from scorer.tiles import ALL_TILES, Neighbours, Tile, wilds, write_tiles

__all__ = ["Hand", "Meld", "MeldKind", "Problem", "Win"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a hand cannot be, in both languages; `str()` is the English one."""

    code: str
    """too_many, wrong_count, too_many_melds, no_winning, no_indicator, wild_pung or
    gold_not_wild."""
    english: str
    zh: str
    tiles: tuple[Tile, ...] = ()
    """The tiles at fault."""

    def __str__(self) -> str:
        return self.english


@dataclass(frozen=True, slots=True)
class Win:
    """How the hand was won, beside its tiles."""

    kong_draw: int = 0
    """杠开: won on a kong's replacement tile; the number of kongs in a row."""
    heavenly: bool = False
    """天和: the dealer's first fourteen tiles."""
    earthly: bool = False
    """地和: another player's first draw."""
    wild_discarded: bool = False
    """The player discarded a wild this hand (小相公)."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles of one player: in hand, melded, drawn, and the turned-up tile.

    >>> hand = Hand.parse("46m 123p 789s 55s (888p) +5m /E")
    >>> str(hand), str(hand.winning), hand.problems()
    ('46m 123p 55789s (888p) +5m /E', '5m', ())
    """

    concealed: tuple[Tile, ...]
    """Tiles in hand without the drawn one, kept sorted."""
    melds: tuple[Meld, ...] = ()
    winning: Tile | None = None
    indicator: Tile | None = None

    def __post_init__(self) -> None:
        concealed = tuple(sorted(self.concealed, key=attrgetter("index")))
        object.__setattr__(self, "concealed", concealed)
        object.__setattr__(self, "melds", tuple(self.melds))

    @classmethod
    def parse(cls, text: str) -> "Hand":
        """Read the notation of `scorer.notation`; what cannot be is left to `problems`.

        Raises:
            NotationError: If a part of `text` is no tile or group; quotes it with its place.
        """
        concealed, melds, winning, indicator = read_parts(text)
        return cls(tuple(concealed), tuple(melds), winning, indicator)

    def __str__(self) -> str:
        parts = [write_tiles(self.concealed), *map(str, self.melds)]
        if self.winning:
            parts.append(f"+{self.winning}")
        if self.indicator:
            parts.append(f"/{self.indicator}")
        return " ".join(filter(None, parts))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the player, the drawn one last, without the turned-up one."""
        melded = tuple(m.tile for m in self.melds for _ in range(m.size))
        return melded + self.concealed + ((self.winning,) if self.winning else ())

    def held(self) -> list[int]:
        """Count, for each of the 34 kinds, the tiles of the player and the turned-up one."""
        held = [0] * 34
        for tile in self.concealed:
            held[tile.index] += 1
        for meld in self.melds:
            held[meld.tile.index] += meld.size
        for apart in (self.winning, self.indicator):
            if apart is not None:
                held[apart.index] += 1
        return held

    def problems(self, neighbours: Neighbours = "next") -> tuple[Problem, ...]:
        """List everything that keeps this hand from being scored; empty when it can be.

        >>> for problem in Hand.parse("55555m").problems():
        ...     print(problem.code)
        too_many
        wrong_count
        no_winning
        no_indicator
        """
        return (
            *self._copies(),
            *self._counts(),
            *self._missing(),
            *self._wild_melds(neighbours),
        )

    def _copies(self) -> Iterator[Problem]:
        held = self.held()
        if max(held) < 5:
            return
        for tile, number in zip(ALL_TILES, held, strict=True):
            if number > 4:
                where = " with the turned-up one" if tile == self.indicator else ""
                zh = "（连同翻出的混儿）" if tile == self.indicator else ""
                yield Problem(
                    "too_many",
                    f"{number} tiles of {str(tile)!r}{where}, but there are 4: correct one",
                    f"{tile.zh}有 {number} 张{zh}，一副牌只有 4 张：请改正",
                    (tile,),
                )

    def _counts(self) -> Iterator[Problem]:
        melds = len(self.melds)
        if melds > 4:
            yield Problem(
                "too_many_melds",
                f"{melds} melds, but a hand has at most 4: remove {melds - 4}",
                f"有 {melds} 副碰杠，最多 4 副：请去掉 {melds - 4} 副",
                tuple(m.tile for m in self.melds),
            )
            return
        want = 14 - 3 * melds
        got = len(self.concealed) + (self.winning is not None)
        if got == want or (self.winning is None and got == want - 1):
            return
        do, zh_do = ("add", "请补上") if got < want else ("remove", "请去掉")
        yield Problem(
            "wrong_count",
            f"{got} tiles beside {melds} melds, expected {want} with the drawn one: "
            f"{do} {abs(want - got)}",
            f"除 {melds} 副碰杠外有 {got} 张牌，连摸到的一张应为 {want} 张："
            f"{zh_do} {abs(want - got)} 张",
        )

    def _missing(self) -> Iterator[Problem]:
        if self.winning is None:
            yield Problem(
                "no_winning",
                "no drawn tile: say which tile was drawn last, as in '+5m'",
                "没有标明摸到的牌：请指出最后摸的一张，例如“+5m”",
            )
        if self.indicator is None:
            yield Problem(
                "no_indicator",
                "no turned-up tile: say which tile shows the wilds, as in '/6m'",
                "没有翻出的混儿牌：请指出翻出的一张，例如“/6m”",
            )

    def _wild_melds(self, neighbours: Neighbours) -> Iterator[Problem]:
        if self.indicator is None or not self.melds:
            return
        wild = wilds(self.indicator, neighbours)
        for meld in self.melds:
            if meld.kind is MeldKind.PUNG and meld.tile in wild:
                yield Problem(
                    "wild_pung",
                    f"{str(meld)!r} is a pung of a wild, which may not be punged: correct it",
                    f"{meld.tile.zh}是混儿，不能碰：请改正",
                    (meld.tile,),
                )
            if meld.kind is MeldKind.GOLD_KONG and meld.tile not in wild:
                yield Problem(
                    "gold_not_wild",
                    f"{str(meld)!r} is a gold kong of a tile that is not wild: "
                    "make it an exposed or concealed kong",
                    f"{meld.tile.zh}不是混儿，不能金杠：请改为明杠或暗杠",
                    (meld.tile,),
                )
