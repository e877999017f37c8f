"""Replaying: from a record back to the game, with every move, score and winner checked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from os.path import isfile
from typing import TYPE_CHECKING, Any, Final

from trickbook.concepts.tricks import Tricks
from trickbook.loading.files import shipped
from trickbook.problems import RulesetError, TrickbookError, shown
from trickbook.record import HEAD, RecordError, damaged
from trickbook.ruleset import Ruleset, load
from trickbook.setup import OVER
from trickbook.state import moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.game import Game

LONGEST: Final = 1_000_000
"""The most characters of a record."""

LINE: Final = re.compile(r"(?P<step>[a-z][a-z0-9_]*) *(?P<kind>[:=]) *(?P<rest>.*)")
DEAL: Final = re.compile(r"Deal (?P<deal>\d{1,6}) dealer (?P<dealer>\d{1,2})")


@dataclass
class Written:
    """A record taken apart.

    ``head`` holds the lines that stand there once, with their numbers, ``given`` the options and facts,
    ``draws`` what chance gave in each deal, ``lines`` all that follows the head.
    """

    text: str
    head: dict[str, tuple[int, str]] = field(default_factory=dict)
    given: list[tuple[int, str, str, str]] = field(default_factory=list)
    draws: dict[int, list[str]] = field(default_factory=dict)
    lines: list[tuple[int, str]] = field(default_factory=list)


def replay(text: str, rules: Ruleset | str | None = None) -> Game:
    """Make a game from its record, with every move, score and winner checked.

    ``rules`` are those to check against, or the name or path to load them from with the record's options;
    without them the record says what is loaded. Raises RecordError, which says where the first difference is.
    """
    written = _apart(text)
    rules = rules if isinstance(rules, Ruleset) else _rules(written, rules)
    game = _start(written, rules)
    for number, line in written.lines:
        try:
            game = _take(written, game, number, line)
        except RecordError:
            raise
        except TrickbookError as error:
            raise damaged(number, str(error), text, code="record-differs") from None
    _drawn(written, game)
    return game


def _apart(text: str) -> Written:
    """Take a record apart, line by line."""
    written, deal = Written(text), None
    for number, line in _lines(text):
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


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines of a record that say something, with their numbers, after the first."""
    if len(text) > LONGEST:
        raise damaged(1, f"a record has at most {LONGEST} characters", "")
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines or lines[0][1] != HEAD:
        raise damaged(lines[0][0] if lines else 1, f"a record begins with `{HEAD}`", text)
    return lines[1:]


def _head(written: Written, number: int, line: str) -> None:
    key, _, value = line.partition(" ")
    if key in ("option", "fact", "hands"):
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


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 20  # noqa: PLR2004 - the digits of the largest seed


def _numbers(written: Written, line: int, text: str) -> list[int]:
    """The whole numbers of a line at the head."""
    if not text.split() or not all(map(_is_whole, text.split())):
        raise damaged(line, f"whole numbers belong here, not {shown(text)}", written.text)
    return [int(word) for word in text.split()]


def _rules(written: Written, name: str | None) -> Ruleset:
    """Load a ruleset, or the record's own, with the record's options; what is not shipped is a file here."""
    number, own = written.head["ruleset"]
    name = name or (f"{own}.yaml" if own not in shipped() and isfile(f"{own}.yaml") else own)  # noqa: PTH113 - no name is too long for it
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
    head, players = written.head, _whole(written, "players")
    first = next((found for _, line in written.lines if (found := DEAL.fullmatch(line))), None)
    try:
        _same_rules(written, rules, rules.digest_for(players))
        return rules.new_game(
            players,
            _whole(written, "seed"),
            deal=int(first["deal"]) if first else 1,
            dealer=int(first["dealer"]) if first else None,
            leader=_whole(written, "leader") if "leader" in head else None,
            scores=_numbers(written, *head["scores"]) if "scores" in head else None,
            facts={name: _value(value) for _, key, name, value in written.given if key == "fact"},
            hands={
                _numbers(written, number, name)[0]: hands.split("|")
                for number, key, name, hands in written.given
                if key == "hands"
            },
            draws=written.draws,
        )
    except RecordError:
        raise
    except (TrickbookError, ValueError) as error:
        raise damaged(head["digest"][0], f"the game cannot begin so: {error}", written.text) from None


def _same_rules(written: Written, rules: Ruleset, expected: str) -> None:
    """The digest of the record must be that of the rules."""
    number, digest = written.head["digest"]
    if digest != expected:
        message = f"the rules of {rules.name} are not those of this record: their digest is {expected}"
        hint = "it was made with another version of the ruleset, or other options"
        raise damaged(number, message, written.text, hint, "other-rules")


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
    return int(text) if _is_whole(text) else text


def _take(written: Written, game: Game, number: int, line: str) -> Game:
    """Check a line, and make the moves in it; TrickbookError if the rules have it otherwise."""
    if found := DEAL.fullmatch(line):
        if game.phase == OVER or (int(found["deal"]), int(found["dealer"])) != (game.deal, game.dealer):
            raise TrickbookError(f"this should be deal {game.deal}, dealt by seat {game.dealer}")
        return game
    word, _, rest = line.partition(" ")
    if word in ("Points", "Winners"):
        if game.phase != OVER and (word == "Winners" or _begun(game)):
            raise TrickbookError(f"there are no {word.lower()} here: {game.phase} goes on")
        expected = game.winners if word == "Winners" else (game.deals or ((),))[-1]
        if rest.split() != [str(value) for value in expected]:
            raise TrickbookError(f"the rules give `{word} {' '.join(map(str, expected))}`")
        return game
    if word == "Announced":
        return game.announce(rest)
    move = LINE.fullmatch(line)
    if move is None:
        message = f"{shown(line)} is no line of a record"
        raise damaged(number, message, written.text, "such as `tricks: 0 QS, 1 5S`")
    return game if move["kind"] == "=" else _moves(game, move["step"], move["rest"])


def _begun(game: Game) -> bool:
    """Whether a seat has done anything in this deal."""
    return bool(game.trick or game.tricks or any(move.seat is not None for move in moves(game.state.log)))


def _drawn(written: Written, game: Game) -> None:
    """Check that each line of what chance gave names the step that drew it."""
    logs = {past.match.deal: past.log for past in game.state.match.history} | {game.deal: game.state.log}
    tricks = {step.name for step in game.table.steps if isinstance(step, Tricks)}
    names: Iterator[str] = iter(())
    for number, line in written.lines:
        if found := DEAL.fullmatch(line):
            drawn = [move.step for move in moves(logs.get(int(found["deal"]))) if move.seat is None]
            names = (name for name in drawn if name not in tricks)
        found = LINE.fullmatch(line)
        if found and found["kind"] == "=" and found["step"] != next(names, None):
            message = f"chance gives nothing to {shown(found['step'])} here"
            raise damaged(number, message, written.text, code="record-differs")


def _moves(game: Game, step: str, moves: str) -> Game:
    for move in moves.split(","):
        seat, _, what = move.strip().partition(" ")
        if game.phase != step:
            raise TrickbookError(f"{game.phase} comes here, not {step}")
        if not seat.isdecimal() or len(seat) > 2:  # noqa: PLR2004 - no table has a hundred seats
            raise TrickbookError(
                f"a move is a seat and what it does, such as `0 QS`, not {shown(move.strip())}"
            )
        game = game.apply(int(seat), what.strip())
    return game
