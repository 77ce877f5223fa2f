import re
from dataclasses import replace
from pathlib import Path

import pytest

from scorer import (
    ENCYCLOPEDIA,
    FANS,
    GALE,
    KEYS,
    PLATFORM,
    House,
    HouseError,
    Key,
    house_names,
)

README = Path(__file__).parents[1] / "scorer" / "README.md"


def write(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def differences(house: House) -> dict[str, object]:
    return {
        key.name: getattr(house, key.name)
        for key in KEYS
        if getattr(house, key.name) != key.default
    }


def test_three_houses_ship_and_differ_as_the_rules_say() -> None:
    assert house_names() == ("platform", "encyclopedia", "gale")
    assert [House.load(name) for name in house_names()] == [
        PLATFORM,
        ENCYCLOPEDIA,
        GALE,
    ]
    assert differences(PLATFORM) == {}
    assert differences(ENCYCLOPEDIA) == {
        "earthly": True,
        "draw_dealer": "kong",
        "offer_stakes": False,
    }
    assert differences(GALE) == {
        "times_su": 4,
        "heavenly": False,
        "wild_neighbours": "both",
        "hundiao_alone": False,
        "kongs_void_on_draw": True,
    }


def test_a_file_starts_from_a_house_and_overrides_keys(tmp_path: Path) -> None:
    mine = House.load(write(tmp_path, 'base = "gale"\nminimum_fan = 3\nzh = "我家"\n'))
    assert (mine.name, mine.zh, mine.english) == ("mine", "我家", "mine")
    assert differences(mine) == differences(GALE) | {"minimum_fan": 3}


def test_a_file_may_bear_the_name_of_a_house(tmp_path: Path) -> None:
    file = tmp_path / "gale.toml"
    file.write_text('base = "gale"\nfan_cap = 50\n', encoding="utf-8")
    assert differences(House.load(file)) == differences(GALE) | {"fan_cap": 50}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("min_fan = 2", "unknown key 'min_fan'"),
        ('name = "x"', "unknown key 'name'"),
        ("minimum_fan = true", "minimum_fan = True: use integer ≥ 1"),
        ("minimum_fan = 2.5", "minimum_fan = 2.5: use integer ≥ 1"),
        ("fan_long = 0", "fan_long = 0: use integer ≥ 1"),
        ("kong_gold = -1", "kong_gold = -1: use integer ≥ 0"),
        ("heavenly = 1", "heavenly = 1: use true | false"),
        (
            f"times_su = {10**4298}",
            f"times_su = 1{'0' * 39}…: use integer ≥ 1, 12 digits at most",
        ),
        ('draw_dealer = "go"', "draw_dealer = 'go': use 'stay' | 'kong' | 'pass'"),
        ("draw_dealer = []", "draw_dealer = []: use 'stay' | 'kong' | 'pass'"),
        ("fan_cap = 1", "fan_cap = 1 is under minimum_fan = 2"),
        ("zh = 3", "zh = 3: use text"),
        ('base = "home"', "base = 'home': use platform, encyclopedia, gale"),
        ("base = []", "base = []: use platform"),
        ("minimum_fan =", "is no TOML file"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(
    tmp_path: Path, text: str, words: str
) -> None:
    file = write(tmp_path, text)
    with pytest.raises(HouseError) as refused:
        House.load(file)
    assert words in str(refused.value)
    assert repr(str(file)) in str(refused.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(HouseError, match="is no TOML file"):
        House.load(file)


@pytest.mark.parametrize("name", ["", "casino", "no/such.toml", "/"])
def test_an_unknown_house_is_quoted(name: str) -> None:
    with pytest.raises(HouseError, match=re.escape(f"no house {name!r}: use platform")):
        House.load(name)


def test_the_digest_changes_with_a_switch_alone() -> None:
    assert PLATFORM.digest == replace(PLATFORM, name="other", zh="别").digest
    assert PLATFORM.digest != replace(PLATFORM, minimum_fan=3).digest
    assert re.fullmatch("[0-9a-f]{12}", GALE.digest)


def test_a_house_is_text_that_makes_it_again() -> None:
    house = replace(GALE, draw_dealer="pass", fan_cap=64, chan=False)
    text = house.toml
    assert 'draw_dealer = "pass"\n' in text
    assert "chan = false\nfan_cap = 64" in text.replace('draw_dealer = "pass"\n', "")
    again = House.parse(text, house.name)
    assert again == replace(house, zh="", english="")
    assert (again.digest, hash(again)) == (house.digest, hash(house))
    assert PLATFORM.toml == ""


def test_an_error_of_a_text_names_the_house_or_the_file() -> None:
    with pytest.raises(HouseError, match="'ours': unknown key 'fan_kap': did you mean"):
        House.parse("fan_kap = 16", "ours")
    with pytest.raises(HouseError, match=r"'our\.toml': fan_cap = -1: use integer ≥ 0"):
        House.parse("fan_cap = -1", "ours", "our.toml")
    with pytest.raises(HouseError, match=r"unknown key 'x': see the table of keys$"):
        PLATFORM.altered({"x": 1})


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_a_key_says_all_that_a_page_needs(key: Key) -> None:
    assert key.type in ("integer", "switch", "choice")
    assert key.accepts(key.default)
    assert key.english
    assert key.zh
    assert set(key.source.split()) <= {"P", "W", "T"}
    assert key.read(f" {key.write(key.default)} ".replace('"', "")) == key.default
    for wrong in ("", "?", "True", "-1", "1.5", "²", "9" * 13):
        with pytest.raises(HouseError) as refused:
            key.read(wrong)
        assert str(refused.value) == f"{key.name} = {wrong!r}: use {key.values}"
        said = f"“{key.zh}”（{key.name}）不能是 {wrong!r}：请写 "
        assert refused.value.zh.startswith(said)


def test_a_key_reads_what_it_allows() -> None:
    keys = {key.name: key for key in KEYS}
    assert keys["heavenly"].read("false") is False
    assert keys["kong_gold"].read("8") == 8
    assert keys["kong_gold"].read("0") == 0
    with pytest.raises(HouseError, match=r"kong_gold = '9{40}': use"):
        keys["kong_gold"].read("9" * 5000)
    with pytest.raises(HouseError, match="kong_gold = 'true'"):
        keys["kong_gold"].read("true")
    with pytest.raises(HouseError, match="fan_long = '0'"):
        keys["fan_long"].read("0")


def table() -> str:
    """Write the table of house keys for the README."""

    def shown(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    lines = [
        "| key | type | values | default | what | 说明 | source |",
        "|---|---|---|---|---|---|---|",
    ]
    for key in KEYS:
        values = key.values.replace("|", "\\|")
        cells = [
            f"`{key.name}`",
            key.type,
            values,
            shown(key.default),
            key.english,
            key.zh,
            key.source,
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def test_the_readme_prints_the_one_table() -> None:
    assert table() in README.read_text(encoding="utf-8"), f"paste this:\n{table()}"


def test_every_fan_is_in_the_glossary() -> None:
    text = README.read_text(encoding="utf-8")
    assert all(f"| {fan.zh} |" in text and fan.english in text for fan in FANS)
