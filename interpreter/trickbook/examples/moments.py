"""Examples of single moments: what may be played, who wins a trick, what a deal counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.concepts.asking import Asking, MoveError, spoken
from trickbook.document import Mapping, plain
from trickbook.examples import values
from trickbook.examples.outcome import Difference, Misfit
from trickbook.position import applies, finished, seated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.document import Node
    from trickbook.examples.example import Situation
    from trickbook.table import Table

    Expected = dict[str, Node]

IMPOSSIBLE: Final = "impossible"
"""What a move is that is none at all, whatever the clauses say."""

LEGAL: Final = "legal"


def moment(situation: Situation, expected: Expected) -> Iterator[Difference]:
    """What may be played at one moment, and why not."""
    cards, known = ("exposed", "held", "played", "aside"), ("trick_number", "facts", "scores", "leader", "dealer")
    situation.limit(frozenset({"hand", "trick", "last", *cards, *known}), "what may be played at one moment")
    position = situation.rules.position(
        situation.cards("hand"),
        trick=situation.plays("trick"),
        last=_yes(situation, "last"),
        **{word: situation.cards(word) for word in cards},  # type: ignore[arg-type] - by name
        **situation.plain(*known),
    )
    if "legal" in expected:
        yield from legal(situation.table, "legal", expected["legal"], position.legal())
    if "illegal" in expected:
        yield from illegal("illegal", expected["illegal"], position.explain)


def _yes(situation: Situation, word: str) -> bool | None:
    given = situation.plain(word).get(word)
    return None if given is None else given == "yes"


def legal(table: Table, word: str, node: Node, found: Any) -> Iterator[Difference]:
    """These moves and no others."""
    wanted, moves = values.moves(table, node, word), [values.tidy(table, move) for move in found]
    if sorted(wanted) != sorted(moves):
        yield Difference(node.place, word, listed(wanted), listed(moves))


def listed(moves: list[str]) -> str:
    """Moves side by side, with commas if one has several words."""
    return (", " if any(" " in move for move in moves) else " ").join(moves) or "nothing"


def illegal(word: str, node: Node, explain: Callable[[str], Any]) -> Iterator[Difference]:
    """Each of these moves is forbidden by its clause."""
    if not isinstance(node, Mapping):
        raise Misfit(node.place, word, "name each move with the clause that forbids it: `{QS: follow_suit}`")
    for move, entry in node.entries.items():
        wanted, (verdict, why) = values.text_of(entry.node), _verdict(explain, move)
        if wanted != verdict:
            yield Difference(entry.node.place, f"{word} {move}", wanted, verdict + why)


def _verdict(explain: Callable[[str], Any], move: str) -> tuple[str, str]:
    """The name of the clause that forbids a move, or else how it stands, with the reason if there is no such move."""
    try:
        reason = explain(move)
    except MoveError as error:
        return IMPOSSIBLE, f" ({error})"
    return (reason.name if reason else LEGAL), ""


def winning(situation: Situation, expected: Expected) -> Iterator[Difference]:
    """Who wins a trick."""
    situation.limit(frozenset({"trick", "last"}), "who wins a trick")
    node, last = expected["winner"], bool(_yes(situation, "last"))
    won = values.spoken(situation.rules.trick_winner(situation.plays("trick"), last=last))
    if won != values.text_of(node):
        yield Difference(node.place, "winner", values.text_of(node), won)


def scoring(situation: Situation, expected: Expected) -> Iterator[Difference]:
    """What a deal counts, and what is asked when it is over."""
    known = ("tricks", "scores", "facts")
    situation.limit(frozenset({"taken", "exposed", "decide", *known}), "what a deal counts")
    node = situation.node("decide")
    decide = {seat: plain(answer) for seat, answer in values.by_seat(situation.table, node, "decide")} if node else {}
    taken, exposed, rest = situation.piles("taken"), situation.cards("exposed"), situation.plain(*known)
    if "points" in expected:
        wanted = expected["points"]
        points = situation.rules.score(taken, exposed=exposed, decide=decide, **rest)
        if plain(wanted) != points:
            yield Difference(wanted.place, "points", values.spoken(plain(wanted)), values.spoken(points))
    if "decision" in expected:
        wanted = expected["decision"]
        questions = _asked(situation.table, finished(situation.table, taken, exposed, **rest))
        asked = {str(seat): answers for seat, answers in questions.items()}
        if plain(wanted) != asked:
            yield Difference(wanted.place, "decision", _questions(plain(wanted)), _questions(asked))


def _asked(table: Table, state: Any) -> dict[int, list[str]]:
    """The first question after the tricks that anybody has to answer: who, and the answers."""
    for step in table.steps[table.steps.index(seated(table)) + 1 :]:
        if not isinstance(step, Asking) or step.source is not None or step.who is None or not applies(step, state):
            continue
        seats = [seat for seat in range(table.layout.seats) if step.who.run(state, 0, 0) >> seat & 1]
        answers = {seat: [spoken(answer) for answer in step.answers(table, state, seat)] for seat in seats}
        open_ = {seat: choices for seat, choices in answers.items() if len(choices) > 1}
        if open_:
            return open_
    return {}


def _questions(asked: Any) -> str:
    return "; ".join(f"{seat}: {values.spoken(answers)}" for seat, answers in asked.items()) or "nothing asked"
