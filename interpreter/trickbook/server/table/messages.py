"""The messages of a seat: decisions, which change the table, and questions, which change nothing.

A player may ask to take back the last move and all after it; the other people agree. That ends where
agreement could not undo what was seen: with the deal, whose seal is opened then, and with cards that somebody
saw though nobody played them, such as passed, drawn or shown ones.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.deck import MARK
from trickbook.engine.tricks import TrickStep
from trickbook.game.events import EVERYBODY, made
from trickbook.game.view import own, public
from trickbook.problems import TrickbookError
from trickbook.seat.hints import hint
from trickbook.seat.score_sheet import score_sheet
from trickbook.seat.seat_view import past_trick
from trickbook.server import refusal
from trickbook.server.table import (
    Request,
    Row,
    TableState,
    Update,
    cutting,
    match,
    match_over,
    people,
    seat_changes,
    written_back,
)
from trickbook.server.table.match import accepted, rewound_to
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from trickbook.game import Game
    from trickbook.server import ClientMessage
    from trickbook.server.table.match import Requester

    Replaced = Callable[[], Collection[int]]
    Act = Callable[[TableState, Requester, Mapping[str, Any], Replaced], Update]


NOT_ALLOWED: Final = Message("at this table no move is taken back; choose that when you make an unlisted one")
NOTHING: Final = Message("you have made no move in this deal that could be taken back")
SEEN: Final = Message("since your move somebody has seen cards that nobody played; it cannot be taken back")
ASKED: Final = Message("another player asks to take back; answer that first")
NOBODY_ASKS: Final = Message("nobody asks you to agree to this")


def ask(table: TableState, requester: Requester, bots: Collection[int]) -> Update:
    """Ask to take back a seat's last move; people for whom one of the ``bots`` moves need not agree."""
    if table.request is not None and table.request.seat != requester.seat:
        return Update(table, refusal(requester.id, "not-now", ASKED))
    try:
        to = _stays(table, requester.seat)
    except TrickbookError as error:
        return Update(table, refusal(requester.id, "not-now", error.message))
    waits = frozenset(people(table)) - {requester.seat} - frozenset(bots)
    return _request_update(table, requester, Request(requester.seat, to, waits))


def answer(table: TableState, requester: Requester, to: int, *, agrees: bool) -> Update:
    """Agree that moves are taken back, or not; the first who does not ends the request."""
    request = table.request
    if request is None or request.to != to or requester.seat not in request.waits:
        return Update(table, refusal(requester.id, "not-now", NOBODY_ASKS))
    if not agrees:
        return _ended(table, requester, request._replace(outcome="refused"))
    try:
        _stays(table, request.seat)
    except TrickbookError:
        return _ended(table, requester, request._replace(outcome="over"))
    return _request_update(table, requester, request._replace(waits=request.waits - {requester.seat}))


def _ended(table: TableState, requester: Requester, request: Request) -> Update:
    return Update(table._replace(request=None), accepted(requester.id, table.seq), request=request)


def _request_update(table: TableState, requester: Requester, request: Request) -> Update:
    """The table with a request that waits for others, or taken back if all agree."""
    if request.waits:
        answer = accepted(requester.id, table.seq)
        return Update(table._replace(request=request), answer, request=request)
    seq = table.seq + 1
    back = rewound_to(table, seq, request.to)
    row = Row("move", (table.name, seq, table.match, None, written_back(request.to), round(table.played, 1)))
    answer = accepted(requester.id, seq)
    return Update(back, answer, (row,), begun=True, request=request._replace(outcome="done"))


def _stays(table: TableState, seat: int) -> int:
    """The ``seq`` of what stays if a seat takes back its last move; TrickbookError if it cannot."""
    if not table.take_back:
        raise TrickbookError(NOT_ALLOWED)
    last = next((move.seq for move in reversed(table.log) if move.seat == seat), 0)
    kept = [seq for seq in table.positions if seq < last]
    if table.game is None or match_over(table) or not kept:
        raise TrickbookError(NOTHING)
    to = max(kept)
    of_cards = _steps_of_cards(table.game)
    since = (made(move.events) for move in table.log if move.seq > to)
    named = (one.what for one in since if one.seen == EVERYBODY and one.step in of_cards)
    played = Counter(card for cards in named for card in _cards(cards.split()))
    later = [game for seq, game in table.positions.items() if seq > to]
    if any(_newly_seen(table.positions[to], later, one, played) for one in range(len(table.seats))):
        raise TrickbookError(SEEN)
    return to


def _steps_of_cards(game: Game) -> set[str]:
    """The steps at which cards are said; bids may be spelled like cards."""
    steps = game.engine.waiting.values()
    return {step.name for step in steps if isinstance(step, TrickStep) or step.source is not None}


def _newly_seen(before: Game, later: Sequence[Game], seat: int, played: Counter[str]) -> bool:
    """Return whether a seat has seen cards later that it did not see before, other than played ones."""
    old = dict(_visible_cards(before, seat))
    seen = (one for game in later for one in _visible_cards(game, seat))
    return any(cards - old.get(where, Counter()) - played for where, cards in seen)


def _visible_cards(game: Game, seat: int) -> Iterator[tuple[str, Counter[str]]]:
    """Yield the cards that a seat sees: in piles, exposed, shown, and by chance."""
    view = {**public(game), **own(game, seat)}
    yield "piles", Counter(_cards(_flat(list(view["piles"].values()))))
    yield "exposed", Counter(_cards(view["exposed"]))
    yield "shown", Counter(_cards(_flat([one["cards"] for one in view.get("shown", ())])))
    yield "drawn", Counter(str(said) for _, who, said in view["course"] if who is None)


def _flat(found: Any) -> Iterator[str]:
    """Yield the texts in lists of lists."""
    if isinstance(found, str):
        yield found
    elif found is not None:
        for one in found:
            yield from _flat(one)


def _cards(written: Any) -> Iterator[str]:
    return (card.removesuffix(MARK) for card in written)


ONCE: Mapping[str, Act] = {
    "play": lambda table, requester, body, _: match.play(table, requester, body["move"], body.get("at")),
    "fill": lambda table, requester, body, _: seat_changes.fill(table, requester, body["bot"]),
    "again": lambda table, requester, *_: seat_changes.rematch(table, requester),
    "leave": lambda table, requester, *_: seat_changes.leave(table, requester),
    "take_back": lambda table, requester, _, replaced: ask(table, requester, replaced()),
    "agree": lambda table, requester, body, _: answer(table, requester, body["to"], agrees=body["agrees"]),
    "resume": lambda table, requester, *_: match.acknowledge(table, requester),
}
"""The decisions. Each is carried out once, however often it is sent."""


def decided(
    requester: Requester, said: ClientMessage, replaced: Replaced
) -> Callable[[TableState], Update] | None:
    """The change of a table that a message asks for; None if it asks for none.

    ``replaced`` gives the seats of people for whom a bot moves.
    """
    if said.type == "cut":
        return lambda table: cutting.answer(table, requester.seat, said.body)
    act = ONCE.get(said.type)
    if act is None:
        return None
    return lambda table: match.once(table, requester, lambda now: act(now, requester, said.body, replaced))


def answer_question(table: TableState, requester: Requester, said: ClientMessage) -> dict[str, Any]:
    """The answer to a question about the game; nothing changes."""
    try:
        return {"type": said.type, "id": requester.id, **QUESTIONS[said.type](table, requester, said.body)}
    except TrickbookError as error:
        return refusal(requester.id, "not-now", error.message)


def _hint(table: TableState, requester: Requester, body: Mapping[str, Any]) -> dict[str, Any]:
    """A move for the seat, from what it sees."""
    if table.game is None or requester.seat not in table.game.actors:
        raise TrickbookError(Message("it is not your turn"))
    return dict(hint(table.rules, table.game, requester.seat, requester.lang))


def _points(table: TableState, requester: Requester, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return where the points of a finished deal came from."""
    _finished(table, body["deal"])
    assert table.game is not None  # noqa: S101 - a deal is finished
    whole = score_sheet(table.game, body["deal"], requester.lang, _names(table))
    if body["seat"] >= len(whole["seats"]):
        raise TrickbookError(Message("there is no seat {number}", number=body["seat"]))
    return {**whole["seats"][body["seat"]], "deal": whole["deal"], "decisions": whole["decisions"]}


def _trick(table: TableState, requester: Requester, body: Mapping[str, Any]) -> dict[str, Any]:
    """A trick of a finished deal, with all hands."""
    _finished(table, body["deal"])
    assert table.game is not None  # noqa: S101 - a deal is finished
    return past_trick(table.game, body["number"], body["deal"], requester.lang, _names(table))


def _names(table: TableState) -> list[str] | None:
    """The names of the players, if all have one."""
    names = [seat.name for seat in table.seats]
    return names if all(names) else None


def _finished(table: TableState, deal: int) -> None:
    """Check that a deal is finished: a running one stays hidden."""
    if table.game is None or not 0 < deal <= len(table.game.deals):
        raise TrickbookError(Message("deal {number} is not finished", number=deal))


QUESTIONS: Mapping[str, Callable[[TableState, Requester, Mapping[str, Any]], dict[str, Any]]] = {
    "hint": _hint,
    "points": _points,
    "trick": _trick,
}
"""The questions, and the functions that answer them."""
