import os
import random
import subprocess
import sys
from pathlib import Path

from benchmarks.scorer import best_of_three, scoring, waiting, with_wilds
from scorer import GALE, PLATFORM, Hand, wilds

ROOT = Path(__file__).parents[1]


def test_the_benchmark_runs_and_names_both_engines() -> None:
    command = [sys.executable, "-m", "benchmarks.scorer", "--hands", "20"]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ, check=True, capture_output=True, text=True
    )
    for words in ("ours", "mahjong", "7 wilds, platform", "15 wilds, gale", "MB after"):
        assert words in done.stdout


def test_no_hand_takes_twenty_milliseconds_nor_its_waits_fifty() -> None:
    rng = random.Random(3)
    for house, numbers in ((PLATFORM, range(1, 8)), (GALE, range(8, 16))):
        hands = [with_wilds(rng, house, number) for number in numbers for _ in range(5)]
        assert max(best_of_three(scoring(house), hands)) < 0.020
    hands = [with_wilds(rng, PLATFORM, 5) for _ in range(20)]
    full = [Hand(h.concealed, h.melds, None, h.indicator) for h in hands]
    assert any(h.indicator and w in wilds(h.indicator) for h in full for w in h.tiles)
    assert max(best_of_three(waiting, full)) < 0.050
