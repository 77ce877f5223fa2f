"""One way to read a hand, tile by tile: what each set is and what each wild stands for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorer.hand import Meld, MeldKind
from scorer.shapes import Group, Tray
from scorer.tiles import ALL_TILES, Tile, write_tiles


@dataclass(frozen=True, slots=True)
class Set:
    """One set or the pair of a reading: what each place is, and which tile lies there."""

    kind: str
    """run, triplet, pair, or the kind of a meld."""
    faces: tuple[Tile, ...]
    """What each place stands for."""
    tiles: tuple[Tile, ...]
    """The tile that lies at each place: the face itself, or a wild standing for it."""
    wild: tuple[bool, ...]
    """Which places are held by a wild."""
    drawn: int | None = None
    """The place that the drawn tile completes, if it is in this set."""
    dragon: bool = False
    """Whether this run is one of the dragon's three."""

    def write(self, name: Callable[[Tile], str]) -> str:
        """Write the set with `name` for each tile; `+` is the drawn one, `C=5m` a wild."""
        words = [
            ("+" if place == self.drawn else "")
            + (f"{name(tile)}={name(face)}" if wild else name(tile))
            for place, (face, tile, wild) in enumerate(
                zip(self.faces, self.tiles, self.wild, strict=True)
            )
        ]
        return " ".join(words)

    def __str__(self) -> str:
        if self.kind in list(MeldKind):
            return str(Meld(MeldKind(self.kind), self.tiles[0]))
        if self.drawn is None and not any(self.wild):
            return write_tiles(self.tiles)
        return self.write(str)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a hand: melds first, then the sets in hand, the pair last.

    `str()` is one line: `[EEEE] | 4m +C=5m 6m | 55s`: C stands for 5m and was drawn.
    """

    sets: tuple[Set, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.sets))

    @property
    def zh(self) -> str:
        """The line in Chinese."""
        return " | ".join(one.write(lambda tile: tile.zh) for one in self.sets)


def read(
    tray: Tray,
    drawn: Tile,
    wild: frozenset[Tile],
    pool: Sequence[Tile],
    melds: Sequence[Meld],
) -> Reading:
    """Give the reading of a laid tray.

    Args:
        tray: A tray given by `lay`.
        drawn: The drawn tile.
        wild: The wild kinds that are used as wilds.
        pool: The wild tiles in hand beside the drawn one.
        melds: What lies on the table.
    """
    groups = tray.groups + tray.fill()
    if not any("d" in marks for _, marks, _ in groups):
        groups = _place_drawn(groups, None if drawn in wild else drawn.index)
    groups.sort(key=lambda group: (len(group[0]) == 2, group[0]))
    stands = _stands(groups, list(pool))
    sets = [
        Set(
            meld.kind.value,
            (meld.tile,) * meld.size,
            (meld.tile,) * meld.size,
            (False,) * meld.size,
        )
        for meld in melds
    ]
    for number, (faces, marks, dragon) in enumerate(groups):
        places = tuple(ALL_TILES[face] for face in faces)
        tiles = tuple(
            drawn if mark == "d" else stands.get((number, place), face)
            for place, (face, mark) in enumerate(zip(places, marks, strict=True))
        )
        standing = tuple(m == "w" or (m == "d" and drawn in wild) for m in marks)
        at = marks.find("d")
        kind = (
            "pair" if len(faces) == 2 else "run" if faces[0] != faces[1] else "triplet"
        )
        sets.append(Set(kind, places, tiles, standing, None if at < 0 else at, dragon))
    return Reading(tuple(sets))


def _place_drawn(groups: list[Group], drawn: int | None) -> list[Group]:
    """Mark one place of the drawn tile, beside as few wilds as can be."""
    mark = "w" if drawn is None else "n"
    options = [
        (marks.count("w"), number, place)
        for number, (faces, marks, _) in enumerate(groups)
        for place, face in enumerate(faces)
        if marks[place] == mark and drawn in (None, face)
    ]
    _, number, place = min(options)
    faces, marks, dragon = groups[number]
    groups[number] = faces, marks[:place] + "d" + marks[place + 1 :], dragon
    return groups


def _stands(groups: list[Group], spare: list[Tile]) -> dict[tuple[int, int], Tile]:
    """Say which wild lies at each place (group, place in it) of a wild: its own face first."""
    faces = {
        (number, place): ALL_TILES[faces[place]]
        for number, (faces, marks, _) in enumerate(groups)
        for place, mark in enumerate(marks)
        if mark == "w"
    }
    stands = {}
    for at, face in faces.items():
        if face in spare:
            stands[at] = face
            spare.remove(face)
    rest = [at for at in faces if at not in stands]
    return stands | dict(zip(rest, spare, strict=True))
