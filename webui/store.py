"""The hands in progress on disk: a folder each, changed under a lock, never half.

`DATA/hands/<id>/sheet.json` holds the sheet, its history for undo and what each
photograph was read as; the photographs lie beside it as they were sent. Every change
reads, edits and replaces the file while it holds the folder's lock, so two phones at
once lose nothing of each other's. The file also names the latest steps of taps that
were taken: a tap that is sent again is taken once (`Store.of_tap`).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from filelock import FileLock

from webui import edits
from webui.edits import Edit
from webui.errors import EditError, MissingError
from webui.facts import ID
from webui.sheet import Sheet, from_json, to_json
from webui.sighted import Sighted

HISTORY = 60
"""How many steps back `undo` can go."""
TAKEN = 200
"""How many steps of taps a hand remembers: far more than a few phones send at once."""
MAGIC = {
    b"\xff\xd8\xff": "image/jpeg",
    b"\x89PNG": "image/png",
    b"BM": "image/bmp",
    b"RIFF": "image/webp",
}


@dataclass(frozen=True)
class Record:
    """One hand as stored."""

    id: str
    sheet: Sheet
    undoable: bool
    seen: Sighted | None
    """What the present photograph was read as."""


class Store:
    """A folder of hands in progress."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "hands"
        self.folder.mkdir(parents=True, exist_ok=True)
        self._tap = ""
        self._steps = count(1)

    def of_tap(self, tap: str) -> Store:
        """Give the hands to one request, whose changes count once however often it comes.

        Args:
            tap: the same each time that the request is sent; empty when nobody said.
        """
        one = copy(self)
        one._tap, one._steps = tap and _short(tap), count(1)
        return one

    def create(self, sheet: Sheet) -> str:
        """Start a hand and return its id."""
        step = self._step()
        return self.ensure(_short(step) if step else secrets.token_hex(5), sheet).id

    def ensure(self, hand_id: str, sheet: Sheet) -> Record:
        """Give the hand of an id, laid out as `sheet` when there is none yet."""
        if not (self.folder / hand_id).is_dir():
            new = self.folder / f".{secrets.token_hex(5)}"
            new.mkdir()
            _write(new, _new(sheet))
            try:
                new.rename(self.folder / hand_id)
            except OSError:  # another phone was first
                shutil.rmtree(new)
        return self.load(hand_id)

    def load(self, hand_id: str) -> Record:
        """Return a hand as it is now.

        Raises:
            MissingError: there is no such hand.
        """
        return _record(hand_id, _read(self._path(hand_id)))

    def recent(self, count: int) -> list[Record]:
        """Return the hands that were changed last, newest first."""
        files = self._files()
        files.sort(key=lambda file: file.stat().st_mtime, reverse=True)
        return [self.load(file.parent.name) for file in files[:count]]

    def change(self, hand_id: str, edit: Edit, *, step: bool = True) -> None:
        """Apply one correction; a change of nothing is no step of the history.

        Args:
            hand_id: the hand.
            edit: the correction.
            step: whether `undo` takes it back.
        """

        def work(data: dict[str, Any]) -> None:
            before = from_json(data["sheet"])
            after = edit(before)
            if after != before and step:
                data["past"] = [*data["past"], data["sheet"]][-HISTORY:]
            data["sheet"] = to_json(after)

        self._once(hand_id, work)

    def undo(self, hand_id: str) -> None:
        """Take the last change back."""

        def work(data: dict[str, Any]) -> None:
            if not data["past"]:
                raise EditError("nothing_to_undo")
            data["sheet"] = data["past"].pop()

        self._once(hand_id, work)

    def add_photo(self, hand_id: str, content: bytes, seen: Sighted) -> None:
        """Keep a photograph and lay out what it shows."""

        def work(data: dict[str, Any]) -> None:
            number = len(data["photos"]) + 1
            (self._path(hand_id) / f"photo-{number}").write_bytes(content)
            data["photos"][str(number)] = seen.to_json()
            digest = hashlib.sha256(content).hexdigest()
            data["digests"] = {**data.get("digests", {}), str(number): digest}
            data["past"] = [*data["past"], data["sheet"]][-HISTORY:]
            sheet = edits.read(from_json(data["sheet"]), seen.groups, number)
            data["sheet"] = to_json(sheet)

        self._once(hand_id, work)

    def photo(self, hand_id: str, number: int) -> tuple[Path, str]:
        """Return a photograph's file and its media type, told from its first bytes."""
        path = self._path(hand_id) / f"photo-{number}"
        if not path.is_file():
            raise MissingError("no_such_photo")
        with path.open("rb") as file:
            head = file.read(4)
        kinds = (kind for magic, kind in MAGIC.items() if head.startswith(magic))
        return path, next(kinds, "application/octet-stream")

    def photo_of(self, record: Record) -> tuple[str, str]:
        """Give the sha256 of a hand's photograph and where it lies; "" without one.

        The sha256 stays when the photograph is deleted.
        """
        number = record.sheet.photo
        path = self._path(record.id) / f"photo-{number}"
        digest: str = _read(path.parent).get("digests", {}).get(str(number), "")
        if not number or not path.is_file():
            return digest, ""
        digest = digest or hashlib.sha256(path.read_bytes()).hexdigest()
        return digest, f"hands/{record.id}/photo-{number}"

    def delete_photos(self, hand_id: str) -> None:
        """Delete the photographs of a hand; what they were read as stays."""
        for path in self._path(hand_id).glob("photo-*"):
            path.unlink(missing_ok=True)

    def keeps_photos(self, game_id: str) -> bool:
        """Say whether the photographs of a game are kept after the hand is in the book."""
        return not (self.folder.parent / "no-photos" / game_id).exists()

    def keep_photos(self, game_id: str, keep: bool) -> None:
        """Say whether to keep them from now on."""
        mark = self.folder.parent / "no-photos" / game_id
        if keep:
            mark.unlink(missing_ok=True)
        else:
            mark.parent.mkdir(exist_ok=True)
            mark.touch()

    def of_game(self, game_id: str) -> list[str]:
        """Name the hands of a game."""
        wanted = f'"game": "{game_id}"'
        return [
            file.parent.name
            for file in self._files()
            if wanted in file.read_text("utf-8")
        ]

    def _files(self) -> list[Path]:
        """List the sheet of every hand; another folder is left alone."""
        files = self.folder.glob("*/sheet.json")
        return [file for file in files if re.fullmatch(ID, file.parent.name)]

    def _path(self, hand_id: str) -> Path:
        path = self.folder / hand_id
        if not re.fullmatch(ID, hand_id) or not path.is_dir():
            raise MissingError("no_such_hand", id=hand_id)
        return path

    def _step(self) -> str:
        """Name the next step of the tap; its steps come in the same order each time."""
        return f"{self._tap}.{next(self._steps)}" if self._tap else ""

    def _once(self, hand_id: str, work: Callable[[dict[str, Any]], None]) -> None:
        """Change a hand by one step, unless it was taken when the tap came before.

        A step that is refused changes nothing and is not taken.
        """
        path, step = self._path(hand_id), self._step()
        with FileLock(path / "lock"):
            data = _read(path)
            taken = data.get("taken") or []
            if step in taken:
                return
            work(data)
            if step:
                data["taken"] = [*taken, step][-TAKEN:]
            _write(path, data)


def _short(text: str) -> str:
    """Stand for a text by ten hexadecimal digits, as an id has."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def _new(sheet: Sheet) -> dict[str, Any]:
    return {"sheet": to_json(sheet), "past": [], "photos": {}}


def _read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((path / "sheet.json").read_text("utf-8"))
    return data


def _write(path: Path, data: dict[str, Any]) -> None:
    """Replace the file in one step: a reader sees the old or the new, never half."""
    new = path / "sheet.json.new"
    with new.open("w", encoding="utf-8") as file:
        json.dump(data, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path / "sheet.json")


def _record(hand_id: str, data: dict[str, Any]) -> Record:
    sheet = from_json(data["sheet"])
    seen = data["photos"].get(str(sheet.photo))
    return Record(
        hand_id,
        sheet,
        bool(data["past"]),
        Sighted.from_json(seen) if seen else None,
    )
