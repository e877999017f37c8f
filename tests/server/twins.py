"""Twins: two tables that differ only in cards that a seat has not seen, and all that the seat is told there.

A game is played at random. Two cards that the seat has never seen then bear each other's name, in the order
of the pack and in what the others do face down. Where that is no game, for what was done is not allowed there
or means something else for all to see, there is no twin.
"""

from __future__ import annotations

import json
import random
import re
from typing import NamedTuple

from tests.server.tables import Kept, at, begun, run, says

import trickbook
from trickbook.sealing import Sealed, asked, drawn
from trickbook.server.live import Live
from trickbook.server.room import Room

CARD = re.compile(r"[^\s\"\[\],*@]+")


class Course(NamedTuple):
    """How a table was played: what lay under the seal of the first deal, and the moves."""

    sealed: Sealed
    moves: tuple[tuple[int, str], ...]


class Twins(NamedTuple):
    """Two courses that look the same to a seat (None: to who looks on), and the cards that differ."""

    rules: trickbook.Ruleset
    seat: int | None
    courses: tuple[Course, Course]
    cards: tuple[str, str]


def opened(rules: trickbook.Ruleset, sealed: Sealed) -> Live:
    """A table whose first deal lies as it is given."""
    given = iter([sealed])
    return begun(rules, lambda table: next(given, None) or drawn(table))


def shuffled(rules: trickbook.Ruleset, rng: random.Random) -> Sealed:
    """How the pack lies in a first deal, from a seed, so that each run tries the same."""
    table = rules.table()
    pack = table.deck.names
    return Sealed("00" * 32, tuple(" ".join(rng.sample(pack, len(pack))) for _ in range(asked(table))))


def twins(rules: trickbook.Ruleset, seat: int | None, rng: random.Random, longest: int = 60) -> Twins | None:
    """A game played at random for a while, and a twin of it; None if none was found."""
    live = opened(rules, shuffled(rules, rng))
    game, sealed = live.game, live.sealed[1]
    assert game is not None
    moves, seen = [], cards(game, seat)
    for _ in range(rng.randrange(longest)):
        player = rng.choice(game.actors)
        legal = game.legal(player)
        move = legal[rng.randrange(len(legal))]
        after = game.apply(player, move)
        if after.deal != 1 or not after.actors:
            break
        moves.append((player, move))
        game, seen = after, seen | cards(after, seat) | (set(CARD.findall(move)) if player == seat else set())
    hidden = sorted(set(game.table.deck.names) - seen)
    for _ in range(12 if len(hidden) > 1 else 0):
        pair = rng.sample(hidden, 2)
        other = renamed(Course(sealed, tuple(moves)), *pair)
        if alike(rules, Course(sealed, tuple(moves)), other):
            return Twins(rules, seat, (Course(sealed, tuple(moves)), other), (pair[0], pair[1]))
    return None


def cards(game: trickbook.Game, seat: int | None) -> set[str]:
    """All cards that a seat's view names."""
    return set(CARD.findall(json.dumps(game.view(seat))))


def renamed(course: Course, one: str, other: str) -> Course:
    """The course with two cards that bear each other's name."""
    swap = {one: other, other: one}

    def new(text: str) -> str:
        return CARD.sub(lambda found: swap.get(found[0], found[0]), text)

    sealed = Sealed(course.sealed.nonce, tuple(map(new, course.sealed.orders)))
    return Course(sealed, tuple((player, new(move)) for player, move in course.moves))


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
    memory = [game.table.remembered(fact, game.state) for fact in game.table.facts]
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
