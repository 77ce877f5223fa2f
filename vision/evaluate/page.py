"""A page of the photographs that were not read right, worst first, in one file."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape

import cv2
import numpy as np

from vision.classify import LABELS
from vision.evaluate.count import Labelled, matched
from vision.evaluate.measure import PhotoResult
from vision.photo import read_photo
from vision.spread import tiles_text

MOST = 200
"""Photographs on a page."""
SIDE = 640
"""Pixels of the longer side to which a photograph is shrunk."""

Corners = tuple[tuple[float, float], ...]
Fault = tuple[str, Corners, str]
"""Its class, its outline, and what to say of it."""

_STYLE = """
:root { color-scheme: light dark; --right: #2b8a3e; --wrong: #d9480f; --missing: #c2255c;
  --false: #1864ab; }
@media (prefers-color-scheme: dark) { :root { --right: #69db7c; --wrong: #ffa94d;
  --missing: #faa2c1; --false: #74c0fc; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 76rem; margin: 0 auto;
  padding: 1rem; }
h1 { font-size: 1.4rem; line-height: 1.25; } h2 { font-size: 1rem; margin: 0;
  overflow-wrap: anywhere; }
main { display: grid; gap: 2rem 1.5rem; align-items: start;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); }
article { min-width: 0; } article p { margin: 0 0 .5rem; }
svg { width: 100%; height: auto; max-height: 80vh; display: block; }
svg g { fill: none; stroke-width: 2px; } svg * { vector-effect: non-scaling-stroke; }
svg text { fill: #fff; stroke: #000; stroke-width: 3px; paint-order: stroke;
  text-anchor: middle; dominant-baseline: central; font-weight: 700; }
.kept { stroke: #868e96; stroke-width: 1px; } .right { stroke: #40c057; }
.wrong { stroke: #ff922b; stroke-width: 3px; }
.missing { stroke: #f06595; stroke-width: 3px; stroke-dasharray: 6 4; }
.false { stroke: #339af0; stroke-width: 3px; }
b.right { color: var(--right); } b.wrong { color: var(--wrong); }
b.missing { color: var(--missing); } b.false { color: var(--false); }
ol { margin: .5rem 0; padding-left: 2rem; columns: 15rem; column-gap: 2.5rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; margin: 0; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
"""


def failures_page(photos: list[PhotoResult]) -> str:
    """Write the page: each photograph with its faults drawn and listed.

    Raises:
        PhotoError: a photograph is no longer there.
    """
    failed = [photo for photo in photos if photo.count.faults or _unlike(photo)]
    failed.sort(key=lambda photo: -photo.count.faults)
    taps = sum(photo.count.faults for photo in failed)
    shown = f", the {MOST} worst of them here" if len(failed) > MOST else ""
    title = f"{len(failed)} of {len(photos)} photographs not read right"
    articles = "\n".join(map(_article, failed[:MOST]))
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}</style>
<h1>{title}</h1>
<p>{taps} taps would put them right{shown}. The worst come first. In a picture a tile is
<b class="right">right</b>, <b class="wrong">of a wrong kind</b>,
<b class="missing">not found</b> or left loose (dashed, where its label is), or
<b class="false">no labelled tile</b>; what is thin and grey does not count. The
numbers lead to the list below the picture, with how sure the reader was.</p>
<main>
{articles}
</main>
</html>
"""


def _unlike(photo: PhotoResult) -> bool:
    """Whether its tiles were read as lying otherwise than they do."""
    return photo.layout is not None and bool(photo.layout[1].cause)


def _article(photo: PhotoResult) -> str:
    faults = _faults(photo)
    items = "".join(f"<li>{text}</li>" for _, _, text in faults)
    listed = f"<ol>{items}</ol>" if faults else ""
    told = "".join(
        f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in _told(photo)
    )
    return f"""<article>
<h2>{escape(f"{photo.group} / {photo.photo.name}")}</h2>
<p>{_taps(photo)}</p>
{_picture(photo, faults)}
{listed}
<dl>{told}</dl>
</article>"""


def _taps(photo: PhotoResult) -> str:
    count = photo.count
    parts = {
        "missing": len(count.tiles) - count.found,
        "wrong": count.found - count.right,
        "false": len(count.false),
    }
    listed = ", ".join(
        f'<b class="{name}">{n} {name}</b>' for name, n in parts.items() if n
    )
    taps = f"{count.faults} tap{'s' * (count.faults != 1)}"
    return f"{taps}: {listed}" if listed else taps


def _told(photo: PhotoResult) -> Iterator[tuple[str, str]]:
    """What is read and what is true, as lines with a name."""
    yield "read", photo.reading.spread.notation or "no tile"
    if photo.layout is None or not photo.layout[0].notation:
        yield "labelled", _in_order(photo.count.tiles)
    if photo.layout:
        truth, arranged = photo.layout
        if truth.notation:
            yield "true", truth.notation
        if arranged.cause:
            lacking = [n for n, right in vars(arranged).items() if right is False]
            yield "wrong", f"{', '.join(lacking)} (cause: {arranged.cause})"


def _in_order(tiles: Iterable[Labelled]) -> str:
    """The labelled kinds by suit and rank, written as a hand is."""
    kinds = {str(label): (i, label) for i, label in enumerate(LABELS)}
    return tiles_text(label for _, label in sorted(kinds[t.truth] for t in tiles))


def _faults(photo: PhotoResult) -> list[Fault]:
    """The faults from left to right."""
    faults = [*_on_tiles(photo)]
    for find in photo.count.false:
        text = f'{find} <b class="false">where none is labelled</b>'
        faults.append(("false", find.corners, f"{text} ({find.confidence:.0%})"))
    return sorted(faults, key=lambda fault: sum(x for x, _ in fault[1]))


def _on_tiles(photo: PhotoResult) -> Iterator[Fault]:
    finds = list(photo.reading.spread.sightings)
    for tile in photo.count.tiles:
        if tile.find is None:
            x0, y0, x1, y1 = tile.box
            outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            loose = matched(finds, np.array([tile.box]))
            why = "left loose" if loose else "not found"
            yield "missing", outline, f'{tile.truth} <b class="missing">{why}</b>'
        elif not tile.right:
            text = f'{tile.truth} <b class="wrong">read as {tile.find}</b>'
            text += f" ({tile.find.confidence:.0%})"
            yield "wrong", tile.find.corners, text


def _picture(photo: PhotoResult, faults: list[Fault]) -> str:
    """The photograph, shrunk, with the outlines drawn over it."""
    width, height = photo.reading.width, photo.reading.height
    right = [tile.find for tile in photo.count.tiles if tile.find and tile.right]
    wrong = [outline for _, outline, _ in faults]
    shapes = [
        _outline("right" if find in right else "kept", find.corners)
        for find in photo.reading.spread.sightings
        if find.corners not in wrong
    ]
    size = max(width, height) / 28
    for number, (kind, outline, _) in enumerate(faults, 1):
        x = sum(x for x, _ in outline) / 4
        y = max(min(y for _, y in outline), size) - size / 2
        shapes.append(_outline(kind, outline))
        shapes.append(
            f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size:.0f}">{number}</text>'
        )
    drawn = "".join(shapes)
    return f"""<svg viewBox="0 0 {width} {height}" role="img" aria-label="the photograph">
<image width="{width}" height="{height}" href="{_embedded(photo)}"/>
<g>{drawn}</g></svg>"""


def _outline(kind: str, corners: Corners) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return f'<polygon class="{kind}" points="{points}"/>'


def _embedded(photo: PhotoResult) -> str:
    image = read_photo(photo.photo)
    scale = min(1.0, SIDE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return f"data:image/jpeg;base64,{b64encode(data.tobytes()).decode()}"
