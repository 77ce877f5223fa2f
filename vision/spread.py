"""What a photograph shows: tiles in groups, and the hand's line of notation."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, get_args

from scorer.tiles import Tile, wilds
from vision.classify import Sighting

Kind = Literal["hand", "drawn", "meld", "kong", "indicator", "loose"]
How = Literal["pung", "exposed_kong", "concealed_kong", "gold_kong"]
"""What a meld is, in the scorer's words."""
_BRACKETS = {"exposed_kong": "({})", "concealed_kong": "[{}]", "gold_kong": "{{{}}}"}

DOUBT = 0.9
"""A tile less sure than this is one to look at."""
HARDLY = 0.3
"""A find with a score as low as this is one to look at."""
DECIDED = 0.8
"""A decision less sure than this is one to ask about."""
NO_TILE = "?"
FACELESS = ("back", "other")
"""What looks like no kind: face down, or nothing of ours."""


@dataclass(frozen=True)
class Group:
    """Tiles that belong together, as indices into the sightings, in reading order."""

    kind: Kind
    members: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise ValueError(f"kind must be one of {get_args(Kind)}, not {self.kind!r}")


What = Literal["hand", "drawn", "drawn_in_row", "meld", "kong_kind", "indicator"]


@dataclass(frozen=True)
class Decision:
    """One thing decided about how tiles lie, and how surely: what a page can ask about.

    ``hand``: these are the tiles in hand. ``drawn``, ``indicator``: this is the drawn
    tile, the turned-up one; without members none is in view. ``drawn_in_row``: the drawn
    tile is still among those of the hand. ``meld``: these were laid down. ``kong_kind``:
    whether this kong was concealed.
    """

    what: What
    members: tuple[int, ...]
    """The tiles it is about, as indices into the sightings."""
    confidence: float

    @property
    def open(self) -> bool:
        """Whether to ask: it is not sure, or what a hand needs is not in view."""
        unseen = not self.members and self.what != "hand"
        return unseen or self.confidence < DECIDED


@dataclass(frozen=True)
class Spread:
    """All tiles of a photograph, each in exactly one group.

    The groups come in the order hand, drawn, melds and kongs, indicator, loose; a kind
    that is not there has no group.
    """

    sightings: tuple[Sighting, ...] = ()
    groups: tuple[Group, ...] = ()
    decisions: tuple[Decision, ...] = ()
    """How the groups came about; none for a spread made otherwise."""

    def __post_init__(self) -> None:
        members = sorted(i for group in self.groups for i in group.members)
        if members != list(range(len(self.sightings))):
            raise ValueError(
                f"each of {len(self.sightings)} sightings must be in one group, "
                f"not {members!r}"
            )

    def text(self, group: Group) -> str:
        """Write one group: ``123m 55s``, ``+5m``, ``(222p)``, ``[EEEE]``, ``/6m``.

        What could not be read is ``?``.
        """
        labels = [self.sightings[i].label for i in group.members]
        match group.kind:
            case "drawn":
                return f"+{tiles_text(labels)}"
            case "indicator":
                return f"/{tiles_text(labels)}"
            case "meld":
                return f"({tiles_text([commonest(labels)] * 3)})"
            case "kong":
                return _BRACKETS[self.how(group)].format(
                    tiles_text([commonest(labels)] * 4)
                )
        return tiles_text(labels)

    def how(self, group: Group) -> How:
        """Say what a meld or kong is: of a wild kind gold, with a face down concealed.

        The wild kinds are the turned-up one's and the next, as most houses play.
        """
        labels = [self.sightings[i].label for i in group.members]
        if group.kind == "meld":
            return "pung"
        if commonest(labels) in self.wild:
            return "gold_kong"
        return "concealed_kong" if "back" in labels else "exposed_kong"

    @property
    def wild(self) -> frozenset[Tile]:
        """The kinds that the turned-up tile makes wild."""
        turned = [
            self.sightings[i].label
            for group in self.groups
            if group.kind == "indicator"
            for i in group.members
        ]
        return frozenset().union(*(wilds(t) for t in turned if isinstance(t, Tile)))

    @property
    def notation(self) -> str:
        """The hand as a line for ``scorer.Hand.parse``; loose tiles are left out."""
        order: tuple[Kind, ...] = ("hand", "meld", "kong", "drawn", "indicator")
        return " ".join(
            self.text(group)
            for kinds in (order[:1], order[1:3], order[3:4], order[4:])
            for group in self.groups
            if group.kind in kinds
        )

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The tiles of the hand to look at again: unsure, hardly found, unread, odd ones."""
        return tuple(
            i
            for group in self.groups
            if group.kind != "loose"
            for i in group.members
            if self._doubts(i, group)
        )

    @property
    def questions(self) -> tuple[Decision, ...]:
        """The decisions to ask a person about, the least sure first."""
        asked = [one for one in self.decisions if one.open]
        return tuple(sorted(asked, key=lambda one: one.confidence))

    def _doubts(self, index: int, group: Group) -> bool:
        sighting = self.sightings[index]
        down = group.kind == "kong" and sighting.label == "back"
        sure = sighting.chance(*FACELESS) if down else sighting.confidence
        if sure < DOUBT or sighting.found <= HARDLY:
            return True
        if group.kind in ("meld", "kong"):
            kind = commonest(self.sightings[i].label for i in group.members)
            return sighting.label != kind and not down
        return not isinstance(sighting.label, Tile)


def commonest(labels: Iterable[object]) -> Tile | None:
    """The kind that most of the labels name; None when none is a face."""
    faces = Counter(label for label in labels if isinstance(label, Tile))
    return faces.most_common(1)[0][0] if faces else None


def tiles_text(labels: Iterable[object]) -> str:
    """Write labels in their order: ``123m 5p EE ?``; no face is ``?``."""
    texts = [str(label) if isinstance(label, Tile) else NO_TILE for label in labels]
    words = []
    for suit, run in groupby(texts, key=lambda text: text[1:] or text == NO_TILE):
        end = suit if isinstance(suit, str) else ""
        words.append("".join(text[0] for text in run) + end)
    return " ".join(words)
