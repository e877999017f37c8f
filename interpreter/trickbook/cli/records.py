"""Commands about the record of a game: check its moves, check its deals, explain it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from trickbook.cards.combinations import Selections
from trickbook.cards.cuts import ABSENT, BOT
from trickbook.cli.deal_report import score_sheet
from trickbook.console.input_files import errors_located, record_text, replayed_game
from trickbook.console.messages import chosen_language, spoken, usage_error
from trickbook.console.parameters import RECORD, RECORD_RULES, Number, command, option
from trickbook.console.text_tables import seat_name, standard_output
from trickbook.engine.engine import OVER
from trickbook.engine.tricks import TrickStep
from trickbook.explain import refusals, rests, side_by_side, tricks_of
from trickbook.explain.reasons import in_language
from trickbook.problems import TrickbookError, shown, visible
from trickbook.replays.sealed_deals import opened_seals, verify_deals
from trickbook.texts.message import Message, listing, paragraph, verbatim

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.explain import ExplainedTrick
    from trickbook.game.game import Game
    from trickbook.replays.sealed_deals import Opened
    from trickbook.texts.message import Value

NOTED: Final = re.compile(r"(?P<deal>[1-9][0-9]{0,5})=(?P<value>[0-9a-fA-F]{64})")
"""The form of --seal and --cut: the number of a deal, and what was noted of it."""


def parse_noted(_context: click.Context, _option: click.Parameter, values: Sequence[str]) -> dict[int, str]:
    """Parse noted seals and numbers, by the number of the deal."""
    found: dict[int, str] = {}
    for value in values:
        noted = NOTED.fullmatch(value)
        if noted is None:
            raise click.BadParameter(f"{shown(value)} is not a deal and 64 hexadecimal digits; write 3=5f0c…")
        found[int(noted["deal"])] = noted["value"].lower()
    return found


@command("replay")
def replay(*, record: Path = RECORD, ruleset: str | None = RECORD_RULES) -> None:
    """Check every move and every score of a record, and print the first difference.

    Rulesets and house rules that do not come with Trickbook are searched for beside the record.
    """
    _print_record(record, replayed_game(record, ruleset))


def _print_record(record: Path, game: Game) -> None:
    """Print what the record holds."""
    console = standard_output()
    console.print(Text(visible(f"{record}: every move and every score is right."), "bold"))
    options = "".join(f", {name} {value}" for name, value in game.origin.options.items())
    options += "".join(f", house rule {name}" for name in game.origin.house)
    about = f"{game.origin.name} for {len(game.scores)} players, seed {game.seed}{options}"
    console.print(Text(visible(about)))
    console.print()
    for line in score_sheet(game):
        console.print(line)


@command("verify-deal")
def verify_deal(
    *,
    record: Path = RECORD,
    deal: int | None = option("--deal", "Check only this deal.", Number(1)),
    seals: dict[int, str] = option(
        "--seal",
        "A seal that you noted before the deal.",
        multiple=True,
        callback=parse_noted,
        metavar="DEAL=SEAL",
    ),
    numbers: dict[int, str] = option(
        "--cut",
        "A number with which you cut the pack.",
        multiple=True,
        callback=parse_noted,
        metavar="DEAL=NUMBER",
    ),
    ruleset: str | None = RECORD_RULES,
) -> None:
    """Check that the cards of a record were dealt as sealed before each deal, and as the seats cut them.

    Compare the printed seals with those that you saw before the deals, or pass those with --seal, and your
    own numbers with --cut. The exit code is 1 if any deal does not match.
    """
    text = record_text(record)
    with errors_located(record, text):
        found = verify_deals(text, ruleset, beside=record.parent)
    wanted = {number for number in (deal, *seals, *numbers) if number is not None} or {*found}
    if lost := wanted - {*found}:
        raise click.UsageError(f"the record has no deal {min(lost)}; it has {_span(found)}")
    known, console = opened_seals(text), standard_output()
    against = {
        number: found[number] or _differs(known[number], seals.get(number), numbers.get(number))
        for number in wanted
    }
    for number in sorted(wanted):
        cut = number in known and known[number].sealed.cuts
        fair = "dealt as it was sealed and cut" if cut else "dealt as it was sealed"
        console.print(Text(visible(f"Deal {number}: {against[number] or fair}."), "bold"))
        if number in known:
            console.print(Text(f"  seal {visible(known[number].seal)}\n  {_cut_by(known[number])}", "dim"))
    if any(against.values()):
        raise click.exceptions.Exit(1)


def _differs(opened: Opened, seal: str | None, number: str | None) -> str | None:
    """How a deal differs from what was noted; None if it does not."""
    if seal not in (None, opened.seal.lower()):
        return "its seal differs from the one that was noted"
    if number is not None and number not in opened.sealed.cuts:
        return "nobody cut with the number that was noted"
    return None


def _cut_by(opened: Opened) -> str:
    """Who cut the pack of a deal."""
    seats = [(seat, cut) for seat, cut in enumerate(opened.sealed.cuts)]
    if not seats:
        return "an older seal: nobody cut the pack"
    kinds = {
        "cut by the seats": [seat for seat, cut in seats if cut not in (BOT, ABSENT)],
        "bots": [seat for seat, cut in seats if cut == BOT],
        "absent": [seat for seat, cut in seats if cut == ABSENT],
    }
    return "; ".join(f"{kind} ({', '.join(map(str, those))})" for kind, those in kinds.items() if those)


def _span(found: Iterable[int]) -> str:
    """The first and the last of some deals."""
    deals = sorted({min(found), max(found)})
    return " to ".join(map(str, deals))


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
        raise usage_error(error) from None
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


def _told(game: Game, explained: Any) -> Any:
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
    points: Value = _told(game, game.explain_points(seat, deal)).text
    return points


def _explained_trick(game: Game, number: int, deal: int | None) -> ExplainedTrick:
    """Explain a trick."""
    trick: ExplainedTrick = _told(game, game.explain_trick(number, deal))
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
        yield Message("{what}; {reason}", what=outcome, reason=str(why)) if why else outcome
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
        yield paragraph([Message("  {what}", what=may), *refusals(_told(game, game.explain(seat)))], 4)
    yield from (Message("  {what}", what=line) for line in rests(_told(game, game.explain_resting())))


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
