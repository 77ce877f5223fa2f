from dataclasses import replace

import pytest

from scorer import (
    ENCYCLOPEDIA,
    GALE,
    PLATFORM,
    ContradictionError,
    Hand,
    House,
    ImpossibleHandError,
    Score,
    Win,
    score,
)

CAUGHT_FIVE = "46m 123p 789s 55s 678p +5m /E"
WILD_FIVE = "46m 123p 789s 55s 678p +C /C"
TILOU = "33m 123s 123p 459m 45s +3s /9m"
FIRST_14 = "123m 567p 789s 22s 34p +5p /E"


def scored(text: str, house: House = PLATFORM, **flags: int) -> Score:
    return score(Hand.parse(text), Win(**flags), house)  # type: ignore[arg-type]


def names(result: Score) -> list[str]:
    return [item.name for item in result.items]


def key(result: Score) -> str:
    assert result.reason
    assert result.reason.zh
    assert str(result.reason) == result.reason.english
    return result.reason.key


def test_a_reading_says_what_each_wild_stands_for() -> None:
    result = scored(WILD_FIVE)
    assert str(result.reading) == "4m +C=5m 6m | 123p | 678p | 789s | 55s"
    assert result.reading
    assert result.reading.zh.startswith("四万 +中=五万 六万 | 一饼 二饼 三饼")


def test_a_reading_shows_the_melds_first() -> None:
    result = scored("46m 55s [9m9m9m9m] (111p) (222s) +5m /E", kong_draw=1)
    assert str(result.reading) == "[9999m] | (111p) | (222s) | 4m +5m 6m | 55s"
    tiles = {item.key: " ".join(map(str, item.tiles)) for item in result.items}
    assert tiles["zhuo_wu"] == "4m 5m 6m"
    assert tiles["gang_kai"] == "9m 9m 9m 9m"
    assert len(tiles["su"].split()) == 15


def test_the_tiles_of_a_dragon_and_of_a_wild_wait_are_told() -> None:
    result = scored("1234567889p 9p 22s +5m /8p")
    tiles = {item.key: " ".join(map(str, item.tiles)) for item in result.items}
    assert names(result) == ["捉五", "龙", "本混", "双混吊"]
    assert len(tiles["long"].split()) == len(tiles["ben_hun"].split()) == 9
    assert tiles["zhuo_wu"] == tiles["shuang_hun_diao"]
    assert result.formula == "(3 + 4) × 2 × 2 = 28"


def test_a_wild_stands_for_itself_where_it_can() -> None:
    text = str(scored("123567p 8p 99p 22s 34s +5s /8p").reading)
    assert text == "123p | 9p=4p 5p 6p | 7p 8p=8p 9p=9p | 3s 4s +5s | 22s"


def test_sets_of_wilds_alone_are_laid() -> None:
    result = scored("789p 123s CCC FFFF +E /C")
    assert names(result) == ["龙", "混吊"]
    assert result.reading
    assert sum(all(one.wild) for one in result.reading.sets) == 2


@pytest.mark.parametrize(
    ("text", "house", "flags", "reason", "fan"),
    [
        ("123m 567p 789s 22s 34p +9p /E", PLATFORM, {}, "no_shape", 0),
        (TILOU, PLATFORM, {}, "tilou", 1),
        ("123m 567s 789p 222s 3p +7s /3p", GALE, {}, "hundiao_alone", 2),
        (FIRST_14, replace(PLATFORM, minimum_fan=5), {}, "minimum", 2),
        (
            "123p 45s 22s 78p C (9999m) +3s /C",
            replace(PLATFORM, kong_draw_alone=False),
            {"kong_draw": 1},
            "kong_draw_alone",
            2,
        ),
        (CAUGHT_FIVE, PLATFORM, {"wild_discarded": True}, "wild_discarded", 6),
    ],
)
def test_a_refusal_says_why(
    text: str, house: House, flags: dict[str, int], reason: str, fan: int
) -> None:
    result = scored(text, house, **flags)
    assert (result.legal, key(result), result.fan) == (False, reason, fan)


def test_tilou_is_named_in_both_languages() -> None:
    reason = scored(TILOU).reason
    assert reason
    assert "提溜" in reason.english
    assert "提溜" in reason.zh


def test_where_tilou_wins_nothing_is_refused_for_being_alone() -> None:
    loose = replace(GALE, minimum_fan=1, kong_draw_alone=False)
    assert scored(TILOU, loose).legal
    assert scored("123m 567s 789p 222s 3p +7s /3p", loose).legal


def test_a_legal_reading_comes_before_a_richer_one_that_may_not_win() -> None:
    house = replace(GALE, times_hundiao=9)
    # 混吊 would be 9 but may not win alone; 4m F=5m 6m beside the pair 5m C=5m may.
    result = scored("123m 456m 123p 456p C +F /C", house)
    assert (result.legal, result.fan, names(result)) == (True, 3, ["捉五"])


@pytest.mark.parametrize("indicator", ["8m", "5m", "4m"])
def test_a_real_dragon_of_the_wild_suit_may_hold_the_caught_five(
    indicator: str,
) -> None:
    text = f"12346789m 55s 456p +5m /{indicator}"
    house = replace(PLATFORM, su_benhun=True)
    result = scored(text, house)
    assert names(result) == ["捉五", "龙", "本混", "素"]
    assert result.formula == "(3 + 4) × 2 × 2 = 28"
    assert str(result.reading) == "123m | 4m +5m 6m | 789m | 456p | 55s"
    assert scored(text).fan == 14


def test_a_formula_needs_no_brackets_around_one_number() -> None:
    assert scored("123m 567s 789p 222s 3p +7s /3p").formula == "1 × 2 = 2"
    assert scored(CAUGHT_FIVE).formula == "3 × 2 = 6"
    assert scored("123789m 22s 345s CF +5m /C").formula == "3 + 4 = 7"
    assert scored("123789m 22s 345s CF +4m /C").formula == "4"


def test_a_double_wild_wait_in_the_dragon_is_read_as_one() -> None:
    house = replace(PLATFORM, dragon_holds_double_hun=True)
    result = scored("123789m 22s 345s CF +5m /C", house)
    assert names(result) == ["捉五", "龙", "双混吊"]
    assert result.formula == "(3 + 4) × 2 = 14"
    assert "C=4m +5m F=6m" in str(result.reading)
    assert names(scored("123789m 22s 345s CF +6m /C", house)) == ["龙", "双混吊"]


@pytest.mark.parametrize("turned", ["8p", "8s"])
def test_real_wilds_make_su_only_in_the_dragon_of_their_suit(turned: str) -> None:
    suit = turned[1]
    house = replace(PLATFORM, su_benhun=True)
    for dragon in {"m", "p", "s"} - {suit}:
        result = scored(f"123456789{dragon} 78{suit} EE +9{suit} /{turned}", house)
        assert (names(result), result.fan) == (["龙"], 4)


def test_a_cap_ends_the_formula() -> None:
    result = scored("1234567889p 9p 22s +5m /8p", replace(PLATFORM, fan_cap=16))
    assert (result.fan, result.formula) == (16, "(3 + 4) × 2 × 2 = 28 → 16")


def test_each_kong_in_a_row_doubles_where_the_house_says_so() -> None:
    text = "46m 55s [9999m] [1111p] (222s) +5m /E"
    assert scored(text, kong_draw=2).fan == 12
    house = replace(PLATFORM, each_consecutive_kong_doubles=True)
    assert scored(text, house, kong_draw=2).fan == 24


def test_a_first_hand_may_take_any_tile_as_the_last() -> None:
    result = scored("456m 123p 789s 55s 67p +8p /E", heavenly=True)
    assert result.fan == 24
    assert str(result.reading).startswith("4m +5m 6m |")


def test_an_earthly_win_counts_where_the_house_knows_it() -> None:
    assert scored(FIRST_14, earthly=True).fan == 2
    result = scored(FIRST_14, ENCYCLOPEDIA, earthly=True)
    assert (result.fan, names(result)) == (8, ["素", "地和"])


@pytest.mark.parametrize(
    ("text", "house", "flags", "words"),
    [
        (FIRST_14, PLATFORM, {"heavenly": True, "kong_draw": 1}, "杠开"),
        ("46m 55s 123p 789s (222s) +5m /E", PLATFORM, {"heavenly": True}, "(222s)"),
        (
            "46m 55s 123p 789s [2222s] +5m /E",
            ENCYCLOPEDIA,
            {"earthly": True},
            "[2222s]",
        ),
        (FIRST_14, ENCYCLOPEDIA, {"earthly": True, "kong_draw": 1}, "地和"),
        (FIRST_14, ENCYCLOPEDIA, {"earthly": True, "heavenly": True}, "天和"),
        (FIRST_14, PLATFORM, {"kong_draw": -1}, "-1"),
        (FIRST_14, PLATFORM, {"kong_draw": 5}, "0 to 4"),
        (
            FIRST_14,
            replace(PLATFORM, wild_discard="refuse"),
            {"wild_discarded": True},
            "wild_discard",
        ),
    ],
)
def test_circumstances_that_exclude_each_other_are_refused(
    text: str, house: House, flags: dict[str, int], words: str
) -> None:
    with pytest.raises(ContradictionError) as refused:
        scored(text, house, **flags)
    assert words in str(refused.value)


def test_a_first_draw_alone_wins_where_a_kong_draw_alone_does_not() -> None:
    strict = replace(ENCYCLOPEDIA, kong_draw_alone=False)
    result = scored(TILOU, strict, earthly=True)
    assert (result.legal, result.fan, names(result)) == (True, 4, ["地和"])


def test_a_gale_ignores_a_heavenly_win() -> None:
    assert scored(FIRST_14, GALE, heavenly=True, kong_draw=0).fan == 4
    assert scored("46m 55s 123p 789s (222s) +5m /E", GALE, heavenly=True).fan == 12


def test_a_kong_of_a_wild_kind_is_gold_however_it_is_written() -> None:
    for kong in ("(FFFF)", "[FFFF]", "{FFFF}"):
        assert scored(f"123m 456p 22s 78p {kong} +9p /C").fan == 1


def test_an_impossible_hand_is_refused_with_all_its_problems() -> None:
    with pytest.raises(ImpossibleHandError) as refused:
        scored("55555m")
    for words in ("'55555m'", "5 tiles of '5m'", "expected 14", "drawn", "turned-up"):
        assert words in str(refused.value)


def test_a_sole_wait_counts_tiles_that_can_still_come() -> None:
    house = replace(PLATFORM, sole_wait_five=True)
    assert scored(CAUGHT_FIVE, house).fan == 6
    assert scored("4666m 123p 789s 345s +5m /E", house).fan == 2
