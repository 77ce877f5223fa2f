"""Write training scenes: `python -m datasets.synth.make OUT --count 4000 --seed 1`.

Each scene is `OUT/images/<seed>-<number>.jpg` and `OUT/labels/<same>.json`:
`{"notation", "tiles": [{"tile", "group", "corners": [[x, y] × 4], "visible"}]}`.
The same seed and number give the same bytes, whatever the count.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click
import cv2
import numpy as np

from datasets.synth.faces import Bank
from datasets.synth.scene import KINDS, Scene, scene

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(help=(__doc__ or "").split("\n")[0])
@click.argument("out", type=FOLDER)
@click.option("--count", default=100, show_default=True, help="Scenes to write.")
@click.option(
    "--start", default=0, show_default=True, help="Number of the first scene."
)
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--size", default=960, show_default=True, help="Pixels of the longer side."
)
@click.option("--styles", default=24, show_default=True, help="Procedural tile styles.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice([kind.__name__ for _, kind in KINDS]),
    help="Lay only tables of this kind; repeatable.",
)
@click.option("--art", type=FOLDER, help="Folder of drawn faces, <style>/<code>.png.")
@click.option(
    "--crops", type=FOLDER, help="Folder of photographed faces, <code>/*.jpg."
)
def main(
    out: Path,
    count: int,
    start: int,
    seed: int,
    size: int,
    styles: int,
    kinds: tuple[str, ...],
    art: Path | None,
    crops: Path | None,
) -> None:
    """Write scenes and their labels."""
    cv2.setNumThreads(1)
    bank = Bank(art=art, crops=crops, styles=styles, seed=seed)
    for number in range(start, start + count):
        rng = np.random.default_rng([seed, number])
        made = scene(rng, bank, size, kinds)
        write(out, f"{seed}-{number:05d}", made, int(rng.integers(55, 95)))


def write(out: Path, name: str, made: Scene, quality: int) -> None:
    """Write one scene as a JPEG of that quality, and its label."""
    for folder in ("images", "labels"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    picture = str(out / "images" / f"{name}.jpg")
    cv2.imwrite(picture, made.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    tiles = [asdict(one) for one in made.labels]
    label = json.dumps({"notation": made.notation, "tiles": tiles})
    (out / "labels" / f"{name}.json").write_text(label)


if __name__ == "__main__":
    main()
