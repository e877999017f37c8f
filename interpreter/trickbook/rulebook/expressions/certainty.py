"""Certainty: the value of a condition that is fixed before the first deal."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import and_
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression import parser
from trickbook.expression.leaves import is_word
from trickbook.expression.scope import EVERYTHING, Scope
from trickbook.expression.semantics import understood
from trickbook.expression.tree import Tree
from trickbook.expression.types import BROKEN, Kind
from trickbook.rulebook.expressions.certain_answers import certain_answers
from trickbook.sections.answers import answers
from trickbook.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.engine.facts import Fact
    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules

RAW: Final = "raw"
"""The grammar rule of text that cannot be parsed."""

TABLE: Final = "table"
"""The pile of exposed cards on the table."""

OPENED: Final = "exposed"
"""The word for all cards ever exposed there."""

SIGNS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "same": operator.eq,
    "differs": operator.ne,
}

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
    """Finds which conditions are certain in a configuration.

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
    _known: dict[str, bool | None] = field(default_factory=dict)
    _answers: dict[int, tuple[Any, bool | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the words, and the facts that keep their start."""
        self.words = meanings(self.compiled)
        context = self.compiled.context
        for demand in context.demands.values():
            self.parameters.update(demand.arguments)
        place = context.root.place
        self._scope = Scope(
            self.compiled.layout, context.symbols, EVERYTHING, lambda _b, _e: place, lambda _p: None, {}
        )._replace(arguments=self.parameters, parts={})
        for _ in range(ROUNDS):
            known = len(self.facts) + len(self.numbers)
            self._forget()
            for fact in self.compiled.facts:
                self._settle(fact)
            if len(self.facts) + len(self.numbers) == known:
                break
        for step in context.entries("steps"):
            if step["ask"] is not None and self.said(written(step.node, "when")) is False:
                self.silent |= {step.name} if answers(step.node) == ("no", "yes") else set()
            if len(left := certain_answers(context, step, self.said)) == 1:
                self.answers[step.name] = left
        self._forget()

    def _forget(self) -> None:
        """Forget what is certain, for more facts are known than before."""
        self._known.clear()
        self._answers.clear()

    def _settle(self, fact: Fact) -> None:
        """Record a fact that keeps its start: it never changes, or becomes the same number again."""
        node = fact.entry["when"]
        stays = node is not None and self.of(tree(node.text)) is False
        if not fact.starts.constant:
            return
        if fact.type.kind is Kind.CONDITION and stays:
            self.facts[fact.name] = bool(fact.starts.value)
        elif fact.type.kind is Kind.NUMBER and fact.name not in self.numbers:
            self.numbers[fact.name] = fact.starts.value
            becomes = fact.entry["becomes"]
            if not stays and (becomes is None or self.number(tree(becomes.text)) != fact.starts.value):
                del self.numbers[fact.name]
                self._forget()

    def word(self, name: str) -> bool | None:
        """Return what is certain about a word, cached."""
        if name not in self._known:
            self._known[name] = self.of(tree(self.words[name]))
        return self._known[name]

    def term(self, node: Any) -> Term:
        """The compiled part of an expression; broken if it makes no sense alone."""
        if node.data == "word" and not is_word(node, self._scope):
            return BROKEN  # a name of a choice
        try:
            return understood(node, self._scope)
        except (KeyError, AttributeError):  # not an expression of its own
            return BROKEN

    def of(self, node: Any) -> bool | None:
        """True or false if a condition is certain; None if it is open. Each part is asked once."""
        if id(node) not in self._answers:
            self._answers[id(node)] = node, self._of(node)  # as long as the node is kept, its id is its own
        return self._answers[id(node)][1]

    def _of(self, node: Any) -> bool | None:
        rule = RULES.get(node.data)
        if rule is not None and (found := rule(self, node)) is not None:
            return found
        term = self.term(node)
        return bool(term.value) if term.constant and term.type.kind is Kind.CONDITION else None

    def number(self, node: Any) -> int | None:
        """The value of a number that is certain; None if it is open."""
        match node.data, node.children:
            case "word", [name] if str(name) in self.numbers:
                return self.numbers[str(name)]
            case "word", [name] if str(name) in self.words:
                return self.number(tree(self.words[str(name)]))
            case "choose", [condition, yes, no]:
                known = self.of(condition)
                return None if known is None else self.number(yes if known else no)
            case "reckon", [one, sign, other] if str(sign) in SIGNS:
                values = self.number(one), self.number(other)
                return None if values[0] is None or values[1] is None else SIGNS[str(sign)](*values)
        term = self.term(node)
        return int(term.value) if term.constant and term.type.kind is Kind.NUMBER else None

    def within(self, text: str) -> int | None:
        """The cards that an expression names, apart from their pile; None if it names none."""
        node = tree(text)
        terms = [self.term(part) for part in (node.children if node.data == "both" else (node,))]
        named = [term.value for term in terms if term.constant and term.type.kind is Kind.CARDS]
        return reduce(and_, named) if named else None

    @cached_property
    def showable(self) -> int:
        """The cards that steps may expose; all if that depends on more than names."""
        found = 0
        for step in self.compiled.context.entries("steps"):
            goal = written(step.node, "to") or written(step.node, "deal") or "hand"
            if str(tree(goal, "place").children[0]) == TABLE:
                named = self.within(written(step.node, "move") or written(step.node, "from") or "hand")
                found |= self.compiled.deck.cards if named is None else named
        return found

    def said(self, text: str | None) -> bool | None:
        """The same for a written condition; true if there is none."""
        return True if text is None else self.of(tree(text))


def _both(certainty: Certainty, node: Any) -> bool | None:
    parts = [certainty.of(child) for child in node.children]
    return False if False in parts else True if all(parts) else None


def _either(certainty: Certainty, node: Any) -> bool | None:
    parts = [certainty.of(child) for child in node.children]
    return True if True in parts else False if parts == [False, False] else None


def _negate(certainty: Certainty, node: Any) -> bool | None:
    inner = certainty.of(node.children[0])
    return None if inner is None else not inner


def _choose(certainty: Certainty, node: Any) -> bool | None:
    condition, yes, no = node.children
    known = certainty.of(condition)
    return None if known is None else certainty.of(yes if known else no)


def _word(certainty: Certainty, node: Any) -> bool | None:
    name = str(node.children[0])
    if name in certainty.facts:
        return certainty.facts[name]
    if name in certainty.silent:
        return False
    return certainty.word(name) if name in certainty.words else None


def _same(certainty: Certainty, node: Any) -> bool | None:
    """False for a choice that a cycle does not contain, or an answer that the rules exclude."""
    names = [str(child.children[0]) for child in node.children if child.data == "word"]
    cycles = [option for name, option in certainty.compiled.options.items() if name in names]
    for option in cycles if len(names) == 2 else ():  # noqa: PLR2004 - both sides are words
        other = names[1 - names.index(option.name)]
        if option.type == "cycle" and set(option.value) == {other}:
            return bool(node.data == "same")
        if option.type == "cycle" and other in option.names and other not in option.value:
            return bool(node.data == "differs")
    asked = next((name for name in names if name in certainty.answers), None)
    if asked is not None and len(names) == 2:  # noqa: PLR2004 - both sides are words
        other = names[1 - names.index(asked)]
        step = next(one for one in certainty.compiled.context.entries("steps") if one.name == asked)
        if other in answers(step.node) and other not in certainty.answers[asked]:
            return bool(node.data == "differs")
    return None


def _compare(certainty: Certainty, node: Any) -> bool | None:
    """The comparison of two numbers that are certain."""
    one, *sign, other = node.children
    values = certainty.number(one), certainty.number(other)
    compares = SIGNS[str(sign[0]) if sign else node.data]
    return None if None in values else bool(compares(*values))


def _alike(certainty: Certainty, node: Any) -> bool | None:
    known = _same(certainty, node)
    return _compare(certainty, node) if known is None else known


def _has(certainty: Certainty, node: Any) -> bool | None:
    """False for a card that no step exposes."""
    place, cards = node.children
    term = certainty.term(cards)
    opened = place.data == "word" and str(place.children[0]) == OPENED
    if not opened or not term.constant or term.type.kind is not Kind.CARDS:
        return None
    some = certainty.showable
    return False if some and not term.value & some else None


def _over(certainty: Certainty, node: Any) -> bool | None:
    """False for any of some seats if it holds for none, true for all of them if it holds for each."""
    name, _group, asked = node.children
    idle = {"any": False, "all": True}.get(str(name))
    return idle if idle is not None and certainty.of(asked) is idle else None


RULES: dict[str, Callable[[Certainty, Any], bool | None]] = {
    "both": _both,
    "either": _either,
    "negate": _negate,
    "choose": _choose,
    "word": _word,
    "same": _alike,
    "differs": _alike,
    "compare": _compare,
    "has": _has,
    "over": _over,
}


def written(node: Mapping, key: str) -> str | None:
    """The expression under a key, if there is one."""
    found = node.entries.get(key)
    return (
        found.node.text if found and isinstance(found.node, Scalar) and found.node.value is not None else None
    )
