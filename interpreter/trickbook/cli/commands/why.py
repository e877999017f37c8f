"""``trickbook why``: the reasons for the legal moves, the tricks and the points of a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trickbook.cards.combinations import Selections
from trickbook.cli.input_files import replayed_game
from trickbook.cli.parameters import Number
from trickbook.cli.terminal_text import seat_name as called
from trickbook.engine.engine import OVER
from trickbook.engine.tricks import TrickStep
from trickbook.explain import refusals, rests, side_by_side, tricks_of
from trickbook.problems import TrickbookError, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.game.game import Game


@click.command("why")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--deal", type=Number(1), help="Explain this deal of the record.")
@click.option("--trick", type=Number(1), help="Explain this trick of the deal; the first is 1.")
@click.option("--seat", type=Number(0), help="Explain the points of this seat, or its play to --trick.")
@click.option("--ruleset", metavar="NAME|FILE", help="Ruleset to use.  [default: the record's own]")
def command(record: Path, deal: int | None, trick: int | None, seat: int | None, ruleset: str | None) -> None:
    """Explain why a card may not be played, who won a trick, and where points come from.

    By default it explains the position at the end of the record, and the last finished trick and deal.
    --trick explains every play to that trick. --seat explains the points of that seat, with --deal those of
    that deal.
    """
    game = replayed_game(record, ruleset)
    try:
        lines = list(_answer(game, deal, trick, seat))
    except TrickbookError as error:
        raise click.UsageError(str(error)) from None
    for line in "\n".join([*_names(game), *lines]).split("\n"):
        click.echo(visible(line))


def _answer(game: Game, deal: int | None, trick: int | None, seat: int | None) -> Iterator[str]:
    """The explanation, in paragraphs."""
    if seat is not None:
        game.legal(seat)
    if trick is not None:
        yield from _trick(game, trick, deal, seat)
    elif seat is not None:
        yield str(game.explain_points(seat, deal))
    elif deal is not None:
        yield from _deal(game, deal)
    else:
        yield from _now(game)


def _names(game: Game) -> Iterator[str]:
    """The numbers and names of the seats, if they have names."""
    layout = game.engine.layout
    if layout.names:
        yield ", ".join(f"seat {number} is {called(layout, number)}" for number in range(layout.seats)) + "\n"


def _trick(game: Game, number: int, deal: int | None, seat: int | None) -> Iterator[str]:
    """Explain a trick, or one seat's play to it."""
    found = game.explain_trick(number, deal)
    if seat is None:
        yield str(found)
        return
    yield found.outcome
    yield from (f"  {play}" for play in found.plays if play.seat == seat)
    yield from found.winning()


def _deal(game: Game, deal: int) -> Iterator[str]:
    """Explain a deal: the winner of each trick and the deciding clause, and the points of every seat."""
    for number in range(1, tricks_of(game.engine, game.state, deal) + 1):
        trick = game.explain_trick(number, deal)
        yield f"{trick.outcome}; {trick.decided}" if trick.decided else trick.outcome
    if deal == game.deal and game.phase != OVER:
        yield f"Deal {deal} is not finished; its points are not counted yet"
    else:
        yield from ("\n" + str(game.explain_points(seat, deal)) for seat in range(len(game.scores)))


def _now(game: Game) -> Iterator[str]:
    """Explain the position at the end of a record, and the last finished trick and deal."""
    yield from _moment(game)
    played = tricks_of(game.engine, game.state, game.deal)
    deal = game.deal if played else game.deal - 1
    if played or game.deals:
        last = tricks_of(game.engine, game.state, deal)
        yield from ["", str(game.explain_trick(last, deal))] if last else []
    if game.deals:
        yield from ("\n" + str(game.explain_points(seat)) for seat in range(len(game.scores)))


def _moment(game: Game) -> Iterator[str]:
    """Yield who may act now, their legal moves, and why other moves are illegal."""
    if game.phase == OVER:
        won = ", ".join(f"seat {seat}" for seat in game.winners) or "nobody"
        yield f"The match is over after deal {game.deal}; won by {won}"
        return
    trick = ", ".join(f"seat {seat} {cards}" for seat, cards in game.trick)
    yield f"Deal {game.deal}, {game.phase}" + (f", to the trick {trick}" if trick else "")
    other = "" if game.plays_for is None else f" for seat {game.plays_for}"
    for seat in game.actors:
        yield f"  seat {seat} {_may(game, seat)}{other}"
        yield from (f"    {line}" for line in refusals(game.explain(seat)))
    yield from (f"  {line}" for line in rests(game.explain_resting()))


def _may(game: Game, seat: int) -> str:
    """Return what a seat may do now."""
    legal = game.legal(seat)
    if not isinstance(legal, Selections):
        verb = "play" if isinstance(game.engine.waiting[game.state.step], TrickStep) else "answer"
        return f"may {verb} {side_by_side(legal)}"
    span = f"{legal.low}" if legal.low == legal.high else f"{legal.low} to {legal.high}"
    word = f", or say {legal.word}" if legal.word else ""
    return f"may choose {span} of {' '.join(legal.offered) or 'no cards'}{word}"
