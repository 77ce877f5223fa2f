"""The command `tianjin evaluate`: the measurements as tables, rows of JSON or a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webui.asking import print_row

if TYPE_CHECKING:
    from vision.evaluate import GroupResult
    from webui.rows import Row

PATH = click.Path(path_type=Path)
TAPS_COLUMNS = (
    "group", "taps", "taps_repaired", "missing", "wrong", "false_faces", "ece_before", "ece"
)  # fmt: skip
TAPS = """\
taps a photo, for tiles missing, wrong kinds and false faces; the same where a
whole-hand reading may be taken by a tap; expected calibration error at temperature 1,
and as calibrated"""
STAGES = "milliseconds of each stage, median and 95th percentile"
SPLITS = """\
tiles right where a condition was low, middling and high: its values, share, tiles
(size in pixels; low sharpness is blurred; glare as share of pixels; tilt in degrees)"""
LAYOUTS = "photographs with their groups of tiles right; why the others are wrong"


@click.command()
@click.argument("folder", type=PATH)
@click.option(
    "--group", "groups", multiple=True, help="Measure only this group; repeatable."
)
@click.option(
    "--models", type=PATH, help="Folder of other networks and their manifest.toml."
)
@click.option(
    "--layouts", type=PATH, help="List of photographs with their groups of tiles."
)
@click.option("--html", type=PATH, help="Write a page of the failures, worst first.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a group.")
def evaluate(
    folder: Path,
    groups: tuple[str, ...],
    models: Path | None,
    layouts: Path | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """Measure the shipped models on FOLDER/<group>/images and labels.

    FOLDER may also be scenes as `python -m datasets.synth.make` writes them.
    """
    from vision import Recogniser, VisionError
    from vision.evaluate import failures_page, measure, results, with_uncalibrated
    from webui.doubts import plain_fan

    try:
        reader, raw = with_uncalibrated(Recogniser.load(models))
        photos = measure(folder, reader, groups, layouts, raw, plain_fan)
        if html:
            html.write_text(failures_page(photos), "utf-8")
    except VisionError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"cannot write {str(html)!r}: {error.strerror}"
        ) from error
    measured = results(photos)
    if as_json:
        for result in measured:
            print_row(asdict(result))
    else:
        click.echo(_report(measured))


def _report(measured: list[GroupResult]) -> str:
    """Lay out everything as tables, each but the first under a line that explains it."""
    rows = [asdict(result) for result in measured]
    first = list(rows[0])[: list(rows[0]).index("taps")]
    parts = [_table([{name: row[name] for name in first} for row in rows])]
    parts += [
        f"{title}\n{_table(table)}"
        for title, table in (
            (TAPS, [{name: row[name] for name in TAPS_COLUMNS} for row in rows]),
            (STAGES, [_stages(result) for result in measured]),
            (SPLITS, [line for result in measured for line in _splits(result)]),
            (LAYOUTS, [_layout(row) for row in rows if row["layouts"]]),
        )
        if table
    ]
    return "\n\n".join([*parts, _confusions(measured)])


def _stages(result: GroupResult) -> Row:
    spent = {name: f"{a:.1f} {b:.1f}" for name, (a, b) in result.stages.items()}
    return {"group": result.group} | spent


def _splits(result: GroupResult) -> Iterator[Row]:
    for condition, splits in groupby(result.splits, lambda split: split.condition):
        parts = [
            f"{s.low:.3g}–{s.high:.3g}: {s.right:.3f} of {s.tiles}" for s in splits
        ]
        parts[1:1] = [""] * (3 - len(parts))
        yield {"group": result.group, "condition": condition} | dict(
            zip(("low", "middle", "high"), parts, strict=True)
        )


def _layout(row: Row) -> Row:
    causes = ", ".join(f"{why} {n}" for why, n in row["layouts"]["causes"].items())
    return {"group": row["group"], **row["layouts"], "causes": causes}


def _confusions(measured: list[GroupResult]) -> str:
    lines = [
        f"{result.group}: "
        + ", ".join(
            f"{one.truth} → {one.read} {one.times}" for one in result.confusions
        )
        for result in measured
        if result.confusions
    ]
    return "\n".join(["misread: true kind → kind read, times", *(lines or ["none"])])


def _table(rows: list[Row]) -> str:
    """Lay out measurements as columns under their names."""
    cells = [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    )


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
