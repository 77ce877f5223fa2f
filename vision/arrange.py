"""Which tiles are the hand, which was drawn, what is a meld, where the 混 lies.

Every way to take the pieces that lie on a table is weighed (``weigh``), and the lightest
is taken. How much lighter it is than those that say otherwise is how sure a decision is.
Geometry comes from ``rows`` and ``pieces``; kinds are used for one thing only: the three
of a pung and the four of a kong are alike (there is no chow), and of a concealed kong
some lie face down.
"""

from collections.abc import Callable, Iterator, Sequence
from math import exp, inf

from vision.classify import Sighting
from vision.frames import Run
from vision.pieces import Pieces
from vision.spread import FACELESS, Decision, Group, Spread
from vision.weigh import FULL, Taken, ways

SCALE = 0.25
"""The weight by which a way is e times less likely. Made on generated tables and on
photographs of the training groups."""


def arrange(sightings: Sequence[Sighting]) -> Spread:
    """Put each tile seen into one group, and say how sure each decision is."""
    return weighed(sightings)[0]


def weighed(sightings: Sequence[Sighting]) -> tuple[Spread, float]:
    """Arrange tiles, and give what speaks against it, as of `lightest`."""
    if not sightings:
        return Spread(), inf
    pieces = Pieces.of(sightings)
    every = list(ways(pieces))
    taken = min(every, key=lambda way: way.weight, default=Taken((), inf))
    groups = [
        Group("hand", _tiles(pieces, taken.hand)),
        Group("drawn", _tiles(pieces, [taken.drawn])),
        *(
            Group("kong" if pieces.is_kong(i) else "meld", pieces.all[i].tiles)
            for i in taken.melds
        ),
        Group("indicator", _tiles(pieces, [taken.indicator])),
    ]
    placed = {i for group in groups for i in group.members}
    rows = (i for row in pieces.rows for i in row)
    loose = dict.fromkeys((*rows, *range(len(sightings))))
    groups.append(Group("loose", tuple(i for i in loose if i not in placed)))
    spread = Spread(
        pieces.sightings,
        tuple(group for group in groups if group.members),
        tuple(_decisions(pieces, taken, every)) if taken.hand else (),
    )
    return spread, taken.weight


def lightest(sightings: Sequence[Sighting]) -> float:
    """How much speaks against the best way to take some tiles; inf where there is none."""
    every = ways(Pieces.of(sightings)) if sightings else ()
    return min((way.weight for way in every), default=inf)


def _tiles(pieces: Pieces, some: Sequence[int | None]) -> Run:
    return tuple(i for one in some if one is not None for i in pieces.all[one].tiles)


def _decisions(
    pieces: Pieces, taken: Taken, every: Sequence[Taken]
) -> Iterator[Decision]:
    """Say how sure each decision is: the share of the ways that agree, by their weights."""
    shares = [exp((taken.weight - way.weight) / SCALE) for way in every]

    def share(agrees: Callable[[Taken], bool]) -> float:
        agreeing = (s for s, way in zip(shares, every, strict=True) if agrees(way))
        return sum(agreeing) / sum(shares)

    hand, melds = set(taken.hand), set(taken.melds)
    yield Decision(
        "hand",
        _tiles(pieces, taken.hand),
        share(lambda way: set(way.hand) == hand),
    )
    drawn = _tiles(pieces, [taken.drawn])
    count = len(_tiles(pieces, taken.hand)) + 3 * len(melds)
    yield Decision(
        "drawn_in_row" if not drawn and count == FULL else "drawn",
        drawn,
        share(lambda way: way.drawn == taken.drawn),
    )
    for i in taken.melds:
        tiles = pieces.all[i].tiles
        yield Decision("meld", tiles, share(lambda way, i=i: i in way.melds))  # type: ignore[misc]
        if pieces.is_kong(i):
            yield Decision("kong_kind", tiles, _kind_share(pieces, tiles))
    yield Decision(
        "indicator",
        _tiles(pieces, [taken.indicator]),
        share(lambda way: way.indicator == taken.indicator),
    )


def _kind_share(pieces: Pieces, tiles: Run) -> float:
    """How sure it is which tiles of a kong lie face down.

    One is enough for a concealed kong: the surest of them counts. For an exposed one
    each must be a face.
    """
    some = [pieces.sightings[i] for i in tiles]
    if pieces.backs(tiles):
        return max(one.chance(*FACELESS) for one in some)
    return 1 - max(one.chance("back") for one in some)
