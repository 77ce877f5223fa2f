import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.pictures import chunk, encoded, fault
from vision.photo import Image, open_photo, read_photo

# A picture whose quarters tell which way up it lies.
RED, GREEN, BLUE, WHITE = (0, 0, 255), (0, 255, 0), (255, 0, 0), (255, 255, 255)


def upright() -> Image:
    picture = np.empty((80, 120, 3), np.uint8)
    picture[:40, :60], picture[:40, 60:] = RED, GREEN
    picture[40:, :60], picture[40:, 60:] = BLUE, WHITE
    return picture


def stored(orientation: int) -> Image:
    """The picture as a camera stores it that says this orientation (EXIF 2.32)."""
    turned = {
        1: lambda p: p,
        2: lambda p: p[:, ::-1],
        3: lambda p: p[::-1, ::-1],
        4: lambda p: p[::-1],
        5: lambda p: p.transpose(1, 0, 2),
        6: lambda p: np.rot90(p),
        7: lambda p: p[::-1, ::-1].transpose(1, 0, 2),
        8: lambda p: np.rot90(p, -1),
    }
    return np.ascontiguousarray(turned[orientation](upright()))


def tiff(orientation: int, order: str = "<") -> bytes:
    mark = b"II*\0" if order == "<" else b"MM\0*"
    entries = [(0x010F, 2, 1, 0), (0x0112, 3, 1, orientation)]
    packed = b"".join(
        struct.pack(order + "HHIHH", tag, kind, count, value, 0)
        for tag, kind, count, value in entries
    )
    return mark + struct.pack(order + "IH", 8, len(entries)) + packed + bytes(4)


def jpeg(orientation: int, order: str = "<") -> bytes:
    block = b"Exif\0\0" + tiff(orientation, order)
    data = encoded(stored(orientation))
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


def png(orientation: int) -> bytes:
    data = encoded(stored(orientation), ".png")
    return data[:33] + chunk(b"eXIf", tiff(orientation, ">")) + data[33:]


def webp(orientation: int) -> bytes:
    picture = stored(orientation)
    height, width = picture.shape[:2]
    sides = struct.pack("<II", width - 1, height - 1)
    head = struct.pack("<I", 8) + sides[:3] + sides[4:7]
    parts = {b"VP8X": head, b"EXIF": tiff(orientation)}
    first, last = (
        kind + struct.pack("<I", len(content)) + content
        for kind, content in parts.items()
    )
    body = b"WEBP" + first + encoded(picture, ".webp")[12:] + last
    return b"RIFF" + struct.pack("<I", len(body)) + body


def assert_upright(picture: Image) -> None:
    assert picture.shape == (80, 120, 3)
    assert picture.dtype == np.uint8
    assert picture.flags["C_CONTIGUOUS"]
    difference = np.abs(picture.astype(int) - upright())
    inner = np.ones((80, 120), bool)
    inner[36:44] = inner[:, 56:64] = False  # where the quarters' colours run together
    assert difference[inner].max() < 30


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("make", [jpeg, png, webp])
def test_bytes_are_turned_upright(make: object, orientation: int) -> None:
    assert callable(make)
    assert_upright(read_photo(make(orientation)))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_path_is_turned_upright(orientation: int, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(jpeg(orientation, ">"))
    assert_upright(read_photo(path))


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("reduction", [2, 4, 8])
def test_a_reduced_jpeg_is_the_same_picture_smaller(
    orientation: int, reduction: int
) -> None:
    photo = open_photo(jpeg(orientation))
    assert (photo.width, photo.height) == (120, 80)
    small = photo.picture(reduction)
    assert small.shape == (80 // reduction, 120 // reduction, 3)
    size = (120, 80)
    assert_upright(np.asarray(cv2.resize(small, size, interpolation=0), np.uint8))


@pytest.mark.parametrize(
    ("scale", "reduction"), [(2, 1), (1, 1), (0.51, 1), (0.5, 2), (0.2, 4), (0, 8)]
)
def test_a_jpeg_is_reduced_no_further_than_asked(scale: float, reduction: int) -> None:
    assert open_photo(jpeg(1)).reduction(scale) == reduction
    assert open_photo(png(1)).reduction(scale) == 1


def test_opening_decodes_nothing_and_says_the_upright_size() -> None:
    data = jpeg(6)
    end = data.index(b"\xff\xda") + 2
    photo = open_photo(data[:end] + b"no pixels\xff\xd9")
    assert (photo.width, photo.height) == (120, 80)
    assert "no pixels" not in repr(photo)


def test_our_turns_are_those_of_opencv() -> None:
    for orientation in range(1, 9):
        data = jpeg(orientation)
        theirs = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert (read_photo(data) == theirs).all(), orientation


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_formats(suffix: str) -> None:
    assert_upright(read_photo(encoded(upright(), suffix)))


def test_a_lossless_webp() -> None:
    done, data = cv2.imencode(".webp", upright(), [cv2.IMWRITE_WEBP_QUALITY, 101])
    assert done
    assert_upright(read_photo(data.tobytes()))


def test_a_damaged_exif_block_says_nothing() -> None:
    data = encoded(upright())
    for block in (
        b"Exif\0\0",
        b"Exif\0\0II*\0\xff\xff\xff\xff",
        b"Exif\0\0II*\0\x08\0\0\0\x09\0",
        b"Exif\0\0II*\0\x08\0\0\0\0\0",
    ):
        size = struct.pack(">H", len(block) + 2)
        assert_upright(read_photo(data[:2] + b"\xff\xe1" + size + block + data[2:]))


def test_an_unknown_orientation_says_nothing() -> None:
    block = b"Exif\0\0" + tiff(77)
    data = encoded(upright())
    size = struct.pack(">H", len(block) + 2)
    assert_upright(read_photo(data[:2] + b"\xff\xe1" + size + block + data[2:]))


@pytest.mark.parametrize("suffix", [".png", ".webp"])
def test_transparent_pixels_are_white(suffix: str) -> None:
    clear = np.dstack([upright(), np.full((80, 120), 255, np.uint8)])
    clear[:40, :60] = (7, 8, 9, 0)
    picture = read_photo(encoded(clear, suffix))
    assert picture.shape == (80, 120, 3)
    assert (picture[5:30, 5:50] > 250).all()
    assert (picture[5:30, 70:110] == GREEN).mean() > 0.6


def test_a_transparent_picture_is_turned_too() -> None:
    clear = np.dstack([stored(6), np.full((120, 80), 255, np.uint8)])
    data = encoded(clear, ".png")
    assert_upright(read_photo(data[:33] + chunk(b"eXIf", tiff(6)) + data[33:]))


def test_sixteen_bits_and_grey() -> None:
    deep = upright().astype(np.uint16) * 257
    assert_upright(read_photo(encoded(deep, ".png")))  # type: ignore[arg-type]
    clear = np.dstack([deep, np.full((80, 120), 65535, np.uint16)])
    assert_upright(read_photo(encoded(clear, ".png")))
    grey = np.full((80, 120), 99, np.uint8)
    for suffix in (".png", ".jpg"):
        picture = read_photo(encoded(grey, suffix))
        assert picture.shape == (80, 120, 3)
        assert (np.abs(picture.astype(int) - 99) < 3).all()


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
@pytest.mark.parametrize("part", [0.3, 0.9])
def test_a_file_cut_short_is_refused(suffix: str, part: float) -> None:
    rng = np.random.default_rng(0)
    data = encoded(rng.integers(0, 255, (300, 300, 3), np.uint8), suffix)
    assert fault(data[: int(len(data) * part)])[0] == "truncated"


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
@pytest.mark.parametrize("length", range(1, 40, 6))
def test_any_beginning_of_a_file_is_refused(suffix: str, length: int) -> None:
    kind, _ = fault(encoded(upright(), suffix)[:length])
    assert kind in ("truncated", "no_picture", "too_small")


def test_a_jpeg_with_a_preview_is_no_whole_file() -> None:
    preview = encoded(upright())
    block = b"Exif\0\0" + tiff(1) + preview
    data = encoded(upright())
    size = struct.pack(">H", len(block) + 2)
    data = data[:2] + b"\xff\xe1" + size + block + data[2:]
    assert_upright(read_photo(data))
    assert fault(data[:-2])[0] == "truncated"


def test_data_after_the_picture_does_no_harm() -> None:
    assert_upright(read_photo(encoded(upright()) + b"a moving picture"))


def test_refusals_quote_the_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("5m 6m")
    kind, message = fault(path)
    assert kind == "no_picture"
    assert repr(str(path)) in message
    path.write_bytes(b"")
    assert fault(path)[0] == "empty"
    assert fault(tmp_path / "nothing.jpg") == (
        "unreadable",
        f"cannot read {str(tmp_path / 'nothing.jpg')!r}: No such file or directory",
    )
    assert fault(tmp_path)[0] == "unreadable"


def test_nothing_is_an_empty_photo() -> None:
    assert fault(b"") == ("empty", "the photo is empty: choose another file")


@pytest.mark.parametrize("brand", [b"heic", b"avif", b"avis"])
def test_heic_and_avif_say_what_to_do(brand: bytes) -> None:
    kind, message = fault(b"\0\0\0\x18ftyp" + brand + b"\0\0\0\0mif1" + brand)
    assert kind == "heic"
    assert "AVIF" in message
    assert "JPEG" in message


def bomb(width: int, height: int, pixels: bytes = b"") -> bytes:
    """A PNG that would unfold to width × height pixels: the header is enough."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("size", "kind"),
    [
        ((10_000, 10_000), "too_large"),
        ((2**31 - 1, 2**31 - 1), "too_large"),
        ((40_000, 100), "too_large"),
        ((63, 4_000), "too_small"),
        ((0, 0), "too_small"),
    ],
)
def test_sizes_out_of_bounds(size: tuple[int, int], kind: str) -> None:
    found, message = fault(bomb(*size))
    assert found == kind
    assert f"{size[0]} × {size[1]}" in message


@pytest.mark.parametrize("rows", [0, 1, 99])
def test_too_few_pixels_are_a_picture_cut_short(rows: int) -> None:
    pixels = zlib.compress(bytes(301) * rows)  # of 100 rows
    assert fault(bomb(100, 100, chunk(b"IDAT", pixels)))[0] == "truncated"
    assert fault(bomb(100, 100))[0] == "truncated"
    half = chunk(b"IDAT", pixels[: len(pixels) // 2])
    assert fault(bomb(100, 100, half))[0] == "truncated"


def test_a_large_jpeg_is_refused_by_its_header() -> None:
    data = bytearray(encoded(upright()))
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", 10_000, 10_000)
    assert fault(bytes(data))[0] == "too_large"


def test_fill_bytes_before_a_marker_are_skipped() -> None:
    data = encoded(upright())
    assert_upright(read_photo(data[:2] + b"\xff\xff" + data[2:]))
