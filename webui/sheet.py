"""The hand in progress: what a photograph gave or a person tapped, not yet judged.

A sheet may be incomplete or wrong; it says what lies on the table as far as known.
Its one-line text (`Sheet.notation`) is what the scorer parses. Edits make new sheets
(`webui.edits`); `webui.store` keeps them.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorer.tiles import ALL_TILES

UNREAD = "?"
"""The face of a piece that nobody has named yet."""
BACK = "back"
"""The face of a piece that lies face down."""
FACES = frozenset(map(str, ALL_TILES))
MELD_SIZES = {"pung": 3, "exposed_kong": 4, "concealed_kong": 4, "gold_kong": 4}
BRACKETS = {"concealed_kong": "[{}]", "gold_kong": "{{{}}}"}
KONG_KINDS = ("exposed", "added", "concealed", "gold")
MARKS = ("wild", "over", "under")
"""小相公 by a discarded wild; too many tiles (大相公: kongs void); too few."""
SEATS = range(4)


@dataclass(frozen=True)
class Piece:
    """One tile on the sheet."""

    id: int
    face: str
    """A tile's code, `BACK` or `UNREAD`."""
    seen: int | None = None
    """Which sighting of the photograph it is; None when a person added it."""
    doubtful: bool = False
    """The reader was not sure and nobody has confirmed it yet."""

    @property
    def known(self) -> bool:
        """True when the face is one of the 34."""
        return self.face in FACES


@dataclass(frozen=True)
class Group:
    """Pieces that lie together: hand, drawn, meld, indicator or loose (left out)."""

    kind: str
    pieces: tuple[Piece, ...] = ()
    how: str = ""
    """Of a meld: a key of `MELD_SIZES`."""

    @property
    def face(self) -> str:
        """The face a meld is made of: the commonest known one, else `UNREAD`."""
        faces = Counter(piece.face for piece in self.pieces if piece.known)
        return faces.most_common(1)[0][0] if faces else UNREAD

    @property
    def mixed(self) -> bool:
        """True when the known faces differ (a meld has one kind only)."""
        return len({piece.face for piece in self.pieces if piece.known}) > 1


@dataclass(frozen=True)
class Choices:
    """What a person says about the hand beside its tiles."""

    house: str = "platform"
    flags: tuple[str, ...] = ()
    """Of kong_draw, heavenly, earthly."""
    in_a_row: int = 1
    """杠开: the kongs in a row before the winning tile, should the house count them."""
    winner: int = 0
    dealer: int = 0
    sitter: int | None = None
    """The seat that said 坐庄; it counts while that seat deals."""
    pulls: tuple[int, ...] = (0, 0, 0, 0)
    kongs: tuple[tuple[int, str], ...] = ()
    """Kongs as the table said them, (seat, kind of `KONG_KINDS`); of a winner with tiles
    those count that his melds show."""
    chan: bool = False
    marks: tuple[str, ...] = ("", "", "", "")
    """Of each seat: "" or a key of `MARKS`."""
    false_win: int | None = None
    """The seat that cried a win falsely (诈胡)."""
    fan: int = 0
    """The fan of a win entered without its tiles."""

    @property
    def sit(self) -> bool:
        """Whether the dealer sits (坐庄)."""
        return self.sitter == self.dealer


EMPTY = (Group("hand"), Group("drawn"), Group("indicator"), Group("loose"))


@dataclass(frozen=True)
class Sheet:
    """All facts of one hand in progress."""

    groups: tuple[Group, ...] = EMPTY
    """Hand, drawn, indicator and loose once each, and any number of melds."""
    choices: Choices = Choices()
    photo: int = 0
    """Number of the photograph the pieces were seen on; 0 without one."""
    typed: str = ""
    """A typed line that could not be read, kept until it can."""
    game: str = ""
    """The id of the game it is played in; "" for one hand alone."""
    entry: int = 0
    """The line of the book that it corrects; 0 for the hand being played."""
    turned: str = ""
    """The tile turned up at the table, when that was said before the hand was laid."""
    seats: tuple[int, ...] = ()
    """The player of each seat that the choices speak of; () for one hand alone, and before
    that was kept."""

    def group(self, kind: str) -> Group:
        """Return the one group of a kind that is there once."""
        return next(group for group in self.groups if group.kind == kind)

    @property
    def melds(self) -> tuple[Group, ...]:
        """All melds, as they lie."""
        return tuple(group for group in self.groups if group.kind == "meld")

    @property
    def pieces(self) -> Iterator[Piece]:
        """All pieces, group by group."""
        return (piece for group in self.groups for piece in group.pieces)

    @property
    def doubtful(self) -> tuple[Piece, ...]:
        """What a person should look at: unsure or unread pieces of the hand."""
        return tuple(
            piece
            for group in self.groups
            if group.kind != "loose"
            for piece in group.pieces
            if piece.doubtful or needs_face(piece, group)
        )

    @property
    def full(self) -> int:
        """How many tiles the concealed hand has without the drawn one."""
        return 13 - 3 * len(self.melds)

    @property
    def next_id(self) -> int:
        """Give an id that no piece of the sheet has."""
        return max((piece.id for piece in self.pieces), default=0) + 1

    @property
    def notation(self) -> str:
        """The hand as one line, `?` for what nobody has named."""
        words = [_row(self.group("hand").pieces)]
        words += [_meld(meld) for meld in self.melds]
        words += [f"+{_face(piece)}" for piece in self.group("drawn").pieces]
        words += [f"/{_face(piece)}" for piece in self.group("indicator").pieces]
        return " ".join(filter(None, words))


def needs_face(piece: Piece, group: Group) -> bool:
    """Say whether somebody must name this piece before the hand can be scored."""
    if group.kind == "meld":  # one is enough: naming it names the meld
        return group.face == UNREAD and piece == group.pieces[0]
    return not piece.known and group.kind != "loose"


def _face(piece: Piece) -> str:
    return piece.face if piece.known else UNREAD


def _row(pieces: tuple[Piece, ...]) -> str:
    """Write tiles in their order, equal suits that meet sharing one letter."""
    text = ""
    for piece in pieces:
        face = _face(piece)
        if len(face) == 2 and text.endswith(face[1]):
            text = text[:-1] + face
        else:
            text += (" " if text else "") + face
    return text


def _meld(meld: Group) -> str:
    face, size = meld.face, MELD_SIZES[meld.how]
    inner = face[0] * size + face[1:]
    return BRACKETS.get(meld.how, "({})").format(inner)


def to_json(sheet: Sheet) -> dict[str, Any]:
    """Write a sheet as plain JSON values."""
    return dataclasses.asdict(sheet)


def from_json(data: dict[str, Any]) -> Sheet:
    """Read what `to_json` wrote."""
    groups = tuple(
        Group(
            group["kind"],
            tuple(Piece(**piece) for piece in group["pieces"]),
            group["how"],
        )
        for group in data["groups"]
    )
    choices = _sitting(data["choices"]) | {
        "flags": tuple(data["choices"]["flags"]),
        "pulls": tuple(data["choices"]["pulls"]),
        "kongs": tuple((seat, kind) for seat, kind in data["choices"]["kongs"]),
        "marks": tuple(data["choices"].get("marks", Choices.marks)),
    }
    seats = tuple(data.get("seats", Sheet.seats))
    read = {"groups": groups, "choices": Choices(**choices), "seats": seats}
    return Sheet(**data | read)


def _sitting(choices: dict[str, Any]) -> dict[str, Any]:
    """Say who sat: where it was only kept that the dealer did, he who dealt then."""
    sitter = choices["dealer"] if choices.get("sit") else None
    rest = {key: value for key, value in choices.items() if key != "sit"}
    return {"sitter": sitter} | rest
