"""Deals to try the laws on: of every shipped game, for several numbers of players, shuffled and stacked.

Each game that has a referee is tried for up to four numbers of players, others less often, for the usual
number and for the most. With TRICKBOOK_DEALS, every game is tried for every number, and the five laws of
every deal on so many deals. A deal depends on its game, its players, its law and its number alone.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.caches import remembered
from tests.laws.referees.by_name import REFEREES
from tests.selection import broad

import trickbook
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import MoveStep
from trickbook.expression.operations import Operation
from trickbook.loading.files import shipped_games, summaries
from trickbook.sections.options import Option
from trickbook.state import moves

DEALS = int(os.environ.get("TRICKBOOK_DEALS", "12"))
SOAK = "TRICKBOOK_DEALS" in os.environ  # then every game is tried for every number of players
LESS = 4  # so much less often a game without a referee is tried
SETTINGS = 8  # how many ways of setting the options are tried in turn; the first is the usual one
TRIES = 20  # how often options are drawn, until some go together
LONGEST = 2_000  # moves that no deal needs
MOST = 100  # deals of a law; of the five together there are as many as are asked for
LOUD = 0.005  # how likely it is that something is announced before a move

GAMES = sorted(shipped_games())
RANKS = "23456789TJQKA"
SUITS = "CDSH"


class Table(NamedTuple):
    """A game and so many players."""

    name: str
    players: int

    def __str__(self) -> str:
        return f"{self.name}-{self.players}"


class Deal(NamedTuple):
    """A deal that is about to begin: its rules, the game, and whoever tries to take every trick."""

    rules: trickbook.Ruleset
    game: trickbook.Game
    grabber: int | None
    rng: random.Random


def chance(*seed: object) -> random.Random:
    return random.Random(str(seed))  # noqa: S311 -- the stakes are low


@cache
def rules_of(name: str, players: int, setting: int) -> trickbook.Ruleset:
    """The game with its usual options, or with options drawn at random that go together."""
    rules = trickbook.load(name, players=players)
    if setting == 0:
        return rules
    known = rules.engine().options.values()
    for attempt in range(TRIES):
        rng = chance(name, players, setting, *([attempt] if attempt else []))
        chosen = {option.name: drawn(option, rng) for option in known if rng.random() < 0.5}
        try:
            return trickbook.load(name, chosen, players=players)
        except trickbook.RulesetError as error:
            if {problem.code for problem in error.problems} != {"required"}:
                raise
    return rules


def drawn(option: Option, rng: random.Random) -> object:
    """A value that an option can take."""
    if option.type == "yes_no":
        return rng.random() < 0.5
    if option.type == "choice":
        return rng.choice(list(option.choices))
    if option.type == "cycle":
        return rng.choices(list(option.choices), k=rng.randint(1, 6))
    if option.type == "seat":
        return rng.randrange(3)
    return rng.randint(option.low or 0, option.high or 0)


def seated(name: str) -> list[int]:
    """For how many players a game is tried."""
    game = summaries()[name]
    if SOAK:
        return list(game.counts)
    few, *_, most = counts = game.counts if len(game.counts) > 1 else game.counts * 2
    some = {few, counts[1], counts[len(counts) // 2], most} if name in REFEREES else {game.usual, most}
    return sorted(some)


def tables(among: Iterable[Table]) -> pytest.MarkDecorator:
    """These tables as the cases of a test; all numbers of players but the usual one are breadth."""
    return pytest.mark.parametrize("table", broad(among, but=_usual), ids=str)


def settings(among: Iterable[Table], many: int) -> pytest.MarkDecorator:
    """The same with so many settings of the options for the usual number; all but the usual one are breadth.

    Other numbers have the usual setting; combinations at random draw both.
    """
    cases = [
        pytest.param(table, setting, marks=() if _usual(table) and not setting else pytest.mark.breadth)
        for table in among
        for setting in range(many if _usual(table) else 1)
    ]
    return pytest.mark.parametrize(("table", "setting"), cases, ids=str)


def _usual(table: Table) -> bool:
    return table.players == summaries()[table.name].usual


def bringing(table: Table) -> bool:
    """Whether cards come to the piles taken by other ways than tricks, or tricks go elsewhere."""
    made = rules_of(*table, 0).engine(table.players)
    steps = [*made.steps, *(step for steps in made.upon.values() for step in steps)]
    goals = [step.to for step in steps if isinstance(step, AskStep | MoveStep) and step.to]
    moved = [
        step.cards for step in steps if isinstance(step, MoveStep) and step.cards.operation == Operation.PILE
    ]
    away = any(cards.detail == made.trick for cards in moved)
    return away or any(goal.pile.name == "taken" for goal in goals)


TABLES = [Table(name, players) for name in GAMES for players in seated(name)]
JUDGED = [table for table in TABLES if table.name in REFEREES]
SOURCE = Path(__file__).read_text("utf-8")
PLACES = remembered(
    "gathered", (SOURCE, TABLES), lambda: [place for place, table in enumerate(TABLES) if not bringing(table)]
)
GATHERED = [TABLES[place] for place in PLACES]
each_table = tables(TABLES)
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
"""The same without breadth: what must hold at each number of players in every run, as secrecy must."""
judged = tables(JUDGED)
gathered = tables(GATHERED)


def rank(card: str) -> int:
    return RANKS.find(card[0])


# How a pack is stacked: the lower its number, the nearer a card lies to the top; less than 1 apart they mix.
STACKS: Mapping[str, Callable[[str], float]] = {
    "suits together": lambda card: SUITS.find(card[1]),
    "hearts on top": lambda card: card[1] != "H",
    "what counts on top": lambda card: card[1] != "H" and card not in ("QS", "JD", "TC"),
    "high cards on top": lambda card: -rank(card) / 4,
    "high hearts and queens on top": lambda card: -rank(card) / 4 - 2 * (card[1] == "H") - 3 * (card == "QS"),
    "low cards on top": lambda card: rank(card) / 3,
}


def deals(table: Table, law: str, share: float = 1, most: int = MOST) -> Iterator[Deal]:
    """The deals of a table for a law, or a share of them, and at most so many."""
    many = min(DEALS, most) / (1 if table.name in REFEREES or SOAK else LESS)
    for number in range(max(2, round(many * share))):
        yield begun(table, number, chance(table, law, number))


def begun(table: Table, number: int, rng: random.Random) -> Deal:
    """One deal of a game, with options that its number tells."""
    return started(rules_of(*table, number // 2 % SETTINGS), table.players, number, rng)


def started(rules: trickbook.Ruleset, players: int, number: int, rng: random.Random) -> Deal:
    """One deal: every other is shuffled, the rest are stacked, with scores that stand anywhere."""
    deal = 1 + number % min(12, rules.engine(players).ending.most)
    given: dict[str, Any] = {"seed": rng.getrandbits(60), "deal": deal}
    if number % 2 == 0:
        return Deal(rules, rules.new_game(players, **given), None, rng)
    grabber = rng.randrange(players)
    if rng.random() < 0.3:
        given["dealer"] = rng.randrange(players)
    usual = rules.new_game(players, **given)
    given["hands"] = stacked(usual, grabber, rng)
    given["scores"] = standing(rules, usual, given, rng)
    if rng.random() < 0.5:
        given["leader"] = grabber
    game = rules.new_game(players, **given)
    return Deal(rules, game, grabber if rng.random() < 0.8 else None, rng)


def standing(
    rules: trickbook.Ruleset, usual: trickbook.Game, given: dict[str, Any], rng: random.Random, least: int = 0
) -> list[int]:
    """Scores that stand anywhere, if by them the same seats rest; else lower ones, or none at all."""
    start = {key: value for key, value in given.items() if key != "hands"}
    for low, high in ((least, 99), (0, 9)):
        scores = [rng.randint(low, high) for _ in usual.scores]
        moved = usual.engine.resting and rules.new_game(len(scores), **start, scores=scores)
        if not moved or moved.resting == usual.resting:
            return scores
    return [0] * len(usual.scores)


def stacked(game: trickbook.Game, top: int, rng: random.Random) -> list[list[str]]:
    """Hands from a stacked pack, as large as those that are dealt; the seat named gets what lies on top."""
    height = rng.choice(list(STACKS.values()))
    pack = sorted(game.engine.deck.names, key=lambda card: height(card) + rng.random())
    dealt = moves(game.state.log)[0].text
    sizes = [hand.bit_count() for hand in dealt] if isinstance(dealt, tuple) else [0]
    if max(sizes) * (len(game.scores) - len(game.resting)) <= len(pack):
        sizes = [max(sizes)] * len(game.scores)  # else some have less, for the whole pack is dealt unevenly
    return handed(game, pack, sizes, top)


def handed(game: trickbook.Game, pack: list[str], sizes: list[int], first: int = 0) -> list[list[str]]:
    """Hands of these sizes from the top of a pack, the first for the seat named; none for who rests."""
    players = len(game.scores)
    order = [seat for seat in range(players) if seat not in game.resting]
    order.sort(key=lambda seat: (seat - first) % players)
    hands: list[list[str]] = [[] for _ in range(players)]
    top = iter(pack)
    for seat in order:
        hands[seat] = [*islice(top, sizes[seat])]
    return hands


def moments(deal: Deal) -> Iterator[tuple[trickbook.Game, int, str]]:
    """Play a deal; each moment of it, with who will act next and what will be done."""
    game, before = deal.game, len(deal.game.deals)
    for _ in range(LONGEST):
        if len(game.deals) != before:
            return
        if game.due and deal.rng.random() < LOUD:
            game = game.announce(deal.rng.choice(list(game.due)))
        seat = deal.rng.choice(game.actors)
        move = chosen(deal, game, seat)
        yield game, seat, move
        game = game.apply(seat, move)
    pytest.fail(f"{game} is still going on after {LONGEST} moves")


def chosen(deal: Deal, game: trickbook.Game, seat: int) -> str:
    """Any legal move; but where one seat grabs, it plays high, and the others keep back what counts."""
    legal = game.legal(seat)
    if deal.grabber is None or game.phase != "tricks" or deal.rng.random() < 0.05:
        return legal[deal.rng.randrange(len(legal))]
    return max(legal, key=high) if seat == deal.grabber else min(legal, key=keeping)


def owner(game: trickbook.Game, seat: int) -> int:
    """Whose cards a seat plays now."""
    return game.engine.owner(game.state, seat)


def high(move: str) -> tuple[int, bool]:
    return max(map(rank, move.split())), move[1] == "H"


def keeping(move: str) -> tuple[bool, int]:
    return any(card[1] == "H" or card[:2] in ("QS", "JD", "TC") for card in move.split()), -rank(move)


def finished(deal: Deal) -> trickbook.Game:
    """The game after this deal."""
    *_, (game, seat, move) = moments(deal)
    return game.apply(seat, move)
