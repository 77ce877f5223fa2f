"""What the reader refuses.

VisionError
├── PhotoError      the file is no photograph that can be read; ``fault`` says why
└── WeightsError    the model files are missing, damaged, or of another make
"""

from typing import Literal

Fault = Literal[
    "unreadable", "empty", "no_picture", "heic", "truncated", "too_large", "too_small"
]
"""Why a photograph is refused: a key the page has its own words for."""


class VisionError(Exception):
    """Any refusal of this package; the message is one sentence for a person."""


class PhotoError(VisionError):
    """Raised when a file or an upload cannot be read as a photograph."""

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault: Fault = fault


class WeightsError(VisionError):
    """Raised when the networks cannot be loaded; quotes the file."""
