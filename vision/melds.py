"""Melds of a row, and which tiles of it lie face down.

A blank back is read as 白, a patterned one as anything. What a tile lies among tells: of
a kind there are four, and in a concealed kong two or three lie face down beside their
like.
"""

from collections.abc import Sequence
from dataclasses import replace

from scorer.tiles import Tile
from vision.classify import Sighting
from vision.frames import ALIKE, WHITE, Run
from vision.spread import FACELESS, commonest

RIVAL = 0.05
"""The least probability of what a tile's picture may still show."""
WALL = 3
"""The least backs of a wall."""
LONE = 0.75
"""The least share of the others' scores that one back beside three alike has: less is no
tile but their side, or the table."""
FAINT = 0.5
"""A find with a lesser score is likelier none."""
ODD = 0.5
"""Tiles by which a kong that lies oddly counts less."""
SURE = 0.45
"""A tile less sure than this is no face to build on."""
_SANDWICH = ("XooX", "oXXo")
_MOSTLY = ("Xooo", "oooX", "ooXo", "oXoo")
"""How a concealed kong lies."""


def may_be(one: Sighting, name: str) -> bool:
    """Whether the picture of a tile may show something."""
    return str(one) == name or one.chance(name) >= RIVAL


def is_meld(some: Sequence[Sighting]) -> bool:
    """Three alike, or four alike of which some may lie face down.

    Three of which some lie face down are a kong, too: one was not found.
    """
    labels = {one.label for one in some}
    if len(some) not in (ALIKE - 1, ALIKE) or (
        "back" not in labels and len(labels) > 2
    ):
        return False
    kind = commonest(one.label for one in some)
    faces = [one for one in some if one.label != "back"]
    backs = [one for one in some if one.label == "back"]
    if kind is None or not all(may_be(one, str(kind)) for one in faces):
        return False
    surest = max(one.found for one in faces)
    if len(backs) == 1 and backs[0].found < LONE * surest:
        return False
    least = len(some) - 1 if not backs else 1 if len(some) == ALIKE else len(faces)
    return sum(one.label == kind for one in faces) >= least


def _is_odd(some: Sequence[Sighting]) -> bool:
    """Whether a kong lies as hardly one does: one back, or a tile not found."""
    down = sum(one.label == "back" for one in some)
    return down == 1 if len(some) == ALIKE else down > 0


def parted(row: Run, seen: Sequence[Sighting]) -> list[Run]:
    """Part a row so that as many tiles as can be lie in melds."""
    best: list[tuple[float, int, list[Run]]] = [(0, 0, [])]
    for end in range(1, len(row) + 1):
        covered, parts, cut = best[-1]
        stretch = cut and not is_meld([seen[i] for i in cut[-1]])
        last = (*cut[-1], row[end - 1]) if stretch else (row[end - 1],)
        options = [
            (covered, parts - (not stretch), [*(cut[:-1] if stretch else cut), last])
        ]
        for size in (3, 4):
            some = row[end - size : end] if size <= end else ()
            if some and is_meld([seen[i] for i in some]):
                covered, parts, cut = best[end - size]
                fits = size - ODD * _is_odd([seen[i] for i in some])
                options.append((covered + fits, parts - 1, [*cut, some]))
        best.append(max(options, key=lambda option: option[:2]))
    return best[-1][2]


def is_wall(row: Run, seen: Sequence[Sighting]) -> bool:
    """Whether a row is part of a wall: mostly backs, of which some are of no kong."""
    backs = sum(seen[i].label == "back" for i in row)
    parts = ([seen[i] for i in part] for part in parted(row, seen))
    left = any(
        one.label == "back" for some in parts if not is_meld(some) for one in some
    )
    return backs >= WALL and 2 * backs > len(row) and left


def _are_melds(row: Run, seen: Sequence[Sighting]) -> bool:
    return all(is_meld([seen[i] for i in part]) for part in parted(row, seen))


def without_faint(row: Run, seen: Sequence[Sighting]) -> list[Run]:
    """Part a row at what is of no meld, no face, and hardly a find."""
    parts: list[Run] = [()]
    if is_wall(row, seen):
        return [row]
    for part in parted(row, seen):
        whole = is_meld([seen[i] for i in part])
        for i in part:
            if whole or isinstance(seen[i].label, Tile) or sureness(seen[i]) > SURE:
                parts[-1] += (i,)
            else:
                parts += [(i,), ()]
    return [part for part in parts if part]


def sureness(one: Sighting) -> float:
    """How sure it is that a find is a tile of the set, and of which kind."""
    return (one.found * one.confidence + likely_face(one)) / 2


def likely_face(one: Sighting) -> float:
    """How sure it is that there is a tile, and that it shows a kind, or certainly none."""
    none = one.chance(*FACELESS)
    face = 1 - none if isinstance(one.label, Tile) else one.confidence
    return one.found * face


def turned_over(seen: Sequence[Sighting], rows: Sequence[Run]) -> tuple[Sighting, ...]:
    """Name what was read as a face, and must be a back, a back."""
    now = list(seen)
    for i in (i for row in rows for i in _in_kongs(row, seen)):
        now[i] = _turned(now[i])
    left = sum(map(_is_white, now))
    for row in sorted(rows, key=lambda row: -sum(_is_white(now[i]) for i in row)):
        white = [i for i in row if _is_white(now[i])]
        down = len(white) + sum(now[i].label == "back" for i in row)
        over = [_turned(one) if _is_white(one) else one for one in now]
        kongs = down < len(row) and _are_melds(row, over)
        if left > ALIKE and down >= WALL and 2 * down > len(row) != ALIKE and not kongs:
            left -= len(white)
            for i in white:
                now[i] = _turned(now[i])
    return tuple(now)


def _is_white(one: Sighting) -> bool:
    return str(one) == WHITE


def _in_kongs(row: Run, seen: Sequence[Sighting]) -> list[int]:
    """The tiles of a row that are the backs of concealed kongs.

    One face among three is one surely where the row is melds and no 白 is left.
    """
    for shapes, white in ((_SANDWICH, True), (_SANDWICH + _MOSTLY, False)):
        backs = _in_melds(row, seen, shapes, white)
        if backs is not None:
            return backs
    windows = [row[start : start + ALIKE] for start in range(len(row) - ALIKE + 1)]
    return [i for some in windows for i in _down(some, seen, _SANDWICH)]


def _in_melds(
    row: Run, seen: Sequence[Sighting], shapes: Sequence[str], white: bool
) -> list[int] | None:
    """The backs of a row that is melds, and what is hardly a find; else None."""
    rest: dict[int, list[int]] = {len(row): []}
    """What is found from each place on, where melds can begin there."""
    for start in reversed(range(len(row))):
        ways: list[tuple[int, list[int]]] = []
        if seen[row[start]].found < FAINT:
            ways.append((1, []))
        if down := _down(row[start : start + ALIKE], seen, shapes):
            ways.append((ALIKE, down))
        for size in (ALIKE, ALIKE - 1):
            some = [seen[i] for i in row[start : start + size]]
            if is_meld(some) and (white or not all(map(_is_white, some))):
                ways.append((len(some), []))
        for size, down in ways:
            if start not in rest and start + size in rest:
                rest[start] = down + rest[start + size]
    return rest.get(0)


def _down(some: Run, seen: Sequence[Sighting], shapes: Sequence[str]) -> list[int]:
    """The tiles that lie face down if four lie as a concealed kong does; else none."""
    for shape in shapes if len(some) == ALIKE else ():
        faces = [seen[i] for i, how in zip(some, shape, strict=True) if how == "X"]
        down = [i for i, how in zip(some, shape, strict=True) if how == "o"]
        kind = faces[0].label
        if (
            isinstance(kind, Tile)
            and not _is_white(faces[0])
            and all(one.label == kind for one in faces)
            and all(seen[i].label != kind and _may_lie(seen[i]) for i in down)
        ):
            return down
    return []


def _may_lie(one: Sighting) -> bool:
    """Whether what was read may be a back."""
    return _is_white(one) or may_be(one, "back")


def _turned(one: Sighting) -> Sighting:
    if one.label == "back":
        return one
    odds = dict(one.rivals) | {str(one): one.confidence}
    odds.pop("back", None)
    rest = sorted(odds.items(), key=lambda pair: -pair[1])
    return replace(one, label="back", rivals=tuple(rest))
