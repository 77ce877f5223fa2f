import pytest

from scorer.tiles import Tile
from vision.classify import Sighting
from vision.spread import Group, Spread, tiles_text

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def seen(text: str, confidence: float = 0.99) -> Sighting:
    known = Tile.parse(text) if text not in ("back", "other") else text
    return Sighting(known, confidence, SQUARE)  # type: ignore[arg-type]


def spread(**kinds: str) -> Spread:
    """Groups by kind: tiles in words, several groups of a kind parted by ``|``."""
    sightings: list[Sighting] = []
    groups = []
    for kind, parts in kinds.items():
        for part in parts.split("|"):
            tiles = [seen(word) for word in part.split()]
            members = range(len(sightings), len(sightings) + len(tiles))
            groups.append(Group(kind, tuple(members)))  # type: ignore[arg-type]
            sightings += tiles
    return Spread(tuple(sightings), tuple(groups))


@pytest.mark.parametrize(
    ("table", "notation"),
    [
        (Spread(), ""),
        (spread(loose="5m back"), ""),
        (spread(hand="1m 2m 3m 5s 5s E E C"), "123m 55s EEC"),
        (spread(hand="3p 1p other back 7p 2m"), "31p ?? 7p 2m"),
        (
            spread(
                hand="1m",
                drawn="5m",
                meld="2p 2p 2p",
                kong="E E E E|back C C back|P back back back",
                indicator="6m",
                loose="9s",
            ),
            "1m (222p) (EEEE) [CCCC] [PPPP] +5m /6m",
        ),
        (spread(meld="2p 2p 3p", kong="E W E E"), "(222p) (EEEE)"),
        (
            spread(kong="7m 7m 7m 7m|back 8m 8m back", indicator="6m"),
            "{7777m} [8888m] /6m",
        ),
        (spread(kong="back 1s 1s back", indicator="9s"), "{1111s} /9s"),
        (spread(hand="1m 2m", drawn="other"), "12m +?"),
    ],
)
def test_notation(table: Spread, notation: str) -> None:
    assert table.notation == notation


def test_tiles_text_parts_suits_honours_and_the_unread() -> None:
    labels = [Tile.parse(text) for text in ("1m", "2m", "E", "E", "3m", "P")]
    assert tiles_text([*labels, "other"]) == "12m EE 3m P ?"


def test_each_sighting_is_in_exactly_one_group() -> None:
    tiles = (seen("1m"), seen("2m"))
    for groups in ((), (Group("hand", (0,)),), (Group("hand", (0, 1, 1)),)):
        with pytest.raises(ValueError, match="each of 2 sightings"):
            Spread(tiles, groups)


def test_a_group_is_of_a_known_kind() -> None:
    with pytest.raises(ValueError, match="not 'wall'"):
        Group("wall", ())  # type: ignore[arg-type]


def test_doubtful_are_the_unsure_the_unread_and_odd_ones_out() -> None:
    tiles = [
        seen(word)
        for word in ["1m", "other", "2p", "2p", "3p", "back", "C", "C", "back"]
    ]
    tiles += [seen("5m", 0.5), seen("9s", 0.1)]
    groups = (
        Group("hand", (0, 1)),
        Group("meld", (2, 3, 4)),
        Group("kong", (5, 6, 7, 8)),
        Group("drawn", (9,)),
        Group("loose", (10,)),
    )
    assert Spread(tuple(tiles), groups).doubtful == (1, 4, 9)


@pytest.mark.parametrize(
    ("rivals", "doubtful"),
    [((("other", 0.3), ("P", 0.05)), ()), ((("P", 0.3), ("other", 0.05)), (1,))],
)
def test_what_lies_face_down_in_a_kong_is_doubtful_only_where_it_may_be_a_face(
    rivals: tuple[tuple[str, float], ...], doubtful: tuple[int, ...]
) -> None:
    down = Sighting("back", 0.62, SQUARE, rivals)
    tiles = (seen("E"), down, seen("back"), seen("E"))
    kong = Group("kong", (0, 1, 2, 3))
    assert Spread(tiles, (kong,)).doubtful == doubtful
    assert Spread((down,), (Group("hand", (0,)),)).doubtful == (0,)
