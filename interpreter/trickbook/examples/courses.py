"""Examples of a course of play: start a game, make the moves, compare with the expected state."""

from __future__ import annotations

from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from trickbook.engine.moves import MoveError, answer_text
from trickbook.examples import InvalidExampleError, Mismatch, values
from trickbook.examples.positions import check_facts, check_illegal, check_legal, check_metrics
from trickbook.problems import TrickbookError, shown
from trickbook.sections import metrics
from trickbook.sections.conversion import named_value
from trickbook.source import Listing, Mapping, Scalar, plain
from trickbook.state import moves
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from trickbook.examples.values import Situation
    from trickbook.game import Game
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node

STARTING_WORDS: Final = ("deal", "dealer", "leader", "seed", "scores", "facts")
ANNOUNCE: Final = "announce"
"""The word in place of a seat for an announcement from outside."""

SEED: Final = 1
"""The default seed, so that examples are reproducible."""

PLAIN_WORDS: Final[dict[str, Callable[[Game], Any]]] = {
    "phase": lambda game: game.phase,
    "actors": lambda game: game.actors,
    "resting": lambda game: game.resting,
    "leader": lambda game: game.leader,
    "dealer": lambda game: game.dealer,
    "deal": lambda game: game.deal,
    "scores": lambda game: game.scores,
    "deals": lambda game: game.deals,
    "winners": lambda game: game.winners,
    "counts": lambda game: [len(hand) for hand in game.hands],
    "takers": lambda game: [trick.taker for trick in game.tricks],
    "redeals": lambda game: [redeal.step for redeal in game.state.redeals],
}
CARD_WORDS: Final[dict[str, Callable[[Game], Sequence[str]]]] = {
    "exposed": lambda game: game.exposed,
    "aside": lambda game: game.aside,
    "held": lambda game: game.held,
    "left_out": lambda game: [face.name for face in game.engine.deck.faces if not face.copies],
}
LASTING_WORDS: Final = frozenset({"deal", "deals", "scores", "winners", "points", "phase", metrics.KEY})
"""The words that are about finished deals, or about the match."""

PILE_WORDS: Final[dict[str, Callable[[Game], Sequence[Sequence[str]]]]] = {
    "hands": lambda game: game.hands,
    "open": lambda game: game.open,
    "taken": lambda game: game.taken,
    "shown": lambda game: [_was_shown(game, seat) for seat in range(game.engine.layout.seats)],
}


def _was_shown(game: Game, seat: int) -> Sequence[str]:
    """The cards that a seat was shown in a deal."""
    seen = (shown.cards for shown in game.state.shows if shown.to >> seat & 1)
    return game.engine.list(reduce(or_, seen, 0))


def check_course(situation: Situation, happens: Node | None, expected: dict[str, Node]) -> Iterator[Mismatch]:
    """Start a game, make the moves, and compare."""
    situation.limit(frozenset({"hands", "aside", "draws", *STARTING_WORDS}), Message("a course of play"))
    game, begun = _start(situation), situation.plain("deal").get("deal", 1)
    for item in happens.items if isinstance(happens, Listing) else ():
        game = _happen(game, item)
    for word, node in expected.items():
        try:
            mismatches = list(_compare(game, word, node))
        except InvalidExampleError as misfit:
            mismatches = [misfit.difference]
        late = game.deal > begun and word not in LASTING_WORDS
        yield from (_later(mismatch, game.deal) if late else mismatch for mismatch in mismatches)


def _later(mismatch: Mismatch, deal: int) -> Mismatch:
    """A result of the next deal, which the example hardly means."""
    if mismatch.expected is None:
        return mismatch
    _, found = mismatch.texts()
    message = Message(
        "{text} (in deal {number}: deal {number_before} is over after this course)",
        text=found,
        number=deal,
        number_before=deal - 1,
    )
    return mismatch._replace(found=message)


def _start(situation: Situation) -> Game:
    given = {"seed": SEED, **situation.plain(*STARTING_WORDS)}
    _check_answers(situation, given.get("facts", {}))
    node, number = situation.node("hands"), given.get("deal", 1)
    if isinstance(node, Mapping):
        given["hands"] = {int(key): _hands(situation, entry.node) for key, entry in node.entries.items()}
    elif node:
        given["hands"] = _hands(situation, node)
    if situation.node("draws"):
        if node is None:
            message = Message("give the hands too; chance deals them first")
            raise InvalidExampleError(situation.given.entries["draws"].key_place, "draws", message)
        given["draws"] = {number: ["", *situation.plays("draws")]}
    if situation.node("aside"):
        given["aside"] = situation.cards("aside")
    return situation.rules.new_game(**given)


def _check_answers(situation: Situation, facts: Iterable[str]) -> None:
    """Raise InvalidExampleError for an answer that is given, because a course of play asks for it anew."""
    node = situation.node("facts")
    for name in facts:
        if isinstance(node, Mapping) and (known := named_value(situation.engine, name)).answer:
            template = "a course of play asks {name}; write its answers into the course"
            if not known.owned:
                template = "chance answers {name} in a course of play; give its draw under `draws:`"
            message = Message(template, name=shown(name))
            raise InvalidExampleError(node.entries[name].key_place, "facts", message)


def _hands(situation: Situation, node: Node) -> list[list[str]]:
    hands = dict(values.by_seat(situation.engine, node, "hands"))
    if 0 < len(hands) < situation.seats:
        seats, count = situation.seats, len(hands)
        message = Message(
            "{number} hands are needed, one for each seat, not {number_found}",
            number=seats,
            number_found=count,
        )
        raise InvalidExampleError(node.place, "hands", message)
    return [
        values.cards(situation.engine, hands[seat], "hands") if seat in hands else []
        for seat in range(situation.seats)
    ]


def _happen(game: Game, item: Node) -> Game:
    """Make the moves of one item."""
    if not isinstance(item, Mapping):
        return _move(game, item)
    for step, entry in item.entries.items():
        for move in entry.node.items if isinstance(entry.node, Listing) else (entry.node,):
            game = _move(game, move, step)
    return game


def _move(game: Game, node: Node, step: str | None = None) -> Game:
    """The game after a move, or an announcement. Raises InvalidExampleError if another step comes here."""
    who, _, what = values.text_of(node).strip().partition(" ")
    seat = None if who == ANNOUNCE else values.seat(game.engine, who, node.place, "course")
    try:
        if step not in (None, game.phase):
            message = Message("{step} comes here, not {other}", step=shown(game.phase), other=shown(step))
            raise MoveError(message)
        return game.announce(what.strip()) if seat is None else game.apply_owner_move(seat, what.strip())
    except TrickbookError as error:
        raise InvalidExampleError(node.place, "course", _explained(game, seat, error.message)) from None


def _explained(game: Game, seat: int | None, found: Message | str) -> Message | str:
    """What was found; of a seat that may not act, also which question it was not asked."""
    answered = None if seat is None or game.acts(seat) else _only_answer(game, seat)
    return (
        found
        if answered is None
        else Message("{what_one}; {what_other}", what_one=found, what_other=answered)
    )


def _only_answer(game: Game, seat: int) -> Message | None:
    """The last question that a seat was not asked, because it had one answer left; None if there is none."""
    state, found = game.state, None
    begun = state.redeals[-1].moves if state.redeals else 0
    given = {move.step: move.text for move in moves(state.log)[begun:] if move.seat == seat}
    for step in game.engine.questions:
        [value] = state.program.slot_values(state.v, step.slot + seat)
        if step.source is None and value is not None and answer_text(value) != given.get(step.name):
            template = "seat {number} was not asked for {name}: {text} was its only answer"
            found = Message(template, number=seat, name=shown(step.name), text=shown(answer_text(value)))
    return found


def _compare(game: Game, word: str, node: Node) -> Iterator[Mismatch]:
    """Compare one word of a game with its expected value."""
    engine = game.engine
    if word in PLAIN_WORDS:
        yield from _differ(node, word, _plainly(node), values.as_text(PLAIN_WORDS[word](game)))
    elif word in CARD_WORDS:
        yield from _cards(engine, word, node, CARD_WORDS[word](game))
    elif word in PILE_WORDS:
        for seat, cards in values.by_seat(engine, node, word):
            yield from _cards(engine, f"{word} of {seat}", cards, PILE_WORDS[word](game)[seat])
    elif word == "trick":
        plays = [values.sorted_move(engine, move) for _, move in game.trick]
        yield from _differ(node, word, ", ".join(values.moves(engine, node, word)), ", ".join(plays))
    elif word == "facts":
        yield from check_facts(engine, game.state, node)
    elif word == metrics.KEY:
        yield from _metrics(game, node)
    else:
        yield from _moves(game, word, node)


def _differ(node: Node, word: str, wanted: str, found: str) -> Iterator[Mismatch]:
    if wanted != found:
        yield Mismatch(node.place, word, wanted or "nothing", found or "nothing")


def _plainly(node: Node) -> str:
    """A value as text; the items of lists side by side."""
    if isinstance(node, Listing):
        nested = any(isinstance(item, Listing) for item in node.items)
        return ("; " if nested else " ").join(map(_plainly, node.items)) or "nothing"
    return values.text_of(node)


def _cards(engine: CompiledRules, word: str, node: Node, found: Sequence[str]) -> Iterator[Mismatch]:
    wanted = values.in_order(engine, values.cards(engine, node, word))
    yield from _differ(node, word, values.as_text(wanted), values.as_text(values.in_order(engine, found)))


def _metrics(game: Game, node: Node) -> Iterator[Mismatch]:
    """Compare the metrics of the last finished deal."""
    history = game.state.match.history
    if not history:
        message = Message("no deal has ended, so nothing is measured yet")
        raise InvalidExampleError(node.place, metrics.KEY, message)
    yield from check_metrics(game.engine, node, history[-1].measured)


def _moves(game: Game, word: str, node: Node) -> Iterator[Mismatch]:
    """Compare the legal moves of seats, or the reasons against illegal ones."""
    if isinstance(node, Scalar) or (word == "illegal" and not isinstance(node, Mapping)):
        entry = f"{word}: {{0: {plain(node)}}}"
        message = Message("say for which seat: `{entry}`, or give a `hand`", entry=entry)
        raise InvalidExampleError(node.place, word, message)
    for seat, wanted in values.by_seat(game.engine, node, word):
        label = f"{word} for {seat}"
        if word == "legal":
            mismatches = check_legal(game.engine, label, wanted, game.legal(seat), waiting=game.actors)
        else:
            mismatches = check_illegal(label, wanted, partial(game.explain, seat))
        yield from (one._replace(found=_explained(game, seat, one.texts()[1])) for one in mismatches)
