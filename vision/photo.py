"""Bytes or a path to an upright picture, or one clear sentence why not."""

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PhotoError

Image = NDArray[np.uint8]
"""A picture (height, width, 3), blue-green-red, upright."""

MEGAPIXELS = 65
"""The largest phones' full-size pictures are 64 megapixels."""
SHORTEST = 64
LONGEST = 30_000
"""OpenCV warps pictures of up to 32,767 pixels a side."""

_HEIF = frozenset(b"heic heix heim heis hevc mif1 msf1 avif avis".split())
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_STRIP = 64  # rows
_UPSIDE, _MIRROR, _BOTH = 0, 1, -1  # the codes of cv2.flip
_TURNS = {  # EXIF orientation: (transpose, then flip)
    2: (False, _MIRROR),
    3: (False, _BOTH),
    4: (False, _UPSIDE),
    5: (True, None),
    6: (True, _MIRROR),
    7: (True, _BOTH),
    8: (True, _UPSIDE),
}


class _Header(NamedTuple):
    width: int
    height: int
    whole: bool
    exif: bytes


@dataclass(frozen=True)
class Photo:
    """A file that is whole as far as its header says; nothing of it is decoded yet."""

    data: bytes = field(repr=False)
    name: str
    width: int
    """Pixels of the upright picture."""
    height: int
    orientation: int
    """EXIF tag 0x0112, 1 to 8; anything else is as stored."""

    def reduction(self, scale: float) -> int:
        """Give the largest reduction that leaves the picture `scale` of its size.

        Only JPEGs decode faster when reduced; others are always 1.
        """
        if not self.data.startswith(b"\xff\xd8"):
            return 1
        return max(part for part in _REDUCED if part == 1 or 1 / part >= scale)

    def picture(self, reduction: int = 1) -> Image:
        """Decode, upright, transparent pixels on white.

        Args:
            reduction: a JPEG's sides are divided by 1, 2, 4 or 8 and rounded up.

        Raises:
            PhotoError: the pixels are damaged.
        """
        picture = _decoded(self.data, self.name, reduction)
        transpose, flip = _TURNS.get(self.orientation, (False, None))
        if transpose:
            picture = np.asarray(cv2.transpose(picture), np.uint8)
        return (
            picture if flip is None else np.asarray(cv2.flip(picture, flip), np.uint8)
        )


def open_photo(source: bytes | Path) -> Photo:
    """Look at the header of a JPEG, PNG, WebP or BMP before anything is decoded.

    Raises:
        PhotoError: the file is missing, empty, no picture, cut short, too large or
            too small.
    """
    name = "the photo" if isinstance(source, bytes) else repr(str(source))
    data = source if isinstance(source, bytes) else _bytes_of(source)
    if not data:
        raise PhotoError("empty", f"{name} is empty: choose another file")
    header = _header(data, name)
    _check_size(header, name)
    if not header.whole:
        raise PhotoError(
            "truncated", f"{name} is cut short: send or take the photo again"
        )
    orientation = _orientation(header.exif)
    size = header.width, header.height
    if _TURNS.get(orientation, (False, None))[0]:
        size = header.height, header.width
    return Photo(data, name, *size, orientation)


def read_photo(source: bytes | Path) -> Image:
    """Read a photograph as an upright picture at its full size.

    The EXIF orientation is honoured for bytes and paths alike.

    Raises:
        PhotoError: as `open_photo`, or the pixels are damaged.
    """
    return open_photo(source).picture()


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"cannot read {str(path)!r}: {error.strerror}"
        raise PhotoError("unreadable", message) from error


def _header(data: bytes, name: str) -> _Header:
    """Find size, end and EXIF block without decoding a pixel."""
    try:
        if data[:2] == b"\xff\xd8":
            return _jpeg(data)
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return _png(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data[:2] == b"BM":
            width, height = struct.unpack_from("<ii", data, 18)
            whole = len(data) >= struct.unpack_from("<I", data, 2)[0]
            return _Header(width, abs(height), whole, b"")
    except (struct.error, IndexError):
        message = f"{name} is cut short: send or take the photo again"
        raise PhotoError("truncated", message) from None
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF:
        raise PhotoError(
            "heic",
            f"{name} is a HEIC or AVIF picture: save it as JPEG "
            "(iPhone: Settings, Camera, Formats, Most Compatible)",
        )
    raise PhotoError(
        "no_picture", f"{name} is no JPEG, PNG, WebP or BMP picture: {data[:8]!r}…"
    )


def _jpeg(data: bytes) -> _Header:
    at, exif, size = 2, b"", (0, 0)
    while True:
        marker = data[at + 1]
        if data[at] != 0xFF or marker == 0xFF:  # fill bytes
            at += 1
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        if marker == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0" and not exif:
            exif = data[at + 10 : at + 2 + length]
        elif marker in _FRAMES:
            size = struct.unpack_from(">HH", data, at + 5)
        elif marker == 0xDA:  # the pixels: no end marker can occur inside them
            return _Header(size[1], size[0], data.find(b"\xff\xd9", at) > 0, exif)
        at += 2 + length


def _png(data: bytes) -> _Header:
    width, height = struct.unpack_from(">II", data, 16)
    at, exif, whole = 8, b"", False
    while at + 8 <= len(data) and not whole:
        (length,) = struct.unpack_from(">I", data, at)
        kind = data[at + 4 : at + 8]
        if kind == b"eXIf":
            exif = data[at + 8 : at + 8 + length]
        whole = kind == b"IEND"
        at += 12 + length
    return _Header(width, height, whole, exif)


def _webp(data: bytes) -> _Header:
    whole = len(data) >= struct.unpack_from("<I", data, 4)[0] + 8
    kind = data[12:16]
    if kind == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
    elif kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    at = data.rfind(b"EXIF") if kind == b"VP8X" else -1
    exif = data[at + 8 :].removeprefix(b"Exif\0\0") if at > 0 else b""
    return _Header(width, height, whole, exif)


def _check_size(header: _Header, name: str) -> None:
    width, height = header.width, header.height
    size = f"{name} has {width} × {height} pixels"
    if width * height > MEGAPIXELS * 1_000_000 or max(width, height) > LONGEST:
        limit = f"at most {MEGAPIXELS} megapixels and {LONGEST} a side can be read: send a smaller photo"
        raise PhotoError("too_large", f"{size}: {limit}")
    if min(width, height) < SHORTEST:
        limit = f"at least {SHORTEST} a side are needed: take the photo nearer"
        raise PhotoError("too_small", f"{size}: {limit}")


def _decoded(data: bytes, name: str, reduction: int) -> Image:
    """Decode to BGR as stored, transparent pixels on white."""
    buffer = np.frombuffer(data, np.uint8)
    picture = None
    if data[:2] not in (b"\xff\xd8", b"BM"):
        picture = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED)
    if picture is not None and picture.ndim == 3 and picture.shape[2] == 4:
        return _on_white(picture)
    flags = _REDUCED[reduction] | cv2.IMREAD_IGNORE_ORIENTATION
    picture = cv2.imdecode(buffer, flags)
    if picture is None:  # there is no kind of PNG that OpenCV cannot decode
        raise PhotoError(
            "truncated" if data.startswith(b"\x89PNG") else "no_picture",
            f"{name} is damaged, its picture has no end: send or take the photo again",
        )
    return np.asarray(picture, np.uint8)


def _on_white(picture: NDArray[Any]) -> Image:
    """Blend a picture of 8 or 16 bits; by strips, since whole copies fill the memory."""
    full = np.iinfo(picture.dtype).max
    blended = np.empty((*picture.shape[:2], 3), np.uint8)
    for top in range(0, len(picture), _STRIP):
        strip = picture[top : top + _STRIP]
        alpha = cv2.cvtColor(cv2.extractChannel(strip, 3), cv2.COLOR_GRAY2BGR)
        colour = cv2.cvtColor(strip, cv2.COLOR_BGRA2BGR)
        colour = cv2.multiply(colour, alpha, scale=1 / full)
        colour = cv2.add(colour, cv2.bitwise_not(alpha))
        blended[top : top + _STRIP] = cv2.convertScaleAbs(colour, alpha=255 / full)
    return blended


def _orientation(exif: bytes) -> int:
    """Read tag 0x0112 of the first directory; 1 (as stored) when there is none."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    try:
        if order is None:
            return 1
        (start,) = struct.unpack_from(order + "I", exif, 4)
        (count,) = struct.unpack_from(order + "H", exif, start)
        for entry in range(start + 2, start + 2 + 12 * count, 12):
            tag, _, _, value = struct.unpack_from(order + "HHIH", exif, entry)
            if tag == 0x0112:
                return int(value)
    except struct.error:  # a damaged block says nothing
        pass
    return 1
