"""The answers that questions left to somebody in observed deals, and those that they never did."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.types import Kind
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from trickbook.engine.ask import AskStep
    from trickbook.problems import Place

MANY: Final = 100
"""The number of times a question is asked before an answer that it never leaves is told."""


@dataclass
class OfferedAnswers:
    """How often each question was asked, and the names that it left to somebody."""

    questions: dict[Place, AskStep] = field(default_factory=dict)
    asked: Counter[Place] = field(default_factory=Counter)
    offered: dict[Place, set[Any]] = field(default_factory=dict)

    def offer(self, question: AskStep, values: Iterable[Any]) -> None:
        """Note the answers that a question leaves to a seat."""
        if question.names:
            place = question.entry.place
            self.questions[place] = question
            self.asked[place] += 1
            self.offered.setdefault(place, set()).update(values)

    def closed(self, own: Container[Place]) -> dict[Place, list[str]]:
        """The names that questions of a file have never left to anybody, though asked many times."""
        found = {}
        for place, question in self.questions.items():
            if place in own and self.asked[place] >= MANY:
                conditions = question.type.kind is Kind.CONDITION
                values = {name: name == "yes" if conditions else name for name in question.names}
                found[place] = [name for name, value in values.items() if value not in self.offered[place]]
        return {place: names for place, names in found.items() if names}

    def notes(self, own: Container[Place], deals: int) -> Iterator[Problem]:
        """A note for each question with answers that nobody could ever give."""
        for place, names in self.closed(own).items():
            question = shown(self.questions[place].name)
            closed = " and ".join(map(shown, names))
            message = f"{question} left {closed} to nobody in {deals} random deals"
            hint = "change its rules, or leave that out of `answers:`"
            yield Problem("never-open", message, place, hint, "note")
