"""Photograph one hand for people: `python -m datasets.synth.sample OUT.jpg "123m … +5m /6m"`.

A friendly picture with the app's own tile faces: the shipped samples and the
pictures of the tests are made with it.  The same seed gives the same bytes
wherever the same fonts are installed.
"""

from __future__ import annotations

from pathlib import Path

import click
import cv2
import numpy as np

from datasets.synth.faces import TileSet, drawn_faces
from datasets.synth.hands import place
from datasets.synth.layout import Table
from datasets.synth.scene import Scene, portrait
from datasets.synth.tileset import app_style
from scorer import Hand, NotationError


def sample(hand: Hand, seed: int, width: int = 1600, height: int = 1200) -> Scene:
    """Photograph a complete hand."""
    rng = np.random.default_rng(seed)
    body = np.array([222, 240, 246], np.float32)
    tiles = TileSet(
        faces=drawn_faces(app_style(), body),
        body=body,
        back=np.array([70, 140, 40], np.float32),
        height=1.34,
        thickness=0.8,
        layer=0.6,
        radius=0.1,
    )
    layout = place(Table(rng, tiles.height), hand, standing=0.0)
    return portrait(rng, layout, tiles, (width, height))


@click.command(help=(__doc__ or "").split("\n")[0])
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("notation")
@click.option("--seed", default=1, show_default=True)
def main(out: Path, notation: str, seed: int) -> None:
    """Write the picture and say what it shows."""
    try:
        hand = Hand.parse(notation)
    except NotationError as error:
        raise click.ClickException(str(error)) from error
    if problems := hand.problems():
        raise click.ClickException(f"{notation!r}: {problems[0]}")
    made = sample(hand, seed)
    cv2.imwrite(str(out), made.picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    click.echo(made.notation)


if __name__ == "__main__":
    main()
