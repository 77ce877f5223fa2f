"""Everything there is to say about a hand: why it is worth what it is, or may not win."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from scorer.fans import FAN, Offer
from scorer.hand import Hand, Win
from scorer.house import PLATFORM, House
from scorer.nearest import Nearest, nearest
from scorer.readings import Reading
from scorer.reasons import Line, drawn_set, item_line, lacking_lines, names, zh_names
from scorer.score import ORDINARY, Score, best, outcome, score
from scorer.search import Found, readings_like
from scorer.tiles import Tile
from scorer.waits import Wait, waits

OTHERS = 3
"""How many next-best readings are told."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another way to read the hand, and why it is worth less."""

    items: tuple[str, ...]
    """The keys of its fan."""
    fan: int
    reading: Reading
    why: Line


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is to be said about a hand; `str()` is the English text."""

    score: Score | None
    """None for a hand that cannot be."""
    lines: tuple[Line, ...]
    others: tuple[Other, ...] = ()
    """The next-best readings, the best first."""
    nearest: Nearest | None = None
    """For a hand without a shape: the nearest one."""
    chances: tuple[Wait, ...] = ()
    """For a shape that may not win: the tiles with which the waiting hand would have won."""

    def text(self, language: str = "en") -> str:
        """Write the sentences, one a line, in "zh" or "en"."""
        return "\n".join(
            line.zh if language == "zh" else str(line) for line in self.lines
        )

    def __str__(self) -> str:
        return self.text()


def explain(hand: Hand, win: Win = ORDINARY, house: House = PLATFORM) -> Explanation:
    """Explain the score of a hand, also of one that cannot be.

    >>> print(explain(Hand.parse("46m 123p 789s 55s 678p +5m /E")))
    wins with 6 fan
    reading: 4m +5m 6m | 123p | 678p | 789s | 55s
    捉五 caught five +3 (4m 5m 6m): the drawn 5m is the middle of 4m 5m 6m
    素 no wild ×2: no wild in the hand
    sum: 3 × 2 = 6
    >>> print(explain(Hand.parse("123m 456p 789s 22s 46p +9m /E")).text("zh"))
    不能和：凑不成四副一将，没有和牌的牌型
    差 1 张：要五饼，去九万；一万 二万 三万 | 四饼 五饼 六饼 | 四饼 五饼 六饼 | 七条 八条 九条 | 二条 二条

    Raises:
        ContradictionError: If the circumstances exclude each other.
    """
    if hand.problems(house.wild_neighbours):
        return Explanation(None, tuple(_problem_lines(hand, house)))
    result = score(hand, win, house)
    lines = [_verdict(result)]
    found = best(hand, win, house)
    if found is None or result.reading is None:
        near = nearest(hand, house)
        return Explanation(result, (*lines, _nearest_line(near)), nearest=near)
    lines += _reading_lines(result.reading)
    lines += [item_line(item, result.reading, win) for item in result.items]
    lines.append(Line("formula", f"sum: {result.formula}", f"算式：{result.formula}"))
    others = tuple(islice(_others(found, house), OTHERS))
    lines += [other.why for other in others]
    chances: tuple[Wait, ...] = ()
    if result.reason and not win.wild_discarded:
        chances = _chances(hand, win, house)
        lines += _chance_lines(hand, win, house, chances)
        if result.reason.key == "tilou":
            lines += lacking_lines(hand, house)
    return Explanation(result, tuple(lines), others, None, chances)


def _verdict(result: Score) -> Line:
    if result.reason is None:
        return Line("verdict", f"wins with {result.fan} fan", f"和，{result.fan} 番")
    reason = result.reason
    return Line("verdict", f"may not win: {reason}", f"不能和：{reason.zh}")


def _problem_lines(hand: Hand, house: House) -> Iterator[Line]:
    problems = hand.problems(house.wild_neighbours)
    for problem in problems:
        yield Line("problem", problem.english, problem.zh)
    if any(problem.code == "wrong_count" for problem in problems):
        many = len(hand.concealed) + (hand.winning is not None) > 14 - 3 * len(
            hand.melds
        )
        yield Line(
            "miscount",
            "with that many tiles he cannot win, and his kongs "
            + ("do not count (大相公)" if many else "count (小相公)"),
            f"张数不对不能和：{'多牌是大相公，杠不算' if many else '少牌是小相公，杠照算'}",
        )


def _reading_lines(reading: Reading) -> Iterator[Line]:
    yield Line("reading", f"reading: {reading}", f"牌型：{reading.zh}")
    for one in reading.sets:
        for tile, face, wild in zip(one.tiles, one.faces, one.wild, strict=True):
            if wild:
                own = tile == face
                yield Line(
                    "wild",
                    f"{tile} stands for " + ("itself" if own else str(face)),
                    f"{tile.zh}当" + ("本身" if own else face.zh),
                )


def _nearest_line(near: Nearest) -> Line:
    tiles = "tile" if near.away == 1 else "tiles"
    return Line(
        "nearest",
        f"{near.away} {tiles} away: {names(near.missing)} instead of "
        f"{names(near.spare)}; {near.reading}",
        f"差 {near.away} 张：要{zh_names(near.missing)}，去{zh_names(near.spare)}；"
        f"{near.reading.zh}",
    )


def _others(found: Found, house: House) -> Iterator[Other]:
    """Give the readings that show other fan than the best, each as it is."""
    told = [found.offer.items]
    for other in readings_like(found, house):
        reading = other.read()
        if other.offer.items not in told and _whole(other, reading, house):
            told.append(other.offer.items)
            fan = min(other.offer.fan, house.fan_cap or other.offer.fan)
            keys = tuple(key for key, _ in other.offer.items)
            yield Other(keys, fan, reading, _less(found.offer, other.offer, reading))


def _whole(found: Found, reading: Reading, house: House) -> bool:
    """Tell whether a reading shows no more than its offer names."""
    claim = found.offer.claim
    one, place = drawn_set(reading)
    caught = place == 1 and names(one.faces) == "4m 5m 6m"
    beside = all(wild for at, wild in enumerate(one.wild) if at != place)
    starts = {str(s.faces[0]) for s in reading.sets if s.kind == "run"}
    dragons = [suit for suit in "mps" if {f"{n}{suit}" for n in (1, 4, 7)} <= starts]
    return (
        (claim.five or not caught or house.sole_wait_five)
        and (bool(claim.standing) or not beside or one.dragon)
        and (bool(claim.dragon) or not dragons)
    )


def _less(chosen: Offer, other: Offer, reading: Reading) -> Line:
    """Say why another reading is worth less than the chosen one."""
    lost, gained = (
        [FAN[key].zh for key, _ in one.items if key not in dict(two.items)]
        for one, two in ((chosen, other), (other, chosen))
    )
    english = [f"without {' '.join(lost)}"] if lost else []
    zh = [f"少{'、'.join(lost)}"] if lost else []
    if gained:
        english.append(f"with {' '.join(gained)}")
        zh.append(f"有{'、'.join(gained)}")
    if chosen.legal and not other.legal:
        english.append("may not win")
        zh.append("不能和")
    return Line(
        "other",
        f"other reading, {other.formula} fan, {', '.join(english)}: {reading}",
        f"另一读法 {other.formula} 番，{'，'.join(zh)}：{reading.zh}",
    )


def _chances(hand: Hand, win: Win, house: House) -> tuple[Wait, ...]:
    waiting = waits(replace(hand, winning=None), win, house)
    legal = [wait for wait in waiting if wait.legal]
    return tuple(sorted(legal, key=lambda wait: (-wait.fan, wait.tile)))


def _chance_lines(
    hand: Hand, win: Win, house: House, chances: tuple[Wait, ...]
) -> Iterator[Line]:
    """Say with which other tiles, or on a kong, the waiting hand would have won."""
    alike: dict[tuple[int, tuple[str, ...]], list[Tile]] = {}
    for wait in chances:
        alike.setdefault((wait.fan, wait.items), []).append(wait.tile)
    for (fan, keys), tiles in alike.items():
        fans = " ".join(FAN[key].zh for key in keys)
        yield Line(
            "chance",
            f"possible: {fans}, {fan} fan, by drawing {names(tuple(tiles))}",
            f"本来可以：摸到{zh_names(tuple(tiles))}是{fans}，{fan} 番",
        )
    if not chances:
        yield Line("chance", "no other tile would have won", "摸到别的牌也都不能和")
    kongs = [meld for meld in hand.melds if meld.size == 4]
    if kongs and not win.kong_draw:
        legal, fan, keys = outcome(hand, replace(win, kong_draw=1), house)
        if legal:
            fans = " ".join(FAN[key].zh for key in keys)
            yield Line(
                "chance",
                f"possible: {fans}, {fan} fan, had the tile replaced one of a kong",
                f"本来可以：若是杠后补的牌，{fans}，{fan} 番",
            )
