"""The messages of a seat that change a table, and the functions that carry them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.server.table import cutting, match, seat_changes, take_back

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

    from trickbook.server.messages import ClientMessage
    from trickbook.server.table.match import Requester
    from trickbook.server.table.state import TableState, Update

    Replaced = Callable[[], Collection[int]]
    Act = Callable[[TableState, Requester, Mapping[str, Any], Replaced], Update]


ONCE: Mapping[str, Act] = {
    "play": lambda table, requester, body, _: match.play(table, requester, body["move"], body.get("at")),
    "fill": lambda table, requester, body, _: seat_changes.fill(table, requester, body["bot"]),
    "again": lambda table, requester, *_: seat_changes.rematch(table, requester),
    "leave": lambda table, requester, *_: seat_changes.leave(table, requester),
    "take_back": lambda table, requester, _, replaced: take_back.ask(table, requester, replaced()),
    "agree": lambda table, requester, body, _: take_back.answer(
        table, requester, body["to"], agrees=body["agrees"]
    ),
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
