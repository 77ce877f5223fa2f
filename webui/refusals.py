"""What is refused at the moment of writing, so that it never enters the book."""

from __future__ import annotations

from webui.facts import Fact, Round, kind_of
from webui.game import SEATING, Game
from webui.ledger_errors import ConflictError, FactError
from webui.replay import Version

_WORDS = {
    "round": ("round", "盘"),
    "penalty": ("a penalty", "一笔罚分"),
    "seating": ("the seats", "座位"),
    "terms": ("the rules or players", "规则或牌手"),
}
_DONE = {
    "added": "入账",
    "changed": "改过",
    "withdrawn": "撤回",
    "undone": "撤销",
}


def stale(game: Game, revision: int, entry: int | None = None) -> None:
    """Refuse a write that was meant for a game as it no longer is.

    Args:
        game: as it is.
        revision: the one the person saw.
        entry: the line that is changed, which is all that must be as it was; None for an
            addition or an undo, which no other write may precede.

    Raises:
        ConflictError: If it has changed since; names each change.
    """
    since = [v for v in game.versions[max(revision, 0) :] if entry in (None, v.entry)]
    if since or not 0 < revision <= game.revision:
        said = [_words(game, version) for version in since]
        english = ", ".join(words[0] for words in said) or f"revision {revision!r}"
        zh = "、".join(words[1] for words in said) or f"版本 {revision}"
        raise ConflictError(
            "changed",
            f"changed since you looked: {english}; look again and confirm",
            f"别的手机刚改过：{zh}；请再看一眼，再确认",
        )


def _words(game: Game, version: Version) -> tuple[str, str]:
    thing, zh = _WORDS[version.kind]
    if version.kind == "round":
        past = game.as_of(version.revision - version.withdrawn)
        number = past.line(version.entry).number
        thing, zh = f"round {number}", f"第 {number} 盘"
    done = "added" if version.number == 1 else "changed"
    done = "withdrawn" if version.withdrawn else done
    done = "undone" if version.undoes else done
    return f"{thing} {done}", zh + _DONE[done]


def closed(game: Game, fact: Fact) -> None:
    """Refuse an addition to an ended game, and second terms.

    Raises:
        FactError: If the game has ended.
    """
    if kind_of(fact) == "terms":
        raise FactError(
            "terms", "a game has its terms: edit them", "规则已有：请直接修改"
        )
    if game.terms.ended:
        raise FactError(
            "ended",
            f"game {game.id!r} has ended: resume it first",
            "这一局已经结束：请先恢复",
        )


def other_kind(version: Version, fact: Fact) -> None:
    """Refuse to turn a line into one of another kind.

    Raises:
        FactError: If the kinds differ.
    """
    if version.kind != kind_of(fact):
        raise FactError(
            "kind",
            f"line {version.entry} is a {version.kind}, not a {kind_of(fact)}: "
            "withdraw it and add the other",
            "类别不同：请撤回这一条，另记一条",
        )


def fixed(version: Version) -> None:
    """Refuse to withdraw what a game cannot be without, or what is withdrawn.

    Raises:
        FactError: If it is so.
    """
    if version.entry <= SEATING:
        raise FactError(
            "fixed",
            f"a game cannot be without its {version.kind}: edit it instead",
            "这一条不能撤回：请修改",
        )
    if version.withdrawn:
        raise FactError(
            "withdrawn", f"line {version.entry} is withdrawn already", "已经撤回了"
        )


def doubtful(before: Game, after: Game) -> None:
    """Refuse a write whose own round does not fit, or that leaves another's win unpaid.

    Raises:
        FactError: If so; gives the reason, and the round when it is another.
    """
    written = after.versions[-1]
    unpaid = {line.entry for line in before.lines if any(d.unpaid for d in line.doubts)}
    for line in after.lines:
        own = line.entry == written.entry
        for doubt in line.doubts:
            if own:
                raise FactError(doubt.key, doubt.english, doubt.zh)
            if doubt.unpaid and line.entry not in unpaid:
                raise FactError(
                    doubt.key,
                    f"round {line.number} could not have won: {doubt.english}",
                    f"第 {line.number} 盘就不能和了：{doubt.zh}",
                )


def by_player(game: Game, fact: Fact, entry: int | None = None) -> Fact:
    """Turn a round by seat into one by player, as those sat who played it."""
    if not isinstance(fact, Round):
        return fact
    return fact.through(game.seats if entry is None else game.line(entry).seats)
