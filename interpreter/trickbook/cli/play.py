"""``trickbook play``: a game between bots, printed as it goes."""

from __future__ import annotations

import secrets
from itertools import groupby
from time import monotonic
from typing import TYPE_CHECKING, Final

import click
from rich.text import Text

from trickbook.bots import play_game
from trickbook.bots import seated_players as at_table
from trickbook.cli.deal_report import deal_report, score_sheet
from trickbook.console.messages import chosen_language, rules_called, shell_line, usage_error
from trickbook.console.output_files import require_writable, write_text
from trickbook.console.parameters import (
    RANDOM_SEEDS,
    SEED,
    GameSetup,
    Number,
    SavedRecord,
    command,
    option,
    parse_bots,
    record,
)
from trickbook.console.text_tables import CardPrinter, seat_name, standard_output, text_line
from trickbook.loading import shipped
from trickbook.problems import shown, visible
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console

    from trickbook.bots import Transition
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset

UNWRITABLE: Final = frozenset("#\n\r")
"""What a record cannot hold in the name of its ruleset."""

SHOW: Final = ("first", "all", "tricks", "scores")


@command("play")
def play(
    *,
    setup: GameSetup = record(GameSetup),
    bots: tuple[str, ...] = option(
        "--bots", "Bots in the seats.", callback=parse_bots, default="duck,random"
    ),
    seed: int | None = SEED,
    deals: int | None = option("--deals", "Stop after this many deals.", Number(1)),
    show: str = option("--show", "Which deals to print.", click.Choice(SHOW), default=SHOW[0]),
    saved: SavedRecord = record(SavedRecord),
) -> None:
    """Play a game between bots, from the first deal to the end of the match.

    --show prints the first deal (first), every deal (all), only the tricks (tricks) or no deal (scores). The
    score sheet is printed last. --bots is one bot for all seats, or a list that repeats around the table:
    random plays any legal card, duck avoids tricks that cost points, montecarlo tries its cards in sampled
    deals, ismcts searches a tree of moves there, exec:COMMAND runs a program of your own.
    """
    record = saved.record
    if record:
        require_writable(record, force=saved.force)
    rules = setup.ruleset()
    if record and set(rules.resolved.called) & UNWRITABLE:
        raise usage_error(
            Message(
                "a record cannot hold the name {text}; rename the file", text=shown(rules.resolved.called)
            )
        )
    game = rules.new_game(seed=secrets.randbelow(RANDOM_SEEDS) if seed is None else seed)
    names = [bots[place % len(bots)] for place in range(rules.usual)]
    console = standard_output()
    again = ["trickbook", "play", *setup.words(rules.usual, game.seed, bots)]
    again += ["--deals", str(deals)] if deals else []
    again += ["--show", show] if show != SHOW[0] else []
    for line in _introduction(rules, game, names, again):
        console.print(line)
    game = _play(console, rules, game, names, show=show, most=deals)
    for line in score_sheet(game):
        console.print(line)
    if record:
        write_text(record, game.record())
        call = ["trickbook", "replay", str(record)] + (
            [] if setup.name in shipped() else ["--ruleset", setup.name]
        )
        console.print(
            text_line(
                Message(
                    "The record is in {path}. To check it: {command}",
                    path=visible(str(record)),
                    command=shell_line(call),
                )
            )
        )


def _introduction(rules: Ruleset, game: Game, names: Sequence[str], again: Sequence[str]) -> Iterator[Text]:
    """The game, what its table has agreed on, the bots, and the command that plays it again."""
    from trickbook.rulebook.phrases import differences

    layout = game.engine.layout
    called = rules_called(rules)
    yield text_line(Message("{called}, seed {seed}", called=called, seed=game.seed), "bold")
    if agreed := differences(rules, chosen_language()):
        yield text_line(Message("At this table: {list}", list=listing(map(visible, agreed))))
    yield Text(", ".join(f"{seat_name(layout, place)}: {bot}" for place, bot in enumerate(names)))
    yield text_line(Message("Again: {command}", command=shell_line(again)), "dim")
    yield Text()


def _play(
    console: Console, rules: Ruleset, game: Game, names: Sequence[str], *, show: str, most: int | None
) -> Game:
    """Play to the end or for ``most`` deals, and print the chosen deals. Returns the finished game."""
    with at_table(names, rules, len(names)) as bots:
        return _print(console, play_game(rules, game, bots, _clock()), game, show=show, most=most)


def _print(console: Console, steps: Iterator[Transition], game: Game, *, show: str, most: int | None) -> Game:
    """Print the deals of a game as they are played."""
    printer, first = CardPrinter(game.engine.deck, console.encoding), game.deal
    for number, made in groupby(steps, key=lambda step: step.before.deal):
        *_, last = made
        game = last.after
        if show in ("all", "tricks") or (show == "first" and number == first):
            past = game.state.match.history[number - first]
            for line in deal_report(last.before, past, printer, whole=show != "tricks"):
                console.print(line)
            console.print()
        if most and len(game.deals) >= most:
            break
    return game


def _clock() -> Callable[[Game], Sequence[str]]:
    """Start a clock that returns the facts whose minutes of play are over."""
    begun = monotonic()

    def struck(game: Game) -> Sequence[str]:
        minutes = (monotonic() - begun) / 60
        return [fact for fact, due in game.due.items() if due is not None and minutes >= due]

    return struck
