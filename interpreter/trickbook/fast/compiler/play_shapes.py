"""The shapes of plays: one card, two copies, two different cards; and what clauses require of each.

If the shape of a play is known, much of a clause is constant. The rest may become a set that must contain all
cards of the play, or of which the play must have most or fewest. Then no play is examined by itself.
"""

from __future__ import annotations

from operator import and_, eq, ge, gt, le, lt, or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.types import CARDS, Kind, Term, constant, union

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.expression.clause import Clause


class PlayShape(NamedTuple):
    """The number of cards in a play, and how many of them are copies of one another."""

    cards: int
    alike: int


ONE_CARD, TWO_COPIES, TWO_DIFFERENT = PlayShape(1, 0), PlayShape(2, 2), PlayShape(2, 0)
PLAY_SHAPES: Final = (ONE_CARD, TWO_COPIES, TWO_DIFFERENT)

KNOWN_TERMS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "is": eq, "<": lt, "<=": le, ">": gt, ">=": ge, "and": and_, "or": or_,
}  # fmt: skip
"""Operations on two constants."""

CONTEXT_TERMS: Final = frozenset({"play", "size", "place"})
"""What a term reads if it depends on the play."""

CLOSED_TERMS: Final = frozenset({"led_suit", "suit", "copies"})
"""Terms that return every copy of a card or none."""


class PlayContext(NamedTuple):
    """The pack, and whether the play is a lead."""

    deck: Deck
    leading: bool

    @property
    def all(self) -> Term:
        """All cards."""
        return constant(CARDS, self.deck.cards)

    @property
    def none(self) -> Term:
        """No cards."""
        return constant(CARDS, 0)


class ShapeClause(NamedTuple):
    """A clause for plays of some shapes, with the set that it requires for each."""

    clause: Clause
    sets: tuple[Term, ...]


def shape_clauses(
    clauses: Iterable[Clause], sorts: Sequence[PlayShape], turn: PlayContext
) -> list[ShapeClause] | None:
    """Return what clauses require of some shapes, without empty requirements; None if one is no set."""
    found = []
    for clause in clauses:
        sets = [_asked(clause, simplified(clause.what, sort, turn), sort, turn) for sort in sorts]
        cards = tuple(one for one in sets if one is not None)
        if len(cards) < len(sets):
            return None
        same = turn.deck.cards if clause.verb in ("keep", "only") else 0
        if not all(is_constant_set(one, same) for one in cards):
            found.append(ShapeClause(clause, cards))
    return found


def is_constant_set(cards: Term, same: int) -> bool:
    """Return whether a set is always the same."""
    return cards.constant and cards.value == same


def single_card_clauses(clauses: Iterable[Clause], turn: PlayContext) -> list[Clause] | None:
    """Return the clauses for plays of one card, narrowing sets; None if one does not."""
    found = []
    for clause in clauses:
        if clause.verb in ("most", "fewest") and clause.what.column is not None:
            found.append(clause)
            continue
        asked = shape_clauses([clause], [ONE_CARD], turn)
        if asked is None:
            return None
        for wish in asked:
            cards = complement(wish.sets[0], turn) if clause.verb == "fewest" else wish.sets[0]
            if clause.verb == "only" or not (cards.constant and cards.value in (0, turn.deck.cards)):
                found.append(clause._replace(verb="only" if clause.verb == "only" else "keep", what=cards))
    return found


def _asked(clause: Clause, what: Term, sort: PlayShape, turn: PlayContext) -> Term | None:
    """Return the set that a clause requires."""
    if clause.verb in ("keep", "only"):
        return passing_set(what, sort, turn)
    return core_set(what.parts[0], turn) if what.does == "count" else None


def has_whole_faces(term: Term, deck: Deck) -> bool:
    """Return whether a set has every copy of a card or none, whatever else it has."""
    if term.constant:
        return all(term.value & alike in (0, alike) for alike in deck.alike)
    if term.does in ("and", "or", "not", "if"):
        cards = [part for part in term.parts if part.type.kind is Kind.CARDS]
        return all(has_whole_faces(part, deck) for part in cards)
    return term.does in CLOSED_TERMS


# Where the sort of the play is known


def simplified(term: Term, sort: PlayShape, turn: PlayContext) -> Term:
    """Return a term for a known shape."""
    if term.constant:
        return term
    if turn.leading and term.does in ("led_suit", "lead"):
        return turn.none
    if term.does == "count":
        match term.parts[0]:
            case Term(does="play"):
                return constant(term.type, sort.cards)
            case Term(does="twins", parts=(Term(does="play"),)):
                return constant(term.type, sort.alike)
    parts = tuple(simplified(part, sort, turn) for part in term.parts)
    if all(new is old for new, old in zip(parts, term.parts, strict=True)):
        return term
    return _redone(term, parts, turn)


def _redone(term: Term, parts: tuple[Term, ...], turn: PlayContext) -> Term:
    """Return a term with other parts."""
    if term.does in ("and", "or") and term.type.kind in (Kind.CARDS, Kind.CONDITION):
        return _joined(term, parts, turn)
    if all(part.constant for part in parts):
        if term.does in KNOWN_TERMS:
            return constant(term.type, KNOWN_TERMS[term.does](*(part.value for part in parts)))
        if term.does == "not" and term.type.kind is Kind.CONDITION:
            return constant(term.type, not parts[0].value)
    return _made(term.does, *parts, like=term)


def _joined(term: Term, parts: tuple[Term, ...], turn: PlayContext) -> Term:
    """Return ``and`` or ``or``, where a part may be everything or nothing."""
    cards = term.type.kind is Kind.CARDS
    whole, nothing = (turn.deck.cards, 0) if cards else (True, False)
    idle, deciding = (whole, nothing) if term.does == "and" else (nothing, whole)
    for part in parts:
        if part.constant and part.value == deciding:
            return part
    left = [part for part in parts if not (part.constant and part.value == idle)]
    if len(left) < len(parts):
        return left[0] if left else parts[0]
    if all(part.constant for part in parts):
        return constant(term.type, KNOWN_TERMS[term.does](*(part.value for part in parts)))
    return _made(term.does, *parts, like=term)


def _made(does: str, *parts: Term, like: Term) -> Term:
    """Return a term like another, for a program; the interpreter cannot evaluate it."""
    return Term(like.type, detail=like.detail, **union(does, parts))


# Sets that are asked for


def core_set(term: Term, turn: PlayContext) -> Term | None:
    """Return where a card of the play must be to be among those of a term; None if no set says so."""
    if term.does == "play":
        return turn.all
    if term.does == "and":
        about, others = _sides(*term.parts)
        inner = core_set(about, turn) if about and others else None
        return intersection(inner, others, turn) if inner and others else None
    return None


def _sides(one: Term, other: Term) -> tuple[Term | None, Term | None]:
    """Return the side that depends on the play, if only one does, and the other."""
    if one.reads & CONTEXT_TERMS and other.reads & CONTEXT_TERMS:
        return None, None
    return (one, other) if one.reads & CONTEXT_TERMS else (other, one)


def intersection(one: Term, other: Term, turn: PlayContext) -> Term:
    """Return the cards in both sets."""
    return _joined(_made("and", one, other, like=turn.all), (one, other), turn)


def complement(term: Term, turn: PlayContext) -> Term:
    """Return all other cards."""
    if term.constant:
        return constant(CARDS, turn.deck.cards & ~term.value)
    return _made("not", term, like=turn.all)


def passing_set(term: Term, sort: PlayShape, turn: PlayContext) -> Term | None:
    """Return the set that must contain all cards of a play; None if there is no such set."""
    if term.reads & CONTEXT_TERMS:
        return _between(term, sort, turn) if term.type.kind is Kind.CONDITION else None
    if term.type.kind is Kind.CARDS:
        return term
    if term.constant:
        return turn.all if term.value else turn.none
    return _made("if", term, turn.all, turn.none, like=turn.all)


def _between(term: Term, sort: PlayShape, turn: PlayContext) -> Term | None:
    """Return the set that a condition about the play requires."""
    if term.does == "not":
        inner = passing_set(term.parts[0], sort, turn)
        return complement(inner, turn) if inner and sort == ONE_CARD else None
    if len(term.parts) != 2:  # noqa: PLR2004 - everything else has two sides
        return None
    if term.does in ("and", "or"):
        one, other = (passing_set(part, sort, turn) for part in term.parts)
        if not (one and other) or (term.does == "or" and sort != ONE_CARD):
            return None
        return _joined(_made(term.does, one, other, like=turn.all), (one, other), turn)
    return _beside(term, sort, turn)


def _beside(term: Term, sort: PlayShape, turn: PlayContext) -> Term | None:
    """Return the set that a comparison of the play requires."""
    about, others = _sides(*term.parts)
    if about is None or others is None:
        return None
    if term.does == "is" and about.does == "count":
        inner = core_set(about.parts[0], turn)
        return (
            {sort.cards: inner, 0: inner and complement(inner, turn)}.get(others.value)
            if others.constant
            else None
        )
    inner = core_set(about, turn)
    if inner is None or others.type.kind is not Kind.CARDS:
        return None
    both, first, whole_play = intersection(inner, others, turn), about is term.parts[0], about.does == "play"
    asked = {
        "has": both if sort == ONE_CARD else None,
        "has_no": complement(both, turn),
        "has_only": (others if whole_play else both if sort == ONE_CARD else None) if first else None,
        "has_all": others if whole_play and not first else None,
    }
    return asked.get(term.does)
