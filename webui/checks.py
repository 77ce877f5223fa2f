"""What every fact is checked for when it is made; a refusal speaks both languages."""

from __future__ import annotations

import re

from webui.ledger_errors import FactError

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_ZH = {
    "currency": "单位",
    "dealer": "头一个庄",
    "fan": "番数",
    "house": "规则的名字",
    "note": "备注",
    "payee": "罚给谁",
    "payer": "谁罚",
    "player": "牌手",
    "points": "罚的番数",
    "pulls": "拉庄",
    "seat": "座位",
    "text": "文字",
}
"""The fields of facts in Chinese."""


def cannot(english: str, zh: str) -> FactError:
    """Refuse facts; only a form that no page sends, or an export, comes here."""
    return FactError("fact", english, f"这样记不了账：{zh}")


def whole(field: str, value: object, least: int, most: int) -> None:
    """Refuse what is no whole number, or out of bounds.

    Raises:
        FactError: If it is so; quotes it.
    """
    if type(value) is not int or not least <= value <= most:
        raise cannot(
            f"{field} = {value!r}: use a whole number, {least} to {most}",
            f"{_ZH[field]}是 {value!r}，请写 {least} 到 {most} 的整数",
        )


def storable(value: object) -> bool:
    """Say whether it is text that every database and page can hold: no NUL, no half pair."""
    return isinstance(value, str) and not _UNSTORABLE.search(value)


def text(field: str, value: object, limit: int) -> str:
    """Give a text back that can be kept.

    Raises:
        FactError: If it is none, or too long; quotes it.
    """
    if not isinstance(value, str) or len(value) > limit or not storable(value):
        quoted = repr(str(value)[:60])
        raise cannot(
            f"{field} = {quoted}: use text up to {limit} characters",
            f"{_ZH[field]}是 {quoted}，请写最多 {limit} 个字",
        )
    return value
