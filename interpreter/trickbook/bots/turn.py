"""A turn: what a player decides by, and its budget; and games between players, turn by turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.cards.chance import stream
from trickbook.engine.ask import AskStep
from trickbook.engine.moves import MoveError
from trickbook.engine.tricks import TrickStep
from trickbook.game.snapshot import playable
from trickbook.problems import TrickbookError, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.cards.runs import CardOrder
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules


def ignore_reason(_reason: str) -> None:
    """Report nothing."""


class Turn(NamedTuple):
    """The basis of a player's decision: the rules, what its seat sees and may do, a random number.

    ``engine`` plays the game, and may count more than the rules say. ``ahead`` returns who would be winning
    the trick after a move, and with which cards; None if nobody is. ``state`` returns the deal as the seat
    sees it, ``order`` how the cards stand. ``ladder`` tells that the moves are bids, the low ones first.
    ``report`` takes the reason if the player cannot decide as it usually does, and a simpler one decides for
    it.
    """

    rules: Ruleset
    players: int
    seat: int
    look: Callable[[], dict[str, Any]]
    moves: Sequence[str]
    chance: int
    ahead: Callable[[str], tuple[int, str] | None]
    state: Callable[[], State]
    order: Callable[[], CardOrder]
    engine: CompiledRules
    ladder: bool = False
    report: Callable[[str], object] = ignore_reason


class Budget(NamedTuple):
    """The deals to play out, as the player counts them; or the milliseconds for a turn."""

    playouts: int = 1
    milliseconds: int | None = None


Bot = Callable[[Turn], str]
"""A player: returns one of the moves of its turn."""


class Transition(NamedTuple):
    """A move in a game, with the game before and after it."""

    before: Game
    seat: int
    move: str
    after: Game


def no_announcements(_game: Game) -> Sequence[str]:
    """Return no announcements."""
    return ()


def no_report(_seat: int, _number: int, _reason: str) -> None:
    """Report nothing."""


def play_game(
    rules: Ruleset,
    game: Game,
    bots: Sequence[Bot],
    heard: Callable[[Game], Sequence[str]] = no_announcements,
    report: Callable[[int, int, str], object] = no_report,
) -> Iterator[Transition]:
    """Play a game to its end with a bot for each seat; ``heard`` returns facts announced from outside.

    ``report`` takes a seat, the number of its turn in the game, and why its bot could not decide as usual.

    The bots' chance comes from the game's seed, separate from the deals: a seed repeats the game exactly.
    Raises TrickbookError if a seat has no move, or could play a card twice to one trick.
    """
    source = stream(game.seed, 0)
    for number in count(1):
        seat = game.turn
        if seat is None:
            announce_end(game, bots)
            return
        for fact in heard(game):
            game = game.announce(fact)
        moves = game.legal(seat)
        check_moves(game.engine, game.state, seat, moves)
        turn = turn_of(rules, game, seat, stream(source, number), moves)
        move = bots[seat](turn._replace(report=partial(report, seat, number)))
        after = _game_after(game, seat, move, bots[seat])
        yield Transition(game, seat, move, after)
        game = after


def turn_of(
    rules: Ruleset,
    game: Game,
    seat: int,
    chance: int,
    moves: Sequence[str] | None = None,
    seen: Mapping[str, Any] | None = None,
) -> Turn:
    """Return the turn of a seat that may act; its moves, if they are known, are not computed again.

    ``seen`` is its view, if the game is a world that was sampled from it.
    """
    allowed = game.legal(seat) if moves is None else moves
    best, state = partial(current_winner, game, seat), partial(seen_state, game.engine, game.state, seat)
    look = partial(game.view, seat) if seen is None else partial(dict, seen)
    bids = climbs(game.engine, game.state)
    order = partial(getattr, game.state, "card_order")
    return Turn(rules, len(game.scores), seat, look, allowed, chance, best, state, order, game.engine, bids)


def climbs(engine: Engine, s: State) -> bool:
    """Return whether the moves are a ladder of bids."""
    step = engine.waiting[s.step]
    return isinstance(step, AskStep) and step.ladder


def _game_after(game: Game, seat: int, move: str, bot: Bot) -> Game:
    """Return the game after a player's move; TrickbookError with the player's name if it is illegal."""
    try:
        return game.apply(seat, move)
    except MoveError as error:
        name = str(getattr(bot, "name", None) or getattr(bot, "__name__", "a player"))
        raise TrickbookError(f"{shown(name)} made no legal move: {error}") from error


def announce_end(game: Game, bots: Sequence[Bot]) -> None:
    """Tell the end of a game to the players that have a method ``over``, as outside players do."""
    for seat, bot in enumerate(bots):
        hear = getattr(bot, "over", None)
        if hear is not None:
            hear(game.view(seat))


def check_moves(engine: Engine, s: State, seat: int, moves: Sequence[object]) -> None:
    """Check that a seat has a move, and none of a card that lies in the trick; TrickbookError otherwise."""
    if twice := returned_cards(engine, s, engine.owner(s, seat)):
        raise TrickbookError(f"seat {seat} could play {twice} a second time to one trick")
    if not moves:
        name = engine.waiting[s.step].name
        raise TrickbookError(f"the game is stuck: {name} waits for seat {seat}, which has no move")


def returned_cards(engine: Engine, s: State, seat: int) -> str:
    """Return the cards of the current trick that a seat holds again, because a step has returned them."""
    played = sum(cards for _, cards in s.plays)
    held = sum(s.piles[engine.layout.piles[pile].base + seat] for pile in ("hand", "table"))
    return " ".join(engine.deck.written(played & held))


def current_winner(game: Game, seat: int, move: str) -> tuple[int, str] | None:
    """Return who is winning the trick after a seat's move, and with which cards; None if nobody is.

    It uses only what the seat sees, and ignores other effects of the play, such as changed facts.
    """
    engine, state, s = game.engine, game.state, seen_state(game.engine, game.state, seat)
    step, deck = engine.waiting[state.step], engine.deck
    if not isinstance(step, TrickStep):
        return None
    seat = engine.owner(state, seat)
    play = step.read(engine, state, seat, move, playable(game, step, seat))
    for place in (engine.trick, engine.played):
        s.lay(place, s.pile(place) | play)
    s.plays, s.led = (*s.plays, (seat, play)), s.led or deck.suit_at[play.bit_length() - 1]
    won = step.taker(s)
    return None if won is None else (s.plays[won][0], " ".join(deck.written(s.plays[won][1])))


def seen_state(engine: Engine, state: State, seat: int) -> State:
    """Return a state without the cards that only others, or nobody, can see; cards won in tricks stay."""
    s, piles = state.copy(), list(state.piles)
    for pile in engine.layout.piles.values():
        places = range(engine.layout.seats if pile.owned else 1)
        own = seat if pile.owned and pile.seen_by == "owner" else None
        if pile.seen_by != "everyone" and pile.name != "taken":
            for place in places:
                piles[pile.base + place] *= place == own
    s.piles = piles
    return s
