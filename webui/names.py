"""The names of players: kept without what cannot be seen, shown so that they turn nothing.

A name written from right to left would turn round what stands beside it (Unicode
Standard Annex 9: "ABC +98" shows as "98+ ABC"); shown between isolates it does not.
"""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that set the direction of text."""
_ZERO_WIDTH = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2028\u2029\u2060-\u206f"
    "\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]"
)
"""What is drawn as nothing and joins nothing."""
_JOINERS = "\u200c\u200d"
"""Drawn as nothing, but in the midst of a name they shape what stands beside them."""
_UNDRAWN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me"})
"""The categories of blanks and of marks that need a letter."""
_LEFTWARD = frozenset({"R", "AL", "AN"})
_ISOLATE, _END = "\u2068", "\u2069"


def plain(name: str) -> str:
    """Take away what cannot be seen, and the blanks at both ends."""
    return _UNSEEN.sub("", name).strip()


def written(name: str) -> str:
    """Write a name that somebody typed one way, so that two alike are the same name.

    Empty when nothing of it can be seen. Names in the book stay as they are: a book of
    before must open.
    """
    name = _ZERO_WIDTH.sub("", plain(name)).strip(_JOINERS + " \u3000")
    seen = any(unicodedata.category(letter) not in _UNDRAWN for letter in name)
    return unicodedata.normalize("NFC", name) if seen else ""


def isolated(name: str) -> str:
    """Set a name apart from the words beside it, if it runs from right to left."""
    leftward = any(unicodedata.bidirectional(letter) in _LEFTWARD for letter in name)
    return f"{_ISOLATE}{name}{_END}" if leftward else name
