"""The core beside the evaluator: what terms and clauses mean, in states that are played."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from tests.core.evaluator import applies, left, value, weighed, winner
from tests.core.moment import Moment, Outlook
from tests.core.scoring import outlook, points
from tests.laws.deals import chance

import trickbook
from trickbook.bots import play_game, random
from trickbook.core.native import Native
from trickbook.core.program import Program
from trickbook.core.state import State
from trickbook.core.translation import Memory, width_for
from trickbook.engine.ask import AskStep
from trickbook.engine.course.course import write
from trickbook.engine.engine import Engine
from trickbook.engine.roots import roots
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import COMPARING, Clause, Kind, Term
from trickbook.problems import TrickbookError

WEIGHED: Final = frozenset({"answer", "outcome"})
"""What is read only while the answers of a question are weighed."""


class Core(NamedTuple):
    """The program of an engine with a function for each part of each term, and how functions are called."""

    engine: Engine
    program: Program
    terms: Sequence[tuple[Term, Sequence[Callable[..., Any]]]]
    ask: Callable[..., int]


def core_of(engine: Engine, *, native: bool = False) -> Core:
    """The program of an engine, with all that is compared; if ``native``, as machine code, too."""
    program = Program(engine.cells, partial(roots, engine), partial(write, engine))
    found = roots(engine)
    of_clauses = (term for one in found.clauses for term in (one.when, one.what))
    terms = {id(term): term for term in (*(term for _, term in found.terms), *of_clauses)}
    asked = [term for term in terms.values() if term and term.type.kind is not Kind.COLUMN]
    functions = [
        (term, [program.function(term), program.imaginary(term)][: 1 + (term.type.kind is Kind.COMPLEX)])
        for term in asked
    ]
    program.whole()
    return Core(engine, program, functions, _both(engine, program) if native else _called)


def width_of(engine: Engine) -> int:
    """How wide the numbers of machine code must be, for sets of cards and of answers."""
    return width_for(max(len(one) for one in (engine.deck.names, *(step.names for step in engine.questions))))


def _called(function: Callable[..., Any], v: list[int], *given: int) -> int:
    return int(function(v, *given) or 0)  # a function that only changes cells returns nothing


def _both(engine: Engine, program: Program) -> Callable[..., int]:
    """Each function in Python, which as machine code gives the same and leaves the same behind."""
    names = [*program.source.functions]
    code = Native(program.text, names, Memory(program.cells.size, width_of(engine)))

    def both(function: Callable[..., Any], v: list[int], *given: int) -> int:
        before = [*v]
        found = int(function(v, *given) or 0)
        if function.__name__ in names:
            assert (code.function(function.__name__)(before, *given), before) == (found, v)
        return found

    return both


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
    """Hold the core against the evaluator, and machine code against the core."""
    engine = rules.engine(players)
    core, rng = core_of(engine, native=native), chance("asked", seed)
    for state in states(rules, players, seed, count):
        s = scored(core, state)
        compare_terms(core, s, rng)
        step = engine.waiting.get(s.step)
        if isinstance(step, TrickStep) and s.waiting:
            compare_plays(core, step, s)
        if isinstance(step, AskStep) and s.waiting and step.source is None:
            compare_answers(core, step, s)


def scored(core: Core, state: State) -> State:
    """A copy of a state with the points of the deal as it lies, which core and evaluator find alike."""
    s = state.copy()
    core.ask(core.program.course["score"], s.v)
    assert tuple(s.points) == tuple(points(core.engine, state))
    return s


def compare_terms(core: Core, s: State, rng: Random) -> None:
    """Each term gives every seat the same."""
    for term, functions in core.terms:
        if not WEIGHED & term.reads:
            for x in plays_for(core.engine, s, term, rng):
                compare_term(core, term, functions, Moment(core.engine.layout, s, 0, x), s.v)


def compare_term(
    core: Core, term: Term, functions: Sequence[Callable[..., Any]], at: Moment, v: list[int]
) -> None:
    """A term gives every seat the same of a play or an answer."""
    number = core.program.number
    for p in range(core.engine.layout.seats):
        wanted = value(term, at._replace(p=p))
        found = [core.ask(function, v, p, number(at.x)) for function in functions]
        assert found == [number(wanted, part) for part in range(len(functions))], (term.operation, p, at.x)


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
    seat = s.waiting.bit_length() - 1
    at = Moment(core.engine.layout, s, seat)
    place = core.ask(core.program.winning_place, s.v)
    assert (None if place < 0 else place) == (winner(step.winning, at) if s.plays else None)
    candidates = step.candidates(core.engine, s, seat)
    legal = left(step.clauses(s), at, candidates)
    if step.low is None:
        legal_cards = core.program.legal(step.source, step.play)[not s.plays, not s.done]
        cards = core.ask(legal_cards, s.v, seat)
        assert [play for play in candidates if play & cards] == legal
    plays = step.plays(core.engine, s, seat)
    assert [play for play in candidates if play in plays] == legal
    compare_clauses(core, step.clauses(s), at, candidates)


def compare_clauses(core: Core, listed: Sequence[Clause], at: Moment, candidates: Sequence[Any]) -> None:
    """Clauses apply at the same time, and find the same of each candidate."""
    program, v = core.program, at.s.v
    for clause in listed:
        if clause.when is not None:
            assert bool(core.ask(program.function(clause.when), v, at.p, 0)) == applies(clause, at)
        for x in candidates:
            found = core.ask(program.function(clause.what), v, at.p, program.number(x))
            wanted = weighed(clause, at._replace(x=x))
            if clause.verb not in COMPARING and clause.what.type.kind is Kind.CARDS:
                found = not x & ~found
            assert found == wanted if clause.verb in COMPARING else bool(found) == bool(wanted)
        candidates = left([clause], at, candidates)


def compare_answers(core: Core, step: AskStep, s: State) -> None:
    """The rules of a question say the same of each answer."""
    seat = s.waiting.bit_length() - 1
    answers = step.values(s, seat)
    v = s.v.copy()
    choices = core.ask(core.program.course[f"choices{s.step}"], v, seat)
    allowed = step.answers(core.engine, s, seat)
    assert [answer for place, answer in enumerate(answers) if choices >> place & 1] == allowed
    at = Moment(core.engine.layout, s, seat, 0, outlooks(core, step, s, answers))
    of_rules = [id(term) for clause in step.rules for term in (clause.when, clause.what)]
    for term, functions in core.terms:
        if WEIGHED & term.reads and id(term) in of_rules:
            for x in answers:
                if step.weighs:
                    core.ask(core.program.course[f"outlook{s.step}"], v, seat, core.program.number(x))
                compare_term(core, term, functions, at._replace(x=x), v)


def outlooks(core: Core, step: AskStep, s: State, answers: Sequence[Any]) -> Mapping[Any, Outlook]:
    """What would come of each answer of the seat that is asked, where the rules weigh that."""
    found, seat = dict[Any, Outlook](), s.waiting.bit_length() - 1
    for answer in answers if step.weighs else ():
        supposed = s.copy()
        supposed.program.remember(supposed.v, step.slot + seat, [answer])
        found[answer] = outlook(core.engine, supposed)
    return found
