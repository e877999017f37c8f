"""Twin tables, which differ only in cards that a seat has not seen, and all frames that the seat receives.

A game is played at random. Two cards that the seat has never seen then bear each other's name, in the order
of the pack and in what the others do face down. Where that is no game, for what was done is not allowed there
or means something else for all to see, there is no twin.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from tests.server.offline_tables import Kept, at, begun, run, says

import trickbook
from trickbook.bots.playouts import random_move
from trickbook.bots.turn import climbs
from trickbook.engine.ask import AskStep
from trickbook.engine.engine import Engine
from trickbook.replays.sealed_deals import Sealed, asked, drawn
from trickbook.server.rooms.room import Room
from trickbook.server.table import TableState
from trickbook.state import moves

CARD = re.compile(r"[^\s\"\[\],*@]+")


class Course(NamedTuple):
    """How a table was played: what lay under the seals of the first two deals, and the moves."""

    sealed: tuple[Sealed, ...]
    moves: tuple[tuple[int, str], ...]


class Twins(NamedTuple):
    """Two courses that look the same to a seat (None: to who looks on), and the cards that differ.

    They are one up to a move, with which the deal begins in which they differ.
    """

    rules: trickbook.Ruleset
    seat: int | None
    courses: tuple[Course, Course]
    cards: tuple[str, str]
    since: int


def opened(rules: trickbook.Ruleset, sealed: tuple[Sealed, ...]) -> TableState:
    """A table whose first deals lie as they are given."""
    given = iter(sealed)
    return begun(rules, lambda table: next(given, None) or drawn(table))


def shuffled(rules: trickbook.Ruleset, rng: random.Random) -> Sealed:
    """How the pack lies in a first deal, from a seed, so that each run tries the same."""
    engine = rules.engine()
    pack = engine.deck.names
    return Sealed("00" * 32, tuple(" ".join(rng.sample(pack, len(pack))) for _ in range(asked(engine))))


def twins(
    rules: trickbook.Ruleset, seat: int | None, rng: random.Random, deal: int = 1, longest: int = 60
) -> Twins | None:
    """A game played at random up to some moment of a deal, and a twin of it; None if none was found."""
    sealed = (shuffled(rules, rng), shuffled(rules, rng))
    before = list(played(opened(rules, sealed).game, rng, deal))
    game = before[-1].game if before else opened(rules, sealed).game
    if game is None or game.deal != deal or not game.actors:
        return None
    done, seen = [(one.player, one.move) for one in before], seen_by(game, seat)
    for one in islice(played(game, rng, deal + 1), rng.randrange(longest)):
        if one.game.deal != deal or not one.game.actors:
            break
        game = one.game
        done.append((one.player, one.move))
        seen |= seen_by(game, seat) | (set(CARD.findall(one.move)) if one.player == seat else set())
    hidden, course = sorted(set(game.engine.deck.names) - seen), Course(sealed, tuple(done))
    for _ in range(12 if len(hidden) > 1 else 0):
        pair = rng.sample(hidden, 2)
        other = renamed(course, deal, len(before), *pair)
        if alike(rules, course, other):
            return Twins(rules, seat, (course, other), (pair[0], pair[1]), len(before))
    return None


class Move(NamedTuple):
    """What a player did, and the game after it."""

    player: int
    move: str
    game: trickbook.Game


def played(game: trickbook.Game | None, rng: random.Random, deal: int) -> Iterator[Move]:
    """Moves at random, until a deal has begun, or the match is over."""
    while game is not None and game.deal < deal and game.actors:
        player = rng.choice(game.actors)
        legal = game.legal(player)
        move = random_move(legal, rng.getrandbits(60), ladder=climbs(game.engine, game.state))
        game = game.apply(player, move)
        yield Move(player, move, game)


def seen_by(game: trickbook.Game, seat: int | None) -> set[str]:
    """The cards that a seat sees, not by its view: its own, what lies open, and what was drawn or shown."""
    engine, piles = game.engine, game.state.piles
    plays = [*game.trick, *(play for trick in game.tricks for play in trick.plays)]
    found = [*game.exposed, *(card for _, play in plays for card in play.split())]
    found += () if seat is None else game.hands[seat]
    for pile in engine.layout.piles.values():
        if pile.seen_by == "everyone":
            lying = piles[pile.base : pile.base + (engine.layout.seats if pile.owned else 1)]
            found += [card for cards in lying for card in engine.deck.written(cards)]
    chance = drawing(engine)
    drawn = [move.text for move in moves(game.state.log) if move.seat is None and move.step in chance]
    found += [card.partition("@")[0] for text in drawn for card in str(text).split()]
    told = engine.layout.everyone if seat is None else 1 << seat
    found += [
        card for one in game.state.shows if one.to & told == told for card in engine.deck.written(one.cards)
    ]
    return {card.removesuffix("*") for card in found}


def drawing(engine: Engine) -> set[str]:
    """The steps in which chance draws cards: everybody hears which, wherever they go."""
    return {step.name for step in engine.every_step if isinstance(step, AskStep) and step.by_chance}


def renamed(course: Course, deal: int, since: int, one: str, other: str) -> Course:
    """The course with two cards that bear each other's name in a deal, which begins after so many moves."""
    swap = {one: other, other: one}

    def new(text: str) -> str:
        return CARD.sub(lambda found: swap.get(found[0], found[0]), text)

    sealed = [*course.sealed]
    sealed[deal - 1] = Sealed(sealed[deal - 1].nonce, tuple(map(new, sealed[deal - 1].orders)))
    after = ((player, new(move)) for player, move in course.moves[since:])
    return Course(tuple(sealed), (*course.moves[:since], *after))


def alike(rules: trickbook.Ruleset, one: Course, other: Course) -> bool:
    """Whether what is done in one can be done in the other, and the rules let nobody tell them apart."""
    games = [opened(rules, course.sealed).game for course in (one, other)]
    for mine, theirs in zip((*one.moves, None), (*other.moves, None), strict=True):
        if len({plain(game) for game in games if game}) > 1:
            return False
        if mine is None or theirs is None:
            return len({tuple(game.state.piles) for game in games if game}) > 1
        try:
            games = [game.apply(*move) for game, move in zip(games, (mine, theirs), strict=True) if game]
        except trickbook.TrickbookError:
            return False
    return False


def plain(game: trickbook.Game) -> str:
    """What everybody may tell by the rules: who is to act, who leads, what the table remembers."""
    known = (fact for fact in game.engine.facts if fact.seen_by == "everyone")
    memory = [game.engine.fact_values(fact, game.state) for fact in known]
    return str((game.phase, game.actors, game.leader, [len(hand) for hand in game.hands], memory))


def streams(twin: Twins) -> list[list[str]]:
    """All that the seat is told at each of the two tables."""
    return [run(stream(twin, course)) for course in twin.courses]


async def stream(twin: Twins, course: Course) -> list[str]:
    """All that a seat is told at a table, while it asks whatever it may, goes and comes back."""
    room, lines = await at(opened(twin.rules, course.sealed))
    before: list[str] = []
    line = lines[twin.seat]
    for number, (seat, move) in enumerate(course.moves):
        if number >= twin.since:
            await curious(room, line, twin, number)
        if number % 7 == 3:
            room.part(line)
            before += line.frames
            line = lines[twin.seat] = Kept(twin.seat, ("en", "zh")[number % 2])
            await room.join(line, max(0, number - 2))
        await says(room, lines[seat], "play", f"{number}", move=move)
    await curious(room, line, twin, len(course.moves))
    return before + line.frames


async def curious(room: Room, line: Kept, twin: Twins, number: int) -> None:
    """Ask for what may be asked, and for what may not."""
    await says(room, line, "hint", f"hint {number}")
    for card in twin.cards:
        await says(room, line, "play", f"{card} {number}", move=card)
    await says(room, line, "play", f"many {number}", move=" ".join(twin.cards))
    await says(room, line, "points", f"points {number}", seat=0, deal=1)
    await says(room, line, "trick", f"trick {number}", number=1, deal=1)
    await says(room, line, "again", f"again {number}")
