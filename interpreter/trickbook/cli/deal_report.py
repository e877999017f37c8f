"""The report of a finished deal: hands, passes, answers and tricks; and the score sheet of a game."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Final

from rich.text import Text

from trickbook.cards.combinations import NONE
from trickbook.console.messages import chosen_language
from trickbook.console.text_tables import columns, seat_name, text_line
from trickbook.engine.ask import AskStep
from trickbook.engine.engine import OVER
from trickbook.engine.moves import DONE
from trickbook.explain.timeline import course
from trickbook.explain.tricks import explain_trick
from trickbook.expression.bids import Bid
from trickbook.problems import visible
from trickbook.source import Mapping
from trickbook.source.nodes import text, text_in
from trickbook.state import moves
from trickbook.texts.message import Message, every

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.console.text_tables import CardPrinter
    from trickbook.engine.deal import Destination
    from trickbook.explain.timeline import Turn
    from trickbook.game import Game
    from trickbook.state import Move, PastDeal, Trick

LEADS: Final = ">"

LEGEND: Final = Message("  (> leads, [ ] takes)")

OPEN_LEGEND: Final = Message("  (> leads, [ ] takes, * was exposed)")


def deal_report(game: Game, past: PastDeal, printer: CardPrinter, *, whole: bool) -> Iterator[Text]:
    """The lines of a finished deal: step after step, the tricks, the points.

    ``game`` is any moment of that deal. Without ``whole``, the report holds only the tricks.
    """
    engine, played = game.engine, game.engine.trick_steps
    turns = (
        turn for turn in course(engine, past) if turn.seat is not None and isinstance(turn.step, AskStep)
    )
    yield text_line(
        Message(
            "Deal {deal}, dealt by {name}",
            deal=past.match.deal,
            name=seat_name(engine.layout, past.match.dealer),
        ),
        "bold",
    )
    for again, made in _groups(past):
        if again:
            yield from _thrown_in(Message("  dealt again: {step}", step=_called(game, again)))
        elif whole and made[0].step not in played:
            yield from _step(game, printer, made, turns)
    if past.ended:
        yield from _thrown_in(Message("  not scored: {step}", step=_called(game, past.ended)))
    yield Text()
    yield from _tricks(game, past, printer)
    if past.tricks:
        yield text_line(OPEN_LEGEND if past.exposed and engine.manifold else LEGEND, "dim")


def _thrown_in(outcome: Message) -> tuple[Text, Text]:
    """What became of a deal that was thrown in."""
    return Text(), text_line(outcome, "bold")


def _step(game: Game, printer: CardPrinter, made: Sequence[Move], turns: Iterator[Turn]) -> Iterator[Text]:
    """What happened in a step, below an empty line; nothing if nobody was dealt a card."""
    answered = [next(turns) for move in made if move.seat is not None]
    rows = _answers(game, printer, answered) if answered else _chance(game, printer, made)
    labels = [Text(_called(game, made[0].step)), *[Text()] * len(rows)]
    if rows:
        yield Text()
        yield from columns([label, *row] for label, row in zip(labels, rows, strict=False))


def _groups(past: PastDeal) -> Iterator[tuple[str, list[Move]]]:
    """The moves of a deal by step, each group with the step by which the cards were dealt again before it."""
    made, at = moves(past.log), 0
    for again, until in [*past.redeals, ("", len(made))]:
        for _, group in groupby(made[at:until], key=lambda move: move.step):
            yield "", list(group)
        if again:
            yield again, []
        at = until


def _called(game: Game, name: str) -> str:
    """The name of a step in the language of the call, else as words."""
    steps = {entry.name: entry.node for entry in game.engine.context.entries("steps")}
    node = steps.get(name)
    own = text_in(node, "name", chosen_language()) if isinstance(node, Mapping) else None
    return visible(own or name.replace("_", " "))


def _chance(game: Game, printer: CardPrinter, made: Sequence[Move]) -> list[list[Text]]:
    """The cards dealt to each seat that got some, or drawn."""
    rows = []
    for move in made:
        if isinstance(move.text, str):
            rows += [_drawn(game, printer, *drawn.split("@")) for drawn in move.text.split()]
            continue
        for player, cards in enumerate(move.text):
            if not cards:
                continue
            who = [Text(seat_name(game.engine.layout, player))] if len(move.text) > 1 else []
            rows.append([*who, printer.hand(game.engine.deck.written(cards))])
    return rows


def _drawn(game: Game, printer: CardPrinter, card: str, player: str | None = None) -> list[Text]:
    """A card that chance drew, and its holder if it is in a hand."""
    return [
        printer.cards([card]),
        *(
            [text_line(Message("of {name}", name=seat_name(game.engine.layout, int(player))))]
            if player
            else []
        ),
    ]


def _answers(game: Game, printer: CardPrinter, turns: Sequence[Turn]) -> list[list[Text]]:
    """Return what each seat chose, and who received the cards. Seats that chose nothing are left out."""
    rows = []
    for turn in turns:
        if turn.move in (DONE, NONE) or not isinstance(turn.step, AskStep) or turn.seat is None:
            continue
        who = seat_name(game.engine.layout, turn.seat) + _receiver(game, turn, turn.step.to)
        rows.append([Text(who), _answer(printer, turn.step, turn.move)])
    return rows or [[text_line(Message("nobody"))]]


def _answer(printer: CardPrinter, step: AskStep, answer: str) -> Text:
    """The chosen cards, or the display name of an answer."""
    if step.source is not None:
        return printer.hand(answer.split())
    bid = next((name for name in step.names if name == answer and isinstance(name, Bid)), None)
    return Text(visible(_answer_name(step, answer) or (_bid(printer, step, bid) if bid else answer)))


def _bid(printer: CardPrinter, step: AskStep, bid: Bid) -> str:
    """A bid with the sign of its suit, or with what its strain is called."""
    called = _answer_name(step, bid.strain)
    sign = next((printer.sign(suit) for suit in printer.deck.suits if suit.name == bid.strain), "")
    return f"{bid.level} {called}" if called else f"{bid.level}{sign}" if sign else bid


def _answer_name(step: AskStep, answer: str) -> str | None:
    """The name of an answer or of a strain, if ``names:`` gives one."""
    names = step.entry.node.entries.get("names")
    return text(names.node, answer, chosen_language()) if names and isinstance(names.node, Mapping) else None


def _receiver(game: Game, turn: Turn, to: Destination | None) -> str:
    """The seat that receives the cards, if another one."""
    if turn.seat is None or to is None or to.seats is None:
        return ""
    goal = to.where(game.engine.layout, turn.state, turn.seat)
    return "" if goal is None else f" → {seat_name(game.engine.layout, goal - to.pile.base)}"


def _tricks(game: Game, past: PastDeal, printer: CardPrinter) -> list[Text]:
    """A table of tricks, a column for each seat, with the points below."""
    names = [f"  {seat_name(game.engine.layout, player)}" for player in range(len(past.points))]
    rows = [[Text(), *map(Text, names)]]
    for number, trick in enumerate(past.tricks, 1):
        held = [text_line(Message("held"))] if trick.taker is None else []
        labels = [Text(str(number)), *[Text()] * len(trick.plays)]
        rounds = _rounds(game, past, number, printer)
        rows += [[label, *cells] for label, cells in zip(labels, rounds, strict=False)]
        rows[-1] += held
    rows.append([text_line(Message("points")), *(Text(f"  {points}", "bold") for points in past.points)])
    return columns(rows, right=[0])


def _rounds(game: Game, past: PastDeal, number: int, printer: CardPrinter) -> list[list[Text]]:
    """The plays of each seat to a trick, round by round."""
    trick = past.tricks[number - 1]
    won = _won(game, past, number, trick)
    rounds: list[list[Text]] = []
    played: Counter[int] = Counter()
    for place, (player, cards) in enumerate(trick.plays):
        before, behind = ("[", "]") if place == won else (" ", "")
        before = (" " if place else LEADS) + before
        if played[player] == len(rounds):
            rounds.append([Text()] * len(past.points))
        names = printer.cards(game.engine.deck.written(cards, past.exposed))
        rounds[played[player]][player] = Text.assemble((before, "bold"), names, (behind, "bold"))
        played[player] += 1
    return rounds


def _won(game: Game, past: PastDeal, number: int, trick: Trick) -> int | None:
    """The place of the play that won a trick."""
    places = [place for place, (player, _) in enumerate(trick.plays) if player == trick.taker]
    if len(places) > 1:
        return explain_trick(game.engine, past, number).winner
    return places[0] if places else None


def score_sheet(game: Game) -> Iterator[Text]:
    """The lines of the score sheet of a game, finished or not."""
    names = [seat_name(game.engine.layout, player) for player in range(len(game.scores))]
    first = game.deal - len(game.deals) + (game.phase == OVER)
    rows = [[text_line(Message("deal")), *(Text(name, "bold") for name in names)]]
    by_seat = [_column(game, player) for player in range(len(names))]
    rows += [
        [Text(str(first + place)), *(cells[place] for cells in by_seat)] for place in range(len(game.deals))
    ]
    yield text_line(Message("Scores: the points of each deal, and the totals"), "bold")
    yield Text()
    yield from columns(rows, right=range(len(rows[0])), gap=3)
    yield Text()
    yield text_line(_outcome(game, names), "bold")


def _column(game: Game, player: int) -> list[Text]:
    """A seat's points and totals."""
    points = [deal[player] for deal in game.deals]
    totals = list(accumulate(points, initial=game.scores[player] - sum(points)))[1:]
    left, right = (max((len(str(number)) for number in numbers), default=0) for numbers in (points, totals))
    return [
        Text.assemble((f"{p:>{left}}", "dim"), f" {t:>{right + 1}}")
        for p, t in zip(points, totals, strict=True)
    ]


def _outcome(game: Game, names: Sequence[str]) -> Message:
    """The winners, or how many deals were played."""
    if game.phase != OVER:
        template = "Stopped after 1 deal; nobody has won yet."
        if len(game.deals) != 1:
            template = "Stopped after {number} deals; nobody has won yet."
        return Message(template, number=len(game.deals))
    if not game.winners:
        return Message("Nobody wins.")
    template = "{list} wins." if len(game.winners) == 1 else "{list} win."
    return Message(template, list=every(names[player] for player in game.winners))
