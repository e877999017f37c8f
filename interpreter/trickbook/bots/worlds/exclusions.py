"""The cards that a seat cannot have held, because with them its play would have been illegal.

If no clause looks at the player's whole hand, clauses compare two plays at a time: a play is legal if no
other play that the hand allows removes it. Suppose that the seat held all unseen cards. While the play it
made is illegal, every legal play is excluded and taken away, and the question is repeated. Two identical
cards may be excluded together, and neither alone.

If a clause looks at the whole hand, a card is excluded if no hand with it allows the play: neither the
smallest nor any of some random hands. Such plays stay in doubt, as do plays that excluded only some copies of
a card together. The legality of plays in doubt is checked again in every world.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.bots.worlds.past_plays import legal_play, replay_plays
from trickbook.cards.chance import shuffled
from trickbook.cards.deck import bits
from trickbook.engine.judgement import stand_in
from trickbook.engine.tricks import TrickStep
from trickbook.expression.operations import PILES, Operation
from trickbook.expression.types import CARDS, Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.bots.worlds.constraints import Constraints
    from trickbook.core.state import State
    from trickbook.sections.compiled import CompiledRules

MAX_HANDS: Final = 8
"""How many hands are drawn before a clause that looks at the whole hand excludes a card."""

CARDWISE: Final = PILES | {Operation.AND, Operation.OR, Operation.NOT}
"""Operations on sets of cards that treat each card by itself."""


class ObservedPlay(NamedTuple):
    """Another seat's play from an unknown hand."""

    engine: CompiledRules
    state: State
    step: TrickStep
    seat: int
    play: int
    sure: int

    def holding(self, cards: int) -> State:
        """Return the state before the play with these cards in the hand, beside those that it surely held."""
        s, hand = self.state.copy(), self.engine.layout.piles["hand"].base + self.seat
        s.lay(hand, self.sure | cards)
        return s


class Exclusions(NamedTuple):
    """The cards that each place cannot hold, and sets of cards that it cannot hold together.

    Plays in ``doubt`` may be illegal for other reasons, too.
    """

    cards: Mapping[int, int]
    together: Mapping[int, frozenset[int]]
    doubt: tuple[ObservedPlay, ...] = ()


def exclusions(engine: CompiledRules, s: State, known: Constraints, size: Mapping[int, int]) -> Exclusions:
    """Return what the plays of others exclude; the state is the start, with any cards for the unseen."""
    cards: dict[int, int] = {}
    together: dict[int, frozenset[int]] = {}
    doubt: list[ObservedPlay] = []
    hand = engine.layout.piles["hand"].base
    for number, moment in enumerate(_moments(engine, s, known)):
        at = hand + moment.seat
        if not size.get(at):
            continue
        left = known.unseen & ~cards.get(at, 0)
        certain = False
        if _steady(moment):
            out, pairs, certain = _driven_out(moment, left)
            together[at] = together.get(at, frozenset()) | pairs
        else:
            out = _never(moment, left, size[at], number)
        cards[at] = cards.get(at, 0) | out
        doubt += [] if certain and not known.unseen & known.shown else [moment]
    return Exclusions(cards, together, tuple(doubt))


def _moments(engine: CompiledRules, s: State, known: Constraints) -> Iterator[ObservedPlay]:
    hand, table = (engine.layout.piles[name].base for name in ("hand", "table"))
    for now, seat, play in replay_plays(engine, s, known, trusting=True):
        step = engine.waiting[now.step]
        if seat != known.seat and isinstance(step, TrickStep):
            s, sure = now.copy(), now.pile(hand + seat) & ~known.unseen
            open_ = now.pile(table + seat) & (~known.unseen | known.shown)
            s.lay(table + seat, open_)  # without what only these cards made it lay open
            yield ObservedPlay(engine, s, step, seat, play, sure)


def _steady(moment: ObservedPlay) -> bool:
    """Return whether no clause that applies here depends on the hand beyond the cards of a play."""
    clauses = moment.step.clauses(moment.state)
    return all(
        (clause.when is None or "own" not in clause.when.reads) and _card_by_card(clause.what)
        for clause in clauses
    )


def _card_by_card(term: Term) -> bool:
    if "own" not in term.reads:
        return True
    return term.type == CARDS and term.operation in CARDWISE and all(map(_card_by_card, term.parts))


def _driven_out(moment: ObservedPlay, left: int) -> tuple[int, frozenset[int], bool]:
    """Return the unseen cards, and sets of them, that make the play illegal; and whether that is all."""
    out, together, certain = 0, set(), False
    s = moment.holding(left)
    plays = moment.step.candidates(moment.engine, s, moment.seat, sized=True)
    made = stand_in(moment.engine, s, plays, moment.play)
    while made is not None:
        legal_ = moment.step.narrowed(s, moment.seat, plays)
        if made in legal_ or not legal_:
            certain = made in legal_
            break
        for play in legal_:
            missing = _missing(moment, play, left)
            if missing.bit_count() == 1:
                out |= moment.engine.deck.copies_of(missing) & left
            elif missing:
                together.add(missing)
        if not all(_missing(moment, play, left) for play in legal_):
            break
        plays = [play for play in plays if play not in legal_]
    certain = certain and all(moment.engine.deck.copies_of(cards) & left == cards for cards in together)
    return out, frozenset(cards for cards in together if not cards & out), certain


def _missing(moment: ObservedPlay, play: int, left: int) -> int:
    """Return the unseen cards that a play needs beyond identical cards that the seat surely held."""
    missing, used, marked = 0, 0, moment.engine.marked(moment.state)
    for card in bits(play):
        alike = moment.engine.deck.alike[card.bit_length() - 1] & (marked if card & marked else ~marked)
        sure, free = alike & moment.sure & ~used, alike & left & ~missing
        used |= sure & -sure
        missing |= 0 if sure else free & -free
    return missing


def _never(moment: ObservedPlay, left: int, size: int, number: int) -> int:
    """Return the unseen cards with which no hand was found that allows the play."""
    out = sum(card for card in bits(left) if not allows_play(moment, card))
    chance = number
    rest = list(bits(left & ~out))
    for _ in range(MAX_HANDS if out else 0):
        others, chance = shuffled(chance, rest)
        some = sum(others[: max(0, size - 1)])
        out = sum(card for card in bits(out) if not allows_play(moment, some | card))
    return out


def allows_play(moment: ObservedPlay, cards: int) -> bool:
    """Return whether the play was legal with these cards beside those that the hand surely held."""
    return legal_play(moment.engine, moment.holding(cards), moment.step, moment.seat, moment.play)
