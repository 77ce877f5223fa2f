"""How fast the scorer is, beside PyPI's `mahjong` (riichi) on the same closed hands.

    python -m benchmarks.scorer              # about half a minute
    python -m benchmarks.scorer --hands 500  # a taste

Both engines get text and give a score with its reasons: ours the reading, the fan and the
formula, theirs the yaku, fu and cost. The hands have no wilds; each is scored once, in
turns of fifty, so that nothing but tables of single suits can be remembered. The hands
with wilds are ours alone: half of them built from sets, half dealt; each takes its best
of three.
"""

import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, TypeVar

import click

from scorer import ALL_TILES, GALE, PLATFORM, Hand, House, Tile, score, waits, wilds

TURN = 50
Text = TypeVar("Text")
RUNS = [(s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7)]
TRIPLETS = [(t, t, t) for t in range(34)]
Closed = tuple[list[Tile], Tile, Tile]
"""Thirteen tiles, the drawn one, the turned-up one."""


def built(rng: random.Random) -> list[Tile]:
    """Deal four sets, mostly runs, and a pair: fourteen tiles, shuffled."""
    while True:
        sets = [rng.choice(RUNS if rng.random() < 0.75 else TRIPLETS) for _ in range(4)]
        tiles = [ALL_TILES[index] for one in sets for index in one]
        tiles += [rng.choice(ALL_TILES)] * 2
        if max(map(tiles.count, tiles)) < 5:
            rng.shuffle(tiles)
            return tiles


def without_wilds(rng: random.Random) -> Closed:
    """Build a hand and turn up a tile that makes none of it wild."""
    while True:
        *tiles, drawn = built(rng)
        free = [tile for tile in ALL_TILES if wilds(tile).isdisjoint((*tiles, drawn))]
        if free:
            return sorted(tiles), drawn, rng.choice(free)


def our_text(hand: Closed) -> str:
    """Write a hand in our notation."""
    tiles, drawn, turned = hand
    return str(Hand(tuple(tiles), (), drawn, turned))


def their_text(hand: Closed) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write a hand, and its drawn tile, as the ranks of each suit."""
    tiles, drawn, _ = hand
    names = {"m": "man", "p": "pin", "s": "sou", "": "honors"}

    def ranks(some: list[Tile]) -> dict[str, Any]:
        found = dict.fromkeys(names.values(), "")
        for tile in sorted(some):
            found[names[tile.suit]] += str(tile.rank or tile.index - 26)
        return found

    return ranks([*tiles, drawn]), ranks([drawn])


def ours(text: str) -> None:
    """Parse and score."""
    score(Hand.parse(text))


def theirs() -> Callable[[tuple[dict[str, Any], dict[str, Any]]], None]:
    """Give the function that parses and scores with `mahjong`."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.tile import TilesConverter

    def estimate(texts: tuple[dict[str, Any], dict[str, Any]]) -> None:
        tiles = TilesConverter.string_to_136_array(**texts[0])
        drawn = TilesConverter.string_to_136_array(**texts[1])[0]
        config = HandConfig(is_tsumo=True)
        HandCalculator.estimate_hand_value(tiles, drawn, config=config)

    return estimate


def timed(call: Callable[[Text], None], texts: list[Text]) -> list[float]:
    """Time each call, in seconds."""
    spent = []
    for text in texts:
        start = time.perf_counter()
        call(text)
        spent.append(time.perf_counter() - start)
    return spent


def line(name: str, spent: list[float]) -> str:
    """Write hands a second, median, 99th percentile and worst."""
    ranked = sorted(spent)
    p99 = ranked[len(ranked) * 99 // 100]
    figures = [f"{1e3 * x:9.3f}" for x in (median(ranked), p99, ranked[-1])]
    return f"{name:<22}{len(spent) / sum(spent):10.0f}  {'  '.join(figures)}"


def side_by_side(hands: int) -> Iterator[str]:
    """Time both engines by turns."""
    rng = random.Random(1)
    closed = [without_wilds(rng) for _ in range(hands)]
    our_texts = [our_text(hand) for hand in closed]
    their_texts = [their_text(hand) for hand in closed]
    estimate = theirs()
    spent: tuple[list[float], list[float]] = [], []
    for start in range(0, hands, TURN):
        spent[0].extend(timed(ours, our_texts[start : start + TURN]))
        spent[1].extend(timed(estimate, their_texts[start : start + TURN]))
    yield line("ours", spent[0])
    yield line("mahjong", spent[1])
    yield f"ours / mahjong: {sum(spent[1]) / sum(spent[0]):.2f} times the hands a second"


def with_wilds(rng: random.Random, house: House, number: int) -> Hand:
    """Build or deal a hand of exactly this many wilds; of fifteen, four are a gold kong."""
    while True:
        turned = rng.choice(ALL_TILES[27:31] if number > 11 else ALL_TILES)
        wild = sorted(wilds(turned, house.wild_neighbours))
        pool = [t for t in wild for _ in range(3 if t == turned else 4)]
        kong = f" {{{str(wild[-1]) * 4}}}" if number > 14 and wild[-1] != turned else ""
        if kong:
            pool = [tile for tile in pool if tile != wild[-1]]
        count = number - 4 * bool(kong)
        if count > min(len(pool), 11 if kong else 14):
            continue
        plain = [t for t in ALL_TILES if t not in wild for _ in range(4)]
        others = built(rng) if rng.random() < 0.5 else rng.sample(plain, 14)
        rest = [t for t in others if t not in wild][: (11 if kong else 14) - count]
        tiles = rng.sample(pool, count) + rest
        rng.shuffle(tiles)
        text = f"{' '.join(map(str, tiles[1:]))}{kong} +{tiles[0]} /{turned}"
        if not Hand.parse(text).problems(house.wild_neighbours):
            return Hand.parse(text)


def best_of_three(call: Callable[[Hand], None], hands: list[Hand]) -> list[float]:
    """Time each hand three times, in seconds; keep the best."""
    runs = [timed(call, hands) for _ in range(3)]
    return [min(three) for three in zip(*runs, strict=True)]


def scoring(house: House) -> Callable[[Hand], None]:
    """Give the function that scores under a house."""

    def call(hand: Hand) -> None:
        score(hand, house=house)

    return call


def waiting(hand: Hand) -> None:
    """Ask for all waits."""
    waits(hand)


def ours_with_wilds(hands: int) -> Iterator[str]:
    """Time hands by their number of wilds."""
    rng = random.Random(2)
    for house, numbers in ((PLATFORM, range(1, 8)), (GALE, range(8, 16))):
        for number in numbers:
            some = [with_wilds(rng, house, number) for _ in range(hands)]
            spent = best_of_three(scoring(house), some)
            yield line(f"{number} wilds, {house.name}", spent)
    drawn = [with_wilds(rng, PLATFORM, 4) for _ in range(2 * hands)]
    full = [
        Hand(hand.concealed, hand.melds, None, hand.indicator)
        for hand in drawn
        if hand.indicator and hand.winning not in wilds(hand.indicator)
    ]
    yield line("all waits, 4 wilds", best_of_three(waiting, full))


def memory(engine: str, hands: int) -> float:
    """Measure in a fresh process what an engine keeps after so many hands, in MB."""
    command = [sys.executable, "-m", "benchmarks.scorer", "--memory", engine]
    done = subprocess.run(
        [*command, "--hands", str(hands)], check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def kept(engine: str, hands: int) -> float:
    """Score so many hands; give what is kept, in MB."""
    rng = random.Random(1)
    closed = [without_wilds(rng) for _ in range(hands)]
    estimate = theirs()
    tracemalloc.start()
    for hand in closed:
        if engine == "ours":
            ours(our_text(hand))
        else:
            estimate(their_text(hand))
    return tracemalloc.get_traced_memory()[0] / 1e6


@click.command()
@click.option("--hands", default=4000, show_default=True, type=click.IntRange(1))
@click.option("--memory", "engine", hidden=True)
def main(hands: int, engine: str | None) -> None:
    """Time the scorer."""
    if engine:
        click.echo(kept(engine, hands))
        return
    click.echo(f"{'':<22}{'hands/s':>10}  {'median':>9}  {'p99':>9}  {'worst':>9}  ms")
    for text in side_by_side(hands):
        click.echo(text)
    for text in ours_with_wilds(max(1, hands // 20)):
        click.echo(text)
    for name in ("ours", "mahjong"):
        click.echo(f"{name} keeps {memory(name, hands):.1f} MB after {hands} hands")


if __name__ == "__main__":
    main()
