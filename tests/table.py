"""Tiles laid on a table and photographed from any side: what the tests of layouts share."""

from collections.abc import Sequence

import numpy as np

from scorer.tiles import Tile
from vision.arrange import arrange
from vision.classify import Label, Sighting
from vision.spread import Spread

Piece = tuple[str, float, float]
"""Tiles in words, and where the first one's middle lies, in tile widths."""

TALL = 1.35


def label(text: str) -> Label:
    if text in ("back", "other"):
        return "back" if text == "back" else "other"
    return Tile.parse(text)


def camera(turn: float, tilt: float) -> np.ndarray:
    """A table seen turned by degrees; the far side shrinks by a tilt of 0 to 0.03."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    flat = 1 - 15 * tilt
    seen = np.array([[1, 0, 0], [0, flat, 0], [0, -tilt, 1]])
    return np.asarray(np.diag([40, 40, 1]) @ seen @ turned)


def photograph(
    pieces: Sequence[Piece], turn: float = 0, tilt: float = 0
) -> list[Sighting]:
    """Lay pieces of touching tiles and look at them; deterministic small drift."""
    view, rng, sightings = camera(turn, tilt), np.random.default_rng(0), []
    for words, x0, y0 in pieces:
        for i, word in enumerate(words.split()):
            x, y = np.array((x0 + 1.05 * i, y0)) + rng.normal(0, 0.03, 2)
            sides = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
            corners = [view @ (x + dx, y + dy * TALL, 1) for dx, dy in sides]
            first = int(rng.integers(4))
            points = [(float(u / w), float(v / w)) for u, v, w in corners]
            quad = tuple(points[first:] + points[:first])
            sightings.append(Sighting(label(word), 0.99, quad))
    return sightings


def read(pieces: Sequence[Piece], turn: float = 0, tilt: float = 0) -> Spread:
    return arrange(photograph(pieces, turn, tilt))


def canonical(spread: Spread) -> dict[str, list[list[str]]]:
    """The tiles by kind of group: of the hand and the loose ones the order is free."""
    groups: dict[str, list[list[str]]] = {}
    for group in spread.groups:
        tiles = sorted(str(spread.sightings[i]) for i in group.members)
        groups.setdefault(group.kind, []).append(tiles)
    return {kind: sorted(tiles) for kind, tiles in groups.items()}


THIRTEEN = "1m 2m 3m 4p 5p 6p 7s 8s 9s E E C C"
TEN = "1m 2m 3m 4p 5p 6p 7s 8s 9s E"
SEVEN = "1m 2m 3m 4p 5p 6p E"
WALL = "back back back back back back back back"


def groups(**kinds: str) -> dict[str, list[list[str]]]:
    return {
        kind: sorted(sorted(part.split()) for part in parts.split("|"))
        for kind, parts in kinds.items()
    }
