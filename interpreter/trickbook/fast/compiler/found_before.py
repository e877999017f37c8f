"""What is found before candidates are looked at: what is the same for all, and a table of the answers."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from trickbook.core.state import State
from trickbook.expression.types import Kind
from trickbook.fast.compiler.assembler import bounded
from trickbook.fast.compiler.plain_terms import PLAIN_TERMS
from trickbook.fast.compiler.play_shapes import CONTEXT_TERMS
from trickbook.fast.instructions import NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

CANDIDATE_TERMS: Final = CONTEXT_TERMS | {"answer", "outcome"}
"""What a term reads if it depends on the candidate."""

LOOKED_THROUGH: Final = PLAIN_TERMS - {"if"}
"""Operations of which every part is looked at."""


@contextmanager
def found_before(w: Writer, what: Term, answers: Mapping[int, Any]) -> Iterator[None]:
    """Find parts of a term before any candidate is looked at; ``answers`` are values by their numbers."""
    before = w.found
    w.found = dict(before)
    for part in _parts(what):
        if not part.reads & CANDIDATE_TERMS:
            w.found[id(part)] = part, partial(int, w.find(part))
        elif answers and rests_on_answer(part):
            made = partial(w.gives, Op.PICK, _table(w, part, answers), NumberRegister.ANSWER)
            w.found[id(part)] = part, made
    yield
    w.found = before


def _parts(term: Term) -> Iterator[Term]:
    """Yield the largest parts that are the same for all candidates, or rest on the answer alone."""
    if term.constant or term.does in ("slot", "pile", "answer"):
        return
    if not term.reads & CANDIDATE_TERMS or rests_on_answer(term):
        if term.type.kind not in (Kind.COMPLEX, Kind.COLUMN):
            yield term
    elif term.does in LOOKED_THROUGH:
        for part in term.parts:
            yield from _parts(part)


def rests_on_answer(term: Term) -> bool:
    """Return whether a term is a number, a condition or a choice that rests on the answer alone."""
    if term.constant or term.does == "answer":
        return True
    plain = term.does in LOOKED_THROUGH and term.type.kind in (Kind.NUMBER, Kind.CONDITION, Kind.CHOICE)
    return plain and bool(term.parts) and all(map(rests_on_answer, term.parts))


def answer_values(w: Writer, term: Term, answers: Mapping[int, Any]) -> dict[int, int]:
    """Return what a term that rests on the answer is for each, by its number; BeyondError if too large."""
    s = State(w.program)
    found = {number: s.value(term, 0, value) for number, value in answers.items()}
    named = term.type.kind is Kind.CHOICE
    values = [w.name(value) if named else int(value) for value in found.values()]
    return dict(zip(found, bounded(*values), strict=True))


def _table(w: Writer, term: Term, answers: Mapping[int, Any]) -> int:
    """Return where a table begins: what a term is for each answer, by its number."""
    values = answer_values(w, term, answers)
    return w.block([values.get(number, 0) for number in range(max(values) + 1)])
