"""Moves that the rules do not allow, and the texts of answers and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError, described, has_repr, shown
from trickbook.source.nodes import own_text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.expression.types import Clause


DONE: Final = "done"
"""The answer of a seat that has no more to show or to say for now."""


class MoveError(TrickbookError):
    """A move that the rules do not allow; ``clause`` is the one that forbids it, if one does."""

    def __init__(self, message: Message | str, clause: Clause | None = None) -> None:
        """Keep what is wrong and the clause behind it."""
        self.clause = clause
        super().__init__(message)


def clause_error(seat: int, act: Message, written: str, clause: Clause) -> MoveError:
    """The error of a seat that may not answer, choose or play something, because of a clause."""
    entry = clause.entry
    why = (
        Message("{name}: {text}", name=entry.name, text=own_text(entry.node, "says"))
        if entry.says
        else entry.name
    )
    message = Message(
        "seat {number} may not {what} {move}, because of {what_rule} ({name_place})",
        number=seat,
        what=act,
        move=shown(written),
        what_rule=why,
        name_place=entry.place.at_line(),
    )
    return MoveError(message, clause)


def answer_text(value: Any) -> str:
    """An answer as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def move_text(move: object) -> str:
    """A move as text; a whole number as its digits. MoveError for what is no move at all."""
    if isinstance(move, str):
        return str(move)
    if isinstance(move, int) and has_repr(move):
        return str(move)
    raise MoveError(Message("a move is a text, such as a card's name, not {text}", text=described(move)))
