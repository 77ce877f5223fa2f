"""The hand being played in a game: a sheet that knows its game, and what it becomes in the book.

Each deal of a game is one hand of the store, found by its id: every phone that opens the
table opens the same hand, and an undone entry brings its hand back as it was.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from scorer.hand import Hand, Win
from scorer.payments import Four, Kong
from webui import edits, judge, kongs
from webui.fact_json import write_fact
from webui.facts import Fact, Round, Seating
from webui.game import SEATING, Change, Game
from webui.once import fingerprint
from webui.refusals import by_player
from webui.replay import Line, Version
from webui.sheet import KONG_KINDS, SEATS, Choices, Sheet

WAYS = ("tiles", "fan", "draw", "false")
"""How a deal ends: a win with its tiles, a win by its fan, 荒庄, 诈胡."""


def deal_id(game: Game, entry: int = 0) -> str:
    """Name the hand of the deal being played, or of the correction of a line."""
    if entry:
        part = f"{entry}.{len(game.history(entry))}"
    else:
        part = str(len([v for v in game.newest.values() if _ever_played(v)]))
    return hashlib.sha256(f"{game.id}/{part}".encode()).hexdigest()[:10]


def _ever_played(version: Version) -> bool:
    """An undone round gives its place, and its hand, back."""
    undone = version.undoes is not None and version.withdrawn
    return version.kind == "round" and not undone


def blank(game: Game, entry: int = 0) -> Sheet:
    """Lay out the sheet of a new deal, or of a line to be corrected."""
    sheet = Sheet(game=game.id, entry=entry)
    if not entry:
        return at_table(sheet, game)
    fact = game.line(entry).fact
    if not isinstance(fact, Round):
        raise game._no_line(entry)
    if fact.notation:
        sheet = edits.typed(sheet, Hand.parse(fact.notation))
    return at_table(replace(sheet, choices=_choices(fact)), game)


def _choices(fact: Round) -> Choices:
    marks = ["", "", "", ""]
    for kong in fact.kongs:
        marks[kong.seat] = "over" if kong.void else marks[kong.seat]
    if fact.winner is not None and fact.how.wild_discarded:
        marks[fact.winner] = "wild"
    return Choices(
        flags=tuple(flag for flag in judge.OFFERED if getattr(fact.how, flag)),
        in_a_row=int(fact.how.kong_draw) or 1,
        winner=fact.winner or 0,
        sitter=fact.sitter,
        pulls=fact.pulls,
        kongs=tuple((kong.seat, kong.kind) for kong in fact.kongs),
        chan=fact.chan,
        marks=tuple(marks),
        false_win=fact.false_win,
        fan=fact.fan or 0,
    )


def at_table(sheet: Sheet, game: Game) -> Sheet:
    """Take seats, dealer and house from the game, whatever the sheet was made with.

    What was said of a player is his wherever he sits: after a 打风, seats put right, and
    when either is taken back.
    """
    seats = seats_of(game, sheet.entry)
    if sheet.seats not in ((), seats):
        sheet = _reseated(sheet, seats)
    dealer = game.line(sheet.entry).dealer if sheet.entry else game.dealer
    rules = judge.source_of(game.terms.house)
    choices = replace(sheet.choices, dealer=dealer, house=rules)
    return replace(sheet, choices=choices, seats=seats)


def _reseated(sheet: Sheet, seats: Four) -> Sheet:
    """Move what was said of seats to where the same players sit now."""
    at = [seats.index(player) for player in sheet.seats]
    choices = sheet.choices
    pulls, marks = [0, 0, 0, 0], ["", "", "", ""]
    for seat, place in enumerate(at):
        pulls[place], marks[place] = choices.pulls[seat], choices.marks[seat]
    moved = replace(
        choices,
        winner=at[choices.winner],
        pulls=tuple(pulls),
        sitter=None if choices.sitter is None else at[choices.sitter],
        marks=tuple(marks),
        kongs=tuple(sorted((at[seat], kind) for seat, kind in choices.kongs)),
        false_win=None if choices.false_win is None else at[choices.false_win],
    )
    return replace(sheet, choices=moved)


def counted(kongs: tuple[tuple[int, str], ...]) -> dict[tuple[int, str], int]:
    """Count kongs by seat and kind."""
    return {
        (seat, kind): kongs.count((seat, kind)) for seat in SEATS for kind in KONG_KINDS
    }


def seats_of(game: Game, entry: int = 0) -> Four:
    """Give the player of each seat, now or when a line was played."""
    return game.line(entry).seats if entry else game.seats


def fact_of(sheet: Sheet, how: str, line: str = "") -> Round:
    """Make the facts of a deal that ended in one of `WAYS`.

    The hand is what the sheet shows, or a line that it may show. The winner's kongs are
    its melds: that it has those of the table is asked before (`Verdict.unlaid`). A win
    that is put right into something without tiles keeps them (`kept_kongs`).

    Raises:
        FactError: If they contradict each other.
    """
    choices = sheet.choices
    rules = judge.house(choices.house)
    stakes = rules.offer_stakes
    sits = choices.sit and stakes
    a, b, c, d = (
        pull if stakes and seat != choices.dealer else 0
        for seat, pull in enumerate(choices.pulls)
    )
    plain = Round(
        kongs=tuple(
            Kong(seat, kind, void=choices.marks[seat] == "over")
            for seat, kind in (*choices.kongs, *kept_kongs(sheet, how))
        ),
        sit=sits,
        sitter=choices.sitter if sits else None,
        pulls=(a, b, c, d),
        chan=choices.chan and stakes and rules.chan,
        false_win=choices.false_win,
    )
    how_won = judge.win(sheet)
    if how == "fan":
        known = Win(wild_discarded=how_won.wild_discarded)
        return replace(plain, winner=choices.winner, fan=choices.fan, how=known)
    if how == "tiles":
        others = tuple(kong for kong in plain.kongs if kong.seat != choices.winner)
        won, line = replace(plain, kongs=others), line or sheet.notation
        return replace(won, winner=choices.winner, notation=line, how=how_won)
    return plain


def kept_kongs(sheet: Sheet, how: str) -> tuple[tuple[int, str], ...]:
    """Give the kongs of the tiles that a correction into an end without tiles keeps."""
    if how == "tiles" or not sheet.entry:
        return ()
    return kongs.shown(sheet, judge.examine(sheet).wilds)


def digest(fact: Round) -> str:
    """Give what stands for the facts that a confirmation shows."""
    return fingerprint(write_fact(fact))[:16]


@dataclass(frozen=True)
class Preview:
    """What a write would bring, before it is written."""

    change: Change
    line: Line

    @property
    def others(self) -> tuple[Line, ...]:
        """The lines beside this one that would come out differently."""
        lines = (after for _, after in self.change.lines)
        return tuple(line for line in lines if line.entry != self.line.entry)


def preview(
    game: Game, fact: Fact, entry: int = 0, withdrawn: bool = False
) -> Preview | None:
    """Say what adding a fact, or another version of a line, would move; None if nothing."""
    kept = by_player(game, fact, entry or None)
    number, revision = 1, game.revision + 1
    if entry:
        number, last = len(game.history(entry)) + 1, game.line(entry)
        if last.fact == fact and last.withdrawn == withdrawn:
            return None
    version = Version(
        revision, entry or revision, number, kept, "", withdrawn=withdrawn
    )
    after = game.after(version)
    return Preview(moved(game, after), after.line(version.entry))


def moved(before: Game, after: Game) -> Change:
    """Say what the newest write moved; both games know their lines already."""
    was = {line.entry: line for line in before.lines}
    lines = tuple(
        (was.get(line.entry), line)
        for line in after.lines
        if _result(line) != _result(was.get(line.entry))
    )
    return Change(after.versions[-1], before.totals, after.totals, lines)


def _result(line: Line | None) -> object:
    return line and (line.version, line.dealer, line.seats, line.fan, line.transfers)


def rule(game: Game, line: Line) -> str:
    """Name the rule by which the dealer of a played line stayed or passed on."""
    fact = line.fact
    assert isinstance(fact, Round)
    if fact.winner is not None:
        return "dealer_won" if fact.winner == line.dealer else "other_won"
    moved = "pass" if line.next_dealer != line.dealer else "stay"
    return f"draw_{game.terms.house.draw_dealer}_{moved}"


def seating_line(game: Game) -> int:
    """Find the entry of the present seats."""
    lines = [one for one in game.lines if one.kind == "seating" and not one.withdrawn]
    fact = lines[-1].fact if lines else None
    return lines[-1].entry if isinstance(fact, Seating) else SEATING
