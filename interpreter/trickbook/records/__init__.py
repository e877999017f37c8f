"""Records: games as text that a person can read and write.

A record has every move and all that chance drew::

    Trickbook record 1
    ruleset hearts
    digest 4be9…
    players 4
    seed 7
    option passing left,right
    fact laid_bare no
    scores 0 0 0 0

    Deal 1 dealer 0
    deal = 2C 5D … | 3C … | … | …
    pass: 0 2C 5D KH, 1 …
    tricks: 3 2C, 0 5C, 1 KC, 2 AC
    Points 5 0 21 0

    Winners 1

A line begins with the name of a step: ``=`` tells what chance dealt or drew, ``:`` what seats did, each as a
seat and its move. ``Announced`` and a fact tell what somebody outside announced while the deal was played.
Hands that were given for a deal to come stand at the head, as ``hands 3 2C 5D … | …``, and what chance is to
draw then as ``draws 3 …``, one line for each draw; so does each ``order 3 …`` in which the pack is to lie.
Blank lines and what follows ``#`` are for people.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from trickbook.cards.combinations import text
from trickbook.engine.moves import answer_text
from trickbook.problems import Place, Problem, RulesetError
from trickbook.sections.conversion import defined, plain
from trickbook.state import moves
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.expression.types import Type
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Log, Match, Move, Origin


HEAD: Final = "Trickbook record 1"

Play: TypeAlias = tuple[int, int]
"""A seat, and the cards that it played."""


class RecordError(RulesetError):
    """A record that is damaged, or that its ruleset contradicts; ``problems`` say where."""


def record(engine: CompiledRules, state: State, origin: Origin) -> str:
    """Write a game as a record."""
    history = state.match.history
    first = history[0].match if history else state.match
    lines = [
        HEAD,
        f"ruleset {origin.name}",
        *([f"house {','.join(origin.house)}"] if origin.house else []),
        f"digest {engine.digest}",
        f"players {engine.layout.seats}",
        f"seed {first.seed}",
    ]
    lines += [f"option {name} {written(value)}" for name, value in origin.options.items()]
    lines += _start(engine, first)
    lines += [
        f"hands {number} {_hands(engine, hands)}"
        for number, hands in sorted(state.match.hands.items())
        if number > state.match.deal
    ]
    lines += [
        " ".join(("draws", str(number), *drawn.split()))
        for number, draws in sorted(state.match.draws.items())
        for drawn in (draws if number > state.match.deal else ())
    ]
    lines += [
        f"order {number} {' '.join(engine.deck.names[card.bit_length() - 1] for card in order)}"
        for number, orders in sorted(state.match.orders.items())
        for order in (orders if number >= state.match.deal and not state.match.over else ())
    ]
    for past in history:
        lines += [
            "",
            *_deal(engine, past.match, past.log, [trick.plays for trick in past.tricks], past.exposed),
            f"Points {_numbers(past.points)}",
        ]
    if not state.match.over:
        lines += ["", *_deal(engine, state.match, state.log, _plays(state), engine.marked(state))]
    else:
        lines += ["", f"Winners {_numbers(engine.winners(state))}".rstrip()]
    return "\n".join(lines) + "\n"


def _plays(state: State) -> list[Sequence[tuple[int, int]]]:
    """The tricks of a deal in progress, the one that is played last."""
    return [*(trick.plays for trick in state.done), *filter(None, [state.plays])]


def _start(engine: CompiledRules, first: Match) -> Iterator[str]:
    """Yield what was given at the start: scores, a leader, facts."""
    if any(score != engine.ending.starts for score in first.scores):
        yield f"scores {_numbers(first.scores)}"
    if first.leader is not None:
        yield f"leader {first.leader}"
    for fact in engine.facts:
        if fact.name in first.memory:
            yield f"fact {fact.name} {_values_text(engine, fact.type, first.memory[fact.name])}"
    for name, value in first.given.items():
        values = value if isinstance(value, list) else [value]
        yield f"fact {name} {_values_text(engine, defined(engine, name).type, values)}"


def _values_text(engine: CompiledRules, kind: Type, values: Sequence[Any]) -> str:
    """A fact, of one player after the other if each has one; several cards or seats with blanks between."""
    shown_values = [plain(engine, kind, value) for value in values]
    return ",".join(
        " ".join(map(str, one)) or "none" if isinstance(one, list) else written(one) for one in shown_values
    )


def _deal(
    engine: CompiledRules,
    match: Match,
    log: Log | None,
    plays: Sequence[Sequence[tuple[int, int]]],
    marked: int,
) -> list[str]:
    """The lines of a deal: what chance gave and what seats did; where the log has tricks, a trick a line."""
    lines = [f"Deal {match.deal} dealer {match.dealer}", *(f"Announced {fact}" for fact in match.announced)]
    before, playing, end = (0, 0), "", (len(plays), 0)
    placed = _moves_in_place(moves(log), engine.trick_steps, end)
    for (name, by_chance, at), group in groupby(
        placed, key=lambda move: (move.step, move.seat is None, move.at)
    ):
        lines += [f"{playing}: {_trick(engine, trick, marked)}" for trick in _between(plays, before, at)]
        before = at
        if name in engine.trick_steps:
            playing = name
        elif by_chance:
            lines += [f"{name} = {_chance_text(engine, move)}" for move in group]
        else:
            lines.append(f"{name}: " + ", ".join(f"{move.seat} {move.text}" for move in group))
    return lines + [f"{playing}: {_trick(engine, trick, marked)}" for trick in _between(plays, before, end)]


Moment: TypeAlias = tuple[int, int]
"""How many tricks of a deal have been played, and how many plays to the next."""


def _moves_in_place(made: Sequence[Move], tricks: frozenset[str], end: Moment) -> Iterator[Move]:
    """Yield the moves of a deal; where no seat is asked among tricks, what chance gave comes after them."""
    begins = [place for place, move in enumerate(made) if move.step in tricks]
    yield from made[: begins[0] if begins else None]
    for begin, after in zip(begins, [*begins, len(made)][1:], strict=True):
        last = made[after].at if after < len(made) else end
        asked = any(move.seat is not None and move.at < last for move in made[begin:after])
        yield made[begin]
        yield from (move if asked else move._replace(at=last) for move in made[begin + 1 : after])


def _between(plays: Sequence[Sequence[Play]], begin: Moment, end: Moment) -> Iterator[Sequence[Play]]:
    """Yield what was played between two moments, trick by trick."""
    for number in range(begin[0], min(end[0] + 1, len(plays))):
        first = begin[1] if number == begin[0] else 0
        if some := plays[number][first : end[1] if number == end[0] else None]:
            yield some


def _chance_text(engine: CompiledRules, move: Move) -> str:
    """Return what chance gave: hands with bars between, or what it drew."""
    if isinstance(move.text, str):
        return move.text
    return _hands(engine, move.text)


def _hands(engine: CompiledRules, hands: Sequence[int]) -> str:
    return "|".join(f" {' '.join(engine.deck.written(hand))} " if hand else " " for hand in hands).strip()


def _trick(engine: CompiledRules, plays: Sequence[tuple[int, int]], marked: int) -> str:
    return ", ".join(f"{seat} {text(engine.deck, cards, marked)}" for seat, cards in plays)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def written(value: Any) -> str:
    """Write a value: yes and no, numbers, names, lists with commas."""
    if isinstance(value, list | tuple):
        return ",".join(map(written, value)) or "none"
    return "none" if value is None else answer_text(value)


def damaged(
    line: int, message: Message, whole: str, hint: Message | None = None, code: str = "bad-record"
) -> RecordError:
    """An error at a line of a record."""
    lines = whole.split("\n")
    length = len(lines[line - 1].removesuffix("\r")) if 0 < line <= len(lines) else 1
    return RecordError(
        [Problem(code, message, Place("record", line, 1, max(1, length)), hint)], {"record": whole}
    )
