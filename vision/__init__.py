"""From a photograph to named tiles: knows tiles, knows no rule of the game."""

from vision.classify import Sighting
from vision.errors import PhotoError, VisionError, WeightsError
from vision.quality import Quality
from vision.recognise import Reading, Recogniser
from vision.spread import Group, Spread
from vision.weights import model_versions

__all__ = [
    "Group",
    "PhotoError",
    "Quality",
    "Reading",
    "Recogniser",
    "Sighting",
    "Spread",
    "VisionError",
    "WeightsError",
    "model_versions",
]
