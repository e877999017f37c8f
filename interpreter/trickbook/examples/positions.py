"""Examples of single positions: legal plays, the winner of a trick, the points of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.engine.moves import MoveError, answer_text
from trickbook.engine.scores import measure
from trickbook.examples import InvalidExampleError, Mismatch, values
from trickbook.expression import scope
from trickbook.game.deal_score import final_state, questions, score
from trickbook.game.position import full_trick, trick_winner
from trickbook.problems import TrickbookError, nearest, shown
from trickbook.sections import metrics
from trickbook.sections.conversion import for_each, named_value
from trickbook.source import Mapping as MapNode
from trickbook.source import plain
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.examples.values import Situation
    from trickbook.sections.compiled import CompiledRules
    from trickbook.sections.conversion import NamedValue
    from trickbook.source import Node

    Expected = dict[str, Node]

IMPOSSIBLE: Final = "impossible"
"""The word for a move that no rule could allow."""

LEGAL: Final = "legal"


def check_moves(situation: Situation, expected: Expected) -> Iterator[Mismatch]:
    """Check the legal plays of a position, and the reasons against others."""
    cards = ("exposed", "held", "played", "aside")
    known = ("trick_number", "facts", "scores", "leader", "dealer")
    situation.limit(
        frozenset({"hand", "trick", "last", *cards, *known}), Message("what may be played at one moment")
    )
    lying: dict[str, Any] = {word: situation.cards(word) for word in cards}
    position = situation.rules.position(
        situation.cards("hand"),
        trick=situation.plays("trick"),
        last=_yes(situation, "last"),
        **lying,
        **situation.plain(*known),
    )
    if "legal" in expected:
        yield from check_legal(situation.engine, "legal", expected["legal"], position.legal())
    if "illegal" in expected:
        yield from check_illegal("illegal", expected["illegal"], position.explain)
    if "facts" in expected:
        yield from check_facts(position.engine, position.state, expected["facts"])


def _yes(situation: Situation, word: str) -> bool | None:
    given = situation.plain(word).get(word)
    return None if given is None else given == "yes"


def check_legal(
    engine: CompiledRules, word: str, node: Node, found: Iterable[str], *, waiting: Sequence[int] = ()
) -> Iterator[Mismatch]:
    """Check that exactly these moves are legal; if there are none, name the seats that have some."""
    wanted, moves = values.moves(engine, node, word), [values.sorted_move(engine, move) for move in found]
    if sorted(wanted) == sorted(moves):
        return
    listed: Message | str = listed_moves(moves)
    if waiting and not moves:
        listed = Message("nothing: it is the turn of {list}", list=listing(map(str, waiting)))
    yield Mismatch(node.place, word, listed_moves(wanted), listed)


def listed_moves(moves: list[str]) -> str:
    """Moves side by side, with commas if one has several words."""
    return (", " if any(" " in move for move in moves) else " ").join(moves) or "nothing"


def check_illegal(word: str, node: Node, explain: Callable[[str], Any]) -> Iterator[Mismatch]:
    """Check that each of these moves is forbidden by its clause."""
    if not isinstance(node, MapNode):
        message = Message("name each move with the clause that forbids it: `{QS: follow_suit}`")
        raise InvalidExampleError(node.place, word, message)
    for move, entry in node.entries.items():
        wanted, (verdict, text) = values.text_of(entry.node), _verdict(explain, move)
        if wanted != verdict:
            yield Mismatch(entry.node.place, f"{word} {move}", wanted, text)


def _verdict(explain: Callable[[str], Any], move: str) -> tuple[str, Message | str]:
    """The clause that forbids a move, or its status; and how to say it, with what makes it impossible."""
    try:
        reason = explain(move)
    except MoveError as error:
        return IMPOSSIBLE, Message("impossible ({what})", what=error.message)
    verdict = reason.name if reason else LEGAL
    return verdict, verdict


def check_winner(situation: Situation, expected: Expected) -> Iterator[Mismatch]:
    """Check the winner of a trick."""
    situation.limit(frozenset({"trick", "last", "facts"}), Message("who wins a trick"))
    facts = situation.plain("facts").get("facts", {})
    engine, most = _knowing(situation, facts), situation.rules.players[-1]
    last = bool(_yes(situation, "last"))
    state = full_trick(engine, situation.plays("trick"), most, last=last, facts=facts)
    if "winner" in expected:
        node, won = expected["winner"], values.as_text(trick_winner(engine, state))
        if won != values.text_of(node):
            yield Mismatch(node.place, "winner", values.text_of(node), won)
    if "facts" in expected:
        yield from check_facts(engine, state, expected["facts"])


def check_score(situation: Situation, expected: Expected) -> Iterator[Mismatch]:
    """Check the points of a deal, and the question after it."""
    known = ("tricks", "scores", "facts", "deal", "dealer")
    situation.limit(frozenset({"taken", "exposed", "decide", *known}), Message("what a deal counts"))
    taken, exposed, rest = situation.piles("taken"), situation.cards("exposed"), situation.plain(*known)
    if expected.keys() - {"decision"}:
        table = _knowing(situation, rest.get("facts", {}))
        state = final_state(table, taken, exposed, **rest)
        if expected.keys() & {"points", metrics.KEY} or situation.node("decide"):
            state.points = score(table, state, _answers(situation))
        if "points" in expected:
            yield from _differ("points", expected["points"], state.points, values.as_text)
        if metrics.KEY in expected:
            yield from check_metrics(table, expected[metrics.KEY], measure(table.metrics, state))
        if "facts" in expected:
            yield from check_facts(table, state, expected["facts"])
    if "decision" in expected:
        asked = _first_question(situation.engine, final_state(situation.engine, taken, exposed, **rest))
        yield from _differ("decision", expected["decision"], asked, _questions)


def _knowing(situation: Situation, facts: Mapping[str, Any]) -> CompiledRules:
    """The engine, in which given words have their given values."""
    words = {entry.name for entry in situation.engine.context.entries("words")}
    return situation.rules.engine(situation.seats, frozenset(words & facts.keys()))


def check_facts(engine: CompiledRules, state: State, node: Node) -> Iterator[Mismatch]:
    """Check the values of facts, answers and words: of the table, or of each player from seat 0."""
    wanted_by_name = values.facts(engine, node)
    for name, entry in node.entries.items() if isinstance(node, MapNode) else ():
        known, wanted = named_value(engine, name), wanted_by_name[name]
        if known.term is not None and known.term.reads - scope.OPEN:
            template = "{name} depends on one play or answer; name a word that does not"
            raise InvalidExampleError(entry.key_place, "facts", Message(template, name=shown(name)))
        try:
            each = for_each(engine, name, wanted) if known.owned else [wanted]
            expected = [known.plain(engine, name, one) for one in each]
            found = known.values(engine, state)
        except TrickbookError as error:
            raise InvalidExampleError(entry.node.place, "facts", error.message) from None
        if expected != found:
            yield Mismatch(entry.node.place, name, _fact_text(known, expected), _fact_text(known, found))


def _fact_text(known: NamedValue, each: Sequence[Any]) -> str:
    """The value of the table or of each player as text."""
    texts = [values.OPEN if one is None and known.answer else one for one in each]
    return values.as_text(texts if known.owned else texts[0])


def check_metrics(engine: CompiledRules, node: Node, measured: Sequence[Sequence[int]]) -> Iterator[Mismatch]:
    """Check the metrics of a deal, by seat."""
    names = [metric.entry.name for metric in engine.metrics]
    numbers_by_name = dict(zip(names, map(list, measured), strict=True))
    for name, entry in node.entries.items() if isinstance(node, MapNode) else ():
        if name not in numbers_by_name:
            raise InvalidExampleError(
                entry.key_place, metrics.KEY, _unknown_metric(name, list(numbers_by_name))
            )
        yield from _differ(f"metrics {name}", entry.node, numbers_by_name[name], values.as_text)


def _unknown_metric(name: str, known: Sequence[str]) -> Message:
    """Return what to say of a metric that the ruleset does not have."""
    if near := nearest(name, known):
        unknown = Message("{name} is not measured", name=shown(name))
        return Message("{what}; did you mean {name}?", what=unknown, name=near)
    if known:
        return Message("{name} is not measured, only {list}", name=shown(name), list=listing(known))
    return Message("{name} is not measured; the ruleset has no `metrics:`", name=shown(name))


def _answers(situation: Situation) -> dict[int, Any]:
    """The answer of each seat that decides something."""
    node = situation.node("decide")
    answers = values.by_seat(situation.engine, node, "decide") if node else ()
    return {seat: plain(answer) for seat, answer in answers}


def _differ(
    word: str, node: Node, found: object, as_text: Callable[[Any], Message | str]
) -> Iterator[Mismatch]:
    wanted = plain(node)
    if wanted != found and as_text(wanted) != as_text(found):
        yield Mismatch(node.place, word, as_text(wanted), as_text(found))


def _first_question(engine: CompiledRules, state: State) -> dict[str, list[str]]:
    """The first question after the tricks: the seats and their answers."""
    for step, seats in questions(engine, state):
        answers = {str(seat): [*map(answer_text, step.answers(engine, state, seat))] for seat in seats}
        open_ = {seat: choices for seat, choices in answers.items() if len(choices) > 1}
        if open_:
            return open_
    return {}


def _questions(asked: dict[str, list[str]]) -> Message | str:
    lines = (f"{seat}: {values.as_text(answers)}" for seat, answers in asked.items())
    return "; ".join(lines) or Message("nothing asked")
