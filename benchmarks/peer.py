"""How well and how fast we read, beside PyPI's `mahjong-detector`, in one run.

    pip install mahjong-detector==0.0.6   # beside the project, in any environment
    python -m benchmarks.peer FOLDER      # labelled photographs: see tianjin evaluate
    python -m benchmarks.peer FOLDER --kinds

The peer finds and names tiles in one network; it knows no face-down tile, no flower and
no group. Both read each photograph in turn, from its file, and are counted by the rules
of `vision.evaluate`; ours has the advantage that its loose tiles may be left out. Its
honours are chun hatsu haku tou nan sha pe; `--kinds` shows kind by kind that they are
taken for the right ones.
"""

from collections import Counter
from pathlib import Path
from time import perf_counter

import click

from scorer import ALL_TILES, Tile
from vision import Group, Reading, Recogniser, Sighting, Spread
from vision.evaluate import PhotoResult, measure, results

THEIRS = ("tou", "nan", "sha", "pe", "chun", "hatsu", "haku")
HONOURS = dict(zip(THEIRS, "ESWNCFP", strict=True))
COLUMNS = ("recall", "right", "photos_right", "false_faces", "ms_median", "ms_p95")


def peer(photo: bytes | Path) -> Reading:
    """Read a photograph with `mahjong-detector`: all finds in one group."""
    from mahjong_detector.predict import (  # type: ignore[import-not-found]
        CLASS_NAMES,
        predict,
    )
    from mahjong_detector.preprocess import (  # type: ignore[import-not-found]
        preprocess_image,
    )
    from PIL import Image  # type: ignore[import-not-found]

    start = perf_counter()
    with Image.open(photo) as image:
        finds = predict(*preprocess_image(image))
        width, height = image.size
    spent = 1000 * (perf_counter() - start)
    sightings = []
    for find in finds:
        name = CLASS_NAMES[find.class_id]
        label = Tile.parse(HONOURS.get(name, name))
        x0, y0, x1, y1 = map(float, (find.x1, find.y1, find.x2, find.y2))
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        sightings.append(Sighting(label, find.confidence, corners))
    hand = (Group("hand", tuple(range(len(sightings)))),) if sightings else ()
    return Reading(Spread(tuple(sightings), hand), width, height, {"total": spent})


def side_by_side(
    folder: Path, groups: tuple[str, ...]
) -> tuple[list[PhotoResult], list[PhotoResult]]:
    """Measure both on the same photographs, in turns."""
    recogniser = Recogniser.load()
    theirs: dict[bytes | Path, Reading] = {}

    def both(photo: bytes | Path) -> Reading:
        if not theirs:  # the first pictures warm the networks up
            peer(photo), recogniser(photo)
        theirs[photo] = peer(photo)
        return recogniser(photo)

    ours = measure(folder, both, groups)
    return ours, measure(folder, theirs.__getitem__, groups)


def table(ours: list[PhotoResult], theirs: list[PhotoResult]) -> str:
    """Lay out both, group by group."""
    lines = [f"{'group':>16} {'photos':>6} {'tiles':>6}          "]
    lines[0] += " ".join(f"{name:>12}" for name in COLUMNS)
    for pair in zip(results(ours), results(theirs), strict=True):
        for who, one in zip(("ours", "theirs"), pair, strict=True):
            cells = (getattr(one, name) for name in COLUMNS)
            line = f"{one.group:>16} {one.photos:>6} {one.tiles:>6}  {who:<6}  "
            lines.append(
                line
                + " ".join(
                    f"{x:>12.3f}" if isinstance(x, float) else f"{x:>12}" for x in cells
                )
            )
    return "\n".join(lines)


def kinds(ours: list[PhotoResult], theirs: list[PhotoResult]) -> str:
    """Lay out the kinds: labelled, read right by both, and what the peer read instead."""
    lines = ["kind  tiles  ours  theirs  theirs instead"]
    for kind in map(str, ALL_TILES):
        mine, other = (
            [t for photo in photos for t in photo.count.tiles if t.truth == kind]
            for photos in (ours, theirs)
        )
        right = [sum(tile.right for tile in tiles) for tiles in (mine, other)]
        instead = Counter(
            str(t.find) if t.find else "not found" for t in other if not t.right
        )
        told = ", ".join(f"{name} {times}" for name, times in instead.most_common())
        lines.append(f"{kind:>4}  {len(mine):>5}  {right[0]:>4}  {right[1]:>6}  {told}")
    return "\n".join(lines)


@click.command(help=(__doc__ or "").split("\n")[0])
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--group", "groups", multiple=True, help="Only this group; repeatable.")
@click.option("--kinds", "by_kind", is_flag=True, help="Also each kind of tile.")
def main(folder: Path, groups: tuple[str, ...], by_kind: bool) -> None:
    """Measure and print."""
    try:
        ours, theirs = side_by_side(folder, groups)
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"no module {error.name!r}: pip install mahjong-detector==0.0.6"
        ) from error
    click.echo(table(ours, theirs))
    if by_kind:
        click.echo(f"\n{kinds(ours, theirs)}")


if __name__ == "__main__":
    main()
