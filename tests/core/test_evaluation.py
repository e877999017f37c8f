"""Under assumptions that are true, the value of each term lies within its range."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from tests.batch.random_rulesets.rulesets import made
from tests.core.comparison import states
from tests.core.evaluator import value
from tests.core.moment import Moment
from tests.games import SOME_GAMES
from tests.laws.deals import chance

import trickbook
from trickbook.core.state import State
from trickbook.engine.engine import Engine
from trickbook.engine.roots import roots
from trickbook.expression.evaluation import Assumptions, state_assumptions
from trickbook.expression.evaluation.ranges import (
    EITHER,
    SETS,
    Interval,
    Members,
    Range,
    exactly,
    joined,
    members,
)
from trickbook.expression.types import Kind, Term

FEW = 12
"""So many states of a game are tried."""

MADE = 40
GROUP = 10

WEIGHED = frozenset({"answer", "outcome", "place"})
"""What is there only while answers or the plays of a trick are weighed."""


@pytest.mark.parametrize("name", SOME_GAMES)
def test_of_a_game(name: str) -> None:
    engine = trickbook.load(name).engine()
    for s in states(trickbook.load(name), None, 7, FEW):
        hold(engine, s, engine.assumptions, 0)
        hold(engine, s, state_assumptions(engine.layout), 0)
    suppose(trickbook.load(name), None)


@pytest.mark.breadth
@pytest.mark.parametrize("group", range(MADE // GROUP))
def test_of_machine_made_rules(group: int, tmp_path: Path) -> None:
    sound = 0
    for place in range(group * GROUP, (group + 1) * GROUP):
        path = tmp_path / f"{place}.yaml"
        path.write_text(yaml.safe_dump(made(chance("evaluation", place)), sort_keys=False), "utf-8")
        try:
            rules = trickbook.load(str(path))
            rules.engine()
        except trickbook.RulesetError:
            continue
        sound += 1
        suppose(rules, None)
    assert sound >= GROUP // 2


def suppose(rules: trickbook.Ruleset, players: int | None) -> None:
    """Try assumptions that are drawn at random so that they hold in a state."""
    engine, rng = rules.engine(players), chance("assumptions", 3)
    for s in states(rules, players, 5, FEW):
        terms = {id(term): term for term in parts(engine) if not term.parts and not term.constant}
        for x in (0, rng.getrandbits(len(engine.deck.names)) & engine.deck.cards):
            leaves = dict(found for term in terms.values() for found in drawn(engine, s, term, x, rng))
            hold(engine, s, Assumptions(engine.layout, leaves), x)
            hold(engine, s, Assumptions(engine.layout, leaves), x, rng)


def parts(engine: Engine) -> Iterator[Term]:
    """Yield the terms of a ruleset that can be asked at any time, with their parts."""
    found = roots(engine)
    of_clauses = (term for one in found.clauses for term in (one.when, one.what) if term)
    left = [*(term for _, term in found.terms), *of_clauses]
    while left:
        term = left.pop()
        if not term.reads & WEIGHED:
            yield term
            left += term.parts


def asked(term: Term, at: Moment) -> Any:
    """The value of a term; of a question that is never put, 0 stands for no choice."""
    found = value(term, at)
    return found or None if term.type.kind is Kind.CHOICE else found


def drawn(
    engine: Engine, s: State, term: Term, x: int, rng: Random
) -> Iterator[tuple[tuple[str, Any], Range]]:
    """Yield what may be assumed of a term without parts: that it is what it is, or also something else."""
    if rng.random() < 0.5 or term.type.kind in (Kind.COLUMN, Kind.COMPLEX):
        return
    here = [asked(term, Moment(engine.layout, s, p, x)) for p in range(engine.layout.seats)]
    found: Any = joined(*(exactly(term.type.kind, one) for one in here))
    if rng.random() < 0.5:
        found = wider(engine, term.type.kind, found, rng)
    yield (term.operation, term.detail), found


def wider(engine: Engine, kind: Kind, found: Any, rng: Random) -> Range:
    """Some range that holds another one."""
    if kind is Kind.CONDITION:
        return EITHER
    if isinstance(found, frozenset):
        return found | {None}
    if isinstance(found, Members):
        everything = engine.deck.cards if kind is Kind.CARDS else engine.layout.everyone
        low = found.low & rng.getrandbits(64)
        high = found.high | (everything & rng.getrandbits(64))
        return members(low, high, max(0, found.fewest - 1), found.most + 1)
    return Interval(found.low - rng.randrange(3), found.high + rng.randrange(3))


def hold(engine: Engine, s: State, known: Assumptions, x: int, rng: Random | None = None) -> None:
    """Hold every term against its range; true conditions of a seat may be supposed besides."""
    terms = {id(term): term for term in parts(engine) if term.type.kind is not Kind.COLUMN}
    for p in range(engine.layout.seats):
        at, supposed = Moment(engine.layout, s, p, x), known
        if rng is not None:
            conditions = [term for term in terms.values() if term.type.kind is Kind.CONDITION]
            some = rng.sample(conditions, len(conditions) // 4)
            supposed = known.supposing({id(one): exactly(Kind.CONDITION, value(one, at)) for one in some})
        for term in terms.values():
            found, among = asked(term, at), supposed.range_of(term)
            inner = [supposed.range_of(part) for part in term.parts]
            assert lies_within(term, found, among), (term.operation, found, among, inner)


def lies_within(term: Term, found: Any, among: Any) -> bool:
    """Return whether a value lies within a range."""
    if isinstance(among, frozenset):
        return found in among
    if term.type.kind in SETS:
        inside = among.low & ~found == 0 == found & ~among.high
        return bool(inside and among.fewest <= found.bit_count() <= among.most)
    if term.type.kind is Kind.COMPLEX:
        return among.low == found if term.constant else True
    return bool(among.low <= found <= among.high)
