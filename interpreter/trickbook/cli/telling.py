"""A deal told: the hands, what was passed, shown and decided, and trick by trick who led and who took."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.text import Text

from trickbook.cli.drawing import columns, seat
from trickbook.concepts.asking import DONE, Asking
from trickbook.concepts.tricks import Tricks
from trickbook.selections import NONE
from trickbook.state import moves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.cli.drawing import Pen
    from trickbook.game import Game
    from trickbook.state import Move, Record, Trick

LEADS: Final = ">"
LEGEND: Final = f"{LEADS} leads, [ ] takes"
OPEN: Final = ", * was laid open"


def told(game: Game, past: Record, pen: Pen, *, whole: bool) -> Iterator[Text]:
    """The lines of a finished deal: step after step, the tricks, the points.

    ``game`` is any moment of that deal. If it is not told ``whole``, the tricks are told alone.
    """
    table = game.table
    steps = {step.name: step for step in table.steps}
    yield Text(f"Deal {past.match.deal}, dealt by {seat(table.layout, past.match.dealer)}", "bold")
    for name, group in groupby(moves(past.log), key=lambda move: move.step):
        made, step = list(group), steps.get(name)
        if whole and not isinstance(step, Tricks):
            rows = _chance(game, pen, made) if made[0].seat is None else _answers(game, pen, made, step)
            labels = [Text(name.replace("_", " ")), *[Text()] * len(rows)]
            yield Text()
            yield from columns([label, *row] for label, row in zip(labels, rows, strict=False))
    yield Text()
    yield from _tricks(game, past, pen)
    yield Text(f"  ({LEGEND}{OPEN if past.exposed and table.manifold else ''})", "dim")


def _chance(game: Game, pen: Pen, made: Sequence[Move]) -> list[list[Text]]:
    """What was dealt to each seat, or drawn."""
    rows = []
    for move in made:
        if isinstance(move.text, str):
            rows += [_drawn(game, pen, *drawn.split("@")) for drawn in move.text.split()]
            continue
        for player, cards in enumerate(move.text):
            who = [Text(seat(game.table.layout, player))] if len(move.text) > 1 else []
            rows.append([*who, pen.hand(game.table.deck.written(cards))])
    return rows


def _drawn(game: Game, pen: Pen, card: str, player: str | None = None) -> list[Text]:
    """A card that chance drew, and who holds it if somebody does."""
    return [pen.cards([card]), *([Text(f"of {seat(game.table.layout, int(player))}")] if player else [])]


def _answers(game: Game, pen: Pen, made: Sequence[Move], step: object) -> list[list[Text]]:
    """What each seat chose, and to whom cards went; who chose nothing is passed over."""
    rows = []
    for move in made:
        if move.seat is None or move.text in (DONE, NONE):
            continue
        answer = str(move.text)
        cards = isinstance(step, Asking) and step.source is not None
        who = seat(game.table.layout, move.seat) + _receiver(game, step, move.seat)
        rows.append([Text(who), pen.hand(answer.split()) if cards else Text(answer)])
    return rows or [[Text("nobody")]]


def _receiver(game: Game, step: object, giver: int) -> str:
    """Who is given the cards, if they go to somebody else."""
    if not isinstance(step, Asking) or step.to is None or step.to.seats is None:
        return ""
    goal = step.to.where(game.table.layout, game.state, giver)
    return "" if goal is None else f" → {seat(game.table.layout, goal - step.to.pile.base)}"


def _tricks(game: Game, past: Record, pen: Pen) -> list[Text]:
    """A table of tricks, a column for each seat, with the points below."""
    names = [f"  {seat(game.table.layout, player)}" for player in range(len(past.points))]
    rows = [[Text(), *map(Text, names)]]
    for number, trick in enumerate(past.tricks, 1):
        held = [Text("held")] if trick.taker is None else []
        rows.append([Text(str(number)), *_trick(game, past, trick, pen), *held])
    rows.append([Text("points"), *(Text(f"  {points}", "bold") for points in past.points)])
    return columns(rows, right=[0])


def _trick(game: Game, past: Record, trick: Trick, pen: Pen) -> list[Text]:
    """What each seat played to a trick."""
    cells = [Text()] * len(past.points)
    for player, cards in trick.plays:
        before, behind = ("[", "]") if player == trick.taker else (" ", "")
        before = (LEADS if player == trick.plays[0][0] else " ") + before
        played = pen.cards(game.table.deck.written(cards, past.exposed))
        cells[player] = Text.assemble((before, "bold"), played, (behind, "bold"))
    return cells
