"""How the tiles of a photograph truly lie, and whether a spread says the same.

Truths come from two places: photographs whose groups were marked by eye, as lines of
their label files (``datasets/layouts/README.md`` has the format), and scenes made by the
generator, whose label file holds every visible tile with its group, and the notation.

A group is right when its finds are exactly its labelled tiles. A find without a label
in a group of the hand is wrong, except where the truth says that such a tile is there,
and face down in a kong: photographs have no labels for backs.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.spread import Group, Kind, Spread
from vision.weights import BACK

Tiles = frozenset[int]
"""Labelled tiles that belong together, as indices into the labels."""
Cause = Literal["", "missed", "stray", "misread", "arrangement"]
"""Why a layout was not read right, the reader's faults first: a tile of the hand not
found; a find that is none, or has no label, taken into the hand; a tile of the hand
named wrongly; else the arrangement is at fault."""

_SINGLES: tuple[Kind, ...] = ("hand", "drawn", "indicator")
_SETS: dict[str, Kind] = {"melds": "meld", "kongs": "kong"}
_KINDS = {"pung": "meld", "exposed_kong": "kong"}
_KINDS |= {"concealed_kong": "kong", "gold_kong": "kong"}


@dataclass(frozen=True)
class Truth:
    """How the labelled tiles of a photograph lie; those in no group are loose."""

    groups: tuple[tuple[Kind, Tiles], ...]
    hows: tuple[tuple[Tiles, str], ...] = ()
    """Of kongs whose kind is known: ``exposed_kong``, ``concealed_kong``, ``gold_kong``."""
    notation: str = ""
    """Empty where it is not known."""
    unlabelled: tuple[Kind, ...] = ()
    """Groups of which a tile is in view without a label."""
    hard: bool = False

    def of(self, kind: Kind) -> set[Tiles]:
        """Give the groups of one kind."""
        return {tiles for one, tiles in self.groups if one == kind}


def marked_layouts(path: Path) -> dict[str, Truth]:
    """Read photographs marked by eye: by ``<set>/<group>/<file name>`` of the photograph.

    Raises:
        VisionError: the file is no such list; quotes the photograph and what is wrong.
    """
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise VisionError(f"{str(path)!r} is no list of layouts: {error}") from error
    return {name: _marked(name, table) for name, table in tables.items()}


def _marked(name: str, table: Mapping[str, Any]) -> Truth:
    groups: list[tuple[Kind, Tiles]] = []
    try:
        groups += [(key, frozenset(table[key])) for key in _SINGLES if key in table]
        for key, kind in _SETS.items():
            groups += [(kind, frozenset(tiles)) for tiles in table.get(key, ())]
        lines = [line for _, tiles in groups for line in tiles]
        if not all(isinstance(line, int) for line in lines):
            raise TypeError
    except (TypeError, AttributeError):
        raise VisionError(f"{name!r}: write groups as lists of label lines") from None
    if len(lines) > len(set(lines)):
        raise VisionError(f"{name!r}: a label line is in two groups: {sorted(lines)}")
    apart = tuple(table.get("unlabelled", ()))
    if not set(apart) <= set(get_args(Kind)):
        raise VisionError(
            f"{name!r}: unlabelled names groups of {get_args(Kind)}, not {apart!r}"
        )
    return Truth(tuple(groups), unlabelled=apart, hard=bool(table.get("hard")))


def scene_layout(path: Path) -> tuple[Truth, list[str], NDArray[np.float64]]:
    """Read the label file of a generated scene.

    Returns:
        The truth, the class of each visible tile, and its corners (n, 4, 2) in pixels.

    Raises:
        VisionError: the file is no such label.
    """
    try:
        label = json.loads(path.read_text("utf-8"))
        tiles = label["tiles"]
        names = [str(tile["tile"]) for tile in tiles]
        corners = np.array([tile["corners"] for tile in tiles], float)
        corners = corners.reshape(-1, 4, 2)
        groups: dict[str, set[int]] = {}
        for i, tile in enumerate(tiles):
            groups.setdefault(tile["group"], set()).add(i)
        notation = str(label["notation"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise VisionError(f"{str(path)!r} is no label of a scene: {error!r}") from error
    groups.pop("loose", None)
    hows = {name: name.rstrip("0123456789") for name in groups}
    kinds: dict[str, Any] = {name: _KINDS.get(how, how) for name, how in hows.items()}
    truth = Truth(
        tuple((kinds[name], frozenset(members)) for name, members in groups.items()),
        tuple((frozenset(groups[n]), hows[n]) for n in groups if kinds[n] == "kong"),
        notation,
    )
    return truth, names, corners


@dataclass(frozen=True)
class Arranged:
    """What of one layout was read right."""

    hand: bool
    drawn: bool
    melds: bool
    """Each set of three, and no other."""
    kongs: bool
    """The tiles of each kong, and no other."""
    indicator: bool
    kong_kind: bool | None
    """Each kong found and called by its kind; None without a kong of known kind."""
    notation: bool | None
    """The whole line, its hand in any order; None where the truth has none."""
    cause: Cause = ""
    """Why something is wrong; empty when nothing is."""

    @property
    def groups(self) -> bool:
        """Whether all groups are right."""
        return self.hand and self.drawn and self.melds and self.kongs and self.indicator


def compare(
    spread: Spread, truth: Truth, names: Sequence[str], pairs: Mapping[int, int]
) -> Arranged:
    """Compare what was read of a photograph with how its tiles lie.

    Args:
        spread: what was read.
        truth: how the labelled tiles lie.
        names: the labelled classes.
        pairs: which find is on which label, as ``vision.evaluate.matched`` gives them.
    """
    labels = {find: label for label, find in pairs.items()}
    groups = [group for group in spread.groups if group.kind != "loose"]
    sets: dict[Kind, set[Tiles]] = {}
    strays = False
    for group in groups:
        stray = [i for i in group.members if i not in labels]
        allowed = _may_stray(spread, group, stray, truth)
        strays |= not allowed
        tiles = _tiles(group, labels, () if allowed else stray)
        if tiles:
            sets.setdefault(group.kind, set()).add(tiles)
    hand, drawn, melds, kongs, indicator = (
        sets.get(kind, set()) == truth.of(kind)
        for kind in (*_SINGLES[:2], *_SETS.values(), _SINGLES[2])
    )
    kong_kind = None
    if truth.notation and (truth.hows or any(g.kind == "kong" for g in groups)):
        read = {_tiles(g, labels): spread.how(g) for g in groups if g.kind == "kong"}
        kong_kind = read == dict(truth.hows)
    notation = None
    if truth.notation:
        notation = _parts(spread.notation) == _parts(truth.notation)
    result = Arranged(hand, drawn, melds, kongs, indicator, kong_kind, notation)
    if result.groups and False not in (kong_kind, notation):
        return result
    cause: Cause = "arrangement"
    members = [label for _, tiles in truth.groups for label in tiles]
    if any(label not in pairs for label in members):
        cause = "missed"
    elif strays:
        cause = "stray"
    elif any(str(spread.sightings[pairs[i]]) != names[i] for i in members):
        cause = "misread"
    return replace(result, cause=cause)


def _tiles(group: Group, labels: Mapping[int, int], stray: Sequence[int] = ()) -> Tiles:
    """The labels of a group's finds, and below zero its finds that have none."""
    found = {labels[i] for i in group.members if i in labels}
    return frozenset(found | {-1 - i for i in stray})


def _may_stray(
    spread: Spread, group: Group, stray: Sequence[int], truth: Truth
) -> bool:
    """Whether finds without a label may lie in a group: one, or backs in a kong."""
    if group.kind == "kong" and not truth.notation:
        return all(spread.sightings[i].label == BACK for i in stray)
    return len(stray) <= (group.kind in truth.unlabelled)


def _parts(notation: str) -> tuple[list[str], list[str]]:
    """The groups of a line, and the tiles of its hand, both sorted."""
    words = notation.split()
    apart = [word for word in words if word[0] in "+/([{"]
    hand = [
        rank + (word[-1] if word[-1] in "mps" else "")
        for word in words
        if word not in apart
        for rank in (word[:-1] if word[-1] in "mps" else word)
    ]
    return sorted(apart), sorted(hand)
