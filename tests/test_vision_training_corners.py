"""Corners for photographs: kept where looks at different turns agree and fill the box."""

import numpy as np

from vision.training.corners import TURNS, agreed, answers, turned

BOX = np.array([(100, 100), (170, 100), (170, 170), (100, 170)], float)
DIAMOND = np.array([(135, 100), (170, 135), (135, 170), (100, 135)], float)


def test_a_tile_lying_across_keeps_its_corners_though_one_look_draws_it_straight() -> (
    None
):
    looks = [BOX, DIAMOND + 1, np.roll(DIAMOND, 2, 0) - 1, DIAMOND]
    quad = agreed([look[None] for look in looks], BOX)
    assert quad is not None
    assert np.abs(np.roll(quad, -int(quad[:, 1].argmin()), 0) - DIAMOND).max() < 1


def test_looks_that_differ_or_leave_the_box_give_no_corners() -> None:
    none = np.empty((0, 4, 2))
    assert agreed([DIAMOND[None], DIAMOND[None], BOX[None], none], BOX) is None
    assert agreed([BOX[None] + 60] * 4, BOX) is None
    assert agreed([none] * 4, BOX) is None


def test_what_a_turned_look_finds_is_given_where_it_lies_in_the_picture() -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[100:170, 100:170] = 255

    def brightest(batch: np.ndarray) -> np.ndarray:
        """Draw one box around what is bright: right in the straight look alone."""
        bright = np.argwhere(batch[0].min(0) > 0.9)
        (y0, x0), (y1, x1) = bright.min(0), bright.max(0) + 1
        one = [
            (x0 + x1) / 2,
            (y0 + y1) / 2,
            x1 - x0,
            y1 - y0,
            0.9,
            0,
            x0,
            y0,
            x1,
            y0,
            x1,
            y1,
            x0,
            y1,
        ]
        return np.array(one, np.float32).reshape(1, 14, 1)

    looks = answers(picture, brightest)
    assert len(looks) == len(TURNS)
    for look in looks:
        assert np.abs(look[0].mean(0) - 135).max() < 3
    assert np.abs(looks[0][0].min(0) - 100).max() < 3


def test_a_turned_picture_holds_all_of_it() -> None:
    picture = np.full((200, 300, 3), 255, np.uint8)
    view, matrix = turned(picture, TURNS[2])
    rim = (
        np.array([(0, 0), (300, 0), (300, 200), (0, 200)]) @ matrix[:, :2].T
        + matrix[:, 2]
    )
    assert rim.min() > -1e-6
    assert (rim.max(0) <= view.shape[1::-1]).all()
