"""A network as a function from array to array: the only file that knows the engine."""

from collections.abc import Callable

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as engine

from vision.errors import WeightsError
from vision.weights import Model

Floats = NDArray[np.float32]
Network = Callable[[Floats], Floats]
"""A batch of pictures (n, 3, height, width), RGB in 0..1, to the first output."""

_UNUSABLE = (  # the engine's errors have no base of their own
    engine.Fail,
    engine.InvalidArgument,
    engine.InvalidGraph,
    engine.InvalidProtobuf,
    engine.NotImplemented,
)


def network(model: Model, threads: int | None = None) -> Network:
    """Open one session for a model and give its first output as a function.

    Args:
        model: the verified file.
        threads: cores to use; None leaves it to the engine.

    Raises:
        WeightsError: the file holds no network that the engine can run.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or 0
    options.log_severity_level = 3  # warnings about the graph help nobody who runs it
    try:
        session = onnxruntime.InferenceSession(
            model.content, options, providers=["CPUExecutionProvider"]
        )
    except _UNUSABLE as error:
        raise WeightsError(f"{str(model.file)!r} holds no network: {error}") from error
    name, output = session.get_inputs()[0].name, session.get_outputs()[0].name

    def run(batch: Floats) -> Floats:
        return np.asarray(session.run([output], {name: batch})[0], np.float32)

    return run
