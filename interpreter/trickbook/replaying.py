"""Replaying: from a record back to the game, with every move, score and winner checked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import RulesetError, TrickbookError, shown
from trickbook.record import HEAD, RecordError, damaged
from trickbook.ruleset import Ruleset, load

if TYPE_CHECKING:
    from trickbook.game import Game

LONGEST: Final = 4_000_000
"""The most characters of a record."""

LINE: Final = re.compile(r"(?P<step>[a-z][a-z0-9_]*) *(?P<kind>[:=]) *(?P<rest>.*)")
DEAL: Final = re.compile(r"Deal (?P<deal>\d{1,6}) dealer (?P<dealer>\d{1,2})")


@dataclass
class Written:
    """A record taken apart: its head, and for each deal its first line, what chance gave, and what is to be checked."""

    text: str
    head: dict[str, tuple[int, str]] = field(default_factory=dict)
    given: list[tuple[int, str, str, str]] = field(default_factory=list)
    draws: dict[int, list[str]] = field(default_factory=dict)
    lines: list[tuple[int, str]] = field(default_factory=list)


def replay(text: str, rules: Ruleset | str | None = None) -> Game:
    """Make a game from its record, with every move, score and winner checked.

    ``rules`` are those to check against, or the name or path to load them from with the record's options; without them the
    record says what is loaded. Raises RecordError, whose problems say where the first difference is.
    """
    written = _apart(text)
    rules = rules if isinstance(rules, Ruleset) else _rules(written, rules)
    game = _start(written, rules)
    for number, line in written.lines:
        try:
            game = _take(written, game, number, line)
        except TrickbookError as error:
            if isinstance(error, RecordError):
                raise
            raise damaged(number, str(error), text, code="record-differs") from None
    return game


def _apart(text: str) -> Written:
    """Take a record apart, line by line."""
    if len(text) > LONGEST:
        raise damaged(1, f"a record has at most {LONGEST} characters", "")
    written = Written(text)
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines or lines[0][1] != HEAD:
        raise damaged(lines[0][0] if lines else 1, f"a record begins with `{HEAD}`", text)
    deal = None
    for number, line in lines[1:]:
        if found := DEAL.fullmatch(line):
            deal = int(found["deal"])
            written.draws.setdefault(deal, [])
        if deal is None:
            _head(written, number, line)
        else:
            if (move := LINE.fullmatch(line)) and move["kind"] == "=":
                written.draws[deal].append(move["rest"])
            written.lines.append((number, line))
    for key in ("ruleset", "digest", "players", "seed"):
        if key not in written.head:
            raise damaged(1, f"the record does not say its `{key}`", text)
    return written


def _head(written: Written, number: int, line: str) -> None:
    key, _, value = line.partition(" ")
    if key in ("option", "fact"):
        name, _, setting = value.partition(" ")
        written.given.append((number, key, name, setting))
    elif key in ("ruleset", "digest", "players", "seed", "scores", "leader") and key not in written.head:
        written.head[key] = (number, value)
    else:
        raise damaged(number, f"{shown(line)} does not belong at the head of a record", written.text)


def _whole(written: Written, key: str) -> int:
    number, value = written.head[key]
    if not value.isdecimal() or len(value) > 19:  # noqa: PLR2004 - the digits of the largest seed
        raise damaged(number, f"`{key}` is a whole number, not {shown(value)}", written.text)
    return int(value)


def _rules(written: Written, name: str | None) -> Ruleset:
    """Load a ruleset, or the record's own, with the record's options."""
    number, own = written.head["ruleset"]
    name = name or own
    options = {name: setting for _, key, name, setting in written.given if key == "option"}
    try:
        return load(name, options, players=_whole(written, "players"))
    except RulesetError as error:
        raise damaged(
            number, f"the ruleset {shown(name)} cannot be loaded: {error.problems[0].message}", written.text
        ) from None
    except TrickbookError as error:
        raise damaged(number, str(error), written.text) from None


def _start(written: Written, rules: Ruleset) -> Game:
    """Start the game as the record says; the digest must be that of the rules."""
    number, digest = written.head["digest"]
    players = _whole(written, "players")
    try:
        if rules.digest_for(players) != digest:
            message = f"the rules of {rules.name} are not those of this record: their digest is {rules.digest_for(players)[:12]}…"
            raise damaged(
                number,
                message,
                written.text,
                "it was made with another version of the ruleset, or other options",
                "other-rules",
            )
        first = next((found for _, line in written.lines if (found := DEAL.fullmatch(line))), None)
        head = written.head
        return rules.new_game(
            players,
            _whole(written, "seed"),
            deal=int(first["deal"]) if first else 1,
            dealer=int(first["dealer"]) if first else None,
            leader=_whole(written, "leader") if "leader" in head else None,
            scores=[int(score) for score in head["scores"][1].split()] if "scores" in head else None,
            facts={name: _value(value) for _, key, name, value in written.given if key == "fact"},
            draws=written.draws,
        )
    except (TrickbookError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise damaged(number, f"the game cannot begin so: {error}", written.text) from None


def _value(text: str) -> Any:
    """A fact as it was written."""
    if "," in text:
        return [_value(part) for part in text.split(",")]
    if " " in text:
        return [_value(part) for part in text.split()]
    if text in ("yes", "no"):
        return text == "yes"
    if text == "none":
        return None
    return int(text) if text.lstrip("-").isdecimal() else text


def _take(written: Written, game: Game, number: int, line: str) -> Game:
    """Check a line, and make the moves in it."""
    text = written.text
    if found := DEAL.fullmatch(line):
        if game.phase == "over" or (int(found["deal"]), int(found["dealer"])) != (game.deal, game.dealer):
            raise damaged(
                number,
                f"this should be deal {game.deal}, dealt by seat {game.dealer}",
                text,
                code="record-differs",
            )
        return game
    word, _, rest = line.partition(" ")
    if word in ("Points", "Winners"):
        expected = game.winners if word == "Winners" else (game.deals or ((),))[-1]
        if rest.split() != [str(value) for value in expected]:
            raise damaged(
                number, f"the rules give `{word} {' '.join(map(str, expected))}`", text, code="record-differs"
            )
        return game
    move = LINE.fullmatch(line)
    if move is None:
        raise damaged(number, f"{shown(line)} is no line of a record", text, "such as `tricks: 0 QS, 1 5S`")
    return game if move["kind"] == "=" else _moves(game, move["step"], move["rest"])


def _moves(game: Game, step: str, moves: str) -> Game:
    for move in moves.split(","):
        seat, _, what = move.strip().partition(" ")
        if game.phase != step:
            raise TrickbookError(f"{game.phase} comes here, not {step}")
        if not seat.isdecimal():
            raise TrickbookError(
                f"a move is a seat and what it does, such as `0 QS`, not {shown(move.strip())}"
            )
        game = game.apply(int(seat), what.strip())
    return game
