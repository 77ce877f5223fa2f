"""Pictures that one sees through: blended on white, in little memory."""

import struct
import tracemalloc
import zlib

import numpy as np
import pytest

from tests.pictures import chunk, encoded
from vision.photo import read_photo


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_half_clear_pixels_are_blended_on_white(kind: type[np.unsignedinteger]) -> None:
    full = np.iinfo(kind).max
    clear = np.random.default_rng(0).integers(0, full, (300, 200, 4), kind, True)
    clear[:9, :, 3], clear[-9:, :, 3] = 0, full
    colour, alpha = clear[..., :3] / full, clear[..., 3:] / full
    expected = 255 * (colour * alpha + 1 - alpha)
    picture = read_photo(encoded(clear, ".png"))
    assert picture.dtype == np.uint8
    assert np.abs(picture - expected).max() <= 1


@pytest.mark.parametrize("deep", [1, 2])
def test_half_clear_grey_is_blended_on_white(deep: int) -> None:
    row = b"\0" + (b"\x63" * deep + b"\x80" * deep) * 90
    head = struct.pack(">IIBBBBB", 90, 70, 8 * deep, 4, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(row * 70))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")
    picture = read_photo(data)
    assert picture.shape == (70, 90, 3)
    assert np.abs(picture - 176.7).max() <= 1


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_a_transparent_picture_takes_little_more_memory_than_its_pixels(
    kind: type[np.unsignedinteger],
) -> None:
    clear = np.full((1000, 1000, 4), np.iinfo(kind).max, kind)
    data = encoded(clear, ".png")
    tracemalloc.start()
    picture = read_photo(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.5 * (clear.nbytes + picture.nbytes)
