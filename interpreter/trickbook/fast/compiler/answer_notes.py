"""Conditions of all answers to a question at once: comparisons of a table, by answer, with a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.types import LARGEST, Kind
from trickbook.fast.compiler.found_before import CANDIDATE_TERMS, answer_values, rests_on_answer
from trickbook.fast.instructions import Op

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

SWAPPED: Final = {"is": "is", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""Comparisons, with the sides exchanged."""

CERTAIN: Final = 4 * LARGEST
"""Beyond every number with which a table is compared."""


class Comparison(NamedTuple):
    """A comparison of each answer's number with a limit: up to it, equal to it, or the contrary.

    ``values`` has these numbers by answer; without them, the answers are the numbers.
    """

    op: Op
    values: Mapping[int, int] | None
    limit: int
    contrary: bool


def noted_at_once(w: Writer, what: Term, answers: Mapping[int, Any]) -> bool:
    """Note a condition of all answers by one instruction, if it can be; return whether."""
    found = _comparison(w, what, answers)
    if found is None:
        return False
    values = found.values
    table = 0 if values is None else w.block([values.get(at, 0) for at in range(max(values) + 1)])
    w.do(found.op, table, found.limit, int(found.contrary))
    return True


def _comparison(w: Writer, term: Term, answers: Mapping[int, Any]) -> Comparison | None:
    if term.constant or term.type.kind is not Kind.CONDITION:
        return None
    if answers and rests_on_answer(term):
        return Comparison(Op.NOTE_UP_TO, answer_values(w, term, answers), w.number(0), contrary=True)
    if term.does == "not":
        found = _comparison(w, term.parts[0], answers)
        return found and found._replace(contrary=not found.contrary)
    if term.does in ("and", "or"):
        return _joined(w, term, answers)
    return _compared(w, term, answers) if term.does in SWAPPED else None


def _compared(w: Writer, term: Term, answers: Mapping[int, Any]) -> Comparison | None:
    """Return a comparison of something that rests on the answer with something that is the same for all."""
    one, other = term.parts
    does = term.does
    if not rests_on_answer(one) or one.constant:
        one, other, does = other, one, SWAPPED[does]
    plain = {Kind.NUMBER, Kind.CHOICE}.issuperset({one.type.kind, other.type.kind})
    if not plain or one.constant or not rests_on_answer(one) or other.reads & CANDIDATE_TERMS:
        return None
    if one.does != "answer" and not answers:
        return None
    values = None if one.does == "answer" else answer_values(w, one, answers)
    limit = w.find(other)
    if does in ("<", ">="):
        limit = w.gives(Op.TOTAL, limit, w.number(-1))
    op = Op.NOTE_IS if does == "is" else Op.NOTE_UP_TO
    return Comparison(op, values, limit, contrary=does in (">", ">="))


def _joined(w: Writer, term: Term, answers: Mapping[int, Any]) -> Comparison | None:
    """Return a comparison in whose table some answers are certain: those of which another condition tells."""
    sure, other = term.parts
    if not rests_on_answer(sure):
        sure, other = other, sure
    if not answers or not rests_on_answer(sure):
        return None
    found = _comparison(w, other, answers)
    if found is None or found.values is None or found.op is not Op.NOTE_UP_TO:
        return None
    holds = term.does == "or"
    told = CERTAIN if holds == found.contrary else -CERTAIN
    marked = answer_values(w, sure, answers)
    return found._replace(values={at: told if marked[at] == holds else n for at, n in found.values.items()})
