"""The plays of a deal, made again from its start with the cards of a world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.bots.worlds.start_state import WORLD_ERRORS, set_lasting_facts
from trickbook.cards.combinations import parse
from trickbook.engine.ask import AskStep
from trickbook.engine.judgement import stand_in
from trickbook.engine.moves import DONE, answer_text
from trickbook.engine.tricks import TrickStep
from trickbook.game import Game
from trickbook.game.view import part_of_view

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.bots.worlds.constraints import Constraints
    from trickbook.core.state import State
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Origin

COMPARED_KEYS: Final = (
    "phase", "deal", "dealer", "leader", "scores", "trick", "tricks", "exposed", "piles", "sizes",
)  # fmt: skip
"""The parts of a view that must be equal in a world beside the facts, those that are quick to tell first."""


CARD_KEYS: Final = ("piles", "sizes")
"""The parts of a view that tell where cards lie."""


def legal_play(engine: CompiledRules, s: State, step: TrickStep, seat: int, play: int) -> bool:
    """Return whether a play is legal; identical cards stand for each other."""
    if not engine.manifold:
        allowed = step.playable(engine, s, seat)
        if allowed.plays is None:
            return not play & ~allowed.cards
    return stand_in(engine, s, step.plays(engine, s, seat), play) is not None


def replay_plays(
    engine: CompiledRules, s: State, known: Constraints, *, trusting: bool = False
) -> Iterator[tuple[State, int, int]]:
    """Make the past plays again, in place; yield each state with the next seat and play.

    Stops at the first illegal play of another seat, unless ``trusting``. What was asked among the tricks is
    answered as it was.
    """
    answers = iter(known.answers)
    for seat, play in known.plays:
        _answer(engine, s, answers, trusting=trusting)
        step = engine.waiting.get(s.step)
        if not isinstance(step, TrickStep) or not s.waiting >> seat & 1:
            return
        if not (trusting or seat == known.seat or legal_play(engine, s, step, seat, play)):
            return
        yield s, seat, play
        engine.play(s, seat, play)
        if not s.waiting:
            engine.proceed(s)
    _answer(engine, s, answers, trusting=trusting)


def _answer(
    engine: CompiledRules, s: State, answers: Iterator[tuple[str, int, str | None]], *, trusting: bool
) -> None:
    """Give the answers that are known to what is asked among the tricks, up to the next play.

    If ``trusting``, a seat may answer anything and choose any cards that it holds: perhaps the rules allow it
    with other hands.
    """
    while s.step > len(engine.steps) and s.waiting:
        name, seat, text = next(answers, ("", 0, None))
        step = engine.waiting[s.step]
        if text is None or step.name != name or not s.waiting >> seat & 1 or not isinstance(step, AskStep):
            return
        trusted = trusting and text != DONE
        engine.act(s, seat, text, _meant(engine, s, step, seat, text) if trusted else None)
        if not s.waiting:
            engine.proceed(s)


def _meant(engine: CompiledRules, s: State, step: AskStep, seat: int, text: str) -> Any:
    """Return the meaning of an answer, whether or not the rules allow it; None if it has none."""
    if step.source is None:
        return next((value for value in step.values(s, seat) if answer_text(value) == text), None)
    hand, table = (s.piles[engine.layout.piles[name].base + seat] for name in ("hand", "table"))
    return parse(engine.deck, text, hand | table, engine.marked(s))


def matching_game(
    engine: CompiledRules,
    s: State,
    known: Constraints,
    origin: Origin,
    seen: Mapping[str, Any],
    like: Game | None,
) -> Game | None:
    """Return the game in which the seat sees what it has seen; None if the cards do not allow it.

    ``like`` is a game in which it does, if there is one already.
    """
    try:
        if sum(1 for _ in replay_plays(engine, s, known)) < len(known.plays) or not _caught_up(
            engine, s, seen
        ):
            return None
        set_lasting_facts(engine, s, seen)
        game = Game(engine, s, origin)
        return game if sees_same(game, known.seat, seen, like) else None
    except WORLD_ERRORS:
        return None


def sees_same(game: Game, seat: int, seen: Mapping[str, Any], like: Game | None = None) -> bool:
    """Return whether a seat is to act in a game and sees what it has seen, as in the game ``like``."""
    if not game.engine.actors(game.state) >> seat & 1 or not _same_seats(game, seen):
        return False
    if any(part_of_view(game, seat, key) != seen[key] for key in COMPARED_KEYS):
        return False
    return same_facts(game, like, seat) if like else part_of_view(game, seat, "facts") == seen["facts"]


def same_facts(game: Game, other: Game, seat: int) -> bool:
    """Return whether a seat sees the same facts in two games of which it sees the same otherwise.

    So only words that depend on cards or facts that not everybody sees can differ.
    """
    engine, one, two = game.engine, game.state, other.state
    for fact in engine.facts:
        ours, theirs = list(engine.fact_values(fact, one)), list(engine.fact_values(fact, two))
        if fact.seen_by != "everyone":
            ours, theirs = list(fact.hidden(ours, seat)), list(fact.hidden(theirs, seat))
        if ours != theirs:
            return False
    return not any(
        term.reads & {"own", "secret"} and one.value(term) != two.value(term)
        for term in engine.spoken.values()
    )


def same_cards(game: Game, seat: int, seen: Mapping[str, Any]) -> bool:
    """Return whether a seat sees the same cards in a game, and as many backs."""
    return all(part_of_view(game, seat, key) == seen[key] for key in CARD_KEYS)


def _same_seats(game: Game, seen: Mapping[str, Any]) -> bool:
    """Return whether the same seats act and rest; others who have answered face down may be asked again."""
    step, actors = game.engine.waiting[game.state.step], set(game.actors)
    again = isinstance(step, AskStep) and step.how == "together" and actors.issuperset(seen["actors"])
    rests = not game.engine.resting or list(game.resting) == seen["resting"]
    return rests and (again or actors == set(seen["actors"]))


def _caught_up(engine: CompiledRules, s: State, seen: Mapping[str, Any]) -> bool:
    """Give the answers that everyone knows, until the same seats are to act."""
    while s.match.deal == seen["deal"] and not s.match.over:
        actors = engine.seat_sets[engine.actors(s)]
        if engine.phases[s.step] == seen["phase"] and set(seen["actors"]) <= set(actors):
            return True
        step = engine.waiting.get(s.step)
        answers = (
            seen["answers"].get(step.name) if isinstance(step, AskStep) and step.source is None else None
        )
        if not isinstance(step, AskStep) or answers is None or answers[actors[0]] is None:
            return False
        engine.act(s, actors[0], answers[actors[0]])
        if not s.waiting:
            engine.proceed(s)
    return False
