"""The commands that ask about a hand: its waits, discards, repairs, and other houses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scorer import (
    ENCYCLOPEDIA,
    FANS,
    GALE,
    KEYS,
    PLATFORM,
    Compared,
    Discard,
    Hand,
    House,
    ScorerError,
    Tile,
    Wait,
    Win,
)
from scorer import compare as compare_houses
from scorer import discards as discards_of
from scorer import repairs as repairs_of
from scorer import waits as waits_of
from webui.rows import stamped

if TYPE_CHECKING:
    from collections.abc import Iterator

Command = TypeVar("Command", bound=Callable[..., Any])
NAMES = {fan.key: fan.zh for fan in FANS}
SETTING = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a key of the house; may be repeated. See: tianjin house.",
)
SEEN = click.option("--seen", default="", metavar="TILES", help="Tiles seen elsewhere.")
_ONE_HOUSE = click.option(
    "--house",
    metavar="NAME|FILE",
    help="platform, encyclopedia, gale, or a TOML file.  [default: platform]",
)


def house_options(command: Command) -> Command:
    """Add `--house` and `--set`."""
    return _ONE_HOUSE(SETTING(command))


def print_row(row: Any) -> None:
    """Print one JSON object as UTF-8, whatever the terminal speaks."""
    line = json.dumps(stamped(row), ensure_ascii=False)
    try:
        click.echo(line.encode())
    except UnicodeEncodeError:  # a file name that is no text
        click.echo(json.dumps(stamped(row)).encode())


def win_options(command: Command) -> Command:
    """Add how the hand was won; `win_of` reads the flags."""
    for option in (
        click.option("--wild-discarded", is_flag=True, help="A wild was discarded."),
        click.option("--earthly", is_flag=True, help="地和."),
        click.option("--heavenly", is_flag=True, help="天和."),
        click.option("--kong-draw", count=True, help="杠开; twice for two in a row."),
    ):
        command = option(command)
    return command


def win_of(flags: dict[str, int]) -> Win:
    """Read the flags of `win_options`."""
    return Win(flags["kong_draw"], *(bool(flags[flag]) for flag in Win.__slots__[1:]))


@contextmanager
def one_sentence() -> Iterator[None]:
    """Say a refusal of the scorer as one line."""
    try:
        yield
    except ScorerError as error:
        raise click.ClickException(str(error)) from error


def rules(house: str | None, settings: Iterable[str]) -> House | None:
    """Load the house asked for and change its keys; None when nothing was asked."""
    with one_sentence():
        chosen = House.load(house) if house else None
        values = {}
        for setting in settings:
            name, _, text = setting.partition("=")
            key = next((key for key in KEYS if key.name == name), None)
            values[name] = key.read(text) if key else text
        return (chosen or PLATFORM).altered(values) if values else chosen


def _lying(seen: str) -> tuple[Tile, ...]:
    """Read the tiles seen elsewhere; none of them is drawn, turned up or in a meld."""
    lying = Hand.parse(seen)
    if lying != Hand(lying.concealed):
        raise click.ClickException(f"--seen {seen!r}: name tiles alone, as in '5m 33p'")
    return lying.concealed


@click.command()
@click.argument("notation", nargs=-1, required=True)
@house_options
@win_options
@SEEN
def waits(
    notation: tuple[str, ...],
    house: str | None,
    settings: tuple[str, ...],
    seen: str,
    **flags: int,
) -> None:
    """Name the tiles that complete a waiting hand of 13 tiles."""
    chosen = rules(house, settings) or PLATFORM
    with one_sentence():
        hand, lying = Hand.parse(" ".join(notation)), _lying(seen)
        found = waits_of(hand, win_of(flags), chosen, lying)
    winning = [wait for wait in found if wait.legal]
    count = sum(wait.unseen for wait in winning)
    click.echo(
        f"听 {len(winning)} 种 {count} 张 · waits for {len(winning)} kinds, {count} tiles"
    )
    for wait in found:
        click.echo(f"  {_wait(wait)}")


def _wait(wait: Wait) -> str:
    fans = " ".join(NAMES[key] for key in wait.items) or "提溜"
    verdict = "" if wait.legal else "，不能和 may not win"
    return (
        f"{wait.tile.zh} {wait.tile}: {wait.fan} 番 fan，{fans}{verdict}，"
        f"余 {wait.unseen} 张 unseen"
    )


@click.command()
@click.argument("notation", nargs=-1, required=True)
@house_options
@SEEN
def discards(
    notation: tuple[str, ...], house: str | None, settings: tuple[str, ...], seen: str
) -> None:
    """Say which tile of 14 to discard, most winning tiles first."""
    chosen = rules(house, settings) or PLATFORM
    with one_sentence():
        hand, lying = Hand.parse(" ".join(notation)), _lying(seen)
        found = discards_of(hand, chosen, lying)
    for one in found:
        click.echo(_discard(one))
    if not found:
        click.echo("打哪张都不听 · no discard leaves a waiting hand")


def _discard(one: Discard) -> str:
    tiles = " ".join(str(wait.tile) for wait in one.waits if wait.legal) or "—"
    return (
        f"打{one.tile.zh} {one.tile}: 和 {one.winning} 张 tiles，"
        f"最多 {one.fan} 番 fan: {tiles}"
    )


@click.command()
@click.argument("notation", nargs=-1, required=True)
@house_options
@win_options
def repairs(
    notation: tuple[str, ...],
    house: str | None,
    settings: tuple[str, ...],
    **flags: int,
) -> None:
    """Name the single tiles that, read otherwise, make a hand win."""
    chosen = rules(house, settings) or PLATFORM
    places = {"hand": "手牌 hand", "drawn": "摸牌 drawn", "indicator": "混 turned up"}
    with one_sentence():
        found = repairs_of(Hand.parse(" ".join(notation)), win_of(flags), chosen)
    for one in found:
        fans = " ".join(NAMES[key] for key in one.items) or "提溜"
        click.echo(
            f"{places[one.place]} {one.old} → {one.new}: {one.fan} 番 fan，{fans}"
        )
    if not found:
        click.echo("改哪一张都没有用 · no single tile makes it win")


@click.command()
@click.argument("notation", nargs=-1, required=True)
@click.option(
    "--house", "houses", multiple=True, metavar="NAME|FILE", help="One more house."
)
@SETTING
@win_options
def compare(
    notation: tuple[str, ...],
    houses: tuple[str, ...],
    settings: tuple[str, ...],
    **flags: int,
) -> None:
    """Score a hand under each house, and under the platform's with each --set."""
    asked = [PLATFORM, ENCYCLOPEDIA, GALE]
    with one_sentence():
        asked += [House.load(name) for name in houses]
        hand = Hand.parse(" ".join(notation))
    titles = [one.name for one in asked] + list(settings)
    asked += [rules(None, [setting]) or PLATFORM for setting in settings]
    found = compare_houses(hand, win_of(flags), asked)
    if not any(one.score for one in found):
        refusals = dict.fromkeys(str(one.refusal) for one in found)
        raise click.ClickException("\n".join(refusals))
    width = max(map(len, titles))
    for title, one in zip(titles, found, strict=True):
        click.echo(f"{title.ljust(width)}  {_compared(one)}")


def _compared(one: Compared) -> str:
    if one.score is None:
        return f"— {one.refusal}"
    fans = " ".join(item.name for item in one.score.items) or "提溜"
    if one.score.reason:
        return f"不能和 may not win，{fans}: {one.score.reason.zh} · {one.score.reason}"
    return f"{one.score.fan} 番 fan，{fans}: {one.score.formula}"


@click.command("house")
@house_options
def house_file(house: str | None, settings: tuple[str, ...]) -> None:
    """Print the keys of a house, as a file that --house reads."""
    chosen = rules(house, settings) or PLATFORM
    click.echo(f"# {chosen.name}, digest {chosen.digest}")
    for key in KEYS:
        value = key.write(getattr(chosen, key.name))
        default = key.write(key.default)
        click.echo(
            f"{key.name} = {value}  # {key.values}; default {default}; "
            f"{key.zh}; {key.english}; {key.source}"
        )


COMMANDS = (waits, discards, repairs, compare, house_file)
