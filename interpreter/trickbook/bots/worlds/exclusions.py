"""Barring: the cards that a seat cannot have held, for with them a play that it made would have been illegal.

Where no clause looks at the player's whole hand, narrowing decides between two plays at a time: a play is
legal if and only if no other that the hand allows drives it out. So whatever is legal if the seat held all
unseen cards, while the play that was made is not, bars itself; it is taken away, and the rest is asked again.
Of two identical cards it may be that both together are barred, and neither alone.

Where a clause does look at the whole hand, a card is barred if no hand was found with which it agrees,
neither the smallest nor some drawn by chance. Such moments stay in doubt, as do those at which only some
copies of a card were ruled out together: with each world it is asked again whether the play was legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.bots.worlds.past_plays import legal_play, replay_plays
from trickbook.cards.chance import shuffled
from trickbook.cards.deck import bits
from trickbook.engine.narrowing import narrow
from trickbook.engine.steps.tricks import TrickStep
from trickbook.expression.types import CARDS, Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.bots.worlds.constraints import Constraints
    from trickbook.engine.engine import Engine
    from trickbook.state.state import State

MAX_HANDS: Final = 8
"""How many hands are drawn before a card is barred by a clause that looks at the whole hand."""

CARDWISE: Final = frozenset({"own pile", "pile", "and", "or", "not"})
"""What can be done with sets of cards so that each card's part hangs on itself alone."""


class ObservedPlay(NamedTuple):
    """A moment at which another seat played, with an unknown hand."""

    table: Engine
    state: State
    step: TrickStep
    seat: int
    play: int
    sure: int

    def holding(self, cards: int) -> State:
        """The moment with these cards in the hand, beside those that it surely held."""
        s, hand = self.state.copy(), self.table.layout.piles["hand"].base + self.seat
        s.piles = list(s.piles)
        s.piles[hand] = self.sure | cards
        s.allowed, s.listed = None, ()
        return s


class Exclusions(NamedTuple):
    """The cards that each place cannot hold, and sets of them of which it cannot hold all.

    At moments of ``doubt`` a play may be illegal without these, too.
    """

    cards: Mapping[int, int]
    together: Mapping[int, frozenset[int]]
    doubt: tuple[ObservedPlay, ...] = ()


def exclusions(table: Engine, s: State, known: Constraints, size: Mapping[int, int]) -> Exclusions:
    """What the plays of others rule out; the state is the beginning, with any cards for the unseen."""
    cards: dict[int, int] = {}
    together: dict[int, frozenset[int]] = {}
    doubt: list[ObservedPlay] = []
    hand = table.layout.piles["hand"].base
    for number, moment in enumerate(_moments(table, s, known)):
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


def _moments(table: Engine, s: State, known: Constraints) -> Iterator[ObservedPlay]:
    hand = table.layout.piles["hand"].base
    for now, seat, play in replay_plays(table, s, known, trusting=True):
        step = table.waiting[now.step]
        if seat != known.seat and isinstance(step, TrickStep):
            yield ObservedPlay(table, now.copy(), step, seat, play, now.piles[hand + seat] & ~known.unseen)


def _steady(moment: ObservedPlay) -> bool:
    """Whether no clause that applies here looks at more of the hand than the cards of a play themselves."""
    clauses = moment.step.clauses(moment.state)
    return all(
        (clause.when is None or "own" not in clause.when.reads) and _card_by_card(clause.what)
        for clause in clauses
    )


def _card_by_card(term: Term) -> bool:
    if "own" not in term.reads:
        return True
    return term.type == CARDS and term.does in CARDWISE and all(map(_card_by_card, term.parts))


def _driven_out(moment: ObservedPlay, left: int) -> tuple[int, frozenset[int], bool]:
    """The unseen cards, and sets of them, each of which drives the play out; whether nothing else does."""
    out, together, certain = 0, set(), False
    s = moment.holding(left)
    plays = moment.step.candidates(moment.table, s, moment.seat, sized=True)
    made = moment.step.stand_in(moment.table, s, plays, moment.play)
    while made is not None:
        legal_ = narrow(moment.step.clauses(s), s, moment.seat, plays)
        if made in legal_ or not legal_:
            certain = made in legal_
            break
        for play in legal_:
            missing = _missing(moment, play, left)
            if missing.bit_count() == 1:
                out |= moment.table.deck.copies_of(missing) & left
            elif missing:
                together.add(missing)
        if not all(_missing(moment, play, left) for play in legal_):
            break
        plays = [play for play in plays if play not in legal_]
    certain = certain and all(moment.table.deck.copies_of(cards) & left == cards for cards in together)
    return out, frozenset(cards for cards in together if not cards & out), certain


def _missing(moment: ObservedPlay, play: int, left: int) -> int:
    """The unseen cards that a play needs, beside those that look alike and that the seat surely held."""
    missing, used, marked = 0, 0, moment.table.marked(moment.state)
    for card in bits(play):
        alike = moment.table.deck.alike[card.bit_length() - 1] & (marked if card & marked else ~marked)
        sure, free = alike & moment.sure & ~used, alike & left & ~missing
        used |= sure & -sure
        missing |= 0 if sure else free & -free
    return missing


def _never(moment: ObservedPlay, left: int, size: int, number: int) -> int:
    """The unseen cards with which no hand was found that allows the play."""
    out = sum(card for card in bits(left) if not allows_play(moment, card))
    chance = number
    rest = list(bits(left & ~out))
    for _ in range(MAX_HANDS if out else 0):
        others, chance = shuffled(chance, rest)
        some = sum(others[: max(0, size - 1)])
        out = sum(card for card in bits(out) if not allows_play(moment, some | card))
    return out


def allows_play(moment: ObservedPlay, cards: int) -> bool:
    """Whether the play was legal with these cards in the hand, beside those that it surely held."""
    return legal_play(moment.table, moment.holding(cards), moment.step, moment.seat, moment.play)
