"""Certainty: the value of a condition that is fixed before the first deal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression import parser
from trickbook.expression.evaluation import Assumptions, of_slot
from trickbook.expression.evaluation.ranges import exactly, members
from trickbook.expression.leaves import ANSWER, is_word
from trickbook.expression.operations import Operation
from trickbook.expression.scope import EVERYTHING, Scope, Tree
from trickbook.expression.semantics import understood
from trickbook.expression.types import BROKEN, VARIES, Kind, Term
from trickbook.sections.answers import answer_type, answers
from trickbook.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.facts import Fact
    from trickbook.expression.evaluation import Leaves
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry

RAW: Final = "raw"
"""The grammar rule of text that cannot be parsed."""

TABLE: Final = "table"
"""The pile of exposed cards on the table."""

OPENED: Final = "exposed"
"""The word for all cards ever exposed there."""

ROUNDS: Final = 8
"""The number of rounds to find facts that never change because others do not."""


def tree(text: str, start: str = "start") -> Any:
    """The tree of an expression; text that cannot be parsed is kept as written.

    In a step that is never taken, and in examples, it may be one.
    """
    found = parser.tree(text, start)
    if found is None:
        raw = Tree(RAW, (text,))
        return raw if start == "start" else Tree(start, (raw if start == "range" else text, None))
    return found.children[0] if start == "start" else found


def meanings(compiled: CompiledRules) -> dict[str, str]:
    """The definition of each word, as written."""
    words = ((entry.name, entry["is"]) for entry in compiled.context.entries("words"))
    return {name: node.text for name, node in words if node}


@dataclass
class Certainty:
    """Finds what is certain in a configuration.

    ``facts`` are conditions that can never change, ``numbers`` numbers that cannot, ``answers`` those of
    questions that leave but one,
    ``silent`` the questions for yes or no that are never put; ``parameters`` stand for those of words.
    """

    compiled: CompiledRules
    words: dict[str, str] = field(default_factory=dict)
    facts: dict[str, bool] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    answers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    parameters: dict[str, Term] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the words, the facts that keep their start, and what is never asked or shown."""
        self.words = meanings(self.compiled)
        context, layout = self.compiled.context, self.compiled.layout
        for demand in context.demands.values():
            self.parameters.update(demand.arguments)
        place = context.root.place
        self._scope = Scope(
            layout, context.symbols, EVERYTHING, lambda _b, _e: place, lambda _p: None, {}
        )._replace(arguments=self.parameters, parts={})
        self._known = Assumptions(layout)
        for _ in range(ROUNDS):
            found = [leaves for fact in self.compiled.facts if (leaves := self._settled(fact))]
            for leaves in found:
                self._known = self._known.adding(leaves)
            if not found:
                break
        self._ask()
        table, shown = layout.piles[TABLE].ever, self._reaching(TABLE)
        if table is not None and shown:
            self._known = self._known.adding({(Operation.PILE, table): members(0, shown)})
        for entry in context.entries("piles"):
            pile = layout.piles[entry.name]
            if not self._reaching(entry.name):
                here = Operation.OWN_PILE if pile.owned else Operation.PILE
                none = members(0, 0)
                self._known = self._known.adding({(here, pile.base): none, (Operation.PILE, pile.ever): none})

    def _settled(self, fact: Fact) -> Leaves:
        """What is newly known of a fact that keeps its start: it never changes, or becomes the same again."""
        known, starts = fact.name in self.facts or fact.name in self.numbers, fact.starts
        if known or not starts.constant or fact.type.kind not in (Kind.CONDITION, Kind.NUMBER):
            return {}
        leaves = of_slot(fact.slot, exactly(fact.type.kind, starts.value))
        changes = fact.when is None or self._known.value_of(fact.when) != 0
        if fact.type.kind is Kind.CONDITION and not changes:
            self.facts[fact.name] = bool(starts.value)
            return leaves
        again = None if fact.becomes is None else self._known.adding(leaves).value_of(fact.becomes)
        if fact.type.kind is Kind.NUMBER and (not changes or again in (None, starts.value)):
            self.numbers[fact.name] = starts.value
            return leaves
        return {}

    def _ask(self) -> None:
        """Find the questions that are never put, and those that leave one answer."""
        for step in self.compiled.context.entries("steps"):
            kind, slot = answer_type(step.node), self.compiled.layout.slots.get(step.name, -1)
            never = step["ask"] is not None and self.said(written(step.node, "when")) is False
            if never and answers(step.node) == ("no", "yes"):
                self.silent.add(step.name)
                self._known = self._known.adding(of_slot(slot, exactly(Kind.CONDITION, value=False)))
            if len(left := self._answers_left(step)) == 1:
                self.answers[step.name] = left
                if kind.kind is Kind.CHOICE:
                    self._known = self._known.adding(of_slot(slot, frozenset({None, *left})))

    def _answers_left(self, step: Entry) -> tuple[str, ...]:
        """The answers that the rules of a step leave; all if the rules depend on more than the answer."""
        left = named = answers(step.node)
        for rule in self.compiled.context.entries("steps", step.name, "rules") if named else ():
            holds = self.said(rule["when"].text if rule["when"] else None)
            if holds is False:
                continue
            kept = self._kept(step, rule, left) if holds else {}
            if not kept or VARIES in kept.values():
                return named
            left = tuple(one for one in left if kept[one]) or left
        return left

    def _kept(self, step: Entry, rule: Entry, among: Sequence[str]) -> dict[str, Any]:
        """Return which answers a rule keeps; empty if it does not narrow so."""
        narrows, kind = rule["keep"] or rule["only"], answer_type(step.node)
        if narrows is None:
            return {}
        answer = Term(kind, reads=frozenset({ANSWER}), operation=ANSWER)
        symbols = {**self._scope.symbols, ANSWER: lambda _scope: answer}
        term = understood(tree(narrows.text), self._scope._replace(symbols=symbols, parts=None))
        found = {}
        for one in among:
            value = exactly(kind.kind, one == "yes" if kind.kind is Kind.CONDITION else one)
            found[one] = self._known.adding({(ANSWER, None): value}).value_of(term)
        return found

    def term(self, node: Any) -> Term:
        """The compiled part of an expression; broken if it makes no sense alone."""
        if node.data == "word" and not is_word(node, self._scope):
            return BROKEN  # a name of a choice
        try:
            return understood(node, self._scope)
        except (KeyError, AttributeError):  # not an expression of its own
            return BROKEN

    def of(self, node: Any) -> bool | None:
        """True or false if a condition is certain; None if it is open."""
        term = self.term(node)
        value = self._known.value_of(term) if term.type.kind is Kind.CONDITION else VARIES
        return None if value is VARIES else bool(value)

    def within(self, text: str) -> int | None:
        """The cards that an expression names, apart from their pile; None if it names none."""
        term = self.term(tree(text))
        if term.type.kind is not Kind.CARDS:
            return None
        found: Any = self._known.range_of(term)
        return None if found.high == self.compiled.deck.cards else int(found.high)

    def cards(self, node: Any) -> int | None:
        """The cards that an expression always means; None if they vary, or it means none."""
        term = self.term(node)
        value: Any = self._known.value_of(term) if term.type.kind is Kind.CARDS else VARIES
        return None if value is VARIES else int(value)

    def _reaching(self, pile: str) -> int:
        """The cards that steps may lay on a pile; all if that depends on more than names."""
        found = 0
        for step in self.compiled.context.entries("steps"):
            goals = [written(step.node, key) for key in ("to", "deal")]
            names = [str(tree(goal, "place").children[0]) for goal in goals if goal]
            if pile in names and self.said(written(step.node, "when")) is not False:
                named = self.within(written(step.node, "move") or written(step.node, "from") or "hand")
                found |= self.compiled.deck.cards if named is None else named
        return found

    def said(self, text: str | None) -> bool | None:
        """The same for a written condition; true if there is none."""
        return True if text is None else self.of(tree(text))


def written(node: Mapping, key: str) -> str | None:
    """The expression under a key, if there is one."""
    found = node.entries.get(key)
    return (
        found.node.text if found and isinstance(found.node, Scalar) and found.node.value is not None else None
    )
