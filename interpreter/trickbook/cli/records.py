"""Commands about the record of a game: check its moves, check its deals, explain it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trickbook.cards.combinations import Selections
from trickbook.cli.deal_report import score_sheet
from trickbook.console.input_files import replayed_game
from trickbook.console.messages import chosen_language, spoken, usage_error
from trickbook.console.parameters import RECORD, RECORD_RULES, Number, command, option
from trickbook.console.text_tables import seat_name, standard_output, text_line
from trickbook.engine.engine import OVER
from trickbook.engine.tricks import TrickStep
from trickbook.explain import refusals, rests, side_by_side, tricks_of
from trickbook.explain.reasons import in_language
from trickbook.problems import TrickbookError, visible
from trickbook.texts.message import Message, listing, paragraph, verbatim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.explain import ExplainedTrick
    from trickbook.game import Game
    from trickbook.texts.message import Value


@command("replay")
def replay(*, record: Path = RECORD, ruleset: str | None = RECORD_RULES) -> None:
    """Check every move and every score of a record, and print the first difference.

    Rulesets and house rules that do not come with Trickbook are searched for beside the record.
    """
    _print_record(record, replayed_game(record, ruleset))


def _print_record(record: Path, game: Game) -> None:
    """Print what the record holds."""
    console = standard_output()
    console.print(
        text_line(Message("{path}: every move and every score is right.", path=str(record)), "bold")
    )
    about = Message(
        "{name} for {number} players, seed {seed}",
        name=game.origin.name,
        number=len(game.scores),
        seed=str(game.seed),
    )
    more: list[Value] = [
        *(f"{name} {value}" for name, value in game.origin.options.items()),
        *(Message("house rule {name}", name=name) for name in game.origin.house),
    ]
    for one in more:
        about = Message("{what}, {what_more}", what=about, what_more=one)
    console.print(text_line(about))
    console.print()
    for line in score_sheet(game):
        console.print(line)


@command("why")
def why(
    *,
    record: Path = RECORD,
    deal: int | None = option("--deal", "Explain this deal of the record.", Number(1)),
    trick: int | None = option("--trick", "Explain this trick of the deal; the first is 1.", Number(1)),
    seat: int | None = option(
        "--seat", "Explain the points of this seat, or its play to --trick.", Number(0)
    ),
    ruleset: str | None = RECORD_RULES,
) -> None:
    """Explain why a card may not be played, who won a trick, and where points come from.

    By default it explains the position at the end of the record, and the last finished trick and deal.
    --trick explains every play to that trick. --seat explains the points of that seat, with --deal those of
    that deal.
    """
    game = replayed_game(record, ruleset)
    try:
        lines = list(_answer(game, deal, trick, seat))
    except TrickbookError as error:
        raise usage_error(error.message) from None
    for line in "\n".join(spoken(one) for one in (*_names(game), *lines)).split("\n"):
        click.echo(visible(line))


def _answer(game: Game, deal: int | None, trick: int | None, seat: int | None) -> Iterator[Value]:
    """The explanation, in paragraphs."""
    if seat is not None:
        game.legal(seat)
    if trick is not None:
        yield from _trick(game, trick, deal, seat)
    elif seat is not None:
        yield _points(game, seat, deal)
    elif deal is not None:
        yield from _deal(game, deal)
    else:
        yield from _now(game)


def _localized(game: Game, explained: Any) -> Any:
    """An explanation whose reasons are in the language of the command."""
    return in_language(explained, game.engine.context, chosen_language())


def _names(game: Game) -> Iterator[Value]:
    """The numbers and names of the seats, if they have names."""
    layout = game.engine.layout
    if layout.names:
        yield listing(
            Message("seat {seat} is {name}", seat=number, name=seat_name(layout, number))
            for number in range(layout.seats)
        )
        yield ""


def _points(game: Game, seat: int, deal: int | None = None) -> Value:
    """Explain the points of a seat."""
    points: Value = _localized(game, game.explain_points(seat, deal)).text
    return points


def _explained_trick(game: Game, number: int, deal: int | None) -> ExplainedTrick:
    """Explain a trick."""
    trick: ExplainedTrick = _localized(game, game.explain_trick(number, deal))
    return trick


def _trick(game: Game, number: int, deal: int | None, seat: int | None) -> Iterator[Value]:
    """Explain a trick, or one seat's play to it."""
    found = _explained_trick(game, number, deal)
    if seat is None:
        yield found.text
    else:
        plays = [play.text for play in found.plays if play.seat == seat]
        yield paragraph([found.outcome, *plays, *found.winning()], 2)


def _deal(game: Game, deal: int) -> Iterator[Value]:
    """Explain a deal: the winner of each trick and the deciding clause, and the points of every seat."""
    for number in range(1, tricks_of(game.engine, game.state, deal) + 1):
        trick = _explained_trick(game, number, deal)
        outcome, why = trick.outcome, trick.decided
        yield Message("{what}; {reason}", what=outcome, reason=why.message()) if why else outcome
    if deal == game.deal and game.phase != OVER:
        yield Message("Deal {deal} is not finished; its points are not counted yet", deal=deal)
    else:
        yield from _all_points(game, deal)


def _all_points(game: Game, deal: int | None = None) -> Iterator[Value]:
    """Explain the points of all seats."""
    for seat in range(len(game.scores)):
        yield ""
        yield _points(game, seat, deal)


def _now(game: Game) -> Iterator[Value]:
    """Explain the position at the end of a record, and the last finished trick and deal."""
    yield from _moment(game)
    played = tricks_of(game.engine, game.state, game.deal)
    deal = game.deal if played else game.deal - 1
    if played or game.deals:
        last = tricks_of(game.engine, game.state, deal)
        if last:
            yield ""
            yield _explained_trick(game, last, deal).text
    if game.deals:
        yield from _all_points(game)


def _moment(game: Game) -> Iterator[Value]:
    """Yield who may act now, their legal moves, and why other moves are illegal."""
    if game.phase == OVER:
        won = listing(Message("seat {seat}", seat=seat) for seat in game.winners)
        nobody = Message("nobody")
        yield Message(
            "The match is over after deal {deal}; won by {list}",
            deal=game.deal,
            list=won if won.items else nobody,
        )
        return
    where = Message("Deal {deal}, {phase}", deal=game.deal, phase=game.phase)
    trick = listing(Message("seat {seat} {cards}", seat=seat, cards=str(cards)) for seat, cards in game.trick)
    yield Message("{what}, to the trick {list}", what=where, list=trick) if trick.items else where
    for seat in game.actors:
        may = Message("seat {seat} {what}", seat=seat, what=_may(game, seat))
        if game.plays_for is not None:
            may = Message("{what} for seat {seat}", what=may, seat=game.plays_for)
        yield paragraph([Message("  {what}", what=may), *refusals(_localized(game, game.explain(seat)))], 4)
    yield from (Message("  {what}", what=line) for line in rests(_localized(game, game.explain_resting())))


def _may(game: Game, seat: int) -> Message:
    """What a seat may do now."""
    legal = game.legal(seat)
    if not isinstance(legal, Selections):
        plays = isinstance(game.engine.waiting[game.state.step], TrickStep)
        return Message("may play {cards}" if plays else "may answer {cards}", cards=side_by_side(legal))
    span = (
        verbatim(legal.low)
        if legal.low == legal.high
        else Message("{number_low} to {number_high}", number_low=legal.low, number_high=legal.high)
    )
    cards: Value = " ".join(legal.offered) or Message("no cards")
    may = Message("may choose {span} of {cards}", span=span, cards=cards)
    return Message("{what}, or say {word}", what=may, word=legal.word) if legal.word else may
