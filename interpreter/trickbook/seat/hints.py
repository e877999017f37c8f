"""Hints: the move of a bot that sees no more than the player, and a reason for it.

Machine code searches the move, if what it needs is installed; otherwise it is the duck's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.bots import Budget, duck, searched, turn_of
from trickbook.bots.costs_of_cards import costs, highest_wins
from trickbook.bots.worlds import sample_worlds
from trickbook.cards.chance import stream
from trickbook.cards.combinations import NONE, Selections
from trickbook.cards.deck import MARK
from trickbook.engine.ask import AskStep
from trickbook.engine.moves import DONE
from trickbook.problems import TrickbookError
from trickbook.rulebook.expressions.card_sets import signed_card
from trickbook.rulebook.phrases import phrases
from trickbook.seat.texts import translate
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.bots import Turn
    from trickbook.bots.tree_search import MovesSearched
    from trickbook.cards.deck import Deck
    from trickbook.engine.tricks import TrickStep
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset

DEALS: Final = 1000
"""How many deals a searched hint plays out."""

LARGE: Final = 100
"""From here on, averages are told without decimals."""

ENOUGH: Final = 10
"""How many of them began with a move whose average is told, at least."""


def hint(
    rules: Ruleset, game: Game, seat: int, language: str = ENGLISH, deals: int = 0
) -> dict[str, str | None]:
    """A move for a seat that may act, and a sentence about it, if there is something to say.

    It is the best that a search of so many ``deals`` finds, if machine code can; otherwise the duck's. It
    hangs on what the seat sees alone: who sees the same is told the same.
    """
    return _advice(turn_of(rules, game, seat, _chance(game, seat)), game, language, deals)


def searched_hint(
    rules: Ruleset, seat: int, view: Mapping[str, Any], moves: Sequence[str], language: str
) -> dict[str, str | None]:
    """A searched hint from what a seat sees and may do alone; TrickbookError if no deal agrees with it."""
    players = len(view["counts"])
    worlds = sample_worlds(rules, players, view, 1, 0).worlds
    if not worlds:
        raise TrickbookError(Message("no deal agrees with this view"))
    turn = turn_of(rules, worlds[0], seat, _chance(worlds[0], seat), moves, view)
    return _advice(turn, worlds[0], language, DEALS)


def _chance(game: Game, seat: int) -> int:
    """Return a number that a seat could work out."""
    done = len(game.state.done) * len(game.scores) + len(game.state.plays) + len(game.hands[seat])
    return stream(game.deal, done)


def _advice(turn: Turn, game: Game, language: str, deals: int) -> dict[str, str | None]:
    if len(turn.moves) == 1:
        return {"move": turn.moves[0], "says": translate(language, "hints.only")}
    found = searched(turn, Budget(deals)) if deals else None
    move = found.best if found else duck(turn)
    texts = [_expected(turn, found, language) if found else None, _says(turn, game, move, language)]
    return {"move": move, "says": phrases(language).joined(filter(None, texts)) or None}


def _expected(turn: Turn, found: MovesSearched, language: str) -> str | None:
    """Return what the best move brings on average, and what the second in number of trials brings."""
    best = found.moves.index(found.best)
    other = max((place for place in range(len(found.moves)) if place != best), key=found.visits.__getitem__)
    if found.visits[best] < ENOUGH:
        return None
    points, against = _average(found.points[best]), _average(found.points[other])
    better = (found.points[best] > found.points[other]) == highest_wins(turn.rules, turn.players)
    if better and points != against and found.visits[other] >= ENOUGH:
        return translate(language, "hints.average_against", points=points, other=against)
    return translate(language, "hints.average", points=points)


def _average(points: float) -> str:
    """Return an average as text: a large one is rounded."""
    return f"{points:.0f}" if abs(points) >= LARGE else f"{round(points, 1) + 0:.1f}"


def _says(turn: Turn, game: Game, move: str, language: str) -> str | None:
    """Return what there is to say of a move."""
    step, deck = game.engine.waiting[game.state.step], game.engine.deck
    if isinstance(step, AskStep):
        return _given(turn, step, move, language)
    texts = [_trick(turn, step, deck, move, language), _cost(turn, move, language)]
    return phrases(language).joined(filter(None, texts)) or None


def _given(turn: Turn, step: AskStep, move: str, language: str) -> str | None:
    """Return what there is to say of cards that are chosen; of answers, nothing."""
    if step.source is None:
        return None
    if move in (DONE, NONE):
        return translate(language, "hints.keeps")
    known = costs(turn.rules, turn.players)
    offered = turn.moves.offered if isinstance(turn.moves, Selections) else []
    dearest = sorted((known.of(card) for card in offered), reverse=True)[: len(move.split())]
    return translate(language, "hints.dearest") if offered and known.of(move) == sum(dearest) else None


def _trick(turn: Turn, step: TrickStep, deck: Deck, move: str, language: str) -> str | None:
    """Return who is ahead in the trick with the move in it."""
    seen, best = turn.look(), turn.ahead(move)
    if best is None:
        return translate(language, "hints.nobody")
    if not seen["trick"]:
        return _lead(turn, seen, move, language)
    if best[0] != turn.seat:
        cards = " ".join(signed_card(deck, card.removesuffix(MARK)) for card in best[1].split())
        return translate(language, "hints.below", cards=cards)
    seats = turn.players - len(seen.get("resting", ()))
    last = (len(seen["trick"]) + 1) % seats == 0 and step.again is None
    return translate(language, "hints.takes" if last else "hints.ahead")


def _lead(turn: Turn, seen: dict[str, Any], move: str, language: str) -> str | None:
    """Return how many cards that may be elsewhere are of the suit that is led, and higher."""
    if " " in move:
        return None
    order, left = turn.order(), list(turn.rules.engine(turn.players).deck.names)
    stands = dict(zip(left, zip(order.suits, order.heights, strict=True), strict=True))
    suit, height = stands[move.removesuffix(MARK)]
    if not suit:
        return None
    gone = [cards for trick in seen["tricks"] for _, cards in trick["plays"]]
    gone += [*seen["piles"]["hand"], *seen["piles"]["table"][turn.seat]]
    for card in " ".join(gone).replace(MARK, "").split():
        if card in left:  # one that was taken up again may be played twice
            left.remove(card)
    higher = sum(stands[card][0] == suit and stands[card][1] > height for card in left)
    return translate(language, f"hints.higher_{min(higher, 2)}", count=higher)


def _cost(turn: Turn, move: str, language: str) -> str | None:
    """That somebody else gets cards that cost, or cards that are a gain are taken."""
    best, cost = turn.ahead(move), costs(turn.rules, turn.players).of(move)
    if best is None or not turn.look()["trick"]:
        return None
    own = costs(turn.rules, turn.players).sides[turn.seat] >> best[0] & 1
    return translate(language, "hints.rid") if cost > 0 and not own else None
