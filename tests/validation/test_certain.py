"""What is certain holds at every moment, and no shipped ruleset earns a note that is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.games import SOME_WHOLE
from tests.validation.shipped_reports import full_report

from trickbook import load
from trickbook.analysis.coverage.choices import Chance
from trickbook.analysis.validation.expression_parts import certain
from trickbook.engine.limits import largest_hand
from trickbook.expression.types import Kind, Term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.sections.compiled import CompiledRules

ODD = {
    *("always-held", "in-brackets", "no-tricks"),
    *("unequal-hands", "cards-left", "deals-fewer", "never-open", "huge-points", "certain", "empty-set"),
    *("tells-secret", "tied-ranks", "moved-ranks", "after-tricks", "fixed-price", "deal-order"),
}


@pytest.mark.parametrize("name", SOME_WHOLE)
def test_a_shipped_ruleset_earns_no_note_about_what_is_odd(name: str) -> None:
    assert [problem for problem in full_report(name).problems if problem.code in ODD] == []


def terms(engine: Engine) -> Iterator[Term]:
    """The terms of clauses, points, facts and steps, with all their parts, but for those that need a play."""
    found: list[Term | None] = [a.when for a in engine.points]
    found += (
        [clause.when for rules in engine.tricks.play.values() for clause in rules] if engine.tricks else []
    )
    found += [fact.when for fact in engine.facts] + [step.when for step in engine.every_step]
    left = [term for term in found if term is not None]
    while left:
        term = left.pop()
        if not term.reads & {"play", "size", "place", "answer", "outcome", "points"}:
            yield term
        left += term.parts


def states(name: str) -> Iterator[tuple[CompiledRules, State]]:
    """Moments of two random deals."""
    game, chance = load(name).new_game(seed=5), Chance(5)
    while game.actors and game.deal <= 2:
        yield game.engine, game.state
        seat = game.actors[0]
        legal = game.legal(seat)
        game = game.apply(seat, legal[chance.below(min(len(legal), 1 << 20))])


@pytest.mark.parametrize("name", SOME_WHOLE)
def test_a_condition_that_is_certain_has_that_answer_at_every_moment(name: str) -> None:
    answers: dict[int, tuple[Term, bool | None]] = {}
    for engine, s in states(name):
        conditions = (term for term in terms(engine) if term.type.kind is Kind.CONDITION)
        answers = answers or {id(term): (term, certain(engine, term)) for term in conditions}
        for term, answer in answers.values():
            if answer is not None:
                assert {bool(s.value(term, seat)) for seat in range(engine.layout.seats)} == {answer}


@pytest.mark.parametrize("name", SOME_WHOLE)
def test_no_hand_is_larger_than_the_largest(name: str) -> None:
    for engine, s in states(name):
        hand = engine.layout.piles["hand"].base
        assert max(map(int.bit_count, s.piles[hand : hand + engine.layout.seats])) <= largest_hand(engine)
