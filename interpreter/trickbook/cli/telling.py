"""A deal told: the hands, what was passed, shown and decided, and trick by trick who led and who took."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from trickbook.cli.drawing import Pen, columns, seat
from trickbook.concepts.asking import DONE, Asking
from trickbook.concepts.tricks import Tricks
from trickbook.game import Game
from trickbook.record import moves
from trickbook.selections import NONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.bots import Step
    from trickbook.game import Played
    from trickbook.state import Move

LEGEND = "› leads, [ ] takes"


class Deal(NamedTuple):
    """A finished deal: a moment at its end, with what was done and which tricks were taken."""

    game: Game
    moves: Sequence[Move]
    tricks: Sequence[Played]
    points: Sequence[int]


def finished(steps: Sequence[Step]) -> Deal:
    """A deal from all its steps, the last of which ends it."""
    before, player, move, after = steps[-1]
    state = before.state.copy()
    before.table.steps[state.step].act(before.table, state, player, move)  # type: ignore[union-attr] - a step that waits
    game = Game(before.table, state, before.origin)
    past = after.state.match.history[before.deal - after.state.match.history[0].match.deal]
    return Deal(game, moves(past.log), game.tricks, past.points)


def told(deal: Deal, pen: Pen, *, whole: bool) -> Iterator[Text]:
    """The lines of a deal: a heading, step after step, the points; only the tricks if it is not told whole."""
    game = deal.game
    layout = game.table.layout
    yield Text(f"Deal {game.deal}, dealt by {seat(layout, game.dealer)}", "bold")
    tricks = iter(deal.tricks)
    steps = {step.name: step for step in game.table.steps}
    for (name, by_chance), group in groupby(deal.moves, key=lambda move: (move.step, move.seat is None)):
        made = list(group)
        step = steps.get(name)
        if isinstance(step, Tricks):
            yield Text()
            yield from _tricks(deal, pen, list(islice(tricks, len(made) // layout.seats)))
        elif whole:
            yield Text()
            label = Text(name.replace("_", " "))
            rows = _chance(deal, pen, made) if by_chance else _answers(deal, pen, made, step)
            yield from columns([label if first == 0 else Text(), *row] for first, row in enumerate(rows))


def _chance(deal: Deal, pen: Pen, made: Sequence[Move]) -> list[list[Text]]:
    """What was dealt to each seat, or drawn."""
    layout = deal.game.table.layout
    rows = []
    for move in made:
        hands = move.text.split(" | ")
        if len(hands) == layout.seats:
            rows += [[Text(seat(layout, player)), pen.hand(hand)] for player, hand in enumerate(hands)]
        for drawn in move.text.split() if len(hands) == 1 else ():
            card, _, player = drawn.partition("@")
            rows.append([pen.cards(card), *([Text(f"of {seat(layout, int(player))}")] if player else [])])
    return rows


def _answers(deal: Deal, pen: Pen, made: Sequence[Move], step: object) -> list[list[Text]]:
    """What each seat chose, and to whom cards went; who chose nothing is passed over."""
    layout = deal.game.table.layout
    rows = []
    for move in made:
        if move.seat is None or move.text in (DONE, NONE):
            continue
        cards = isinstance(step, Asking) and step.source is not None
        who = seat(layout, move.seat) + _receiver(deal, step, move.seat)
        rows.append([Text(who), pen.hand(move.text) if cards else Text(move.text)])
    return rows or [[Text("nobody")]]


def _receiver(deal: Deal, step: object, giver: int) -> str:
    """Who is given the cards, if they go to somebody else."""
    if not isinstance(step, Asking) or step.to is None or step.to.seats is None:
        return ""
    goal = step.to.index(deal.game.state, giver) - step.to.pile.base
    return f" → {seat(deal.game.table.layout, goal)}"


def _tricks(deal: Deal, pen: Pen, tricks: Sequence[Played]) -> list[Text]:
    """A table of tricks, a column for each seat, with the points below."""
    layout = deal.game.table.layout
    seats = range(layout.seats)
    rows = [[Text(""), *(Text(f"  {seat(layout, player)}") for player in seats)]]
    for number, trick in enumerate(tricks, 1):
        plays = dict(trick.plays)
        leader = trick.plays[0][0]
        cells = [_play(pen, plays[player], leads=player == leader, takes=player == trick.taker) for player in seats]
        rows.append([Text(str(number)), *cells, *([Text("held")] if trick.taker is None else [])])
    rows.append([Text("points"), *(Text(f"  {points}", "bold") for points in deal.points)])
    return columns(rows, right=[True])


def _play(pen: Pen, cards: str, *, leads: bool, takes: bool) -> Text:
    before, behind = ("›" if leads else " ") + ("[" if takes else " "), "]" if takes else ""
    return Text.assemble((before, "bold"), pen.cards(cards), (behind, "bold"))
