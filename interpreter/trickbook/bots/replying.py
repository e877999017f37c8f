"""Replying: what the duck would do in a state, for all who play on in a world that is imagined.

It is the rule of ``ducking`` on sets of cards instead of a view: both make the same moves.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.bots.worths import costs
from trickbook.cards import bits
from trickbook.concepts.asking import DONE, Asking
from trickbook.game import Game
from trickbook.selections import NONE, Selections, alike, text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.concepts.tricks import Tricks
    from trickbook.ruleset import Ruleset
    from trickbook.state import State
    from trickbook.table import Table

TRICKS: Final = 2
"""So many tricks, this one and the next, are played as the duck would play them."""


class Weights(NamedTuple):
    """What the duck goes by, with cards as sets.

    ``cost`` and ``height`` are those of each card, ``costing`` the cards of each cost, ``upto`` those no
    higher than each height, ``rivals`` how many of the next so many after a seat are not of its side; the
    other words are those of ``Costs``.
    """

    cost: Mapping[int, int]
    height: Mapping[int, int]
    costing: tuple[tuple[int, int], ...]
    upto: Mapping[int, int]
    rivals: tuple[tuple[int, ...], ...]
    trick: float
    sides: tuple[int, ...]
    bids: Mapping[str, int]


@lru_cache(maxsize=64)
def weights(rules: Ruleset, players: int) -> Weights:
    """The duck's costs, made ready for states."""
    known = costs(rules, players)
    cost = {1 << place: known.cost[name] for place, name in enumerate(known.pack)}
    height = {1 << place: known.height[name] for place, name in enumerate(known.pack)}
    costing = {one: sum(card for card in cost if cost[card] == one) for one in cost.values() if one}
    upto = {top: sum(card for card in height if height[card] <= top) for top in height.values()}
    rivals = tuple(
        _rivals(side, rules.table(players).layout.round(seat)) for seat, side in enumerate(known.sides)
    )
    return Weights(cost, height, tuple(costing.items()), upto, rivals, known.trick, known.sides, known.bids)


def _rivals(side: int, order: Sequence[int]) -> tuple[int, ...]:
    """How many of nobody, of the next, of the next two and so on are not of a seat's side."""
    return tuple(accumulate(not side >> other & 1 for other in order))


def answered(known: Weights, game: Game, seat: int) -> Game:
    """A game in which the others have answered as the duck does, if they do so together with a seat.

    Nobody sees an answer before all are in, so theirs are the same whatever the seat says.
    """
    table, step = game.table, game.table.waiting[game.state.step]
    if not isinstance(step, Asking) or step.how != "together":
        return game
    s = game.state.copy()
    for other in table.gangs[s.waiting & ~(1 << seat)]:
        step.act(table, s, other, _answer(known, table, s, other, step))
    return Game(table, s, game.origin)


def played_on(known: Weights, game: Game, seat: int, move: str, play: int = 0) -> Game:
    """The game after a move, when all have played on as the duck does, to the end of the next trick.

    Where several cards are played at once, and where something is asked after the tricks, it goes no further.
    A move that is a ``play`` is known to be legal.
    """
    table, s, deals = game.table, game.state.copy(), len(game.deals)
    until = len(s.done) + TRICKS
    _act(table, s, seat, move, play)
    while len(s.match.deals) == deals and len(s.done) < until:
        step = table.waiting[s.step]
        if s.done if isinstance(step, Asking) else step.low is not None:
            break
        order = s.asked if s.waiting & (s.waiting - 1) else table.gangs[s.waiting]
        turn = next(other for other in order if s.waiting >> other & 1)
        if isinstance(step, Asking):
            _act(table, s, turn, _answer(known, table, s, turn, step), 0)
        else:
            play = _play(known, table, s, turn, step)
            name = text(table.deck, play, table.marked(s)) if table.manifold else table.names[play]
            _act(table, s, turn, name, play)
    return Game(table, s, game.origin)


def _act(table: Table, s: State, seat: int, move: str, play: int) -> None:
    """Make a move, and go on to where somebody must act; a play is known to be legal."""
    if play:
        s.allowed, s.listed = play, [play]
    table.waiting[s.step].act(table, s, seat, move)
    if not s.waiting:
        table.proceed(s)


def _answer(known: Weights, table: Table, s: State, seat: int, step: Asking) -> str:
    """Cards that cost most, as few as may be; the bid, or the first answer that there is."""
    moves = step.legal(table, s, seat)
    if DONE in moves:
        return DONE
    if not isinstance(moves, Selections):
        bid = str(known.bids.get(step.name))
        return bid if bid in moves else moves[0]
    if moves[0] == NONE:
        return NONE
    offered = moves.deck.apart(moves.pool, moves.marked)
    offered.sort(key=lambda card: (known.cost[card], known.height[card]), reverse=True)
    return text(moves.deck, sum(offered[: moves.low]), moves.marked)


def _play(known: Weights, table: Table, s: State, seat: int, step: Tricks) -> int:
    """The card that is expected to cost least; of level ones the highest, or the lowest where tricks gain."""
    cards = step.single(s, seat)
    if cards is None:
        plays = step.plays(table, s, seat)
    elif table.manifold:
        plays = [group[0] for group in alike(table.deck, cards, table.marked(s))]
    else:
        plays = list(bits(cards))
    if len(plays) == 1:
        return plays[0]
    trick, first, height = _trick(known, table, s, seat), 1 if known.trick < 0 else -1, known.height
    laid = s.copy()
    laid.piles = list(s.piles)
    best, least = 0, (0.0, 0)
    for play in plays:
        _lay(table, laid, s, seat, play)
        worth = _expected(known, trick, laid, step.taker(laid), play), first * height[play]
        if not best or worth < least:
            best, least = play, worth
    return best


def _lay(table: Table, laid: State, s: State, seat: int, play: int) -> None:
    """Let a play lie in the trick, and change nothing else."""
    laid.plays = (*s.plays, (seat, play))
    laid.led = s.led or table.deck.suit_at[play.bit_length() - 1]
    laid.piles[table.trick] = s.piles[table.trick] | play
    laid.piles[table.played] = s.piles[table.played] | play


class Trick(NamedTuple):
    """A trick as a player sees it, as in ``ducking``; ``to_come`` is what a card that is unseen costs it."""

    unseen: int
    whole: int
    side: int
    cost: int
    to_come: float
    rivals: int


def _trick(known: Weights, table: Table, s: State, seat: int) -> Trick:
    hand, open_ = table.layout.piles["hand"].base, table.layout.piles["table"].base
    seen = s.piles[table.played] | s.piles[hand + seat] | s.piles[open_ + seat]
    unseen, side = table.deck.cards & ~seen, known.sides[seat]
    whole, left = max(unseen.bit_count(), 1), (table.layout.seats - 1 - len(s.plays)) % table.layout.seats
    price = sum(cost * (unseen & those).bit_count() for cost, those in known.costing)
    cost = sum(known.cost[play] for _, play in s.plays)
    return Trick(unseen, whole, side, cost, float(left * price) / float(whole), known.rivals[seat][left])


def _expected(known: Weights, trick: Trick, laid: State, place: int | None, play: int) -> float:
    """What a play is expected to cost: cards thrown away relieve, a trick costs by the chance to keep it."""
    own = known.cost[play]
    if place is None or not trick.side >> laid.plays[place][0] & 1:
        return -float(own)
    best, lower = laid.plays[place][1], trick.whole
    if not laid.led or best & laid.led:  # it has not beaten the led suit, as a trump does
        lower = (trick.unseen & known.upto[known.height[best]]).bit_count()
    chance = 1.0
    for _ in range(trick.rivals):
        chance *= float(lower) / float(trick.whole)
    return chance * (float(trick.cost + own) + trick.to_come + known.trick)
