"""Outlines and crops: where on the photograph a tile lies."""

import math

import pytest

from webui.sighted import Sight, Sighted

UPRIGHT = ((100.0, 100.0), (160.0, 100.0), (160.0, 180.0), (100.0, 180.0))


def turned(degrees: float) -> Sight:
    """A tile of 60 by 80 pixels about (130, 140), turned clockwise."""
    sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    corners = tuple(
        (
            130 + (x - 130) * cos - (y - 140) * sin,
            140 + (x - 130) * sin + (y - 140) * cos,
        )
        for x, y in UPRIGHT
    )
    return Sight(corners, 0.9, ())


@pytest.mark.parametrize("degrees", [-80, -30, 0, 15, 45, 89])
@pytest.mark.parametrize("first", range(4))
def test_a_crop_lays_the_long_edges_upright(degrees: float, first: int) -> None:
    corners = turned(degrees).corners
    sight = Sight((*corners[first:], *corners[:first]), 0.9, ())
    x, y, width, height, turn = sight.crop
    assert (x, y) == pytest.approx((130, 140))
    assert height / width == pytest.approx(80 / 60)
    assert turn == pytest.approx(degrees)


def test_the_frame_holds_every_tile_and_stays_on_the_photograph() -> None:
    seen = Sighted(170, 1000, (turned(0),), ())
    left, top, width, height = seen.frame
    assert left < 100
    assert top < 100
    assert left + width <= 170
    assert top + height > 180
    assert Sighted(170, 1000, (), ()).frame == (0, 0, 170, 1000)


def test_what_was_seen_survives_its_text_form() -> None:
    seen = Sighted(170, 1000, (turned(10),), ())
    assert Sighted.from_json(seen.to_json()) == seen
