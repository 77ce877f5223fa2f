"""From the sheet to the scorer: is the hand whole, what is it worth, in words."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from functools import cache

from scorer.errors import ContradictionError
from scorer.fans import FAN
from scorer.hand import Hand, Win
from scorer.house import House, house_names
from scorer.keys import Key
from scorer.payments import Transfer
from scorer.score import Item, Score, score
from scorer.tiles import Tile, wilds
from webui import kongs
from webui.sheet import MELD_SIZES, UNREAD, Choices, Piece, Sheet, needs_face
from webui.texts import either, language, t, tile_name

OFFERED = ("kong_draw", "heavenly", "earthly")


@cache
def house(source: str) -> House:
    """Give the rules of a house: one that ships, by name, or the text of a house file."""
    return House.load(source) if source in house_names() else House.parse(source)


def source_of(rules: House) -> str:
    """Write rules so that `house` reads them."""
    if rules.name in house_names() and rules == house(rules.name):
        return rules.name
    titles = f"zh = {json.dumps(rules.zh)}\nenglish = {json.dumps(rules.english)}\n"
    return titles + rules.toml


ASKED = ("no_winning", "no_indicator")
"""Problems that the page asks about instead of naming them."""


@dataclass(frozen=True)
class Verdict:
    """What is to be said about a sheet before it is scored."""

    wilds: frozenset[str]
    problems: tuple[str, ...]
    """Sentences in the page's language; empty when nothing is wrong."""
    ask: str
    """What only a person can say: drawn, indicator, turned, kongs, or nothing."""
    unread: int
    """Tiles that nobody has named."""
    hand: Hand | None
    """The hand, once it is whole and nothing is asked."""
    kongless: str = ""
    """Says that 杠开 takes more kongs than the winner has: scored all the same."""
    unlaid: tuple[str, ...] = ()
    """The kinds of kongs that the table said of the winner and the hand lacks."""

    @property
    def waiting(self) -> str:
        """Why the hand cannot be scored yet, in a few words."""
        if self.problems:
            return t("check.mend")
        return t("check.first_" + (self.ask or "tiles"))


def examine(sheet: Sheet) -> Verdict:
    """Say what keeps a sheet from being scored, in words."""
    rules = house(sheet.choices.house)
    turned = [piece for piece in sheet.group("indicator").pieces if piece.known]
    wild: frozenset[Tile] = frozenset()
    if len(turned) == 1:
        wild = wilds(Tile.parse(turned[0].face), rules.wild_neighbours)
    unread = len([p for g in sheet.groups for p in g.pieces if needs_face(p, g)])
    problems = _untidy(sheet)
    hand = None if problems else Hand.parse(sheet.notation)
    ask = ""
    if hand is not None:
        faults = hand.problems(rules.wild_neighbours)
        problems += [either(fault) for fault in faults if fault.code not in ASKED]
        ask = _ask(sheet, {fault.code for fault in faults})
        if faults:
            hand = None
    if not problems and _other_turned(sheet):
        hand, ask = None, "turned"
    unlaid = kongs.unlaid(sheet.choices, hand, rules) if hand else ()
    if unlaid:
        hand, ask = None, "kongs"
    if not problems and clash(sheet, hand, ask):
        hand, problems = None, [t("result.contradiction")]
    started = any(True for _ in sheet.pieces)
    return Verdict(
        frozenset(map(str, wild)),
        tuple(problems) if started else (),
        ask,
        unread,
        hand,
        _kongless(sheet) if hand else "",
        unlaid,
    )


def _kongless(sheet: Sheet) -> str:
    """Say that the winner has fewer kongs than 杠开 takes."""
    laid = sum(MELD_SIZES[meld.how] == 4 for meld in sheet.melds)
    count = in_a_row(sheet) or min(win(sheet).kong_draw, 1)
    if laid >= count:
        return ""
    key = "check.few_kongs" if laid else "check.kongless"
    return t(key, count=count, laid=laid)


def _other_turned(sheet: Sheet) -> bool:
    """Say whether the hand shows another turned-up tile than the table said."""
    faces = [piece.face for piece in sheet.group("indicator").pieces]
    return bool(sheet.turned) and faces != [] and faces != [sheet.turned]


def _untidy(sheet: Sheet) -> list[str]:
    """Say what no line of notation can hold."""
    said = [
        t(f"check.two_{kind}", count=len(sheet.group(kind).pieces))
        for kind in ("drawn", "indicator")
        if len(sheet.group(kind).pieces) > 1
    ]
    for meld in sheet.melds:
        if meld.mixed:
            faces = dict.fromkeys(tile_name(p.face) for p in meld.pieces if p.known)
            said.append(t("check.mixed_meld", tiles=" ".join(faces)))
    hidden = [meld for meld in sheet.melds if meld.face == UNREAD]
    said += [t("check.hidden_meld") for _ in hidden]
    rest = [p for g in sheet.groups for p in g.pieces if needs_face(p, g)]
    if len(rest) > len(hidden):
        said.append(t("check.unread", count=len(rest) - len(hidden)))
    return said


def _ask(sheet: Sheet, codes: set[str]) -> str:
    """Ask for the turned-up tile first: the worth of a drawn tile depends on it."""
    whole = len(sheet.group("hand").pieces) == sheet.full + 1
    if "no_winning" in codes and not whole:
        return ""
    return next(
        (
            ask
            for code, ask in (("no_indicator", "indicator"), ("no_winning", "drawn"))
            if code in codes
        ),
        "",
    )


@dataclass(frozen=True)
class Candidate:
    """One tile that may have been the drawn one, and what the hand is then worth."""

    piece: Piece
    worth: Score

    @property
    def words(self) -> str:
        """The fan, or that it may not win."""
        key = "check.worth" if self.worth.legal else "check.no_win"
        return t(key, fan=self.worth.fan)


def candidates(sheet: Sheet) -> list[Candidate]:
    """Try each kind in the hand as the drawn tile, in the order they lie."""
    found = []
    for piece in {p.face: p for p in sheet.group("hand").pieces}.values():
        tried = Hand.parse(replace_drawn(sheet, piece).notation)
        found.append(Candidate(piece, worth(tried, sheet)))
    return found


def replace_drawn(sheet: Sheet, piece: Piece) -> Sheet:
    """Lay one tile of the hand apart, as the drawn one."""
    groups = []
    for group in sheet.groups:
        if group.kind == "hand":
            rest = tuple(p for p in group.pieces if p.id != piece.id)
            group = replace(group, pieces=rest)
        if group.kind == "drawn":
            group = replace(group, pieces=(piece,))
        groups.append(group)
    return replace(sheet, groups=tuple(groups))


def flags(sheet: Sheet) -> tuple[str, ...]:
    """Name the circumstances that the house knows, to be ticked."""
    rules = house(sheet.choices.house)
    offered = {"heavenly": rules.heavenly, "earthly": rules.earthly}
    return tuple(f for f in OFFERED if offered.get(f, True))


def win(sheet: Sheet) -> Win:
    """Return how the hand was won; what the house does not offer is not ticked."""
    choices = sheet.choices
    ticked = set(flags(sheet)) & set(choices.flags)
    return Win(
        kong_draw=choices.in_a_row if "kong_draw" in ticked else 0,
        heavenly="heavenly" in ticked,
        earthly="earthly" in ticked,
        wild_discarded=choices.marks[choices.winner] == "wild",
    )


def in_a_row(sheet: Sheet) -> int:
    """Give the kongs in a row of 杠开; 0 unless it is ticked and the house counts them."""
    counted = house(sheet.choices.house).each_consecutive_kong_doubles
    return win(sheet).kong_draw if counted else 0


def worth(hand: Hand, sheet: Sheet) -> Score:
    """Score a whole hand under the sheet's house and circumstances."""
    return score(hand, win(sheet), house(sheet.choices.house))


def clash(sheet: Sheet, hand: Hand | None, ask: str) -> bool:
    """Say whether 杠开, 天和, 地和 and the melds exclude each other."""
    try:
        if hand is not None:
            worth(hand, sheet)
        elif ask == "drawn":
            candidates(sheet)
    except ContradictionError:
        return True
    return False


def misplaced(sheet: Sheet) -> str:
    """Say in words why this seat cannot win so; empty when it can."""
    choices, how = sheet.choices, win(sheet)
    if how.heavenly and choices.winner != choices.dealer:
        return t("result.heavenly_not_dealer")
    if how.earthly and choices.winner == choices.dealer:
        return t("result.earthly_dealer")
    if choices.marks[choices.winner] in ("over", "under"):
        return t("result.miscount")
    if choices.winner == choices.false_win:
        return t("result.false_winner")
    return ""


def item_name(item: Item) -> str:
    """Name a fan; the Chinese term stays beside the English gloss."""
    return item.name if language() == "zh" else f"{item.name} {item.english}"


def item_value(item: Item) -> str:
    """Say what a fan adds or multiplies."""
    added = FAN[item.key].value.startswith("fan_")
    if added:
        return t("result.adds", value=item.value)
    return t("result.times", value=item.value)


def switch_value(key: Key, value: object) -> str:
    """Say the value of a switch of the house."""
    if key.type == "switch":
        return t("choice.yes" if value else "choice.no")
    return t(f"choice.{value}") if key.type == "choice" else str(value)


def transfer_words(transfer: Transfer, choices: Choices | None = None) -> str:
    """Say what a payment is for: its kind, its unit and, by the choices, each multiplier."""
    words = f"{t(f'paid.{transfer.reason}')} {transfer.unit}"
    if choices is None:
        return words + (f" × {transfer.multiplier}" if transfer.multiplier > 1 else "")
    guest = transfer.payee if transfer.payer == choices.dealer else transfer.payer
    times = {"sit": 1 + choices.sit, "pull": 2 ** choices.pulls[guest]}
    if math.prod(times.values()) != transfer.multiplier:
        return f"{words} × {transfer.multiplier}"
    said = [f" × {t(f'result.{key}')} {n}" for key, n in times.items() if n > 1]
    return words + ("".join(said) or " × 1")
