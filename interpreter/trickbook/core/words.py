"""The words of the language in the subset: where each stands among the cells."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from trickbook.core import trick
from trickbook.core.expression import ZERO, Code, binary, choice, item, number, only
from trickbook.expression.operations import PILES, SLOTS, Operation
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.core.operations import TermWriter
    from trickbook.core.source import Asked, Source
    from trickbook.expression.types import Term

PLAYER_WORDS: Final = frozenset(
    {
        Operation.OWN_PILE,
        Operation.OWN_SLOT,
        Operation.OWN_ANSWER,
        Operation.OWN_ANSWERED,
        "player",
        "others",
        "tricks",
        "score",
        "points",
        "outcome",
    }
)
"""The operations that are about a player by themselves."""

PLAY_WORDS: Final = frozenset({"play", "answer", "place"})
"""The operations that are about a play or an answer by themselves."""


def _cell(name: str) -> TermWriter:
    return lambda _source, _term, _asked: item(name)


def _own(name: str) -> TermWriter:
    """A number of each seat, with its imaginary part."""
    return lambda _source, _term, asked: _beside(f"{name}_I" if asked.part else name, asked.player)


def _beside(name: str, *further: object) -> Code:
    """The cell so far behind the first one of a region, and by seat."""
    return item(" + ".join([name, *(str(one) for one in further if one)]))


def _pile(source: Source, term: Term, asked: Asked) -> Code:
    return _beside(source.cells.pile_at[term.detail], asked.player * (term.operation == Operation.OWN_PILE))


def _slot(_source: Source, term: Term, asked: Asked) -> Code:
    name = "SLOTS_I" if asked.part else "SLOTS"
    return _beside(name, term.detail, asked.player * (term.operation == Operation.OWN_SLOT))


def _answer(_source: Source, term: Term, asked: Asked) -> Code:
    """Return what was answered; while it is open, 0."""
    kept = _beside("SLOTS", term.detail, asked.player)
    if asked.part or term.type.kind is Kind.CHOICE:
        return ZERO if asked.part else kept
    return binary(">>", kept, number(1))


def _answered(_source: Source, term: Term, asked: Asked) -> Code:
    return binary("!=", _beside("SLOTS", term.detail, asked.player), ZERO)


def _play(_source: Source, _term: Term, asked: Asked) -> Code:
    return ZERO if asked.part else Code(asked.play)


def _player(_source: Source, _term: Term, asked: Asked) -> Code:
    return only(asked.player)


def _others(source: Source, _term: Term, asked: Asked) -> Code:
    return binary("^", number(source.layout.everyone), only(asked.player))


def _leader(_source: Source, _term: Term, _asked: Asked) -> Code:
    return choice(binary(">=", item("LEADER"), ZERO), only(item("LEADER")), ZERO)


def _first_trick(_source: Source, _term: Term, _asked: Asked) -> Code:
    return binary("and", binary("==", item("TRICKS"), ZERO), binary(">=", item("LEADER"), ZERO))


def _trick_number(_source: Source, _term: Term, _asked: Asked) -> Code:
    return binary("+", item("TRICKS"), binary(">=", item("LEADER"), ZERO))


def _lead(_source: Source, _term: Term, _asked: Asked) -> Code:
    return choice(item("PLAYS"), item("CARDS_OF_PLAYS"), ZERO)


WORDS: Final[Mapping[str, TermWriter]] = MappingProxyType(
    {
        "deal": _cell("DEAL"),
        "dealer": lambda _source, _term, _asked: only(item("DEALER")),
        "trick_number": _trick_number,
        "first_trick": _first_trick,
        "last_trick": _cell("LAST"),
        "rounds": trick.rounds,
        "leading": lambda _source, _term, _asked: binary("==", item("PLAYS"), ZERO),
        "following": lambda _source, _term, _asked: binary(">", item("PLAYS"), ZERO),
        "leader": _leader,
        "taker": _cell("TAKER"),
        "lead": _lead,
        "led_suit": _cell("LED"),
        "best": trick.best,
        "holder": trick.holder,
        "player": _player,
        "others": _others,
        "tricks": _own("WON"),
        "score": _own("SCORES"),
        "points": _own("POINTS"),
        "outcome": _own("OUTCOMES"),
        "closing": _cell("CLOSING"),
        "ahead": _cell("AHEAD"),
        "play": _play,
        "answer": _play,
        "place": trick.place,
        **dict.fromkeys(PILES, _pile),
        **dict.fromkeys(SLOTS, _slot),
        Operation.OWN_ANSWER: _answer,
        Operation.OWN_ANSWERED: _answered,
    }
)
"""The words, by name; the author's own are piles and slots."""
