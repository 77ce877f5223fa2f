from pathlib import Path

import numpy as np
import pytest

from vision.errors import WeightsError
from vision.network import network
from vision.weights import Model


def part(number: int, content: bytes | int) -> bytes:
    """One field of a protocol buffer, short enough for one byte of length."""
    if isinstance(content, int):
        return bytes((number << 3, content))
    return bytes((number << 3 | 2, len(content))) + content


def model(operation: bytes, opset: int = 13) -> Model:
    """The smallest ONNX file: one operation from ``images`` to ``output``."""
    tensor = part(2, part(1, part(1, 1)))  # of floats
    node = part(1, b"images") + part(2, b"output") + part(4, operation)
    graph = part(1, node) + part(2, b"graph")
    graph += part(11, part(1, b"images") + tensor)
    graph += part(12, part(1, b"output") + tensor)
    content = part(1, 8) + part(7, graph) + part(8, part(1, b"") + part(2, opset))
    return Model(Path("small.onnx"), "v1", 32, content)


@pytest.mark.parametrize("threads", [None, 1])
def test_a_network_is_a_function_of_arrays(threads: int | None) -> None:
    negative = network(model(b"Neg"), threads)
    batch = np.arange(6, dtype=np.float32).reshape(1, 2, 3)
    output = negative(batch)
    assert output.dtype == np.float32
    assert (output == -batch).all()


@pytest.mark.parametrize(
    "broken",
    [
        model(b"NoSuchOperation"),
        model(b"Neg", opset=120),
        Model(Path("small.onnx"), "v1", 32, b"no network"),
        Model(Path("small.onnx"), "v1", 32, b""),
    ],
)
def test_a_file_that_is_no_network_is_refused(broken: Model) -> None:
    with pytest.raises(WeightsError, match=r"'small\.onnx' holds no network"):
        network(broken)


def test_repr_does_not_hold_the_weights() -> None:
    assert "content" not in repr(model(b"Neg"))
