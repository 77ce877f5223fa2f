"""Time the reader on 12-megapixel photographs: python -m benchmarks.reader [FOLDER].

Reads each photograph in turn, `--reads` times in all, and before each read decodes the same
bytes once with `cv2.imdecode`, so that whatever else the machine does meets both alike. Prints
median and 95th percentile of each stage and of the whole, both again as multiples of that
decode, and what the process gained in memory from the first round to the last.

Without a FOLDER the photographs are drawn: hands, one of them held upright (turned by its
EXIF), and a table of 112 tiles.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import click
import cv2
import numpy as np

from datasets.synth.faces import Bank, Image
from datasets.synth.layout import Layout, Table, codes
from datasets.synth.sample import sample
from datasets.synth.scene import portrait
from scorer import Hand
from vision import Reading, Recogniser

SIZE = 4000, 3000
HANDS = (
    "12346789m 55s [EEEE] +5m /3s",
    "46m 123p 789s 55s (888p) +5m /E",
    "11m 456p 78s (222p) (EEEE) +9s /6m",
    "123m 456p 789s EECC +E /6m",
    "99m (111s) (222p) [7777p] (CCC) +9m /2s",
    "123456789m 5s 789s +5s /4p",
    "2245567788p 99s 3p +6p /W",
)
ACROSS, DEEP = 14, 8
QUALITY = 92
GRAIN = 4
SETTLED = 20
"""Reads after which memory is weighed for the first time."""


@dataclass(frozen=True)
class Read:
    """One photograph read once, beside one decode."""

    photo: str
    tiles: int
    ms: dict[str, float]
    decode: float
    """Milliseconds of `cv2.imdecode`."""

    @property
    def ratio(self) -> float:
        """How many decodes the read took."""
        return self.ms["total"] / self.decode


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("folder", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--reads", default=200, show_default=True)
@click.option("--threads", type=int, help="Cores of the networks; all when not given.")
def main(folder: Path | None, reads: int, threads: int | None) -> None:
    """Measure and print."""
    photos = dict(photographs(folder) if folder else drawn())
    if not photos:
        raise click.ClickException(f"no JPEG, PNG or WebP in {str(folder)!r}")
    recogniser = Recogniser.load(threads=threads)
    recogniser(next(iter(photos.values())))  # the first read of a process is slower
    done: list[Read] = []
    weights: list[float] = []
    for i in range(reads):
        name, data = list(photos.items())[i % len(photos)]
        done.append(timed(name, data, recogniser))
        weights.append(megabytes())
    for line in report(done):
        click.echo(line)
    settled = weights[min(SETTLED, reads - 1)]
    grown = weights[-1] - settled
    click.echo(
        f"memory: {settled:.0f} MB after {min(SETTLED, reads - 1) + 1} reads, "
        f"{weights[-1]:.0f} MB after {reads} ({grown:+.0f} MB), at most {max(weights):.0f} MB"
    )


def timed(name: str, data: bytes, recogniser: Recogniser) -> Read:
    """Decode, then read."""
    start = perf_counter()
    cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    decode = 1000 * (perf_counter() - start)
    reading: Reading = recogniser(data)
    return Read(name, len(reading.spread.sightings), dict(reading.ms), decode)


def report(reads: list[Read]) -> Iterator[str]:
    """Write the tables of stages and photographs."""
    columns = {stage: [read.ms[stage] for read in reads] for stage in reads[0].ms}
    columns["one decode"] = [read.decode for read in reads]
    yield f"{'ms':12} {'median':>8} {'p95':>8}"
    for stage, times in columns.items():
        yield f"{stage:12} {_spread(times, '8.0f')}"
    yield f"{'× one decode':12} {_spread([read.ratio for read in reads], '8.2f')}"
    yield ""
    yield f"{'photo':12} {'tiles':>8} {'total':>8} {'decode':>8} {'× (median)':>10} {'× (p95)':>8}"
    for photo in dict.fromkeys(read.photo for read in reads):
        own = [read for read in reads if read.photo == photo]
        total = np.median([read.ms["total"] for read in own])
        decode = np.median([read.decode for read in own])
        ratios = np.percentile([read.ratio for read in own], (50, 95))
        yield (
            f"{photo:12} {own[0].tiles:8} {total:8.0f} {decode:8.0f} "
            f"{ratios[0]:10.2f} {ratios[1]:8.2f}"
        )


def _spread(numbers: list[float], form: str) -> str:
    return " ".join(format(x, form) for x in np.percentile(numbers, (50, 95)))


def megabytes() -> float:
    """Give what the process holds of the machine's memory."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise click.ClickException("this system does not say how much memory is held")


def photographs(folder: Path) -> Iterable[tuple[str, bytes]]:
    """Load the photographs of a folder."""
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp"):
            yield path.name, path.read_bytes()


def drawn() -> Iterable[tuple[str, bytes]]:
    """Draw the photographs."""
    for number, line in enumerate(HANDS, 1):
        yield f"hand {number}", jpeg(sample(Hand.parse(line), number, *SIZE).picture)
    upright = sample(Hand.parse(HANDS[0]), 1, *SIZE[::-1]).picture
    stored = np.ascontiguousarray(np.rot90(upright))
    yield "upright", turned(jpeg(stored))
    rng = np.random.default_rng(1)
    tiles = Bank(styles=1, seed=1).pick(rng)
    table = Table(rng, tiles.height)
    for row in range(DEEP):
        table.row(codes(rng, ACROSS), 0, row * 1.3 * tiles.height, gap=0.1)
    layout = Layout(tuple(table.tiles), len(table.tiles))
    yield f"{ACROSS * DEEP} tiles", jpeg(portrait(rng, layout, tiles, SIZE).picture)


def jpeg(picture: Image) -> bytes:
    """Write a picture as a phone does, with the grain of its sensor."""
    rng = np.random.default_rng(0)
    grain = rng.normal(0, GRAIN, picture.shape).astype(np.float32)
    grainy = np.clip(picture + grain, 0, 255).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def turned(data: bytes) -> bytes:
    """Say in a JPEG that its camera was held upright: EXIF orientation 6."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    block = b"Exif\0\0" + tiff
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


if __name__ == "__main__":
    main()
