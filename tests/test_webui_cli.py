import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorer import GALE, PLATFORM, House
from scorer.hand import Hand
from scorer.tiles import Tile
from tests.evening import FIVE
from vision import (
    Group,
    PhotoError,
    Quality,
    Reading,
    Recogniser,
    Sighting,
    Spread,
    WeightsError,
)
from vision.evaluate import Confusion, GroupResult, LayoutResult, Split
from webui.cli import main
from webui.facts import Round, Seating, Terms
from webui.ledger import Ledger, new_key
from webui.rows import photo_row, program_version, row_of, scored, settled

DATA = Path(__file__).parent / "data"
CAUGHT_FIVE = "46m 123p 789s 55s 678p +5m /E"
WAITING = "46m 123p 789s 5s 67p CF /C"
HELD = Hand.parse(CAUGHT_FIVE)
ROW = {
    "concealed": [str(tile) for tile in HELD.concealed],
    "melds": [],
    "winning_tile": str(HELD.winning),
    "indicator": str(HELD.indicator),
}
SQUARE = ((0.0, 0.0), (30.04, 0.0), (30.0, 40.0), (0.0, 40.0))
SPREAD = Spread(
    (
        Sighting(Tile.parse("4m"), 0.99, SQUARE, (("5m", 0.008),)),
        Sighting(Tile.parse("6m"), 0.61234567, SQUARE, (("5m", 0.3), ("9m", 0.05))),
        Sighting(Tile.parse("5m"), 0.98, SQUARE),
        Sighting("other", 0.9, SQUARE),
    ),
    (Group("hand", (0, 1)), Group("drawn", (2,)), Group("loose", (3,))),
)
READING = Reading(SPREAD, 640, 480, {"decode": 1.26, "total": 1.26})


def run(*args: str, rows: object = None) -> Result:
    stdin = rows if isinstance(rows, str | bytes | None) else lines(rows)
    return CliRunner().invoke(main, args, input=stdin)


def lines(rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def cases(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return loaded


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every file be READING, but refuse those whose name holds `bad`."""

    def recognise(source: Path) -> Reading:
        if "bad" in str(source):
            raise PhotoError("no_picture", f"{str(source)!r} is no picture")
        return READING

    monkeypatch.setattr(Recogniser, "load", lambda: recognise)


# score


def test_a_hand_is_scored_for_a_person() -> None:
    result = run("score", CAUGHT_FIVE)
    assert result.exit_code == 0
    assert "和，6 番 · wins with 6 fan" in result.stdout
    assert "捉五 caught five 3: 4m 5m 6m" in result.stdout
    assert "素 no wild ×2" in result.stdout
    assert "3 × 2 = 6" in result.stdout


def test_a_refused_hand_is_an_answer_with_its_reason() -> None:
    result = run("score", "33m 123s 123p 459m 45s +3s /9m")
    assert result.exit_code == 0
    assert "不能和：只是提溜" in result.stdout
    assert "may not win: 提溜 is 1 fan" in result.stdout
    assert "reading" not in run("score", "123m 456p 789s 22s 45p +9m /N").stdout


def test_a_notation_may_come_in_pieces_and_with_flags() -> None:
    result = run(
        "score", "46m", "55s", "[9999m]", "111p", "222s", "+5m", "/E", "--kong-draw"
    )
    assert "12 番" in result.stdout
    result = run("score", "456m 123p 789s 55s 67p +8p /E", "--heavenly")
    assert "24 番" in result.stdout
    assert "小相公" in run("score", CAUGHT_FIVE, "--wild-discarded").stdout


def test_a_house_is_a_name_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text("fan_zhuowu = 5\n", encoding="utf-8")
    assert "10 番" in run("score", CAUGHT_FIVE, "--house", str(file)).stdout
    assert "12 番" in run("score", CAUGHT_FIVE, "--house", "gale").stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["46x"], "'46x'"),
        (["55555m +5m /E"], "6 tiles of '5m'"),
        (["123m +5m /E"], "4 tiles beside 0 melds, expected 14"),
        (["46m 123p 789s 55s 678p 5m /E"], "no drawn tile"),
        (["46m 123p 789s 55s 678p +5m"], "no turned-up tile"),
        (["46m 55s 123p 789s (222s) +5m /E", "--heavenly"], "'(222s)'"),
        ([CAUGHT_FIVE, "--house", "casino"], "no house 'casino'"),
    ],
)
def test_bad_input_is_one_sentence(args: list[str], words: str) -> None:
    result = run("score", *args)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "args", [[], [CAUGHT_FIVE, "--jsonl"], ["--jsonl", "--heavenly"]]
)
def test_a_notation_or_rows_but_not_both(args: list[str]) -> None:
    assert run("score", *args).exit_code == 2


@pytest.mark.parametrize(
    ("name", "house"), [("hands.json", None), ("hands_gale.json", "gale")]
)
def test_rows_are_scored_as_the_cases_say(name: str, house: str | None) -> None:
    rows = cases(name)
    result = run("score", "--jsonl", *(["--house", house] if house else []), rows=rows)
    assert result.exit_code == 0
    for row, got in zip(rows, objects(result), strict=True):
        want = row["expected"]
        assert (got["legal"], got["fan"]) == (want["legal"], want["fan"])
        assert sorted(got["items"]) == sorted(want["items"])
        assert bool(got["reason"]) != got["legal"]
        assert bool(got["reading"]) == bool(got["fan"])
        assert got["version"] == program_version()


def test_a_row_may_name_its_house() -> None:
    gale = ROW | {"house": "gale"}
    assert [
        got["fan"] for got in objects(run("score", "--jsonl", rows=[ROW, gale]))
    ] == [6, 12]
    result = run("score", "--jsonl", "--house", "platform", rows=[gale])
    assert objects(result)[0]["fan"] == 6


def test_the_row_of_a_score_tells_sets_and_items() -> None:
    got = scored(ROW | {"indicator": "C", "winning_tile": "C"})
    assert got["sets"][0] == {
        "kind": "run",
        "tiles": ["4m", "C", "6m"],
        "as": ["4m", "5m", "6m"],
        "wild": [False, True, False],
        "drawn": 1,
        "dragon": False,
    }
    assert got["details"] == [
        {
            "key": "zhuo_wu",
            "name": "捉五",
            "english": "caught five",
            "value": 3,
            "tiles": ["4m", "C", "6m"],
        }
    ]


BAD_HANDS = [
    ("x", "is no line of JSON"),
    ("[" * 100_000, "is no line of JSON"),
    (b"\xff", "is no line of JSON"),
    ([1], "[1] is no JSON object"),
    ({}, "'concealed' is missing: give a list"),
    (ROW | {"concealed": "4m"}, "'concealed' is '4m': give a list"),
    (ROW | {"concealed": [4]}, "unknown tile '4'"),
    (ROW | {"winning_tile": 5}, "'winning_tile' is 5: give text"),
    (ROW | {"winning_tile": None}, "no drawn tile"),
    (ROW | {"indicator": "x"}, "unknown tile 'x'"),
    (ROW | {"melds": ["x"]}, "'melds' holds 'x'"),
    (ROW | {"melds": [{"kind": "chow", "tile": "1m"}]}, "'chow'"),
    (ROW | {"melds": [{"kind": "pung"}]}, "'tile' is missing"),
    (ROW | {"flags": {"heavenly": 1}}, "'heavenly' is 1: give true or false"),
    (ROW | {"flags": {"kong_draw": "yes"}}, "'kong_draw' is 'yes'"),
    (ROW | {"flags": {"robbed": True}}, "unknown flag 'robbed'"),
    (ROW | {"flags": []}, "'flags' is []: give an object"),
    (ROW | {"flags": {"heavenly": True, "kong_draw": True}}, "exclude each other"),
    (ROW | {"house": "casino"}, "'house' is 'casino'"),
    (ROW | {"concealed": ["x" * 200]}, "unknown tile 'xxx"),
]


@pytest.mark.parametrize(("bad", "words"), BAD_HANDS)
def test_a_bad_line_is_answered_and_the_others_too(bad: object, words: str) -> None:
    line = (
        bad
        if isinstance(bad, bytes)
        else str(bad)
        if isinstance(bad, str)
        else json.dumps(bad)
    )
    text = line if isinstance(line, bytes) else line.encode()
    good = json.dumps(ROW).encode()
    result = run("score", "--jsonl", rows=b"\n".join([good, text, b"", good]))
    assert result.exit_code == 1
    first, middle, last = objects(result)
    assert first == last
    assert first["fan"] == 6
    assert words in middle["error"]
    assert set(middle) == {"error", "version"}


def test_a_long_line_is_quoted_in_short() -> None:
    (got,) = objects(run("score", "--jsonl", rows=[["x" * 500]]))
    assert len(got["error"]) < 200


def test_kongs_in_a_row_may_be_counted(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text("each_consecutive_kong_doubles = true\n", encoding="utf-8")
    row = ROW | {"flags": {"kong_draw": 2}}
    assert (
        objects(run("score", "--jsonl", "--house", str(file), rows=[row]))[0]["fan"]
        == 24
    )


# settle


def test_rows_are_settled_as_the_cases_say() -> None:
    rows = cases("payments.json")
    result = run("settle", "--jsonl", rows=rows)
    assert result.exit_code == 0
    for row, got in zip(rows, objects(result), strict=True):
        want = row["expected"]
        assert {part: got[part] for part in ("deltas", "win", "kong", "chan")} == {
            part: want[part] for part in ("deltas", "win", "kong", "chan")
        }
        assert got["next_dealer"] == want["next_dealer"]["platform"]
    result = run("settle", "--jsonl", "--house", "encyclopedia", rows=rows)
    for row, got in zip(rows, objects(result), strict=True):
        assert got["next_dealer"] == row["expected"]["next_dealer"]["encyclopedia"]


def test_a_settlement_tells_each_payment() -> None:
    got = settled({"dealer": 0, "win": {"seat": 1, "fan": 2}, "sit": True})
    assert got["transfers"][0] == {
        "payer": 0,
        "payee": 1,
        "points": 4,
        "unit": 2,
        "multiplier": 2,
        "reason": "win",
    }


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"dealer": 0}, "'win' is missing"),
        ({"win": None}, "'dealer' is missing: give a whole number"),
        ({"dealer": True, "win": None}, "'dealer' is True"),
        ({"dealer": 0, "win": {"seat": 1}}, "'fan' is missing"),
        ({"dealer": 0, "win": 2}, "'win' is 2: give an object"),
        ({"dealer": 0, "win": None, "pulls": [0, 0, 9, 0]}, "(0, 0, 9, 0)"),
        ({"dealer": 0, "win": None, "pulls": [0, 1.0, 0, 0]}, "(0, 1.0, 0, 0)"),
        ({"dealer": 0, "win": None, "pulls": [0, True, 0, 0]}, "(0, True, 0, 0)"),
        ({"dealer": 0, "win": None, "pulls": [[], {}, 0, 0]}, "([], {}, 0, 0)"),
        ({"dealer": 0.0, "win": None}, "'dealer' is 0.0"),
        ({"dealer": 0, "sit": 1, "win": None}, "'sit' is 1: give true or false"),
        ({"dealer": 0, "win": {"seat": 1.0, "fan": 2}}, "'seat' is 1.0"),
        ({"dealer": 0, "win": None, "kongs": [{"seat": 1, "kind": "red"}]}, "'red'"),
        ({"dealer": 5, "win": None}, "seat 5"),
    ],
)
def test_a_bad_table_is_an_error_row(row: object, words: str) -> None:
    result = run("settle", "--jsonl", rows=[row])
    assert result.exit_code == 1
    assert words in objects(result)[0]["error"]


def test_a_fan_that_nobody_can_write_is_an_error_row_and_the_others_are_settled() -> (
    None
):
    good = {"dealer": 0, "win": {"seat": 1, "fan": 10**12 - 1}, "sit": True}
    bad = good | {"win": {"seat": 1, "fan": 10**4299}}
    result = run("settle", "--jsonl", rows=[good, bad, good])
    assert result.exit_code == 1
    first, middle, last = objects(result)
    assert first == last
    assert "'fan' is 1000" in middle["error"]
    assert "give a whole number of at most 12 digits" in middle["error"]
    assert len(middle["error"]) < 200


def test_settle_reads_rows_only() -> None:
    assert run("settle").exit_code == 2


# read


@pytest.mark.usefixtures("reader")
def test_a_photograph_is_read_as_json() -> None:
    result = run("read", "./a b.jpg", "--json")
    assert result.exit_code == 0
    (got,) = objects(result)
    assert got["photo"] == "./a b.jpg"
    assert got["tiles"][1] == {
        "tile": "6m",
        "confidence": 0.6123,
        "corners": [[0.0, 0.0], [30.0, 0.0], [30.0, 40.0], [0.0, 40.0]],
        "group": "hand",
        "rivals": [["5m", 0.3], ["9m", 0.05]],
    }
    assert got["tiles"][3]["tile"] == "other"
    assert got["groups"] == [
        {"kind": "hand", "tiles": [0, 1]},
        {"kind": "drawn", "tiles": [2]},
        {"kind": "loose", "tiles": [3]},
    ]
    assert got["notation"] == "46m +5m"
    assert got["doubtful"] == [1]
    assert got["ms"] == {"decode": 1.3, "total": 1.3}
    assert got["version"] == program_version()


@pytest.mark.usefixtures("reader")
def test_a_photograph_is_read_for_a_person() -> None:
    result = run("read", "a.jpg", "bad.txt", "b.jpg")
    assert result.exit_code == 1
    assert "手牌 hand: 4m 6m" in result.stdout
    assert "记法 notation: 46m +5m" in result.stdout
    assert "待核对 doubtful: 6m 61% (5m 30%, 9m 5%)" in result.stdout
    assert "b.jpg" in result.stdout
    assert result.stderr == "bad.txt: 'bad.txt' is no picture\n"


@pytest.mark.usefixtures("reader")
def test_a_bad_photograph_is_an_error_row_and_the_others_are_read() -> None:
    result = run("read", "a.jpg", "./bad//x", "b.jpg", "--json")
    assert result.exit_code == 1
    first, middle, last = objects(result)
    assert middle["photo"] == "./bad//x"
    assert "is no picture" in middle["error"]
    assert [first["photo"], last["photo"]] == ["a.jpg", "b.jpg"]


@pytest.mark.usefixtures("reader")
def test_a_file_name_that_is_no_text_is_given_back() -> None:
    result = run("read", "bad\udcff.jpg", "好.jpg", "--json")
    assert [got["photo"] for got in objects(result)] == ["bad\udcff.jpg", "好.jpg"]
    assert "好.jpg" in result.stdout


def test_a_bad_photograph_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Quality("dark", 5.25, 15.0)
    dim = Reading(Spread(), 640, 480, {"total": 1.0}, told)
    monkeypatch.setattr(Recogniser, "load", lambda: lambda _: dim)
    lines = run("read", "dim.jpg").stdout
    assert "没有找到牌 no tiles found" in lines
    assert "照片太暗" in lines
    assert "Too dark: the lightest parts have 5.2% of white, 15% is needed" in lines
    (got,) = objects(run("read", "dim.jpg", "--json"))
    assert got["quality"] == {"problem": "dark", "figure": 5.25, "limit": 15.0}


def test_an_empty_spread_is_no_error() -> None:
    got = photo_row("x.jpg", Reading(Spread(), 1, 1, {"total": 0.0}))
    assert (got["tiles"], got["groups"], got["notation"]) == ([], [], "")


def test_missing_weights_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recogniser, "load", no_weights)
    for args in (["read", "a.jpg"], ["evaluate", "."]):
        result = run(*args)
        assert (result.exit_code, result.stderr) == (1, "Error: no models here\n")


def no_weights(*_: object) -> Any:
    raise WeightsError("no models here")


# evaluate, serve, version


LAYOUTS = LayoutResult(
    10, 0.9, 0.6, 0.98, 0.97, 0.96, 1.0, 1.0, 1.0, 3, 1.0, 10, 0.8, {"missed": 1}
)
MEASURED = GroupResult(
    *("all", 10, 140, 0.99, 0.98, 0.97, 0.96, 0.9, 0.6, 0.98, 9, 8, 1, 50.0, 99.0),
    taps=0.75,
    taps_repaired=0.5,
    missing=1,
    wrong=2,
    ece=0.01,
    ece_before=None,
    confusions=(Confusion("4s", "2s", 2),),
    splits=(Split("size", 30.0, 42.0, 70, 0.94), Split("size", 43.0, 60.0, 70, 0.98)),
    stages={"decode": (3.0, 5.0), "detect": (40.0, 80.0)},
    layouts=None,
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the measurement is asked for; it finds MEASURED in two groups."""
    asked: list[object] = []

    def load(models: Path | None) -> Recogniser:
        asked.append(models)
        return Recogniser(abs, abs, 0.3)

    def measure(
        folder: Path, _: object, groups: object, layouts: object, *__: object
    ) -> list[Any]:
        asked.extend((folder, groups, layouts))
        return []

    monkeypatch.setattr(Recogniser, "load", load)
    monkeypatch.setattr("vision.evaluate.measure", measure)
    monkeypatch.setattr("vision.evaluate.results", lambda _: [MEASURED, MEASURED])
    return asked


def test_measurements_are_tables_or_rows(asked: list[object], tmp_path: Path) -> None:
    text = run("evaluate", str(tmp_path)).stdout
    table, taps, stages, splits, misread = (
        part.splitlines() for part in text.split("\n\n")
    )
    assert len(table) == 3
    assert table[0].split()[:4] == ["group", "photos", "tiles", "recall"]
    assert table[0].split()[-1] == "ms_p95"
    assert table[1].split()[:4] == ["all", "10", "140", "0.990"]
    assert len(set(map(len, table))) == 1
    assert taps[-1].split() == ["all", "0.750", "0.500", "1", "2", "1", "-", "0.010"]
    assert stages[-1].split() == ["all", "3.0", "5.0", "40.0", "80.0"]
    assert splits[-3].split() == ["group", "condition", "low", "middle", "high"]
    low, _, high = splits[-1].split("size")[1].partition("70    ")
    assert (low.strip(), high.strip()) == ("30–42: 0.940 of", "43–60: 0.980 of 70")
    assert misread[-1] == "all: 4s → 2s 2"
    first, _ = objects(run("evaluate", str(tmp_path), "--json"))
    assert (first["group"], first["photos"], first["right"]) == ("all", 10, 0.96)
    assert first["confusions"] == [{"truth": "4s", "read": "2s", "times": 2}]


def test_layouts_have_a_table_of_their_own(
    asked: list[object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    known = replace(MEASURED, layouts=LAYOUTS, confusions=())
    monkeypatch.setattr("vision.evaluate.results", lambda _: [known])
    *_, layouts, misread = run("evaluate", str(tmp_path)).stdout.split("\n\n")
    assert layouts.splitlines()[-1].split()[-3:] == ["0.800", "missed", "1"]
    assert misread.splitlines()[-1] == "none"


def test_other_networks_are_measured_on_some_groups(
    asked: list[object], tmp_path: Path
) -> None:
    options = ("--group", "a", "--group", "b", "--models", "mine", "--layouts", "list")
    assert run("evaluate", str(tmp_path), *options).exit_code == 0
    assert asked == [Path("mine"), tmp_path, ("a", "b"), Path("list")]


def test_a_page_of_the_failures_is_written(asked: list[object], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("evaluate", str(tmp_path), "--html", str(page)).exit_code == 0
    assert "0 of 0 photographs not read right" in page.read_text("utf-8")
    nowhere = run("evaluate", str(tmp_path), "--html", str(tmp_path / "no" / "page"))
    assert nowhere.exit_code == 1
    assert "page': No such file or directory" in nowhere.stderr


def serving(monkeypatch: pytest.MonkeyPatch, create: Callable[..., Any]) -> None:
    monkeypatch.setattr("waitress.create_server", create)


def test_the_page_is_served_from_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made: dict[str, Any] = {}

    class Server:
        def run(self) -> None:
            made["ran"] = True

    def create(app: Any, **where: Any) -> Server:
        made.update(where, data=app.config["DATA"])
        return Server()

    serving(monkeypatch, create)
    result = run("serve", "--port", "8123", "--data", str(tmp_path))
    assert made == {"host": "127.0.0.1", "port": 8123, "data": tmp_path, "ran": True}
    assert "http://127.0.0.1:8123" in result.stdout


def test_a_port_in_use_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def create(*_: Any, **__: Any) -> None:
        raise OSError("Address already in use")

    serving(monkeypatch, create)
    result = run("serve", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "cannot listen on 127.0.0.1:8000: Address already in use" in result.stderr


def test_the_versions_of_program_and_models_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "vision.model_versions", lambda: {"detector": "d1", "classifier": "c2"}
    )
    assert (
        run("--version").stdout
        == f"tianjin {program_version()} (detector d1, classifier c2)\n"
    )
    monkeypatch.setattr("vision.model_versions", no_weights)
    assert "no models here" in run("--version").stdout


def test_every_command_has_its_help() -> None:
    for command in ("read", "score", "settle", "evaluate", "serve"):
        assert "Usage: " in run(command, "--help").stdout
        assert main.commands[command].help


def test_every_command_is_in_the_readme() -> None:
    text = (Path(__file__).parents[1] / "webui" / "README.md").read_text("utf-8")
    assert set(re.findall(r"^\| `tianjin (\w+)", text, re.M)) == set(main.commands)
    rows = [line.startswith("|") for line in text.splitlines()]
    heads = len(re.findall(r"^\|(?:-+\|)+$", text, re.M))
    tables = sum(now and not before for before, now in pairwise([False, *rows]))
    assert tables == heads, "a blank line splits a table"


def test_scoring_loads_no_network() -> None:
    code = (
        "import sys; from webui.cli import main\n"
        f"main(['score', {CAUGHT_FIVE!r}], standalone_mode=False)\n"
        "assert not {'numpy', 'cv2', 'onnxruntime', 'flask'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_a_line_of_json_is_an_object() -> None:
    assert row_of(b'{"a": 1}\n') == {"a": 1}


# questions about a hand


def test_waits_name_each_tile_its_fan_and_what_is_left() -> None:
    result = run("waits", WAITING, "--seen", "55m")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:3] == [
        "听 3 种 7 张 · waits for 3 kinds, 7 tiles",
        "  五万 5m: 3 番 fan，捉五，余 2 张 unseen",
        "  五饼 5p: 1 番 fan，提溜，不能和 may not win，余 4 张 unseen",
    ]
    assert "听 0 种" in run("waits", WAITING, "--wild-discarded").stdout
    assert "expected 13" in run("waits", CAUGHT_FIVE).stderr


@pytest.mark.parametrize("seen", ["5m +3p", "5m /3p", "(333p)", "5m [EEEE]"])
@pytest.mark.parametrize("command", ["waits", "discards"])
def test_tiles_seen_elsewhere_are_loose(command: str, seen: str) -> None:
    result = run(command, WAITING, "--seen", seen)
    assert result.exit_code == 1
    assert f"--seen {seen!r}: name tiles alone, as in '5m 33p'" in result.stderr


def test_discards_are_ranked() -> None:
    result = run("discards", "46m", "123p", "789s", "55s", "678p", "+9m", "/E")
    assert result.stdout == "打九万 9m: 和 11 张 tiles，最多 6 番 fan: 5m E S\n"
    tilou = run("discards", "123m 456p 789s 2s C 78p +N /C").stdout
    assert "打北 N: 和 0 张 tiles，最多 0 番 fan: —\n" in tilou
    none = run("discards", "147m 147p 147s ESWN +C /9m")
    assert "no discard leaves a waiting hand" in none.stdout


def test_repairs_name_the_tile_to_read_again() -> None:
    result = run("repairs", "46m 123p 789s 55s 678p +9m /E")
    first, *rest = result.stdout.splitlines()
    assert first == "摸牌 drawn 9m → 5m: 6 番 fan，捉五 素"
    assert any(line.startswith("混 turned up E → 8m: ") for line in rest)
    none = run("repairs", "147m 147p 147s ESWN +C /9m")
    assert "no single tile makes it win" in none.stdout


def test_repairs_under_a_house_where_a_tilou_wins_name_it() -> None:
    result = run("repairs", "33m 123s 123p 459m 45s +8s /9m", "--set", "minimum_fan=1")
    assert "手牌 hand" in result.stdout
    assert "1 番 fan，提溜" in result.stdout


def test_houses_are_compared_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text("fan_zhuowu = 4\n", encoding="utf-8")
    result = run("compare", CAUGHT_FIVE, "--house", str(file), "--set", "minimum_fan=7")
    assert result.stdout.splitlines() == [
        "platform       6 番 fan，捉五 素: 3 × 2 = 6",
        "encyclopedia   6 番 fan，捉五 素: 3 × 2 = 6",
        "gale           12 番 fan，捉五 素: 3 × 4 = 12",
        "ours           8 番 fan，捉五 素: 4 × 2 = 8",
        "minimum_fan=7  不能和 may not win，捉五 素: "
        "只有 6 番，7 番起和 · 6 fan, and a hand needs 7",
    ]
    tilou = run("compare", "33m 123s 123p 459m 45s +3s /9m").stdout
    assert "不能和 may not win，提溜: 只是提溜" in tilou


@pytest.mark.parametrize("line", ["", "46m 123p 789s 55s 678p +5m"])
def test_a_hand_that_no_house_scores_is_refused_once(line: str) -> None:
    result = run("compare", line)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == run("score", line).stderr


def test_a_hand_that_one_house_refuses_is_compared_under_the_others() -> None:
    result = run("compare", "46m 55s 789s 123s (222p) +5m /3p")
    assert result.exit_code == 0
    platform, encyclopedia, gale = result.stdout.splitlines()
    assert "番 fan" in platform
    assert "番 fan" in encyclopedia
    assert "'(222p)' is a pung of a wild" in gale


def test_a_house_prints_as_a_file_that_makes_it_again(tmp_path: Path) -> None:
    result = run("house", "--house", "gale", "--set", "draw_dealer=pass")
    assert result.stdout.startswith("# gale, digest ")
    file = tmp_path / "ours.toml"
    file.write_text(result.stdout, encoding="utf-8")
    again = House.load(file)
    assert again == replace(GALE, name="ours", draw_dealer="pass")
    assert again.digest in result.stdout


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("kong_gild=8", "unknown key 'kong_gild': did you mean 'kong_gold'?"),
        ("kong_gold=much", "kong_gold = 'much': use integer ≥ 0"),
        ("kong_gold", "kong_gold = '': use integer ≥ 0"),
        ("kong_gold=" + "9" * 5000, "kong_gold = '9999"),
        ("fan_cap=1", "fan_cap = 1 is under minimum_fan = 2"),
    ],
)
def test_a_wrong_setting_is_one_sentence(setting: str, words: str) -> None:
    for command in ("score", "waits", "compare"):
        result = run(command, CAUGHT_FIVE, "--set", setting)
        assert result.exit_code == 1
        assert words in result.stderr


def test_a_score_says_why_in_both_languages() -> None:
    result = run("score", CAUGHT_FIVE, "--why", "--set", "times_su=3")
    zh, english = result.stdout.split("\n\n")
    assert "摸到五万，是四五六万的当中一张" in zh
    assert "the drawn 5m is the middle of 4m 5m 6m" in english
    assert "3 × 3 = 9" in zh
    assert run("score", "--jsonl", "--why").exit_code == 2


def test_rows_carry_the_digest_of_their_house() -> None:
    result = run("score", "--jsonl", "--set", "fan_cap=3", rows=[ROW])
    row = objects(result)[0]
    assert (row["fan"], row["digest"]) == (3, replace(PLATFORM, fan_cap=3).digest)
    paid = run(
        "settle",
        "--jsonl",
        "--set",
        "kong_gold=8",
        rows=[{"dealer": 0, "win": None, "kongs": [{"seat": 1, "kind": "gold"}]}],
    )
    assert objects(paid)[0]["deltas"] == [-8, 24, -8, -8]


def test_an_evening_is_audited(tmp_path: Path) -> None:
    book = Ledger(tmp_path / "ledger.db")
    begun = book.start(
        Terms(("王", "李", "赵", "陈")), Seating((0, 1, 2, 3), 0), key=new_key()
    )
    win = Round(winner=1, notation=FIVE)
    book.add(begun.game, win, key=new_key(), revision=begun.revision)
    book.close()
    result = run("audit", "--data", str(tmp_path))
    assert result.stdout == "1 局 games, 0 处不符 differences\n"


def test_a_tampered_hand_is_found(tmp_path: Path) -> None:
    test_an_evening_is_audited(tmp_path)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as base, base:
        base.execute("UPDATE version SET facts = replace(facts, '46m', '56m')")
    result = run("audit", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "fan was 6, is 0" in result.stdout
    assert result.stdout.endswith("differences\n")


def test_no_ledger_is_no_clean_bill(tmp_path: Path) -> None:
    result = run("audit", "--data", str(tmp_path / "typo"))
    assert result.exit_code == 1
    assert "there is no ledger" in result.output
    assert "typo" in result.output
    assert not (tmp_path / "typo" / "ledger.db").exists()


@pytest.mark.parametrize("command", ["serve", "audit"])
def test_a_broken_ledger_is_one_sentence(command: str, tmp_path: Path) -> None:
    (tmp_path / "ledger.db").write_text("this is no database, but long enough" * 40)
    result = run(command, "--data", str(tmp_path))
    assert result.exit_code == 1
    assert result.output.startswith("Error: cannot open the ledger")
    assert "ledger.db" in result.output
    assert result.output.count("\n") == 1


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://x/y", "postgresql://nobody:secret@127.0.0.1:1/x"]
)
def test_a_database_that_is_none_is_refused_at_the_start(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    result = run("serve", "--data", str(tmp_path))
    assert result.exit_code == 1
    shown = url.replace("secret", "***")
    assert f"cannot open the ledger {shown!r}" in result.output
    assert "secret" not in result.output


def test_a_file_is_no_data_folder(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("x")
    result = run("serve", "--data", str(file))
    assert result.exit_code == 1
    assert "cannot use the folder" in result.output
    assert "notes.txt" in result.output
