from dataclasses import replace

import pytest

from scorer import (
    ENCYCLOPEDIA,
    GALE,
    PLATFORM,
    ContradictionError,
    Explanation,
    Hand,
    House,
    Win,
    explain,
    score,
)


def explained(
    text: str, win: Win | None = None, house: House = PLATFORM
) -> Explanation:
    hand = Hand.parse(text)
    found = explain(hand, win or Win(), house)
    if found.score:
        assert found.score == score(hand, win or Win(), house)
    assert all(line.zh and line.english and line.key for line in found.lines)
    assert str(found) == found.text() == "\n".join(map(str, found.lines))
    return found


def said(found: Explanation, key: str) -> list[str]:
    """Give the English sentences about something."""
    return [line.english for line in found.lines if line.key == key]


def said_zh(found: Explanation, key: str) -> list[str]:
    return [line.zh for line in found.lines if line.key == key]


def test_each_wild_says_what_it_stands_for() -> None:
    found = explained("123567p 8p 99p 22s 34s +5s /8p")
    assert said(found, "wild") == [
        "9p stands for 4p",
        "8p stands for itself",
        "9p stands for itself",
    ]
    assert said_zh(found, "wild")[:2] == ["九饼当四饼", "八饼当本身"]


def test_each_fan_says_why_it_holds() -> None:
    found = explained("1234567889p 9p 22s +5m /8p")
    assert said(found, "item") == [
        "捉五 caught five +3 (8p 5m 9p): the drawn 5m is the middle of 4m 5m 6m",
        "龙 dragon +4 (1p 2p 3p 4p 5p 6p 7p 8p 9p): "
        "123, 456 and 789 of 饼 are three of the sets",
        "本混 dragon in the wild suit ×2 (1p 2p 3p 4p 5p 6p 7p 8p 9p): "
        "the wilds are of the dragon's suit, 饼",
        "双混吊 double wild wait ×2 (8p 5m 9p): "
        "any tile would have completed 8p 9p, the drawn 5m did",
    ]
    assert said_zh(found, "item")[3] == (
        "双混吊 ×2（八饼 五万 九饼）：八饼 九饼等什么牌都成，摸到的是五万"
    )
    assert said(found, "formula") == ["sum: (3 + 4) × 2 × 2 = 28"]
    drawn = explained("46m 123p 789s 55s 678p +C /C")
    assert "the drawn C stands for 5m" in said(drawn, "item")[0]
    single = explained("123m 567s 789p 222s 3p +7s /3p")
    assert said(single, "item")[0].endswith(
        "any tile would have completed 3p, the drawn 7s did"
    )


def test_circumstances_and_su_say_why_they_hold() -> None:
    kongs = Win(kong_draw=2)
    found = explained("46m 55s [9999m] [1111p] (222s) +5m /E", kongs)
    assert said(found, "item")[1:] == [
        "素 no wild ×2: no wild in the hand",
        "杠开 kong draw ×2 (9m 9m 9m 9m 1p 1p 1p 1p): "
        "won on the replacement tile of a kong (2 in a row)",
    ]
    assert said_zh(found, "item")[2].endswith("杠后补牌和（连杠 2 次）")
    found = explained("46m 55s [9999m] (111p) (222s) +5m /E", Win(kong_draw=1))
    assert said(found, "item")[2].endswith("replacement tile of a kong")
    assert said_zh(found, "item")[2].endswith("：杠后补牌和")
    first = "123m 567p 789s 22s 34p +5p /E"
    assert (
        said(explained(first, Win(heavenly=True)), "item")[1]
        == "天和 heavenly win ×4: the dealer's first fourteen tiles"
    )
    assert (
        said(explained(first, Win(earthly=True), ENCYCLOPEDIA), "item")[1]
        == "地和 earthly win ×4: won on the player's first draw"
    )
    real = explained(
        "123456789m 55s 46p +5p /8m", house=replace(PLATFORM, su_benhun=True)
    )
    assert said(real, "item")[2] == "素 no wild ×2: no tile is used as a wild"


def test_the_next_best_readings_say_why_they_are_worth_less() -> None:
    found = explained("1234567889p 9p 22s +5m /8p")
    assert [(one.items, one.fan) for one in found.others] == [
        (("long", "ben_hun", "shuang_hun_diao"), 16),
        (("long", "ben_hun", "hun_diao"), 16),
        (("zhuo_wu", "shuang_hun_diao"), 6),
    ]
    assert [one.why for one in found.others] == [
        line for line in found.lines if line.key == "other"
    ]
    assert said(found, "other")[1].startswith(
        "other reading, 4 × 2 × 2 = 16 fan, without 捉五 双混吊, with 混吊: 123p | "
    )
    assert said_zh(found, "other")[1].startswith(
        "另一读法 4 × 2 × 2 = 16 番，少捉五、双混吊，有混吊：一饼"
    )


def test_another_reading_may_be_richer_and_yet_not_win() -> None:
    house = replace(GALE, times_hundiao=9)
    found = explained("123m 456m 123p 456p C +F /C", house=house)
    assert found.others[0].items == ("hun_diao",)
    assert "without 捉五, with 混吊, may not win" in said(found, "other")[0]
    assert "少捉五，有混吊，不能和" in said_zh(found, "other")[0]
    plain = explained("123m 567s 789p 222s 3p +7s /3p", house=GALE)
    assert [one.items for one in plain.others] == [()]
    assert "1 fan, without 混吊:" in said(plain, "other")[0]


def test_a_reading_is_told_once_and_as_what_it_shows() -> None:
    assert explained("46m 123p 789s 55s 678p +5m /E").others == ()
    capped = explained("1234567889p 9p 22s +5m /8p", house=replace(PLATFORM, fan_cap=8))
    assert [one.fan for one in capped.others] == [8, 8, 6]


def test_a_hand_without_a_shape_is_told_how_far_it_is() -> None:
    found = explained("123m 456p 789s 22s 46p +9m /E")
    assert found.nearest
    assert said(found, "nearest") == [
        "1 tile away: 5p instead of 9m; 123m | 456p | 456p | 789s | 22s"
    ]
    far = explained("19m 19p 19s ESWNCFP +5m /5m")
    assert said(far, "nearest")[0].startswith("8 tiles away: ")
    assert said_zh(far, "nearest")[0].startswith("差 8 张：要")


def test_a_tilou_is_told_what_would_have_been_possible() -> None:
    found = explained("46m 123p 789s 5s 67p CF +8p /C")
    assert [(str(w.tile), w.fan) for w in found.chances] == [
        ("5m", 3),
        ("C", 3),
        ("F", 3),
    ]
    assert said(found, "chance") == ["possible: 捉五, 3 fan, by drawing 5m C F"]
    assert said_zh(found, "chance") == ["本来可以：摸到五万 中 发是捉五，3 番"]


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        (
            "33m 123s 123p 459m 45s +3s /9m",
            [
                "the drawn tile is 3s, neither 5m nor a wild",
                "nearest in 条: 6s 7s 8s 9s not there, wilds for 1 of them",
                "9m waiting, but needed in other sets",
                "9m in the hand is wild",
            ],
        ),
        (
            "123p 345p 567p 78p 2s C +9p /C",
            [
                "the drawn tile is 9p, neither 5m nor a wild",
                "the tiles of 饼 are there, but the rest then makes no sets",
                "C waiting, but needed in other sets",
                "C in the hand is wild",
            ],
        ),
        (
            "67s 22s 789m (111p) (333p) +C /C",
            [
                "the drawn C cannot be the middle of 4m 5m 6m and leave a shape",
                "2 melds leave no room for its three runs",
                "no wild was waiting in the hand",
                "C in the hand is wild",
            ],
        ),
    ],
)
def test_a_tilou_is_told_why_it_shows_no_fan(text: str, lacking: list[str]) -> None:
    found = explained(text)
    assert [line.split(": ", 1)[1] for line in said(found, "lacking")] == lacking
    names = [line.zh.split("：")[0] for line in found.lines if line.key == "lacking"]
    assert names == ["没有捉五", "没有龙", "没有混吊", "没有素"]


def test_a_kong_might_have_helped() -> None:
    text = "123m 45p 22s 78p C (9999m) +3p /C"
    found = explained(text)
    assert said(found, "chance") == [
        "no other tile would have won",
        "possible: 杠开, 2 fan, had the tile replaced one of a kong",
    ]
    strict = replace(PLATFORM, kong_draw_alone=False)
    assert said(explained(text, house=strict), "chance") == [
        "no other tile would have won"
    ]
    drawn = explained(text, Win(kong_draw=1), strict)
    assert said(drawn, "chance") == ["no other tile would have won"]
    assert said(drawn, "lacking") == []


def test_a_player_who_discarded_a_wild_is_told_so_and_no_more() -> None:
    found = explained("46m 123p 789s 55s 678p +5m /E", Win(wild_discarded=True))
    assert "小相公" in said(found, "verdict")[0]
    assert (said(found, "chance"), found.chances) == ([], ())
    assert said(found, "formula") == ["sum: 3 × 2 = 6"]


@pytest.mark.parametrize(
    ("text", "words", "zh"),
    [
        ("456m 123p 456p 78s C +9s /C", "his kongs count (小相公)", "杠照算"),
        ("46m 55s 1234p 789s (222s) +5m /E", "do not count (大相公)", "杠不算"),
    ],
)
def test_a_wrong_count_is_told_with_what_it_makes_of_the_player(
    text: str, words: str, zh: str
) -> None:
    found = explained(text)
    assert found.score is None
    assert len(said(found, "problem")) == 1
    assert words in said(found, "miscount")[0]
    assert zh in said_zh(found, "miscount")[0]


def test_other_problems_are_told_alone() -> None:
    found = explained("46m 123p 789s 55s 678p +5m")
    assert [line.key for line in found.lines] == ["problem"]


def test_a_contradiction_is_still_refused() -> None:
    with pytest.raises(ContradictionError):
        explain(
            Hand.parse("123m 567p 789s 22s 34p +5p /E"), Win(heavenly=True, kong_draw=1)
        )
