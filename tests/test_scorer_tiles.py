import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import ALL_TILES, NotationError, Tile, wilds
from scorer.tiles import write_tiles


def named(text: str) -> list[str]:
    return sorted(map(str, wilds(Tile.parse(text))))


def test_the_class_order_is_fixed() -> None:
    suits = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    assert [str(tile) for tile in ALL_TILES] == suits + list("ESWNCFP")
    assert [tile.index for tile in ALL_TILES] == list(range(34))


@given(st.sampled_from(ALL_TILES))
def test_a_tile_is_read_back_from_each_of_its_names(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile
    assert Tile.parse(tile.zh) == tile
    assert eval(repr(tile)) == tile


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("伍萬", "5m"),
        ("五万", "5m"),
        ("一筒", "1p"),
        ("一饼", "1p"),
        ("貳餅", "2p"),
        ("九條", "9s"),
        ("三索", "3s"),
        ("東", "E"),
        ("發", "F"),
        ("白", "P"),
        ("B", "P"),
        (" 7s ", "7s"),
    ],
)
def test_chinese_names_are_read(name: str, code: str) -> None:
    assert str(Tile.parse(name)) == code


@pytest.mark.parametrize("text", ["", "0m", "10m", "5x", "x", "e", "5", "55m", "back"])
def test_what_is_no_tile_is_quoted(text: str) -> None:
    with pytest.raises(NotationError, match="unknown tile") as refused:
        Tile.parse(text)
    assert repr(text) in str(refused.value)


def test_a_tile_has_words_in_both_languages() -> None:
    assert [Tile.parse(t).english for t in ("5m", "3p", "7s", "E")] == [
        "5 characters",
        "3 dots",
        "7 bamboo",
        "East",
    ]
    assert (Tile.parse("5m").rank, Tile.parse("E").rank, Tile.parse("E").suit) == (
        5,
        0,
        "",
    )


def test_there_are_34_tiles() -> None:
    for index in (-1, 34):
        with pytest.raises(NotationError, match="0 to 33"):
            Tile(index)


def test_the_next_kind_is_wild_and_the_cycle_closes() -> None:
    assert named("5m") == ["5m", "6m"]
    assert named("9s") == ["1s", "9s"]
    assert named("N") == ["E", "N"]
    assert named("P") == ["C", "P"]
    assert named("C") == ["C", "F"]


@pytest.mark.parametrize(
    ("turned", "kinds"),
    [("3p", "234p"), ("9s", "189s"), ("1m", "129m"), ("W", "ESWN"), ("P", "CFP")],
)
def test_in_a_gale_both_neighbours_are_wild(turned: str, kinds: str) -> None:
    assert write_tiles(tuple(sorted(wilds(Tile.parse(turned), "both")))) == kinds


def test_no_other_neighbours_are_known() -> None:
    with pytest.raises(ValueError, match="'previous'"):
        wilds(Tile.parse("5m"), "previous")  # type: ignore[arg-type]


def test_tiles_are_written_by_suit() -> None:
    tiles = map(Tile.parse, ["1m", "2m", "3p", "E", "E", "4s"])
    assert write_tiles(tuple(tiles)) == "12m 3p EE 4s"
    assert write_tiles(()) == ""
