"""The rules of one house as data: one table of switches, TOML files that set them.

Sources: P is the online platform, W the encyclopedia article, T a habit of the tables.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from scorer.errors import HouseError
from scorer.keys import Key, choice, number, switch

_FOLDER = Path(__file__).parent / "houses"


@dataclass(frozen=True)
class House:
    """The rules of one house; the defaults are those of the platform.

    >>> House.load("gale").times_su
    4

    Raises:
        HouseError: If a value is none that its key allows; names the key.
    """

    name: str = "platform"
    zh: str = field(default="", compare=False)
    english: str = field(default="", compare=False)

    minimum_fan: int = number(
        2, 1, "P W", "起和番数，不足不能和", "fewer fan may not win"
    )
    fan_zhuowu: int = number(3, 1, "P W", "捉五的番数", "fan of 捉五 (caught five)")
    fan_long: int = number(4, 1, "P W", "龙的番数", "fan of 龙 (dragon)")
    times_benhun: int = number(
        2, 1, "P W", "本混的倍数", "factor of 本混 (dragon in the wild suit)"
    )
    times_hundiao: int = number(
        2,
        1,
        "P W",
        "混吊、双混吊的倍数",
        "factor of 混吊 and 双混吊 (one or two wilds waiting)",
    )
    times_su: int = number(
        2, 1, "P W", "素的倍数（刮大风 4）", "factor of 素 (no wild; gale: 4)"
    )
    times_kong_draw: int = number(
        2, 1, "P W", "杠开的倍数", "factor of 杠开 (kong draw)"
    )
    times_heavenly: int = number(
        4,
        1,
        "P W",
        "天和、地和的倍数",
        "factor of 天和 and 地和 (heavenly, earthly win)",
    )
    sole_wait_five: bool = switch(
        False,
        "T",
        "捉五须独听五万（混儿除外）",
        "捉五 only when 五万 (and wilds) is the sole wait",
    )
    kong_draw_alone: bool = switch(
        True, "W", "提溜杠开 2 番可以和", "提溜 + 杠开 = 2 may win"
    )
    each_consecutive_kong_doubles: bool = switch(
        False,
        "T",
        "连杠开每杠翻倍",
        "kong_draw counts the kongs in a row, each doubles",
    )
    gold_kong_breaks_su: bool = switch(True, "T", "金杠不算素", "a 金杠 breaks 素")
    su_benhun: bool = switch(
        False,
        "T",
        "九张本色牌的本混龙兼算素（素本龙）",
        "a 本混 dragon of nine real tiles, no other wild, also counts as 素",
    )
    dragon_holds_double_hun: bool = switch(
        False,
        "W",
        "双混吊的一副可以在龙里",
        "the 双混吊 set may be one of the dragon's",
    )
    heavenly: bool = switch(True, "P W", "算天和", "天和 counts")
    heavenly_free_last: bool = switch(
        True, "P", "天和以任一张作最后一张", "天和: any of the 14 may be the last tile"
    )
    earthly: bool = switch(False, "W", "算地和", "地和 counts")
    wild_neighbours: Literal["next", "both"] = choice(
        ("next", "both"),
        "P W",
        "翻出的牌旁哪些也是混儿（刮大风上下都是）",
        "which kinds are wild beside the turned one (gale: both)",
    )
    hundiao_alone: bool = switch(
        True, "P W", "光混吊可以和（刮大风不可）", "混吊 alone may win (gale: not)"
    )
    kong_exposed: int = number(
        1, 0, "W", "明杠每家付", "points of an exposed kong, from each"
    )
    kong_concealed: int = number(
        2, 0, "W", "暗杠每家付", "points of a concealed kong, from each"
    )
    kong_gold: int = number(
        4,
        0,
        "T",
        "金杠每家付（有 2、4、8）",
        "points of a 金杠, from each (2, 4, 8 in use)",
    )
    kong_points_multiplied: bool = switch(
        True, "P", "坐庄、拉庄也翻杠分", "坐庄 and 拉庄 also multiply kong points"
    )
    kongs_void_on_draw: bool = switch(
        False,
        "W",
        "黄庄黄杠（刮大风）",
        "黄庄黄杠: no kong is paid on a drawn hand (gale)",
    )
    chan: bool = switch(
        True, "P", "算铲", "铲 is paid (all followed the dealer's first tile)"
    )
    dealer_always_double: bool = switch(
        False, "T", "庄家不坐也翻倍", "the dealer pays and gets ×2 without sitting"
    )
    pull_cancels_sit: bool = switch(
        False,
        "P",
        "有人拉庄时，未拉的闲家和牌，坐庄的庄家只付一倍",
        "with a 拉庄 at the table a third player's win costs the sitting dealer ×1",
    )
    draw_dealer: Literal["stay", "kong", "pass"] = choice(
        ("stay", "kong", "pass"),
        "P W",
        "荒庄后谁坐庄：连庄、庄无杠旁家有杠则下庄、下庄",
        "who deals after 荒庄: he stays; he passes on when only others konged; he passes on",
    )
    wild_discard: Literal["penalty", "refuse"] = choice(
        ("penalty", "refuse"),
        "P W",
        "打出混儿：成小相公，或不许打出",
        "a discarded wild makes 小相公, or is not accepted",
    )
    false_win_penalty: int = number(
        0, 0, "T", "诈胡赔每家", "points paid to each by a 诈胡"
    )
    fan_cap: int = number(
        0, 0, "T", "封顶番数，0 为不封顶", "most fan of a hand, 0 = no limit"
    )
    offer_stakes: bool = switch(
        True, "P", "页面提供坐庄、拉庄、铲", "the page offers 坐庄, 拉庄 and 铲"
    )

    def __post_init__(self) -> None:
        for key in KEYS:
            value = getattr(self, key.name)
            if not key.accepts(value):
                raise key.refusal(value)
        if 0 < self.fan_cap < self.minimum_fan:
            raise HouseError(
                f"fan_cap = {self.fan_cap} is under minimum_fan = {self.minimum_fan}: "
                "no hand could win; use 0 for no cap",
                f"封顶 {self.fan_cap} 番低于起和 {self.minimum_fan} 番，谁也和不了："
                "请改，0 为不封顶",
            )

    @classmethod
    def load(cls, source: str | Path) -> "House":
        """Read a house that ships, or a TOML file that starts from one (`base = "gale"`).

        Raises:
            HouseError: If there is no such house, or the file sets what it may not;
                names the file and the key.
        """
        file = str(source)
        path = _FOLDER / f"{file}.toml" if file in house_names() else Path(source)
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            known = ", ".join(house_names())
            raise HouseError(
                f"no house {file!r}: use {known} or a TOML file",
                f"没有规则“{file}”：请用 {known} 或一个 TOML 文件",
            ) from error
        except ValueError as error:  # no UTF-8
            raise _no_toml(repr(file), error) from error
        return cls.parse(text, path.stem, file)

    @classmethod
    def parse(cls, text: str, name: str = "mine", file: str = "") -> "House":
        """Read the text of a house file, such as `House.toml` gives.

        Args:
            text: TOML: `base`, `zh`, `english` and any keys.
            name: What to call the house.
            file: Where the text comes from, for the errors.

        Raises:
            HouseError: If the text sets what it may not; names the file and the key.
        """
        where = repr(file or name)
        try:
            values = tomllib.loads(text)
        except ValueError as error:
            raise _no_toml(where, error) from error
        base = values.pop("base", "platform")
        if base not in house_names():
            known = ", ".join(house_names())
            raise HouseError(
                f"{where}: base = {base!r}: use {known}",
                f"{where}：base 不能是 {base!r}：请用 {known}",
            )
        titles = {one: values.pop(one, name) for one in ("zh", "english")}
        for title, words in titles.items():
            if not isinstance(words, str):
                raise HouseError(
                    f"{where}: {title} = {words!r}: use text in quotes",
                    f"{where}：{title} 不能是 {words!r}：请写引号里的文字",
                )
        start = cls() if base == "platform" else cls.load(base)
        try:
            return replace(start, name=name, **titles).altered(values)
        except HouseError as error:
            raise HouseError(f"{where}: {error}", f"{where}：{error.zh}") from error

    def altered(self, values: Mapping[str, Any]) -> "House":
        r"""Give this house with other values for some keys.

        >>> PLATFORM.altered({"fan_cap": 16}).toml
        'fan_cap = 16\n'

        Raises:
            HouseError: If a key is unknown or its value none that it allows; names it.
        """
        names = [key.name for key in KEYS]
        for name in values:
            if name not in names:
                near = get_close_matches(name, names, 1)
                hint = f"did you mean {near[0]!r}?" if near else "see the table of keys"
                zh = f"是不是 {near[0]!r}？" if near else "请看开关表"
                raise HouseError(
                    f"unknown key {name!r}: {hint}", f"没有 {name!r}：{zh}"
                )
        return replace(self, **values)

    @cached_property
    def toml(self) -> str:
        """The keys that differ from the platform's, as a house file sets them."""
        differing = [key for key in KEYS if getattr(self, key.name) != key.default]
        lines = [
            f"{key.name} = {key.write(getattr(self, key.name))}" for key in differing
        ]
        return "".join(f"{line}\n" for line in lines)

    @cached_property
    def digest(self) -> str:
        """Twelve hex digits that change when any switch does, and with nothing else."""
        return hashlib.sha256(self.toml.encode()).hexdigest()[:12]

    def __hash__(self) -> int:
        return hash(self.digest)


def _no_toml(where: str, error: ValueError) -> HouseError:
    return HouseError(
        f"{where} is no TOML file: {error}", f"{where} 不是 TOML 文件：{error}"
    )


def house_names() -> tuple[str, ...]:
    """Name the houses that ship, the default first."""
    return ("platform", "encyclopedia", "gale")


KEYS: tuple[Key, ...] = tuple(
    Key(name=one.name, **one.metadata) for one in fields(House) if one.metadata
)
"""The table of switches, in the order of `scorer/README.md`."""

PLATFORM = House.load("platform")
ENCYCLOPEDIA = House.load("encyclopedia")
GALE = House.load("gale")
