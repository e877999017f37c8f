"""Moves that the rules do not allow, and the texts of answers and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.problems import TrickbookError, described, sayable, shown

if TYPE_CHECKING:
    from trickbook.expression.clause import Clause


class MoveError(TrickbookError):
    """A move that the rules do not allow; ``clause`` is the one that forbids it, if one does."""

    def __init__(self, message: str, clause: Clause | None = None) -> None:
        """Keep what is wrong and the clause behind it."""
        self.clause = clause
        super().__init__(message)


def clause_error(seat: int, act: str, written: str, clause: Clause) -> MoveError:
    """The error of a seat that may not answer, choose or play something, because of a clause."""
    entry = clause.entry
    says = f": {entry.says}" if entry.says else ""
    why = f"because of {entry.name}{says} ({entry.place.file}:{entry.place.line})"
    return MoveError(f"seat {seat} may not {act} {shown(written)}, {why}", clause)


def answer_text(value: Any) -> str:
    """An answer as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def move_text(move: object) -> str:
    """A move as text; a whole number as its digits. MoveError for what is no move at all."""
    if isinstance(move, str):
        return str(move)
    if isinstance(move, int) and sayable(move):
        return str(move)
    raise MoveError(f"a move is a text, such as a card's name, not {described(move)}")
