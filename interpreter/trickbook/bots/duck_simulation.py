"""Replying: what the duck would do in a state, for all who play on in a world that is imagined.

It makes the moves that ``ducking`` makes by a view, with cards as sets.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from trickbook.bots.answer_choice import margin
from trickbook.bots.costs_of_cards import costs, highest_wins
from trickbook.bots.expected_cost import TrickCosts, play_rank
from trickbook.bots.turn import scores_if_ended
from trickbook.cards.combinations import NONE, Selections, text
from trickbook.cards.deck import bits
from trickbook.engine.steps.ask import DONE, AskStep
from trickbook.game.game import Game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.engine.engine import Engine
    from trickbook.engine.steps.tricks import TrickStep
    from trickbook.ruleset import Ruleset
    from trickbook.state.state import State


class DuckWeights(NamedTuple):
    """What the duck goes by, with cards as sets.

    ``cost`` and ``height`` are those of each card, ``costing`` the cards of each cost, ``upto`` those no
    higher than each height, ``rivals`` how many of the next so many after a seat are not of its side.
    ``sign`` is 1 if the highest score wins, else -1. The other words are those of ``Costs``.
    """

    cost: Mapping[int, int]
    height: Mapping[int, int]
    costing: tuple[tuple[int, int], ...]
    upto: Mapping[int, int]
    rivals: tuple[tuple[int, ...], ...]
    trick: float
    sides: tuple[int, ...]
    bids: Mapping[str, int]
    sign: int

    def of(self, cards: int) -> int:
        """What some cards cost together."""
        return sum(self.cost[card] for card in bits(cards))

    def top(self, cards: int) -> int:
        """How high the highest of some cards is."""
        return max(self.height[card] for card in bits(cards))


@lru_cache(maxsize=64)
def duck_weights(rules: Ruleset, players: int) -> DuckWeights:
    """The duck's costs, made ready for states."""
    known = costs(rules, players)
    cost = {1 << place: known.cost[name] for place, name in enumerate(known.pack)}
    height = {1 << place: known.height[name] for place, name in enumerate(known.pack)}
    costing = {one: sum(card for card in cost if cost[card] == one) for one in cost.values() if one}
    upto = {top: sum(card for card in height if height[card] <= top) for top in height.values()}
    rivals = tuple(
        _rivals(side, rules.table(players).layout.round(seat)) for seat, side in enumerate(known.sides)
    )
    sign = 1 if highest_wins(rules, players) else -1
    return DuckWeights(
        cost, height, tuple(costing.items()), upto, rivals, known.trick, known.sides, known.bids, sign
    )


def _rivals(side: int, order: Sequence[int]) -> tuple[int, ...]:
    """How many of nobody, of the next, of the next two and so on are not of a seat's side."""
    return tuple(accumulate(not side >> other & 1 for other in order))


def others_answered(known: DuckWeights, game: Game, seat: int) -> Game:
    """A game in which the others have answered as the duck does, if they do so together with a seat.

    Nobody sees an answer before all are in, so theirs are the same whatever the seat says.
    """
    table, step = game.table, game.table.waiting[game.state.step]
    if not isinstance(step, AskStep) or step.how != "together":
        return game
    s = game.state.copy()
    for other in table.gangs[s.waiting & ~(1 << seat)]:
        step.act(table, s, other, duck_answer(known, table, s, other, step))
    return Game(table, s, game.origin)


def after_move(known: DuckWeights, game: Game, seat: int, move: str) -> Game:
    """The game after a move, when all have answered as the duck does, up to where somebody is to play.

    Something that is asked when tricks were played is left open.
    """
    table, s, deals = game.table, game.state.copy(), len(game.deals)
    apply_move(table, s, seat, move)
    while len(s.match.deals) == deals and not s.done:
        step = table.waiting[s.step]
        if not isinstance(step, AskStep):
            break
        order = s.asked if s.waiting & (s.waiting - 1) else table.gangs[s.waiting]
        turn = next(other for other in order if s.waiting >> other & 1)
        apply_move(table, s, turn, duck_answer(known, table, s, turn, step))
    return Game(table, s, game.origin)


def apply_move(table: Engine, s: State, seat: int, move: str, play: int = 0) -> None:
    """Make a move, and go on to where somebody must act; a play is known to be legal."""
    if play:
        s.allowed, s.listed = play, [play]
    table.waiting[s.step].act(table, s, seat, move)
    if not s.waiting:
        table.proceed(s)


def duck_answer(known: DuckWeights, table: Engine, s: State, seat: int, step: AskStep) -> str:
    """Cards that cost most, as few as may be; the bid or the first answer; after all cards the best one."""
    moves, hand = step.legal(table, s, seat), table.layout.piles["hand"].base
    if isinstance(moves, Selections):
        return DONE if DONE in moves else _given(known, moves)
    if any(s.piles[hand : hand + table.layout.seats]):
        bid = str(known.bids.get(step.name))
        return bid if bid in moves else moves[0]
    return max(moves, key=lambda move: margin(scores_if_ended(table, s, seat, move), seat, known.sign))


def _given(known: DuckWeights, moves: Selections) -> str:
    """Cards that cost most, as few as may be."""
    if moves[0] == NONE:
        return NONE
    offered = moves.deck.apart(moves.pool, moves.marked)
    offered.sort(key=lambda card: (known.cost[card], known.height[card]), reverse=True)
    return text(moves.deck, sum(offered[: moves.low]), moves.marked)


def duck_play(known: DuckWeights, table: Engine, s: State, seat: int, step: TrickStep) -> int:
    """The play that is expected to cost least."""
    plays = step.plays(table, s, seat)
    if len(plays) == 1:
        return plays[0]
    unseen, laid = _unseen(table, s, seat), s.copy()
    trick, laid.piles = _trick(known, table, s, seat, unseen), list(s.piles)

    def standing(play: int) -> tuple[float, int]:
        _lay(table, laid, s, seat, play)
        lower = _lower(known, laid, unseen, known.sides[seat], step.taker(laid))
        return play_rank(trick, known.of(play), lower, known.top(play))

    return min(plays, key=standing)


def _lay(table: Engine, laid: State, s: State, seat: int, play: int) -> None:
    """Let a play lie in the trick, and change nothing else."""
    laid.plays = (*s.plays, (seat, play))
    laid.led = s.led or table.deck.suit_at[play.bit_length() - 1]
    laid.piles[table.trick] = s.piles[table.trick] | play
    laid.piles[table.played] = s.piles[table.played] | play


def _unseen(table: Engine, s: State, seat: int) -> int:
    """The cards that the others may hold."""
    hand, open_ = (table.layout.piles[name].base + seat for name in ("hand", "table"))
    return table.deck.cards & ~(s.piles[table.played] | s.piles[hand] | s.piles[open_])


def _trick(known: DuckWeights, table: Engine, s: State, seat: int, unseen: int) -> TrickCosts:
    """The trick as a seat sees it."""
    left = (table.layout.seats - 1 - len(s.plays)) % table.layout.seats
    return TrickCosts(
        max(unseen.bit_count(), 1),
        sum(known.of(play) for _, play in s.plays),
        left * sum(cost * (unseen & those).bit_count() for cost, those in known.costing),
        known.rivals[seat][left],
        known.trick,
    )


def _lower(known: DuckWeights, laid: State, unseen: int, side: int, place: int | None) -> int | None:
    """How many unseen cards do not beat the play that is ahead; None if it is nobody's of the side."""
    if place is None or not side >> laid.plays[place][0] & 1:
        return None
    best, led = laid.plays[place][1], laid.led
    if led and not led >> (best.bit_length() - 1) & 1:  # it has beaten the led suit, as a trump does
        return max(unseen.bit_count(), 1)
    return (unseen & known.upto[known.top(best)]).bit_count()
