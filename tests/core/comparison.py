"""The core beside the interpreter: what terms and clauses mean, in states that are played."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from tests.core.cells_of import cells_of, number, values
from tests.laws.deals import chance

import trickbook
from trickbook.bots import play_game, random
from trickbook.core import clauses
from trickbook.core.body import Body
from trickbook.core.program import Program
from trickbook.core.source import Asked
from trickbook.engine.ask import AskStep
from trickbook.engine.clauses import COMPARING, Clause, kept, passes
from trickbook.engine.engine import Engine
from trickbook.engine.scores import score
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import Kind, Term, holds
from trickbook.problems import TrickbookError
from trickbook.state import State

WEIGHED: Final = frozenset({"answer", "outcome"})
"""What is read only while the answers of a question are weighed."""


class Core(NamedTuple):
    """A program with a function for each part of each term, by the term's place among all terms."""

    program: Program
    names: dict[int, tuple[str, ...]]
    functions: dict[str, Callable[..., Any]]


def core_of(engine: Engine, *, native: bool = False) -> Core:
    """The program of an engine, with all that is compared; if ``native``, as machine code, too."""
    program = Program(engine)
    names: dict[int, tuple[str, ...]] = {}
    for place, term in enumerate(program.terms):
        if term.type.kind is not Kind.COLUMN:
            parts = range(1 + (term.type.kind is Kind.COMPLEX))
            names[place] = tuple(_function(program, term, f"term_{place}_{part}", part) for part in parts)
    for step in engine.steps:
        if isinstance(step, TrickStep):
            program.winning_place()
            for situation in step.play if step.low is None else ():
                program.legal(step, situation)
    for clause in program.clauses:
        clauses.value(program.source, clause)
        clauses.condition(program.source, clause)
    functions = dict(program.functions())
    if native:
        functions = {**functions, **_both(program, functions)}
    return Core(program, names, functions)


def _both(program: Program, functions: dict[str, Callable[..., Any]]) -> dict[str, Callable[..., int]]:
    """Each function in Python, which as machine code gives the same and leaves the same behind."""
    from trickbook.core.native import Native, width_for

    names = [*program.source.functions]
    code = Native(program.text, names, program.cells.size, width_for(len(program.engine.deck.names)))

    def both(name: str) -> Callable[..., int]:
        inside = code.function(name)

        def called(v: list[int], *given: int) -> int:
            cells = [*v]
            found = int(functions[name](v, *given))
            assert (inside(cells, *given), cells) == (found, v), name
            return found

        return called

    return {name: both(name) for name in names}


def _function(program: Program, term: Term, name: str, part: int) -> str:
    body = Body()
    body.add(f"return {program.source.text(term, Asked(part=part))}")
    return program.source.add(name, ("p", "x"), body)


def states(rules: trickbook.Ruleset, players: int | None, seed: int, count: int) -> Iterator[State]:
    """States of games between players who play at random, about a third of all."""
    rng = chance("states", seed)
    while count > 0:
        try:
            game = rules.new_game(players, seed=rng.randrange(1000))
            yield game.state
            count -= 1
            for step in play_game(rules, game, [random] * len(game.scores)):
                if rng.random() < 0.3:
                    yield step.after.state
                    count -= 1
                if count <= 0:
                    break
        except TrickbookError:  # machine-made rules may leave no move
            return


def compare(
    rules: trickbook.Ruleset,
    players: int | None = None,
    *,
    count: int = 60,
    seed: int = 7,
    native: bool = False,
) -> None:
    """Hold the core against the interpreter, and machine code against the core."""
    engine = rules.engine(players)
    core, rng = core_of(engine, native=native), chance("asked", seed)
    for state in states(rules, players, seed, count):
        s = scored(engine, state)
        compare_terms(core, s, rng)
        step = engine.waiting.get(s.step)
        if isinstance(step, TrickStep) and s.waiting:
            compare_plays(core, step, s)
        if isinstance(step, AskStep) and s.waiting and step.source is None:
            compare_answers(core, step, s)


def scored(engine: Engine, state: State) -> State:
    """A copy of a state with the points of the deal as it lies."""
    s = state.copy()
    s.points = score(engine.points, engine.worth, engine.taken, s)
    return s


def compare_terms(core: Core, s: State, rng: Random) -> None:
    """Each term gives every seat the same."""
    v = cells_of(core.program, s)
    for place, names in core.names.items():
        term = core.program.terms[place]
        if not WEIGHED & term.reads:
            for x in plays_for(core.program.engine, s, term, rng):
                compare_term(core, names, term, s, v, x)


def compare_term(core: Core, names: Sequence[str], term: Term, s: State, v: list[int], x: Any) -> None:
    """A term gives every seat the same of a play or an answer."""
    program = core.program
    for p in range(program.engine.layout.seats):
        found = [int(core.functions[name](v, p, number(program, x))) for name in names]
        assert found == [*values(program, term, term.run(s, p, x))], (term.does, p, x)


def plays_for(engine: Engine, s: State, term: Term, rng: Random) -> Sequence[int]:
    """Plays of which a term is asked."""
    if "place" in term.reads:
        return [cards for _, cards in s.plays]
    if not {"play", "size"} & term.reads:
        return [0]
    bits = [1 << bit for bit in range(len(engine.deck.names))]
    single = engine.tricks is None or engine.tricks.low is None
    sizes = (1, 1) if single else (1, 2, 3)
    return [sum(rng.sample(bits, min(size, len(bits)))) for size in sizes]


def compare_plays(core: Core, step: TrickStep, s: State) -> None:
    """The same plays are legal, and the same one wins."""
    program, seat = core.program, s.waiting.bit_length() - 1
    v = cells_of(program, s)
    place = core.functions["winning_place"](v)
    assert (None if place < 0 else place) == (step.winner(s) if s.plays else None)
    candidates = step.candidates(program.engine, s, seat)
    if step.low is None:
        cards = core.functions[program.legal(step, (not s.plays, not s.done))](v, seat)
        plays = step.plays(program.engine, s, seat)
        assert [play for play in candidates if play & cards] == [play for play in candidates if play in plays]
    compare_clauses(core, step.clauses(s), s, v, candidates)


def compare_clauses(
    core: Core, listed: Sequence[Clause], s: State, v: list[int], candidates: Sequence[Any]
) -> None:
    """Clauses apply at the same time, and find the same of each candidate."""
    program, seat = core.program, s.waiting.bit_length() - 1
    for clause in listed:
        applies = core.functions[clauses.condition(program.source, clause)]
        assert bool(applies(v, seat)) == holds(clause.when, s, seat)
        value = core.functions[clauses.value(program.source, clause)]
        for x in candidates:
            found, wanted = value(v, seat, number(program, x)), passes(clause, s, seat, x)
            assert found == wanted if clause.verb in COMPARING else bool(found) == bool(wanted)
        candidates = kept(clause, s, seat, list(candidates)) if holds(clause.when, s, seat) else candidates


def compare_answers(core: Core, step: AskStep, s: State) -> None:
    """The rules of a question say the same of each answer."""
    program, seat = core.program, s.waiting.bit_length() - 1
    answers = step.values(s, seat)
    weighed = step.foreseen(program.engine, s, seat, answers)
    for place, names in core.names.items():
        term = program.terms[place]
        if WEIGHED & term.reads and any(term is clause.what or term is clause.when for clause in step.rules):
            for x in answers:
                v = cells_of(program, weighed, x if step.weighs else None)
                compare_term(core, names, term, weighed, v, x)
