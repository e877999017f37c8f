"""The view of one seat. Everything that a player sees comes from here."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.combinations import Selections
from trickbook.cards.gaussian import Gaussian
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, pile_at, shows_cards, visible_shows
from trickbook.engine.moves import DONE, answer_text
from trickbook.expression.types import Kind
from trickbook.state import moves

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.core.state import State
    from trickbook.engine.engine import Step
    from trickbook.game.snapshot import Snapshot
    from trickbook.state import Move

LISTED: Final = 200
"""The most moves that a view lists; where there are more, as in passing, ``choose`` tells what they are."""

PUBLIC: Final[Mapping[str, Callable[[Snapshot], Any]]] = MappingProxyType({
    "phase": lambda game: game.phase,
    "actors": lambda game: list(game.actors),
    "deal": lambda game: game.deal,
    "dealer": lambda game: game.dealer,
    "leader": lambda game: game.leader,
    "scores": lambda game: plain(game.scores),
    "deals": lambda game: plain(game.deals),
    "winners": lambda game: list(game.winners),
    "trick": lambda game: [list(play) for play in game.trick],
    "tricks": lambda game: [
        {"plays": [list(play) for play in trick.plays], "taker": trick.taker} for trick in game.tricks
    ],
    "exposed": lambda game: list(game.exposed),
    "counts": lambda game: [len(hand) for hand in game.hands],
    "sizes": lambda game: _sizes(game),  # noqa: PLW0108 - the function stands below
    "facts": lambda game: _facts(game, None),
    "announced": lambda game: list(game.announced),
})  # fmt: skip
"""How each part of a view is told that is the same for everybody."""


def view(game: Snapshot, seat: int | None) -> dict[str, Any]:
    """A seat's view, as plain data; that of somebody who only looks on if there is no seat.

    It holds what lies open for everybody, what the table remembers, the seat's own cards and answers,
    and the moves that it may make; of the others only how many cards they hold. ``sizes`` tells how many
    cards lie in each pile, ``course`` what was dealt, drawn and answered. ``legal`` is None where there
    are too many to list; ``choose`` says how many cards out of which, where cards are chosen.
    """
    return {"ruleset": game.origin.name, "seat": seat, **public(game), **own(game, seat)}


def empty_view(ruleset: str, seats: int) -> dict[str, Any]:
    """The view at a table where no match has begun yet, as a spectator sees it."""
    lists = ("actors", "deals", "winners", "trick", "tricks", "exposed", "announced", "course", "legal")
    maps = ("piles", "sizes", "facts", "answers", "why")
    return {
        "ruleset": ruleset,
        "seat": None,
        "phase": "",
        "deal": 0,
        **{key: [0] * seats for key in ("scores", "counts")},
        **{key: [] for key in lists},
        **{key: {} for key in maps},
        **dict.fromkeys(("leader", "dealer", "choose", "asks")),
    }


def public(game: Snapshot) -> dict[str, Any]:
    """The part of a view that is the same for everybody."""
    return {
        **{key: tell(game) for key, tell in PUBLIC.items()},
        **_order(game),
        **({"plays_for": game.plays_for} if game.engine.proxies else {}),
        **({"resting": list(game.resting)} if game.engine.resting else {}),
        **({"thrown_in": _thrown_in(game)} if game.engine.ends else {}),
    }


def part_of_view(game: Snapshot, seat: int, key: str) -> Any:
    """One part of a seat's view: ``facts``, ``piles``, or one that is told to everybody."""
    if key == "facts":
        return _facts(game, seat)
    return _piles(game, seat) if key == "piles" else PUBLIC[key](game)


def _thrown_in(game: Snapshot) -> dict[str, Any]:
    """Return the steps by which this deal was dealt again, and the one that ended the last unscored."""
    history = game.state.match.history
    return {
        "anew": [redeal.step for redeal in game.state.redeals],
        "unscored": history[-1].ended if history else None,
    }


def _moves_before_redeal(state: State) -> int:
    """Return how many moves came before the deal was last dealt again."""
    return state.redeals[-1].moves if state.redeals else 0


def _facts(game: Snapshot, seat: int | None) -> dict[str, Any]:
    """Return what a seat sees of what the table remembers."""
    facts = {name: plain(value) for name, value in game.facts.items()}
    for fact in game.engine.secret_facts:
        values = fact.hidden(facts[fact.name] if fact.owned else [facts[fact.name]], seat)
        facts[fact.name] = list(values) if fact.owned else values[0]
    return facts


def _order(game: Snapshot) -> dict[str, Any]:
    """Return how the cards of the pack are laid, suit by suit, if that rests on what the table has agreed."""
    engine = game.engine
    if engine.layout.orders is None:
        return {}
    names = engine.deck.names
    groups = game.state.card_order.groups
    return {"order": [list(dict.fromkeys(names[bit] for bit in group)) for group in groups]}


def own(game: Snapshot, seat: int | None) -> dict[str, Any]:
    """The part of a view that is a seat's own: its cards and secrets, what it has heard, what it may do."""
    moves = () if seat is None else game.legal(seat)
    secrets = seat is not None and game.engine.secret_facts
    return {
        **({"facts": _facts(game, seat)} if secrets else {}),
        "piles": _piles(game, seat),
        "answers": _answers(game, seat),
        "course": _course(game, seat),
        **({"shown": _shown_cards(game, seat)} if shows_cards(game.engine) else {}),
        "legal": list(moves) if len(moves) <= LISTED else None,
        "choose": {"from": moves.offered, "low": moves.low, "high": moves.high}
        if isinstance(moves, Selections)
        else None,
    }


def plain(value: Any) -> Any:
    """A value, or several, as plain data: complex numbers as people write them."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, Gaussian) else value


def _piles(game: Snapshot, seat: int | None) -> dict[str, Any]:
    """The piles that the seat sees: its own that owners see, and all that everybody sees."""
    engine, piles, seen = game.engine, game.state.piles, dict[str, Any]()
    written = partial(engine.deck.written, marked=engine.marked(game.state))
    for pile in engine.layout.piles.values():
        if pile.seen_by == "everyone":
            lying = piles[pile.base : pile.base + engine.layout.seats] if pile.owned else None
            seen[pile.name] = written(piles[pile.base]) if lying is None else [*map(written, lying)]
        elif seat is not None and pile.seen_by == "owner" and pile.owned and pile.name != "taken":
            seen[pile.name] = written(piles[pile.base + seat])
    return seen


def _answers(game: Snapshot, seat: int | None) -> dict[str, Any]:
    """Return what was answered: cards by the seat itself, numbers and names by all."""
    engine, state = game.engine, game.state
    answers: dict[str, Any] = {}
    for step in engine.questions:
        values = engine.program.slot_values(state.v, step.slot, engine.layout.seats)
        if step.type.kind is Kind.CARDS:
            answers[step.name] = None if seat is None else engine.deck.written(values[seat])
        else:
            answers[step.name] = [None if value is None else answer_text(value) for value in values]
    return answers


def _sizes(game: Snapshot) -> dict[str, Any]:
    """Return the number of cards in each pile, since backs can be counted; by seat for owned piles."""
    sizes, seats = [cards.bit_count() for cards in game.state.piles], game.engine.layout.seats
    return {
        pile.name: sizes[pile.base : pile.base + seats] if pile.owned else sizes[pile.base]
        for pile in game.engine.layout.piles.values()
    }


def _shown_cards(game: Snapshot, seat: int | None) -> list[dict[str, Any]]:
    """Return the cards that steps showed in this deal, as far as the seat saw them or showed them itself."""
    engine, found = game.engine, []
    for shown in visible_shows(engine, game.state, seat):
        pile, owner = pile_at(engine.layout, shown.at)
        cards, to = list(engine.deck.written(shown.cards)), list(engine.seat_sets[shown.to])
        found.append({"step": shown.step, "pile": pile.name, "seat": owner, "cards": cards, "to": to})
    return found


def _course(game: Snapshot, seat: int | None) -> list[list[Any]]:
    """Return this deal's events beside the tricks in order: step, seat (None for chance), answer.

    What the seat does not know is None.
    """
    engine, state, begun = game.engine, game.state, _moves_before_redeal(game.state)
    steps, log = {step.name: step for step in engine.every_step}, moves(state.log)
    open_until = len(log) - face_down(game)
    return [
        [
            move.step,
            move.seat,
            _visible_text(game, steps[move.step], move, seat, lies=index >= open_until),
        ]
        for index, move in enumerate(log)
        if index >= begun and move.step not in engine.trick_steps
    ]


def _visible_text(game: Snapshot, step: Step, move: Move, seat: int | None, *, lies: bool) -> str | None:
    """Return the text of a move that a seat sees; None for another's that still ``lies`` face down."""
    if isinstance(step, DealStep) and not isinstance(move.text, str):
        pile, index = step.to, seat if step.to.owned else 0
        seen = pile.seen_by == "everyone" or (pile.owned and pile.seen_by == "owner")
        return " ".join(game.engine.deck.written(move.text[index])) if seen and index is not None else None
    text = str(move.text)
    if move.seat is None:
        return drawn_cards(text)
    return text if move.seat == seat or answer_is_open(step, text, lies=lies) else None


def face_down(game: Snapshot) -> int:
    """Return how many of the last answers lie face down, since others are still asked."""
    asking, state = game.engine.waiting.get(game.state.step), game.state
    together = state.waiting and isinstance(asking, AskStep) and asking.how == "together"
    return state.answered.bit_count() if together else 0


def answer_is_open(step: Step, text: str, *, lies: bool) -> bool:
    """Return whether everybody sees an answer; none do while it ``lies`` face down."""
    return not lies and (text == DONE or (isinstance(step, AskStep) and not step.covered))


def drawn_cards(text: str) -> str:
    """The cards that chance drew, without the seats that hold them."""
    return " ".join(card.partition("@")[0] for card in text.split())
