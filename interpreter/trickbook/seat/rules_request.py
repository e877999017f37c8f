"""Opening a table: the rules that somebody asks for from afar, a shipped game or a text of their own.

What is asked for may be anything that can be sent. No file is opened for it but those that are shipped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.validation import validate_resolved
from trickbook.loading import resolve, resolve_sent, shipped
from trickbook.loading.files import HOUSE, shipped_games
from trickbook.loading.house_rules import MOST_HOUSE
from trickbook.problems import RulesetError, TrickbookError, capped, described, nearest, shown
from trickbook.ruleset import Ruleset
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message, with_lines

if TYPE_CHECKING:
    from trickbook.loading import Resolved
    from trickbook.problems import Place
    from trickbook.texts.message import FileLine, Value

SENT_FILE: Final = "rules.yaml"
"""What messages and records call a ruleset that was sent."""

YOUR_TEXT: Final = Message("your text")
"""What its author calls a ruleset that was sent."""

MAX_RULESET_LENGTH: Final = 131_072
"""The most characters of a ruleset that is sent; those that `trickbook show --resolved` writes have fewer."""

BIDI_CONTROLS: Final = re.compile(
    r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\\(?:u|U0000)(?:061c|200[ef]|202[a-e]|206[6-9])",
    re.IGNORECASE,
)
"""What turns the direction of writing, also of what stands around it; it may be written with a backslash."""

MAX_EXPRESSION_STEPS: Final = 12_000
"""How many steps all expressions of rules that are sent may take; those of shipped ones take up to 11,148."""

MAX_COMBINATION_STEPS: Final = 600
"""The same where a play may be of several cards, for a hand offers thousands of those."""

ProblemData = dict[str, Any]
"""A problem as data: its message, where it is if that is known, what may help."""


TOO_COSTLY: Final = (
    "the expressions of these rules take {number} steps together; a server allows at most {number_most}"
)
TOO_COSTLY_PLAYS: Final = (
    "the expressions of these rules take {number} steps together; a server allows at most {number_most} "
    "where a play is of several cards"
)


class RulesRequest(NamedTuple):
    """A request for rules: a shipped game or a text, the house rules applied to it, and its options."""

    game: str
    text: str | None
    house: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    players: int | None = None

    def resolved(self, *, check_merged: bool = True) -> Resolved:
        """The ruleset with its house rules, merged from all its files."""
        if self.text is not None:
            return resolve_sent(self.text, SENT_FILE, self.house, check_merged=check_merged)
        return resolve(self.game, self.house, check_merged=check_merged)


def checked_request(
    game: object = None,
    text: object = None,
    house: object = (),
    options: object = None,
    players: object = None,
) -> RulesRequest:
    """Return the request for a shipped ``game`` by its name, or for the ``text`` of a ruleset.

    ``house`` are names of shipped house rules. Raises TrickbookError for what cannot be asked.
    """
    own = None if text is None else sent_text(text)
    if own is None and (not isinstance(game, str) or game not in shipped_games()):
        near = nearest(game, shipped_games()) if isinstance(game, str) else None
        raise _unknown(Message("there is no game {text}", text=described(game)), near)
    if options is not None and not (isinstance(options, Mapping) and all(map(_house_rules, options))):
        raise TrickbookError(Message("options are a mapping from their names to their values"))
    if players is not None and type(players) is not int:
        raise TrickbookError(
            Message("the number of players is a whole number, not {text}", text=described(players))
        )
    set_ = {} if options is None else {str(name): value for name, value in options.items()}
    return RulesRequest(str(game), own, _house(house), set_, players)


def sent_text(text: object) -> str:
    """The text of a ruleset that was sent; TrickbookError if it is none, or too long."""
    if not isinstance(text, str):
        raise TrickbookError(Message("a ruleset is sent as text, not {text}", text=described(text)))
    if len(text) > MAX_RULESET_LENGTH:
        raise TrickbookError(
            Message(
                "a ruleset that is sent has at most {number} characters, not {number_found}",
                number=f"{MAX_RULESET_LENGTH:,}",
                number_found=f"{len(text):,}",
            )
        )
    if BIDI_CONTROLS.search(text):
        raise TrickbookError(
            Message("the text has characters that turn the direction of writing; leave them out")
        )
    return text


def _unknown(message: Message, near: str | None) -> TrickbookError:
    """The error for a name that is not known, with the one that was meant most likely."""
    hinted = Message("{what}; did you mean {name}?", what=message, name=shown(near)) if near else message
    return TrickbookError(hinted)


def _house_rules(name: object) -> bool:
    return isinstance(name, str)


def _house(house: object) -> tuple[str, ...]:
    """House rules by their names; they must be shipped."""
    if not isinstance(house, list | tuple) or len(house) > MOST_HOUSE:
        raise TrickbookError(Message("house rules are a list of names, at most {number}", number=MOST_HOUSE))
    names = []
    for one in house:
        name = one.removeprefix(HOUSE) if isinstance(one, str) else ""
        if name not in shipped_house_rules():
            near = nearest(name, shipped_house_rules())
            raise _unknown(Message("there is no house rule {text}", text=described(one)), near)
        names.append(name)
    return tuple(dict.fromkeys(names))


def playable_rules(wish: RulesRequest) -> Ruleset:
    """The rules, after a first deal has begun by them; TrickbookError with all that is wrong.

    A text is looked at as closely as can be without playing.
    """
    resolved = wish.resolved()
    rules = Ruleset.ready(resolved, wish.options, wish.players)
    if wish.text is not None:
        check_cost(rules)
        if not (report := validate_resolved(resolved, quick=True)).fine:
            raise RulesetError(report.problems, report.texts)
    rules.new_game(seed=1)
    return rules


def check_cost(rules: Ruleset) -> None:
    """Check that no move by rules that were sent takes long, for others sit at the same server."""
    engine = rules.engine()
    steps, several = engine.context.spent, engine.tricks is not None and engine.tricks.low is not None
    most = MAX_COMBINATION_STEPS if several else MAX_EXPRESSION_STEPS
    if steps > most:
        raise TrickbookError(
            Message(
                TOO_COSTLY_PLAYS if several else TOO_COSTLY,
                number=f"{steps:,}",
                number_most=f"{most:,}",
            )
        )


@cache
def shipped_house_rules() -> tuple[str, ...]:
    """The shipped house rules, by name."""
    return tuple(name.removeprefix(HOUSE) for name in shipped() if name.startswith(HOUSE))


def file_title(file: str) -> Value:
    """What a file is called for somebody who has none: their text, or the name of a shipped ruleset."""
    return YOUR_TEXT if file == SENT_FILE else shown(PurePath(file).stem)


def line_title(line: FileLine) -> Message:
    """A line for somebody who has no files."""
    return Message("line {number} of {name}", number=line.line, name=file_title(line.file))


def reader_text(message: Message, language: str) -> str:
    """A message in a language, for somebody who has no files."""
    return in_language(with_lines(message, line_title), language)


def problem_data(error: TrickbookError, language: str = ENGLISH) -> tuple[ProblemData, ...]:
    """Return an error as data, problem by problem; an error outside the text has no code and no place."""
    if not isinstance(error, RulesetError):
        return (_problem_data(None, error.message, None, None, language),)
    return tuple(
        _problem_data(one.code, one.message, one.place, one.hint, language) for one in capped(error.problems)
    )


def _problem_data(
    code: str | None, message: Message, place: Place | None, hint: Message | None, language: str
) -> ProblemData:
    where = place._asdict() if place else {}
    spots = {key: where.get(key) for key in ("file", "line", "column", "length")}
    return {
        "code": code,
        "message": reader_text(message, language),
        **spots,
        "hint": hint and reader_text(hint, language),
    }
