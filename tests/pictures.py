"""Pictures as files, and why a file is refused."""

import struct
import zlib
from pathlib import Path

import cv2
import pytest

from vision.errors import Fault, PhotoError
from vision.photo import Image, read_photo


def encoded(picture: Image, suffix: str = ".jpg") -> bytes:
    done, data = cv2.imencode(suffix, picture)
    assert done
    return bytes(data)


def chunk(kind: bytes, content: bytes) -> bytes:
    crc = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc)


def fault(source: bytes | Path) -> tuple[Fault, str]:
    with pytest.raises(PhotoError) as refused:
        read_photo(source)
    return refused.value.fault, str(refused.value)
