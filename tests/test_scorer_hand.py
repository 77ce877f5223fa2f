import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import ALL_TILES, Hand, Meld, MeldKind, NotationError, Tile

tiles = st.sampled_from(ALL_TILES)
hands = st.builds(
    Hand,
    st.lists(tiles, max_size=14).map(tuple),
    st.lists(st.builds(Meld, st.sampled_from(MeldKind), tiles), max_size=5).map(tuple),
    st.none() | tiles,
    st.none() | tiles,
)


@given(hands)
def test_a_hand_is_read_back_as_it_was_written(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert str(Hand.parse(str(hand))) == str(hand)


@given(st.text(alphabet="123459mpsESWNCFPB()[]{}+/? 五万中", max_size=12))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        hand = Hand.parse(text)
    except NotationError:
        return
    assert Hand.parse(str(hand)) == hand


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1m 2m", "12m"),
        ("三万東中", "3m EC"),
        ("一二三万 456饼", "123m 456p"),
        ("【ＥＥＥＥ】　１ｍ＋５ｍ／６ｍ", "1m [EEEE] +5m /6m"),
        ("（222p）", "(222p)"),
        ("(2222p)[EEEE]{FFFF}", "(2222p) [EEEE] {FFFF}"),
        ("+ 5m / B", "+5m /P"),
        ("9m1m", "19m"),
        ("", ""),
    ],
)
def test_notation_is_read_loosely_and_written_one_way(text: str, written: str) -> None:
    assert str(Hand.parse(text)) == written


@pytest.mark.parametrize(
    ("text", "culprit", "place", "advice"),
    [
        ("123m 4", "4", 6, "no suit"),
        ("12x 3m", "12x", 1, "is no tile"),
        ("5S", "5S", 1, "is no tile"),
        ("1z", "1z", 1, "is no tile"),
        ("0m", "0m", 1, "is no tile"),
        ("123m ?", "?", 6, "not read"),
        ("12?m", "12?m", 1, "not read"),
        ("(22p)", "(22p)", 1, "is no meld"),
        ("123m (123m)", "(123m)", 6, "is no meld"),
        ("[EEE]", "[EEE]", 1, "is no meld"),
        ("{FFF}", "{FFF}", 1, "is no meld"),
        ("1m (  )", "(  )", 4, "is no meld"),
        ("(222p", "(", 1, "no partner"),
        ("222p)", ")", 5, "no partner"),
        ("+5m +6m", "+6m", 5, "once"),
        ("+56m", "+56m", 1, "the one drawn tile"),
        ("/", "/", 1, "needs a tile"),
        ("123m + ", "+", 6, "needs a tile"),
        ("+(222p)", "+(222p)", 1, "the one drawn tile"),
        ("1m (2?2p)", "2?2p", 5, "not read"),
    ],
)
def test_bad_notation_is_quoted_with_its_place(
    text: str, culprit: str, place: int, advice: str
) -> None:
    with pytest.raises(NotationError) as refused:
        Hand.parse(text)
    sentence = str(refused.value)
    assert f"{culprit!r} at character {place} of {text!r}" in sentence
    assert advice in sentence
    assert f"第 {place} 个字起的“{culprit}”" in refused.value.zh


def codes(text: str, neighbours: str = "next") -> list[str]:
    found = Hand.parse(text).problems(neighbours)  # type: ignore[arg-type]
    assert all(problem.zh and str(problem) == problem.english for problem in found)
    return [problem.code for problem in found]


def test_a_hand_that_can_be_scored_has_no_problem() -> None:
    assert codes("46m 123p 789s 55s 678p +5m /E") == []
    assert codes("1m [EEEE] {8p8p8p8p} (222s) (3333s) +1m /7p") == []


def test_all_problems_are_told_at_once() -> None:
    assert codes("55555m") == ["too_many", "wrong_count", "no_winning", "no_indicator"]


def test_the_turned_up_tile_is_one_of_the_four() -> None:
    assert codes("123m 456p 789s 3333s +5m /3s") == ["too_many"]
    assert codes("123m 456p 78s 333s {3333s} +5m /2s") == ["too_many", "wrong_count"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("123m 456p 789s 11s +1m /E", "12 tiles beside 0 melds, expected 14"),
        ("123m 456p 789s 1122s 5s +1m /E", "15 tiles beside 0 melds, expected 14"),
        ("123m (EEE) (SSS) +4m /C", "4 tiles beside 2 melds, expected 8"),
    ],
)
def test_a_wrong_count_says_how_many_there_are_and_should_be(
    text: str, words: str
) -> None:
    (problem,) = Hand.parse(text).problems()
    assert problem.code == "wrong_count"
    assert words in problem.english
    assert ("add" if "add" in problem.english else "remove") in problem.english


def test_fourteen_or_thirteen_tiles_without_a_drawn_one_lack_only_that() -> None:
    assert codes("123m 456p 789s 1122s 5s /E") == ["no_winning"]
    assert codes("123m 456p 789s 1122s /E") == ["no_winning"]


def test_five_melds_are_one_too_many() -> None:
    assert codes("1m (EEE) (SSS) (WWW) (NNN) (111p) +1m /C") == ["too_many_melds"]


def test_a_wild_may_be_konged_but_not_punged() -> None:
    assert codes("123m 456p 789s 1s (FFF) +1s /C") == ["wild_pung"]
    assert codes("123m 456p 789s 1s [FFFF] +1s /C") == []
    assert codes("123m 456p 789s 1s {FFFF} +1s /C") == []
    assert codes("123m 456p 789s 1s {PPPP} +1s /C") == ["gold_not_wild"]
    assert codes("123m 456p 789s 1s {PPPP} +1s /C", "both") == []


def test_tiles_are_kept_sorted_with_the_drawn_one_last() -> None:
    hand = Hand.parse("9m 1m (EEE) +5m /C")
    assert hand == Hand.parse("(EEE) +5m 1m /C 9m")
    assert list(map(str, hand.tiles)) == ["E", "E", "E", "1m", "9m", "5m"]
    assert hand.winning == Tile.parse("5m")
