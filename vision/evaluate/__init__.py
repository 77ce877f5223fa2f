"""Measure the reader on labelled photographs, through the call that the page makes.

A folder holds groups, ``<group>/images`` and ``<group>/labels`` (YOLO lines: class, and
box in parts of the picture), and perhaps ``sources.csv``, there or one folder up, whose
column ``complete`` says ``no`` where faces are in view without a label. Or it holds
``images`` and ``labels/*.json`` of generated scenes, whose groups are known.

How it counts:

* A find is right in place when its box and the label's share 0.3 of their union, or
  its centre lies in the label's box: boxes mean the face in one group, the whole tile
  in another. One find for one label.
* Labels ``other`` (flowers, jokers) are no tiles of ours: they and their finds do not
  count, and neither do a scene's loose tiles. Finds read as ``back`` or ``other`` are
  never false faces; on a labelled tile they are a wrong class.
* False faces count where all faces are labelled.
* Each photograph is counted with all finds and again without the loose ones; the
  better count stands.
* Taps are what a person has to put right: a tap for each tile missing, each one of the
  wrong kind, and each false face. After repair: whoever knows the tiles takes one of
  the whole-hand readings that the page offers, which is a tap, where that saves taps.
"""

from vision.evaluate.count import Labelled, PhotoCount, count_photo, matched
from vision.evaluate.measure import PhotoResult, measure, with_uncalibrated
from vision.evaluate.page import failures_page
from vision.evaluate.summary import (
    Confusion,
    GroupResult,
    LayoutResult,
    Split,
    calibration_error,
    results,
    summary,
    wilson,
)

__all__ = [
    "Confusion",
    "GroupResult",
    "Labelled",
    "LayoutResult",
    "PhotoCount",
    "PhotoResult",
    "Split",
    "calibration_error",
    "count_photo",
    "failures_page",
    "matched",
    "measure",
    "results",
    "summary",
    "wilson",
    "with_uncalibrated",
]
