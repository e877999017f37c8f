"""The built-in players. They know the rules and what their seat sees; of other hands they know nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards import MARK
from trickbook.chance import below, stream
from trickbook.concepts.asking import DONE, Asking
from trickbook.concepts.tricks import Tricks
from trickbook.gaussian import Gaussian, norm
from trickbook.position import fresh
from trickbook.problems import TrickbookError
from trickbook.scoring import finished, score
from trickbook.selections import NONE, Selections

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.state import State
    from trickbook.table import Table

COUNTED: Final = 1 << 32
"""Of more moves than this, chance picks among the first so many."""


class Turn(NamedTuple):
    """What a player decides by: the rules, what its seat sees and may do, chance of its own."""

    rules: Ruleset
    players: int
    seat: int
    look: Callable[[], dict[str, Any]]
    moves: Sequence[str]
    chance: int


Bot = Callable[[Turn], str]
"""A player: gives one of the moves of its turn."""


class Step(NamedTuple):
    """A move in a game, with the game before and after it."""

    before: Game
    seat: int
    move: str
    after: Game


def silence(_game: Game) -> Sequence[str]:
    """Nothing is announced."""
    return ()


def playing(
    rules: Ruleset, game: Game, bots: Sequence[Bot], heard: Callable[[Game], Sequence[str]] = silence
) -> Iterator[Step]:
    """Let bots, one for each seat, play a game to its end; ``heard`` are facts announced from outside.

    Their chance comes from the game's seed, apart from that of the deals: a seed gives the same game
    everywhere. TrickbookError if somebody must act and has no move, or could play a card twice to a trick.
    """
    source = stream(game.seed, 0)
    for number in count(1):
        seat = game.turn
        if seat is None:
            return
        for fact in heard(game):
            game = game.announce(fact)
        if twice := held_again(game.table, game.state, seat):
            raise TrickbookError(f"seat {seat} could play {twice} a second time to one trick")
        moves = game.legal(seat)
        if not moves:
            raise TrickbookError(f"the game is stuck: {game.phase} waits for seat {seat}, which has no move")
        move = bots[seat](
            Turn(rules, len(game.scores), seat, partial(game.view, seat), moves, stream(source, number))
        )
        after = game.apply(seat, move)
        yield Step(game, seat, move, after)
        game = after


def held_again(table: Table, s: State, seat: int) -> str:
    """The cards of the trick so far that a seat holds, for a move has brought them back."""
    played = sum(cards for _, cards in s.plays)
    held = sum(s.piles[table.layout.piles[pile].base + seat] for pile in ("hand", "table"))
    return " ".join(table.deck.written(played & held))


def random(turn: Turn) -> str:
    """Any legal move, each as likely."""
    place, _ = below(turn.chance, min(len(turn.moves), COUNTED))
    return turn.moves[place]


def duck(turn: Turn) -> str:
    """Stay below tricks that cost, throw away and pass what costs most, show nothing, decide for the best."""
    seen = turn.look()
    step = next(step for step in turn.rules.table(turn.players).steps if step.name == seen["phase"])
    if isinstance(step, Tricks):
        return _play(turn, seen)
    if isinstance(step, Asking) and step.source is not None:
        return _give(turn)
    return _decide(turn, seen)


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"duck": duck, "random": random})
"""The built-in players by name."""


class Costs(NamedTuple):
    """What each card costs whoever takes it, and how high it is, by name; negative costs are gains."""

    cost: Mapping[str, int]
    height: Mapping[str, int]
    pack: tuple[str, ...]

    def of(self, cards: str) -> int:
        """What some cards cost together."""
        return sum(self.cost[name] for name in _names(cards))

    def top(self, cards: str) -> int:
        """How high the highest of some cards is."""
        return max(self.height[name] for name in _names(cards))


def _names(cards: str) -> list[str]:
    return cards.replace(MARK, "").split()


@lru_cache(maxsize=64)
def costs(rules: Ruleset, players: int) -> Costs:
    """The worth of cards as costs: points cost, unless the highest score wins."""
    table = rules.table(players)
    deck, sign = table.deck, -1 if _highest_wins(rules, players) else 1
    cost = dict.fromkeys(deck.names, 0) | {
        name: sign * _size(worth) for worth, cards in table.worth for name in deck.written(cards)
    }
    return Costs(cost, dict(zip(deck.names, deck.heights, strict=False)), deck.names)


def _size(number: Any) -> int:
    """A whole number as it is; of a complex one, the square of its distance from 0."""
    return norm(number) if isinstance(number, Gaussian) else number


def _highest_wins(rules: Ruleset, players: int) -> bool:
    """Whether a lead of one point wins; where nobody can tell, points are taken to cost."""
    table = rules.table(players)
    return table.winners(fresh(table, [1] + [0] * (players - 1))) == (0,)


def _play(turn: Turn, seen: Mapping[str, Any]) -> str:
    """The play that is expected to cost least; of level ones the highest, so that high cards go first."""
    known = costs(turn.rules, turn.players)
    trick = [cards for _, cards in seen["trick"]]
    unseen = _unseen(turn, seen, known)
    left = (turn.players - 1 - len(trick)) % turn.players
    lying = sum(map(known.of, trick))
    to_come = left * sum(known.cost[name] for name in unseen)

    def expected(move: str) -> int:
        """Cards taken cost, cards thrown away relieve; in parts of ``whole`` to the ``left + 1``."""
        own, whole = known.of(move), max(len(unseen), 1)
        if not _leads(turn, seen, trick, move):
            return -own * int(whole ** (left + 1))
        lower = sum(known.height[name] <= known.top(move) for name in unseen)
        return int(lower**left) * ((lying + own) * whole + to_come)

    return min(turn.moves, key=lambda move: (expected(move), -known.top(move)))


def _unseen(turn: Turn, seen: Mapping[str, Any], known: Costs) -> list[str]:
    """The cards that the others may hold."""
    rest = list(known.pack)
    own = [card for pile in ("hand", "table") for card in _own(seen, pile, turn.seat)]
    played = [
        cards
        for trick in [*(trick["plays"] for trick in seen["tricks"]), seen["trick"]]
        for _, cards in trick
    ]
    for name in _names(" ".join([*own, *played])):
        if name in rest:
            rest.remove(name)
    return rest


def _own(seen: Mapping[str, Any], pile: str, seat: int) -> Sequence[str]:
    """The seat's own cards of a pile: of one that all see, the view holds everybody's."""
    cards: Sequence[Any] = seen["piles"].get(pile, ())
    return cards[seat] if cards and not isinstance(cards[0], str) else cards


def _leads(turn: Turn, seen: Mapping[str, Any], trick: Sequence[str], move: str) -> bool:
    """Whether a play would win the trick if nobody played after it."""
    last = seen["counts"][turn.seat] <= len(_names(move))
    return turn.rules.trick_winner([*trick, move], last=last, players=turn.players) == len(trick)


def _give(turn: Turn) -> str:
    """Give no cards where none need be given; else those that cost most, the highest of them first."""
    if DONE in turn.moves:
        return DONE
    if turn.moves[0] == NONE or not isinstance(turn.moves, Selections):
        return turn.moves[0]
    known, moves = costs(turn.rules, turn.players), turn.moves
    offered = moves.deck.written(moves.pool, moves.marked)
    offered.sort(key=lambda card: (known.of(card), known.top(card)), reverse=True)
    return " ".join(offered[: moves.low])


def _decide(turn: Turn, seen: Mapping[str, Any]) -> str:
    """The answer with the best score against the best of the others; the first if scores do not tell."""
    if any(seen["counts"]) or len(turn.moves) == 1:
        return turn.moves[0]
    sign = 1 if _highest_wins(turn.rules, turn.players) else -1

    def lead(answer: str) -> int:
        scores = [sign * _size(total) for total in _scores(turn, seen, answer)]
        own = scores.pop(turn.seat)
        return own - max(scores)

    try:
        return max(turn.moves, key=lead)
    except TrickbookError:
        return turn.moves[0]


def _scores(turn: Turn, seen: Mapping[str, Any], answer: str) -> list[int]:
    """The scores after this deal if a seat answers so; all cards were played, so everybody can tell."""
    taken: list[list[str]] = [[] for _ in range(turn.players)]
    held: list[str] = []
    for trick in seen["tricks"]:
        held += [card for _, cards in trick["plays"] for card in cards.split()]
        if trick["taker"] is not None:
            taken[trick["taker"]] += held
            held = []
    table = turn.rules.table(turn.players)
    facts = {fact.name for fact in table.facts}
    end = finished(
        table,
        taken,
        [card for card in seen["exposed"] if not card.endswith(MARK)],
        tricks=[sum(trick["taker"] == seat for trick in seen["tricks"]) for seat in range(turn.players)],
        scores=seen["scores"],
        facts={name: value for name, value in seen["facts"].items() if name in facts},
    )
    end.match = end.match._replace(deal=seen["deal"], dealer=seen["dealer"])
    points = score(table, end, {turn.seat: {seen["phase"]: answer}})
    return list(map(sum, zip(end.match.scores, points, strict=True)))
