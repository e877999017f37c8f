"""Playouts: deals played to their end from sampled worlds; some seats duck, others play at random.

Machine code plays them if what it needs is installed, to the same points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.batch import MISSING
from trickbook.bots.duck import NoMoveError, duck, duck_of
from trickbook.bots.turn import climbs, play_game
from trickbook.cards.chance import MAX_MOVES, below, rung, stream
from trickbook.cards.combinations import Selections, parse, text
from trickbook.cards.deck import bits
from trickbook.core.translation import BeyondError
from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep
from trickbook.game import Game
from trickbook.problems import MissingError, needs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.batch.cells import Playout, SeatPoints
    from trickbook.batch.playouts import Playouts
    from trickbook.bots.duck import Duck
    from trickbook.bots.turn import Turn
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules


MAX_CANDIDATES: Final = 24
"""How many moves are tried at most."""


def candidate_moves(turn: Turn) -> list[str]:
    """Return the moves to try, the duck's first: all, the lowest bids, or near and some random ones."""
    found, chance = {duck(turn): None}, turn.chance
    if len(turn.moves) <= MAX_CANDIDATES:
        return list(found | dict.fromkeys(turn.moves))
    if turn.ladder:
        return list(found | dict.fromkeys(turn.moves[: MAX_CANDIDATES - 1]))
    if isinstance(turn.moves, Selections):
        found |= dict.fromkeys(_near(turn, turn.moves, *found)[: MAX_CANDIDATES // 2 - 1])
    for _ in range(MAX_CANDIDATES - len(found)):
        index, chance = below(chance, min(len(turn.moves), MAX_MOVES))
        found[turn.moves[index]] = None
    return list(found)


def _near(turn: Turn, moves: Selections, move: str) -> list[str]:
    """Return the choices that differ from a move in one card, in the duck's order of preference."""
    if move == moves.word:
        return []
    known, chosen = duck_of(turn.rules, turn.players), parse(moves.deck, move, moves.pool, moves.marked)
    order = turn.order()
    others = {
        text(moves.deck, chosen & ~out | card, moves.marked): (
            known.cost(card) - known.cost(out),
            order.top_of(card) - order.top_of(out),
        )
        for out in bits(chosen)
        for card in bits(moves.pool & ~chosen)
    }
    return sorted(others, key=lambda other: others[other], reverse=True)


def random(turn: Turn) -> str:
    """Return a legal move, each as likely; of a ladder of bids, each half as likely as the one below."""
    return random_move(turn.moves, turn.chance, ladder=turn.ladder)


def random_move(moves: Sequence[str], chance: int, *, ladder: bool) -> str:
    """Return a random move; of a ladder, the first with one chance in two, and so on upwards."""
    if ladder:
        return moves[rung(chance, len(moves))]
    index, _ = below(chance, min(len(moves), MAX_MOVES))
    return moves[index]


def random_deal(rules: Ruleset, players: int, seed: int, deal: int) -> Game:
    """Return the game after a deal between random players, by its seed and number."""
    game = rules.new_game(players, seed=seed, deal=deal)
    for step in play_game(rules, game, [random] * players):
        if step.after.deals:
            return step.after
    return game


def play_out(
    rules: Ruleset, games: Sequence[Game], done: int, playouts: Sequence[Playout]
) -> list[SeatPoints]:
    """Return the points by seat of the deal in progress, for each playout; ``done`` deals came before."""
    duck, engine = duck_of(rules, len(games[0].scores)), games[0].engine
    points_by_number = {
        number: games[playout.state_index].deals[done]
        for number, playout in enumerate(playouts)
        if len(games[playout.state_index].deals) > done
    }
    points_by_number |= _swiftly(
        rules, games, {n: playout for n, playout in enumerate(playouts) if n not in points_by_number}
    )
    return [
        points_by_number[n]
        if n in points_by_number
        else _slowly(duck, engine, games[one.state_index].state.copy(), done, one)
        for n, one in enumerate(playouts)
    ]


def _slowly(duck: Duck, engine: CompiledRules, s: State, done: int, playout: Playout) -> SeatPoints:
    """Play a deal to its end with the interpreter; return its points.

    A sampled world may leave a seat no legal move: the deal is then scored as it lies.
    """
    source, number = stream(playout.seed, 0), 0
    if playout.play:
        apply_play(engine, s, s.waiting.bit_length() - 1, playout.play)
    while len(s.match.deals) == done:
        number += 1
        seat = s.turns[0]
        acting = 1 << seat if s.waiting & (s.waiting - 1) else engine.actors(s)
        try:
            _move(duck, engine, s, seat, None if playout.ducks & acting else stream(source, number))
        except NoMoveError:
            return engine.score(s)
    points: SeatPoints = s.match.deals[done]
    return points


def _move(duck: Duck, engine: CompiledRules, s: State, seat: int, chance: int | None) -> None:
    """Make a seat's move: random with a ``chance``, otherwise the duck's."""
    step = engine.waiting[s.step]
    if chance is not None:
        moves = step.legal(engine, s, seat)
        if not len(moves):
            raise NoMoveError("no move is legal")
        apply_move(engine, s, seat, random_move(moves, chance, ladder=climbs(engine, s)))
        return
    if isinstance(step, TrickStep):
        apply_play(engine, s, seat, duck.play(s, seat))
    else:
        apply_move(engine, s, seat, duck.answer(s, seat))


def _swiftly(rules: Ruleset, games: Sequence[Game], playouts: Mapping[int, Playout]) -> dict[int, SeatPoints]:
    """Return the points of the deals that machine code can play to their end."""
    batch = ready_playouts(rules, games[0].engine) if playouts else None
    if batch is None:
        return {}
    indexes = {old: new for new, old in enumerate({one.state_index: None for one in playouts.values()})}
    wanted = [one._replace(state_index=indexes[one.state_index]) for one in playouts.values()]
    points = batch.play_out([games[index].state for index in indexes], wanted)
    return {n: one for n, one in zip(playouts, points, strict=True) if one is not None}


def ready_playouts(rules: Ruleset, engine: CompiledRules) -> Playouts | None:
    """Return the playouts of an engine's rules; None if what they need is missing, or they cannot play."""
    try:
        with needs(MISSING):
            from trickbook.bots.search_effort import search_code  # noqa: PLC0415 - only who plays out needs it
    except MissingError:
        return None
    try:
        return search_code(rules, engine.layout.seats).playouts()
    except BeyondError:
        return None


def others_answered(duck: Duck, game: Game, seat: int) -> Game:
    """Return the game after the others' answers, if they answer together with a seat, or freely.

    Nobody sees an answer before all are in, so the others' answers do not depend on the seat's own; where all
    answer freely, ducks have nothing to say.
    """
    engine, step = game.engine, game.engine.waiting[game.state.step]
    if not isinstance(step, AskStep) or step.how == "in_turn":
        return game
    s = game.state.copy()
    if step.how == "freely":
        s.waiting = 1 << seat
        s.answered = sum(1 << other for other in s.asked if other != seat)
        return Game(engine, s, game.origin)
    for other in engine.seat_sets[s.waiting & ~(1 << seat)]:
        engine.act(s, other, duck.answer(s, other))
    return Game(engine, s, game.origin)


def after_move(duck: Duck, game: Game, seat: int, move: str) -> Game:
    """Return the game after a move and the duck's answers that follow, up to the next play.

    A question after the tricks is left open, but not one upon an event.
    """
    engine, s, deals = game.engine, game.state.copy(), len(game.deals)
    apply_move(engine, s, engine.owner(s, seat), move)
    while len(s.match.deals) == deals and (not s.done or s.step > len(engine.steps)):
        step = engine.waiting[s.step]
        if not isinstance(step, AskStep):
            break
        turn = s.turns[0]
        apply_move(engine, s, turn, duck.answer(s, turn))
    return Game(engine, s, game.origin)


def apply_move(engine: Engine, s: State, seat: int, move: str) -> None:
    """Make a move, and go on to the next decision."""
    engine.act(s, seat, move)
    engine.proceed(s)


def apply_play(engine: Engine, s: State, seat: int, cards: int) -> None:
    """Make a play that is known to be legal, and go on to the next decision."""
    engine.play(s, seat, cards)
    engine.proceed(s)
