"""The command `tianjin`: read photographs, score hands, settle, measure, serve the page.

What a command needs is imported inside it, so that `tianjin score` loads no network.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webui.asking import (
    COMMANDS,
    house_options,
    one_sentence,
    print_row,
    rules,
    win_of,
    win_options,
)
from webui.measuring import evaluate
from webui.serving import audit, serve

if TYPE_CHECKING:
    from scorer.score import Score
    from vision import Reading
    from webui.rows import Row

GROUPS = {
    "hand": "手牌 hand",
    "drawn": "摸牌 drawn",
    "meld": "碰 pung",
    "kong": "杠 kong",
    "indicator": "混 turned up",
    "loose": "散牌 left out",
}


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from vision import WeightsError, model_versions
    from webui.rows import program_version

    try:
        models = ", ".join(f"{name} {text}" for name, text in model_versions().items())
    except WeightsError as error:
        models = f"no models: {error}"
    click.echo(f"tianjin {program_version()} ({models})")
    ctx.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions of the program and of its models.",
)
def main() -> None:
    """Score a Tianjin mahjong hand (天津麻将), from a photograph or from text."""


for _command in (*COMMANDS, evaluate, serve, audit):
    main.add_command(_command)


@main.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.pass_context
def read(ctx: click.Context, photos: tuple[str, ...], as_json: bool) -> None:
    """Name the tiles of photographs."""
    from vision import PhotoError, Recogniser, VisionError
    from webui.rows import photo_row

    try:
        recogniser = Recogniser.load()
    except VisionError as error:
        raise click.ClickException(str(error)) from error
    failed = False
    for photo in photos:
        try:
            reading = recogniser(Path(photo))
        except PhotoError as error:
            failed = True
            if as_json:
                print_row({"photo": photo, "error": str(error)})
            else:
                click.echo(f"{photo}: {error}", err=True)
        else:
            if as_json:
                print_row(photo_row(photo, reading))
            else:
                click.echo(_listing(photo, reading))
    ctx.exit(failed)


def _listing(photo: str, reading: Reading) -> str:
    """Write what a photograph shows for a person."""
    from webui.texts import LANGUAGES, advice

    spread = reading.spread
    lines = [
        f"{photo}: {len(spread.sightings)} 张牌 tiles, {reading.ms['total']:.0f} ms"
    ]
    for group in spread.groups:
        tiles = " ".join(str(spread.sightings[index]) for index in group.members)
        lines.append(f"  {GROUPS[group.kind]}: {tiles}")
    lines.append(f"  记法 notation: {spread.notation}")
    if not spread.sightings:
        lines.append("  没有找到牌 no tiles found")
    if reading.quality:
        lines += [f"  {advice(reading.quality, code)}" for code in LANGUAGES]
    for index in spread.doubtful:
        one = spread.sightings[index]
        rivals = ", ".join(f"{label} {chance:.0%}" for label, chance in one.rivals[:3])
        lines.append(f"  待核对 doubtful: {one} {one.confidence:.0%} ({rivals})")
    return "\n".join(lines)


@main.command()
@click.argument("notation", nargs=-1)
@house_options
@win_options
@click.option("--why", is_flag=True, help="Say why, and what else was possible.")
@click.option("--jsonl", is_flag=True, help="Score rows of JSON from standard input.")
@click.pass_context
def score(
    ctx: click.Context,
    /,
    notation: tuple[str, ...],
    house: str | None,
    settings: tuple[str, ...],
    why: bool,
    jsonl: bool,
    **flags: int,
) -> None:
    """Score a hand: NOTATION as in "46m 123p 789s 55s (EEE) +5m /C".

    Groups: (222p) pung, (2222p) exposed kong, [2222p] concealed kong, +5m the drawn
    tile, /6m the turned-up one. E S W N 东南西北, C F P 中发白.
    """
    from scorer import PLATFORM, Hand, explain
    from scorer import score as score_hand
    from webui.rows import scored

    if jsonl == bool(notation) or (jsonl and (why or any(flags.values()))):
        raise click.UsageError(
            "give either a NOTATION with its flags, or --jsonl alone"
        )
    chosen = rules(house, settings)
    if jsonl:
        ctx.exit(_answer_rows(lambda row: scored(row, chosen)))
    with one_sentence():
        hand, win = Hand.parse(" ".join(notation)), win_of(flags)
        if why:
            told = explain(hand, win, chosen or PLATFORM)
            click.echo(f"{told.text('zh')}\n\n{told.text('en')}")
        else:
            click.echo(_verdict(score_hand(hand, win, chosen or PLATFORM)))


def _verdict(result: Score) -> str:
    """Write a score for a person."""
    if result.reason is None:
        lines = [f"和，{result.fan} 番 · wins with {result.fan} fan"]
    else:
        lines = [f"不能和：{result.reason.zh} · may not win: {result.reason}"]
    for item in result.items:
        sign = "" if item.key in ("zhuo_wu", "long") else "×"
        tiles = " ".join(map(str, item.tiles))
        lines.append(f"  {item.name} {item.english} {sign}{item.value}: {tiles}")
    if result.reading:
        lines.append(f"  算式 sum: {result.formula}")
        lines.append(f"  牌型 reading: {result.reading}")
    return "\n".join(lines)


@main.command()
@house_options
@click.option(
    "--jsonl", is_flag=True, required=True, help="Rows of JSON from standard input."
)
@click.pass_context
def settle(
    ctx: click.Context, house: str | None, settings: tuple[str, ...], jsonl: bool
) -> None:
    """Say who pays whom, for rows of JSON from standard input."""
    from webui.rows import settled

    chosen = rules(house, settings)
    ctx.exit(_answer_rows(lambda row: settled(row, chosen)))


def _answer_rows(answer: Callable[[Row], Row]) -> int:
    """Answer each line of standard input; give 1 if one was bad."""
    from scorer import ScorerError
    from webui.rows import RowError, row_of

    failed = 0
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        try:
            row = answer(row_of(line))
        except (RowError, ScorerError) as error:
            failed, row = 1, {"error": str(error)}
        print_row(row)
    return failed
