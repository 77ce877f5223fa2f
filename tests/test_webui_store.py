"""Hands on disk: two phones at once, undo, and nothing half written."""

import json
import threading
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from webui import edits
from webui.errors import EditError, MissingError
from webui.sheet import Sheet, from_json, to_json
from webui.store import HISTORY, Store


def rename(house: str) -> edits.Edit:
    return lambda sheet: replace(sheet, choices=replace(sheet.choices, house=house))


def test_a_sheet_survives_its_text_form() -> None:
    sheet = edits.add(edits.add(Sheet(), "hand", "5m"), "concealed_kong", "E")
    assert from_json(json.loads(json.dumps(to_json(sheet)))) == sheet


def test_two_phones_at_once_lose_nothing(tmp_path: Path) -> None:
    hand = Store(tmp_path).create(Sheet())

    def phone(face: str) -> None:
        store = Store(tmp_path)  # as another process would: only the folder is shared
        for _ in range(15):
            store.change(hand, lambda sheet: edits.add(sheet, "loose", face))

    phones = [threading.Thread(target=phone, args=(face,)) for face in ("1m", "9s")]
    for thread in phones:
        thread.start()
    for thread in phones:
        thread.join()
    record = Store(tmp_path).load(hand)
    faces = [piece.face for piece in record.sheet.pieces]
    assert (faces.count("1m"), faces.count("9s")) == (15, 15)
    assert len({piece.id for piece in record.sheet.pieces}) == 30


def test_a_refused_edit_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(edits.add(Sheet(), "hand", "5m"))
    before = (tmp_path / "hands" / hand / "sheet.json").read_bytes()
    with pytest.raises(EditError):
        store.change(hand, lambda sheet: edits.remove(sheet, 99))
    assert (tmp_path / "hands" / hand / "sheet.json").read_bytes() == before


def test_a_change_of_nothing_is_no_step(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(Sheet())
    store.change(hand, rename("platform"))
    assert not store.load(hand).undoable
    with pytest.raises(EditError):
        store.undo(hand)


def test_undo_goes_back_as_far_as_the_history(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(Sheet())
    for _ in range(HISTORY + 5):
        store.change(hand, lambda sheet: edits.add(sheet, "loose", "5m"))
    for _ in range(HISTORY):
        store.undo(hand)
    assert len(list(store.load(hand).sheet.pieces)) == 5
    assert not store.load(hand).undoable


@pytest.mark.parametrize("hand", ["", "..", "../hands", "0123456789", "ABCDEFGHIJ"])
def test_only_a_hand_of_ours_is_opened(tmp_path: Path, hand: str) -> None:
    with pytest.raises(MissingError):
        Store(tmp_path).load(hand)


def test_the_latest_hands_come_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first, second = store.create(Sheet()), store.create(Sheet())
    store.change(first, rename("gale"))
    assert {record.id for record in store.recent(5)} == {first, second}
    assert len(store.recent(1)) == 1


def test_a_stray_folder_is_no_hand(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(Sheet(game="g"))
    for name in ("abc", "0123456789 (copy)"):
        copytree(tmp_path / "hands" / hand, tmp_path / "hands" / name)
    assert [record.id for record in store.recent(5)] == [hand]
    assert store.of_game("g") == [hand]


def add(face: str) -> edits.Edit:
    return lambda sheet: edits.add(sheet, "loose", face)


def faces(store: Store, hand: str) -> list[str]:
    return [piece.face for piece in store.load(hand).sheet.pieces]


def test_a_tap_that_comes_again_counts_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(Sheet())
    for tap in ("one", "two", "one", "two", "two"):
        store.of_tap(tap).change(hand, add("5m"))
    assert faces(store, hand) == ["5m", "5m"]
    for _ in range(2):
        store.of_tap("three").undo(hand)
    assert faces(store, hand) == ["5m"]
    store.change(hand, add("5m"))  # of a page without a tap's name
    store.change(hand, add("5m"))
    assert faces(store, hand) == ["5m"] * 3


def test_a_tap_taken_by_halves_is_completed_when_it_comes_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(Sheet())
    store.of_tap("one").change(hand, add("1m"))
    again = store.of_tap("one")
    again.change(hand, add("1m"))
    again.change(hand, add("2m"))
    assert faces(store, hand) == ["1m", "2m"]


def test_a_tap_that_changed_nothing_or_was_undone_stays_taken(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(Sheet())
    store.of_tap("same").change(hand, lambda sheet: sheet)
    store.change(hand, add("1m"))
    store.of_tap("same").change(hand, lambda _: Sheet())
    assert faces(store, hand) == ["1m"]
    store.of_tap("two").change(hand, add("2m"))
    store.undo(hand)
    store.of_tap("two").change(hand, add("2m"))
    assert faces(store, hand) == ["1m"]


def test_a_tap_that_was_refused_is_not_taken(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(Sheet())
    with pytest.raises(EditError):
        store.of_tap("one").undo(hand)
    store.change(hand, add("1m"))
    store.of_tap("one").undo(hand)
    assert faces(store, hand) == []


def test_two_phones_that_send_everything_twice_keep_both_changes(
    tmp_path: Path,
) -> None:
    hand = Store(tmp_path).create(Sheet())

    def phone(face: str) -> None:
        store = Store(tmp_path)
        for tap in range(10):
            for _ in range(2):
                store.of_tap(f"{face}-{tap}").change(hand, add(face))

    phones = [threading.Thread(target=phone, args=(face,)) for face in ("1m", "9s")]
    for thread in phones:
        thread.start()
    for thread in phones:
        thread.join()
    both = faces(Store(tmp_path), hand)
    assert (both.count("1m"), both.count("9s")) == (10, 10)


def test_a_hand_of_before_taps_had_names_still_opens(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(Sheet())
    file = tmp_path / "hands" / hand / "sheet.json"
    assert set(json.loads(file.read_text("utf-8"))) == {"sheet", "past", "photos"}
    for _ in range(2):
        store.of_tap("one").change(hand, add("1m"))
    assert faces(store, hand) == ["1m"]


def test_a_hand_whose_taps_were_blanked_by_hand_still_changes(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hand = store.create(Sheet())
    file = tmp_path / "hands" / hand / "sheet.json"
    data = json.loads(file.read_text("utf-8")) | {"taken": None}
    file.write_text(json.dumps(data), "utf-8")
    for _ in range(2):
        store.of_tap("one").change(hand, add("1m"))
    assert faces(store, hand) == ["1m"]
