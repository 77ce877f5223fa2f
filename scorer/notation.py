"""The one-line notation of a hand, read into its parts; melds write themselves.

Notation, groups by spaces (which may be left out)::

    123m 456p 789s 55s (222p) (2222p) [EEEE] {FFFF} +5m /6m

* ``123m`` tiles in hand: ranks, then the suit m 万, p 饼, s 条; honours are the
  letters E S W N C F P (B is read as P). Chinese names are read too: 三万, 東, 中.
* ``(222p)`` a pung; ``(2222p)`` an exposed or added kong; ``[EEEE]`` a concealed kong;
  ``{FFFF}`` a gold kong (金杠). A kong of a wild kind is scored as gold either way.
* ``+5m`` the drawn winning tile, laid apart; ``/6m`` the turned-up tile.

Letters are case-sensitive: ``P`` is 白, ``p`` is 饼. Full-width punctuation is read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorer.errors import NotationError
from scorer.tiles import HONOUR_OF, RANK_OF, SUIT_OF, TILE_OF, Tile, write_tiles


class MeldKind(StrEnum):
    """What a meld is. An added kong is an exposed one."""

    PUNG = "pung"
    EXPOSED_KONG = "exposed_kong"
    CONCEALED_KONG = "concealed_kong"
    GOLD_KONG = "gold_kong"


_BRACKETS = {
    MeldKind.PUNG: "({})",
    MeldKind.EXPOSED_KONG: "({})",
    MeldKind.CONCEALED_KONG: "[{}]",
    MeldKind.GOLD_KONG: "{{{}}}",
}
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_FULL_WIDTH |= dict(zip(map(ord, "【】〔〕　，、"), map(ord, "[][]   "), strict=True))


@dataclass(frozen=True, slots=True)
class Meld:
    """A pung or a kong laid on the table.

    >>> str(Meld(MeldKind.CONCEALED_KONG, Tile.parse("E")))
    '[EEEE]'
    """

    kind: MeldKind
    tile: Tile

    @property
    def size(self) -> int:
        """Three tiles, or four."""
        return 3 if self.kind is MeldKind.PUNG else 4

    def __str__(self) -> str:
        return _BRACKETS[self.kind].format(write_tiles((self.tile,) * self.size))


_TILE = (
    f"(?P<ranks>[{''.join(RANK_OF)}]+)(?P<suit>[{''.join(SUIT_OF)}])"
    f"|(?P<honour>[{''.join(HONOUR_OF)}])"
)
_TOKEN = re.compile(
    rf"\s*(?:{_TILE}|(?P<sign>[+/])|(?P<meld>\([^)]*\)|\[[^]]*\]|\{{[^}}]*\}}))\s*"
)
_CULPRIT = re.compile(r"\s*([^\s+/()\[\]{}]+|.)")
_MELDS = {
    ("(", 3): MeldKind.PUNG,
    ("(", 4): MeldKind.EXPOSED_KONG,
    ("[", 4): MeldKind.CONCEALED_KONG,
    ("{", 4): MeldKind.GOLD_KONG,
}


Parts = tuple[list[Tile], list[Meld], Tile | None, Tile | None]
"""Tiles in hand, melds, the drawn tile, the turned-up tile."""


def read_parts(text: str) -> Parts:
    """Read one line of notation into its parts.

    Raises:
        NotationError: If a part of `text` is no tile or group; quotes it with its place.
    """
    line = text.translate(_FULL_WIDTH)
    concealed: list[Tile] = []
    melds: list[Meld] = []
    apart: dict[str, Tile] = {}
    sign, sign_at = "", 0  # the "+" or "/" just read
    for place, token in _tokens(text, line, 0, len(line)):
        if sign:
            tiles = _tiles(token)
            if len(tiles) != 1 or sign in apart:
                what, zh = {"+": ("drawn", "摸到"), "/": ("turned-up", "翻出")}[sign]
                raise _error(
                    text,
                    sign_at,
                    sign + token[0].strip(),
                    f"is not the one {what} tile: give it once",
                    f"不是{zh}的那一张：请只写一张",
                )
            apart[sign], sign = tiles[0], ""
        elif token["sign"]:
            sign, sign_at = token["sign"], place
        elif token["meld"]:
            melds.append(_meld(text, line, token))
        else:
            concealed += _tiles(token)
    if sign:
        raise _error(
            text,
            sign_at,
            sign,
            "needs a tile after it, as in '+5m' or '/6m'",
            "后面要有一张牌，例如“+5m”“/6m”",
        )
    return concealed, melds, apart.get("+"), apart.get("/")


def _tokens(
    text: str, line: str, place: int, end: int
) -> Iterator[tuple[int, re.Match[str]]]:
    """Cut a part of the line into tiles, melds and signs, each with its place."""
    end = len(line[:end].rstrip())
    while place < end:
        token = _TOKEN.match(line, place, end)
        if token is None:
            raise _unread(text, line, place, end)
        yield place, token
        place = token.end()


def _tiles(token: re.Match[str]) -> list[Tile]:
    ranks, suit, honour = token.group("ranks", "suit", "honour")
    if honour:
        return [TILE_OF[honour]]
    return [TILE_OF[rank + suit] for rank in ranks or ""]


def _meld(text: str, line: str, group: re.Match[str]) -> Meld:
    start, end = group.span("meld")
    inside = _tokens(text, line, start + 1, end - 1)
    tiles = [tile for _, token in inside for tile in _tiles(token)]
    kind = _MELDS.get((group["meld"][0], len(tiles)))
    if kind is None or len(set(tiles)) != 1:
        shape = "write (222p) a pung, (2222p) an exposed kong, [2222p] a concealed one"
        zh = "不是碰杠：请写 (222p) 碰、(2222p) 明杠、[2222p] 暗杠"
        raise _error(text, start, group["meld"], f"is no meld: {shape}", zh)
    return Meld(kind, tiles[0])


def _unread(text: str, line: str, place: int, end: int) -> NotationError:
    found = _CULPRIT.match(line, place, end)
    culprit = found[1] if found else line[place:end]
    if "?" in culprit:
        said = "holds a tile not read: write which it is", "有没认出的牌：请写是哪一张"
    elif culprit in "()[]{}":
        said = "has no partner: close or remove the group", "不成对：请补上或去掉"
    elif all(sign in RANK_OF for sign in culprit):
        said = (
            "has no suit: add m (万), p (饼) or s (条)",
            "没有花色：请加 m（万）、p（饼）或 s（条）",
        )
    else:
        said = (
            "is no tile: write 1m–9m, 1p–9p, 1s–9s or one of E S W N C F P",
            "不是牌：请写 1m–9m、1p–9p、1s–9s 或 E S W N C F P",
        )
    return _error(text, place, culprit, *said)


def _error(text: str, place: int, culprit: str, what: str, zh: str) -> NotationError:
    place += len(text[place:]) - len(text[place:].lstrip())
    return NotationError(
        f"{culprit!r} at character {place + 1} of {text!r} {what}",
        f"第 {place + 1} 个字起的“{culprit}”{zh}",
    )
