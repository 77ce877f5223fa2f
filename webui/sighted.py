"""What a photograph was read as, kept beside it: the evidence under every correction."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from scorer.tiles import Tile
from vision import Group as VisionGroup
from vision import Quality, Reading, Sighting, Spread
from vision.classify import Label
from vision.spread import Kind
from webui.sheet import BACK, FACES, UNREAD, Group, Piece, Sheet, from_json, to_json

Corners = tuple[tuple[float, float], ...]
KINDS: dict[str, Kind] = {
    "hand": "hand",
    "drawn": "drawn",
    "indicator": "indicator",
    "loose": "loose",
    "pung": "meld",
    "exposed_kong": "kong",
    "concealed_kong": "kong",
    "gold_kong": "kong",
}
"""What the reader calls a group, by its kind or by what meld it is."""
NOWHERE: Corners = ((0, 0),) * 4
"""Where a tile lies that is on no photograph."""


@dataclass(frozen=True)
class Sight:
    """One found tile."""

    corners: Corners
    """Four, clockwise, in pixels of the upright photograph."""
    confidence: float
    rivals: tuple[str, ...]
    """The faces it may also be, likeliest first."""
    chances: tuple[float, ...] = ()
    """The probability of each rival; none in hands stored before they were kept."""

    @property
    def points(self) -> str:
        """The outline as an SVG polygon's points."""
        return " ".join(f"{x:.0f},{y:.0f}" for x, y in self.corners)

    @property
    def crop(self) -> tuple[float, float, float, float, float]:
        """The tile's own piece of the photograph: centre x, y, width, height, turn.

        Turning the photograph by minus `turn` degrees about the centre lays the tile's
        long edges upright (or upside down, as it lay).
        """
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        x, y = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
        along = (bx - ax + cx - dx, by - ay + cy - dy)
        down = (dx - ax + cx - bx, dy - ay + cy - by)
        width, height = math.hypot(*along) / 2, math.hypot(*down) / 2
        turn = math.degrees(math.atan2(down[1], down[0])) - 90
        if width > height:
            width, height, turn = height, width, turn + 90
        turn = (turn + 90) % 180 - 90  # of the two ways up, the smaller turn
        return x, y, width * 1.12, height * 1.12, turn


@dataclass(frozen=True)
class Sighted:
    """A photograph's size, its found tiles, the groups they lie in, what is wrong."""

    width: int
    height: int
    sights: tuple[Sight, ...]
    groups: tuple[Group, ...]
    quality: Quality | None = None
    questions: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """What is not sure about how tiles lie, as `vision.Spread.questions` names it, and
    the sights it is about; the least sure first."""

    @classmethod
    def of(cls, reading: Reading) -> Sighted:
        """Take from a reading what the page needs."""
        spread = reading.spread
        sights = tuple(map(_sight, spread.sightings))
        return cls(
            reading.width,
            reading.height,
            sights,
            _groups(reading),
            reading.quality,
            tuple((one.what, one.members) for one in spread.questions),
        )

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The part of the photograph worth showing: all found tiles and a margin."""
        points = [point for sight in self.sights for point in sight.corners]
        if not points:
            return 0, 0, self.width, self.height
        xs, ys = [x for x, _ in points], [y for _, y in points]
        margin = 0.06 * max(max(xs) - min(xs), max(ys) - min(ys))
        left, top = max(0.0, min(xs) - margin), max(0.0, min(ys) - margin)
        right = min(float(self.width), max(xs) + margin)
        bottom = min(float(self.height), max(ys) + margin)
        return left, top, right - left, bottom - top

    def to_json(self) -> dict[str, Any]:
        """Write as plain JSON values."""
        groups = to_json(Sheet(self.groups))["groups"]
        return asdict(self) | {"groups": groups}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Sighted:
        """Read what `to_json` wrote."""
        sights = tuple(
            Sight(
                tuple((x, y) for x, y in sight["corners"]),
                sight["confidence"],
                tuple(sight["rivals"]),
                tuple(sight.get("chances", ())),
            )
            for sight in data["sights"]
        )
        groups = from_json(to_json(Sheet()) | {"groups": data["groups"]}).groups
        told = data.get("quality")
        quality = Quality(**told) if told else None
        questions = tuple((what, tuple(at)) for what, at in data.get("questions", ()))
        return cls(data["width"], data["height"], sights, groups, quality, questions)


@dataclass(frozen=True)
class Laid:
    """A sheet in the reader's terms."""

    spread: Spread
    pieces: tuple[Piece, ...]
    """The piece of each sighting."""

    @classmethod
    def of(cls, sheet: Sheet, seen: Sighted) -> Laid:
        """Keep what the eyes said of the pieces nobody touched; what a person said is certain."""
        read = {piece.seen: piece for group in seen.groups for piece in group.pieces}
        pieces: list[Piece] = []
        groups = []
        for group in sheet.groups:
            first = len(pieces)
            pieces += _shown(group)
            if len(pieces) > first:
                kind, members = (
                    KINDS[group.how or group.kind],
                    range(first, len(pieces)),
                )
                groups.append(VisionGroup(kind, tuple(members)))
        sightings = tuple(
            _sighting(piece, seen.sights[piece.seen])
            if piece.seen is not None and piece == read.get(piece.seen)
            else Sighting(_label(piece.face), 1.0, NOWHERE)
            for piece in pieces
        )
        return cls(Spread(sightings, tuple(groups)), tuple(pieces))


def _shown(group: Group) -> tuple[Piece, ...]:
    """Give the pieces as the kind of kong has them: one face down only if concealed."""
    if group.how == "concealed_kong":
        return (*group.pieces, Piece(0, BACK))
    if group.how:
        return tuple(piece for piece in group.pieces if piece.face != BACK)
    return group.pieces


def _sighting(piece: Piece, sight: Sight) -> Sighting:
    rivals = tuple(zip(sight.rivals, sight.chances, strict=False))
    return Sighting(_label(piece.face), sight.confidence, sight.corners, rivals)


def _label(face: str) -> Label:
    if face in FACES:
        return Tile.parse(face)
    return "back" if face == BACK else "other"


def _sight(sighting: Sighting) -> Sight:
    rivals = [(name, chance) for name, chance in sighting.rivals if name in FACES]
    return Sight(
        tuple((float(x), float(y)) for x, y in sighting.corners),
        float(sighting.confidence),
        tuple(name for name, _ in rivals),
        tuple(float(chance) for _, chance in rivals),
    )


def _groups(reading: Reading) -> tuple[Group, ...]:
    """Lay the sightings out as groups of pieces."""
    spread = reading.spread
    doubtful = set(spread.doubtful)

    def pieces(members: tuple[int, ...]) -> tuple[Piece, ...]:
        return tuple(
            Piece(i + 1, _face(str(spread.sightings[i].label)), i, i in doubtful)
            for i in members
        )

    once: dict[str, list[int]] = {
        kind: [] for kind in ("hand", "drawn", "indicator", "loose")
    }
    melds = []
    for group in spread.groups:
        if group.kind in once:
            once[group.kind] += group.members
        else:
            melds.append(_meld(pieces(tuple(group.members))))
    singles = tuple(Group(kind, pieces(tuple(ids))) for kind, ids in once.items())
    return (*singles, *melds)


def _meld(pieces: tuple[Piece, ...]) -> Group:
    """Guess what a meld is: with a tile face down it is a concealed kong."""
    if any(piece.face == BACK for piece in pieces):
        return Group("meld", pieces, "concealed_kong")
    return Group("meld", pieces, "exposed_kong" if len(pieces) > 3 else "pung")


def _face(label: str) -> str:
    return label if label in FACES or label == BACK else UNREAD
