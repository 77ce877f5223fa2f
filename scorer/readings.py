"""One way to read a hand, tile by tile: what each set is and what each wild stands for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorer.hand import Meld, MeldKind
from scorer.shapes import Group, Tray, kind_of
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

    @classmethod
    def of_meld(cls, meld: Meld) -> "Set":
        """Give the set that a meld is."""
        tiles = (meld.tile,) * meld.size
        return cls(meld.kind.value, tiles, tiles, (False,) * meld.size)

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
        _place_drawn(groups, None if drawn in wild else drawn.index)
    groups.sort(key=lambda group: (len(group[0]) == 2, group[0]))
    stands = _stands(groups, list(pool)) if pool else {}
    sets = [Set.of_meld(meld) for meld in melds]
    for number, group in enumerate(groups):
        if group[1] in ("nnn", "nn"):
            sets.append(_plain_set(group[0], group[2]))
        else:
            sets.append(_mixed_set(number, group, drawn, wild, stands))
    return Reading(tuple(sets))


def _mixed_set(
    number: int,
    group: Group,
    drawn: Tile,
    wild: frozenset[Tile],
    stands: dict[tuple[int, int], Tile],
) -> Set:
    """Give a set that holds the drawn tile or wilds."""
    faces, marks, dragon = group
    places = tuple([ALL_TILES[face] for face in faces])
    tiles, standing = [], []
    for place, mark in enumerate(marks):
        tile = drawn if mark == "d" else places[place]
        tiles.append(stands[number, place] if mark == "w" else tile)
        standing.append(mark == "w" or (mark == "d" and drawn in wild))
    at = marks.find("d")
    return Set(
        kind_of(faces),
        places,
        tuple(tiles),
        tuple(standing),
        None if at < 0 else at,
        dragon,
    )


@lru_cache(maxsize=256)
def _plain_set(faces: tuple[int, ...], dragon: bool) -> Set:
    """Give the set of these natural tiles, none of them the drawn one."""
    tiles = tuple(ALL_TILES[face] for face in faces)
    return Set(kind_of(faces), tiles, tiles, (False,) * len(tiles), None, dragon)


def _place_drawn(groups: list[Group], drawn: int | None) -> None:
    """Mark one place of the drawn tile: best where it is no caught 五万, beside few wilds."""
    mark = "w" if drawn is None else "n"
    best: tuple[bool, int, int, int] | None = None
    for number, (faces, marks, _) in enumerate(groups):
        if drawn is not None and drawn not in faces:
            continue
        for place, face in enumerate(faces):
            if marks[place] == mark and drawn in (None, face):
                caught = faces == (3, 4, 5) and place == 1
                option = caught, marks.count("w"), number, place
                best = min(best or option, option)
    assert best
    _, _, number, place = best
    faces, marks, dragon = groups[number]
    groups[number] = faces, marks[:place] + "d" + marks[place + 1 :], dragon


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
