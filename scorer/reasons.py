"""The words of a score in Chinese and English: why each fan holds, or why it does not."""

from dataclasses import dataclass

from scorer.hand import Hand, Win
from scorer.house import House
from scorer.readings import Reading, Set
from scorer.score import Item
from scorer.tiles import ALL_TILES, Tile, wilds

SUITS = {"m": "万", "p": "饼", "s": "条"}
_CAUGHT = tuple(ALL_TILES[3:6])


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence about a hand, in both languages; `str()` is the English one."""

    key: str
    """What it is about: verdict, problem, miscount, reading, wild, item, formula, other,
    nearest, chance or lacking."""
    english: str
    zh: str

    def __str__(self) -> str:
        return self.english


def zh_names(tiles: tuple[Tile, ...]) -> str:
    """Write tiles in Chinese: `四万 五万`."""
    return " ".join(tile.zh for tile in tiles)


def names(tiles: tuple[Tile, ...]) -> str:
    """Write tiles one by one: `4m 5m`."""
    return " ".join(map(str, tiles))


def drawn_set(reading: Reading) -> tuple[Set, int]:
    """Give the set that the drawn tile completes, and its place there."""
    return next((s, s.drawn) for s in reading.sets if s.drawn is not None)


def item_line(item: Item, reading: Reading, win: Win) -> Line:
    """Say which tiles make a fan and why it holds."""
    english, zh = _why(item.key, reading, win)
    added = item.key in ("zhuo_wu", "long")
    sign = "+" if added else "×"
    tiles = "" if item.key in ("tian_he", "di_he", "su") else f" ({names(item.tiles)})"
    zh_tiles = tiles and f"（{zh_names(item.tiles)}）"
    return Line(
        "item",
        f"{item.name} {item.english} {sign}{item.value}{tiles}: {english}",
        f"{item.name} {sign}{item.value}{zh_tiles}：{zh}",
    )


def _why(key: str, reading: Reading, win: Win) -> tuple[str, str]:
    one, place = drawn_set(reading)
    last = one.tiles[place]
    beside = tuple(tile for at, tile in enumerate(one.tiles) if at != place)
    if key == "zhuo_wu":
        if one.wild[place]:
            return (
                f"the drawn {last} stands for 5m, the middle of 4m 5m 6m",
                f"摸到的{last.zh}当五万，是四五六万的当中一张",
            )
        return (
            "the drawn 5m is the middle of 4m 5m 6m",
            "摸到五万，是四五六万的当中一张",
        )
    if key in ("hun_diao", "shuang_hun_diao"):
        return (
            f"any tile would have completed {names(beside)}, the drawn {last} did",
            f"{zh_names(beside)}等什么牌都成，摸到的是{last.zh}",
        )
    suit = next((s.faces[0].suit for s in reading.sets if s.dragon), "")
    count = win.kong_draw
    sentences = {
        "long": (
            f"123, 456 and 789 of {SUITS.get(suit)} are three of the sets",
            f"一二三、四五六、七八九{SUITS.get(suit)}是其中三副",
        ),
        "ben_hun": (
            f"the wilds are of the dragon's suit, {SUITS.get(suit)}",
            f"混儿与龙同是{SUITS.get(suit)}",
        ),
        "su": _why_su(reading),
        "gang_kai": (
            f"won on the replacement tile of a kong ({count} in a row)",
            f"杠后补牌和（连杠 {count} 次）" if count > 1 else "杠后补牌和",
        ),
        "tian_he": ("the dealer's first fourteen tiles", "庄家起手十四张就和"),
        "di_he": ("won on the player's first draw", "闲家第一次摸牌就和"),
    }
    english, zh = sentences[key]
    return english.replace(" (1 in a row)", ""), zh


def _why_su(reading: Reading) -> tuple[str, str]:
    if any(one.dragon for one in reading.sets):
        return "no tile is used as a wild", "没有一张牌当混儿用"
    return "no wild in the hand", "全手没有混儿"


def lacking_lines(hand: Hand, house: House) -> tuple[Line, ...]:
    """Say of 捉五, 龙, 混吊 and 素 why a 提溜 shows none of them."""
    assert hand.indicator
    assert hand.winning
    wild = wilds(hand.indicator, house.wild_neighbours)
    return (
        _no_five(hand.winning, wild),
        _no_dragon(hand, wild),
        _no_wild_wait(hand, wild),
        _no_su(hand, wild),
    )


def _no_five(drawn: Tile, wild: frozenset[Tile]) -> Line:
    if drawn not in wild and drawn != _CAUGHT[1]:
        return _lack(
            "捉五",
            f"the drawn tile is {drawn}, neither 5m nor a wild",
            f"摸到的是{drawn.zh}，不是五万，也不是混儿",
        )
    return _lack(
        "捉五",
        f"the drawn {drawn} cannot be the middle of 4m 5m 6m and leave a shape",
        f"摸到的{drawn.zh}放在四五六万当中就凑不成牌型",
    )


def _no_dragon(hand: Hand, wild: frozenset[Tile]) -> Line:
    if len(hand.melds) > 1:
        return _lack(
            "龙",
            f"{len(hand.melds)} melds leave no room for its three runs",
            f"已有 {len(hand.melds)} 副碰杠，放不下三副顺子",
        )
    tiles = hand.tiles[sum(meld.size for meld in hand.melds) :]
    pool = sum(tile in wild for tile in tiles)
    own = set(tiles) - wild
    gaps = {
        suit: [t for t in ALL_TILES if t.suit == suit and t not in own]
        for suit in SUITS
    }
    suit = min(gaps, key=lambda one: len(gaps[one]))
    short = len(gaps[suit]) - pool
    if short <= 0:
        return _lack(
            "龙",
            f"the tiles of {SUITS[suit]} are there, but the rest then makes no sets",
            f"{SUITS[suit]}龙的牌够了，余下的却凑不成牌型",
        )
    lack = tuple(gaps[suit])
    return _lack(
        "龙",
        f"nearest in {SUITS[suit]}: {names(lack)} not there, wilds for {pool} of them",
        f"最近的是{SUITS[suit]}龙：缺{zh_names(lack)}，混儿能补 {pool} 张",
    )


def _no_wild_wait(hand: Hand, wild: frozenset[Tile]) -> Line:
    waiting = tuple(tile for tile in hand.concealed if tile in wild)
    if not waiting:
        return _lack(
            "混吊",
            "no wild was waiting in the hand",
            "摸牌前手里没有混儿",
        )
    return _lack(
        "混吊",
        f"{names(waiting)} waiting, but needed in other sets",
        f"手里的{zh_names(waiting)}要补在别的牌里，吊不了",
    )


def _no_su(hand: Hand, wild: frozenset[Tile]) -> Line:
    found = tuple(sorted({tile for tile in hand.tiles if tile in wild}))
    return _lack(
        "素",
        f"{names(found)} in the hand is wild",
        f"手里的{zh_names(found)}是混儿",
    )


def _lack(name: str, english: str, zh: str) -> Line:
    return Line("lacking", f"no {name}: {english}", f"没有{name}：{zh}")
