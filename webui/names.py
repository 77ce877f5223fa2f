"""The names of players: kept without what cannot be seen, shown so that they turn nothing.

A name written from right to left would turn round what stands beside it (Unicode
Standard Annex 9: "ABC +98" shows as "98+ ABC"); shown between isolates it does not.
"""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that set the direction of text."""
_LEFTWARD = frozenset({"R", "AL", "AN"})
_ISOLATE, _END = "\u2068", "\u2069"


def plain(name: str) -> str:
    """Take away what cannot be seen, and the blanks at both ends."""
    return _UNSEEN.sub("", name).strip()


def isolated(name: str) -> str:
    """Set a name apart from the words beside it, if it runs from right to left."""
    leftward = any(unicodedata.bidirectional(letter) in _LEFTWARD for letter in name)
    return f"{_ISOLATE}{name}{_END}" if leftward else name
