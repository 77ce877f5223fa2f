"""How often whole-hand reading puts one misread tile right.

    python -m benchmarks.repair --hands 80             # winning hands, rendered and read
    python -m benchmarks.repair --photos DEVTEST       # winning hands of photographed tiles

Rendered hands are dealt so that they win, laid and photographed by the generator in faces
that never trained, and read by the shipped networks. A folder of labelled photographs
gives its rightly read tiles, each with the classifier's own probabilities; of them
winning hands are put together, kind by kind, because few of its hands are Tianjin's.

In each hand that was read right each tile of the row, the drawn one and the turned-up one
is misread once (one of a meld changes nothing: the others outvote it),
in the ways of `benchmarks.misread`.

"met so" are hands of the pictures that were themselves read with one tile wrong. A
proposal is right when its hand is the true one; "wins" counts misread hands that win as
read all the same. The misreads that were met are those of the same pictures.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
import cv2
import numpy as np

from benchmarks.misread import WAYS, Misread, face, misread
from datasets.synth.faces import Bank
from datasets.synth.hands import place
from datasets.synth.layout import Table
from datasets.synth.scene import photograph
from scorer import ALL_TILES, Hand, Meld, MeldKind, NotationError, Tile, wilds
from scorer.score import outcome
from scorer.tiles import TILE_OF
from vision import Group, Recogniser, Sighting, Spread
from vision.evaluate.count import matched
from vision.evaluate.labels import labels_of
from vision.odds import squareness
from vision.repair import proposals
from webui.doubts import plain_fan as fan

RUNS = [(s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7)]
KINDS = (MeldKind.PUNG, MeldKind.EXPOSED_KONG, MeldKind.CONCEALED_KONG)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@dataclass
class Met:
    """What was read from pictures."""

    right: list[Spread] = field(default_factory=list)
    """Winning hands, read as they are."""
    one_wrong: list[tuple[Spread, Hand]] = field(default_factory=list)
    """Those with one tile misread, and the hand it is."""
    misreads: list[Misread] = field(default_factory=list)
    tiles: dict[Tile, list[Sighting]] = field(default_factory=dict)
    """Tiles read right, by kind, laid upright in their shape."""

    def look(self, spread: Spread, names: list[str], boxes: np.ndarray) -> None:
        """Compare with the labels."""
        square = squareness(spread)
        for label, find in matched(list(spread.sightings), boxes).items():
            one = spread.sightings[find]
            if names[label] not in TILE_OF or not isinstance(one.label, Tile):
                continue
            tile = Tile.parse(names[label])
            if one.label == tile:
                self.tiles.setdefault(tile, []).append(
                    replace(one, corners=face(square[find]))
                )
            else:
                chance = dict(one.rivals).get(names[label], 0.0)
                self.misreads.append(Misread(one.confidence, chance, square[find]))


def winning(rng: random.Random) -> Hand:
    """Deal a winning hand: runs, triplets, pungs and kongs, none to three tiles made wild."""
    while True:
        turned = rng.choice(ALL_TILES)
        wild = sorted(wilds(turned))
        tiles: list[Tile] = []
        melds = []
        for _ in range(4):
            tile = rng.choice(ALL_TILES)
            if rng.random() < 0.65:
                tiles += [ALL_TILES[i] for i in rng.choice(RUNS)]
            elif tile not in wild and rng.random() < 0.6:
                melds.append(Meld(rng.choices(KINDS, (6, 1.5, 2.5))[0], tile))
            else:
                tiles += [tile] * 3
        tiles += [rng.choice(ALL_TILES)] * 2
        for _ in range(rng.choices((0, 1, 2, 3), (3, 3, 3, 1))[0]):
            tiles[rng.randrange(len(tiles))] = rng.choice(wild)
        rng.shuffle(tiles)
        hand = Hand(tuple(tiles[1:]), tuple(melds), tiles[0], turned)
        if not hand.problems() and outcome(hand).legal:
            return hand


def rendered(read: Recogniser, hands: int, seed: int, art: Path | None) -> Met:
    """Lay, photograph and read winning hands."""
    bank = Bank(art=art, styles=16, seed=seed, held_out=True)
    met = Met()
    for number in range(hands):
        rng = np.random.default_rng([seed, number])
        hand = winning(random.Random(seed * 100_003 + number))
        tiles = bank.pick(rng)
        layout = place(Table(rng, tiles.height), hand)
        made = photograph(rng, layout, tiles, (1280, 960))
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 95))]
        spread = read(cv2.imencode(".jpg", made.picture, quality)[1].tobytes()).spread
        quads = np.array([label.corners for label in made.labels])
        boxes = np.concatenate([quads.min(1), quads.max(1)], 1)
        met.look(spread, [label.tile for label in made.labels], boxes)
        sort(met, spread, hand)
    return met


def sort(met: Met, spread: Spread, hand: Hand) -> None:
    """Keep a spread that is read right, or with one tile wrong."""
    try:
        as_read = Hand.parse(spread.notation)
    except NotationError:
        return
    if as_read == hand:
        met.right.append(spread)
    elif as_read.melds == hand.melds and as_read.winning and as_read.indicator:
        pairs = [(as_read.winning, hand.winning), (as_read.indicator, hand.indicator)]
        rest = list(hand.concealed)
        for tile in as_read.concealed:
            if tile in rest:
                rest.remove(tile)
        wrong = len(rest) + sum(a != b for a, b in pairs)
        if wrong == 1 and len(as_read.tiles) == len(hand.tiles):
            met.one_wrong.append((spread, hand))


def photographed(read: Recogniser, folder: Path) -> Met:
    """Read labelled photographs."""
    met = Met()
    for label in labels_of(folder):
        reading = read(label.photo)
        truth = label.truth(reading.width, reading.height)
        met.look(reading.spread, truth.names, truth.boxes)
    return met


def composed(met: Met, rng: random.Random, count: int) -> list[Spread]:
    """Put winning hands together of tiles that were read right."""
    found: list[Spread] = []
    while len(found) < count:
        hand = winning(rng)
        if all(tile in met.tiles for tile in (*hand.tiles, hand.indicator)):
            found.append(_spread(hand, lambda tile: rng.choice(met.tiles[tile])))
    return found


def _spread(hand: Hand, take: Callable[[Tile], Sighting]) -> Spread:
    sightings: list[Sighting] = []
    groups = []
    assert hand.winning
    assert hand.indicator
    sets = [("meld" if m.size == 3 else "kong", [m.tile] * m.size) for m in hand.melds]
    for kind, tiles in [
        ("hand", list(hand.concealed)),
        ("drawn", [hand.winning]),
        *sets,
        ("indicator", [hand.indicator]),
    ]:
        first = len(sightings)
        sightings += map(take, tiles)
        groups.append(Group(kind, tuple(range(first, len(sightings)))))  # type: ignore[arg-type]
    return Spread(tuple(sightings), tuple(groups))


def line(name: str, cases: list[tuple[Spread, Hand]]) -> str:
    """Propose for each misread hand; write how often the right one comes first."""
    first = three = wins = 0
    for spread, hand in cases:
        found = proposals(spread, fan)
        wins += any(not one.changes and one.worth is not None for one in found)
        others = [Hand.parse(one.notation) for one in found if one.changes][:3]
        first += others[:1] == [hand]
        three += hand in others
    n = len(cases) or 1
    return f"{name:<17} n {len(cases):5}  first {first / n:.3f}  among three {three / n:.3f}  wins {wins / n:.3f}"


def kept(spreads: list[Spread]) -> str:
    """Write how many right readings stay the likeliest."""
    worse = sum(bool(proposals(spread, fan)[0].changes) for spread in spreads)
    return f"right readings made worse: {worse} of {len(spreads)}"


def report(met: Met, spreads: list[Spread], seed: int) -> Iterator[str]:
    """Write all figures."""
    yield f"{len(spreads)} hands read right, {len(met.misreads)} misread tiles met"
    yield kept(spreads)
    for in_shape in (False, True) if met.misreads else ():
        rng = random.Random(seed)
        for how in WAYS:
            yield line(
                f"{how}, in shape" if in_shape else how,
                [
                    (lie, Hand.parse(s.notation))
                    for s in spreads
                    for lie in misread(s, met.misreads, how, rng, in_shape)
                ],
            )
    if met.one_wrong:
        yield line("met so", met.one_wrong)


@click.command()
@click.option("--hands", default=80, show_default=True, help="Hands to make.")
@click.option("--seed", default=72, show_default=True)
@click.option(
    "--art", type=FOLDER, help="Drawn faces, <style>/<code>.png, for rendered hands."
)
@click.option(
    "--photos", type=FOLDER, help="Labelled photographs, in place of rendered hands."
)
def main(hands: int, seed: int, art: Path | None, photos: Path | None) -> None:
    """Misread tiles, and count the right proposals."""
    read = Recogniser.load()
    if photos:
        met = photographed(read, photos)
        spreads = composed(met, random.Random(seed), hands)
    else:
        met = rendered(read, hands, seed, art)
        spreads = met.right
    for text in report(met, spreads, seed):
        click.echo(text)


if __name__ == "__main__":
    main()
