"""Why a hand is worth what it is: the sentence and the switches of each fan, other readings."""

from __future__ import annotations

from dataclasses import dataclass

from scorer import Compared, Explanation, Key, compare, explain
from scorer.errors import ContradictionError
from scorer.fans import FAN
from scorer.hand import Hand
from scorer.house import KEYS, House, house_names
from scorer.reasons import Line
from scorer.score import Item
from webui import judge
from webui.sheet import Sheet

SWITCHES = {
    "zhuo_wu": ("sole_wait_five",),
    "long": (),
    "ben_hun": ("su_benhun",),
    "hun_diao": ("hundiao_alone",),
    "shuang_hun_diao": ("hundiao_alone", "dragon_holds_double_hun"),
    "su": ("gold_kong_breaks_su", "su_benhun"),
    "gang_kai": ("kong_draw_alone", "each_consecutive_kong_doubles"),
    "tian_he": ("heavenly", "heavenly_free_last"),
    "di_he": ("earthly",),
}
"""The keys of a house, beside its value, that decide a fan."""


@dataclass(frozen=True)
class Why:
    """One fan with the reason it holds."""

    item: Item
    line: Line
    keys: tuple[tuple[Key, object], ...]
    """The switches that decide it, with their values in this house."""


@dataclass(frozen=True)
class Told:
    """Everything the result page says beside the fan and the payments."""

    whys: tuple[Why, ...]
    explanation: Explanation
    houses: tuple[Compared, ...]
    """The same hand under the other houses that ship."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """What else is to be said: other readings, chances, what is lacking."""
        shown = ("other", "nearest", "chance", "lacking")
        return tuple(line for line in self.explanation.lines if line.key in shown)


def tell(hand: Hand, sheet: Sheet) -> Told | None:
    """Explain a whole hand; None when its circumstances exclude each other."""
    rules, how = judge.house(sheet.choices.house), judge.win(sheet)
    try:
        said = explain(hand, how, rules)
    except ContradictionError:
        return None
    items = said.score.items if said.score else ()
    lines = [line for line in said.lines if line.key == "item"]
    whys = tuple(
        Why(item, line, _keys(item, rules))
        for item, line in zip(items, lines, strict=True)
    )
    others = [House.load(name) for name in house_names() if name != rules.name]
    return Told(whys, said, compare(hand, how, others))


def _keys(item: Item, rules: House) -> tuple[tuple[Key, object], ...]:
    names = (FAN[item.key].value, *SWITCHES[item.key])
    return tuple((key, getattr(rules, key.name)) for key in KEYS if key.name in names)
