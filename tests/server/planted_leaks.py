"""Planted leaks: each reveals something hidden to a seat, a spectator, or a log."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from trickbook import Game
from trickbook.game import view
from trickbook.game.events import EVERYBODY, Event
from trickbook.server import encoded
from trickbook.server.rooms import frames, room
from trickbook.server.table import LoggedMove, TableState, Update, match, messages

Plant = Callable[[pytest.MonkeyPatch], None]
LOG = logging.getLogger("trickbook")


def wrap(target: Any, name: str, made: Callable[..., Any]) -> Plant:
    """Put something in the place of a function; it is handed the function, and what that is given."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        old = getattr(target, name)
        monkeypatch.setattr(target, name, lambda *given, **more: made(old, *given, **more))

    return plant


def beside(key: str, secret: Callable[[Game, int | None], Any]) -> Plant:
    """Tell a seat something more, or something else, with its view."""

    def told(old: Any, game: Game, seat: int | None, *rest: Any) -> dict[str, Any]:
        return {**old(game, seat, *rest), key: secret(game, seat)}

    return wrap(frames, "seat_view", told)


def public(key: str, secret: Callable[[Game], Any]) -> Plant:
    """Tell everybody something more."""
    return wrap(frames, "public", lambda old, game: {**old(game), key: secret(game)})


def next_to(game: Game, seat: int | None) -> int:
    return ((-1 if seat is None else seat) + 1) % len(game.hands)


def others(game: Game, seat: int | None) -> list[tuple[str, ...]]:
    return [hand for place, hand in enumerate(game.hands) if place != seat]


def tops(game: Game) -> list[str]:
    return [max(hand, default="") for hand in game.hands]


def loudly(old: Any, *given: Any) -> tuple[Event, ...]:
    return tuple(event._replace(seen=EVERYBODY) for event in old(*given))


def widely(old: Any, *given: Any) -> tuple[Event, ...]:
    return tuple(event._replace(audience=EVERYBODY) for event in old(*given))


def logged(old: Any, live: TableState, asked: Any, move: str, *rest: Any) -> Update:
    LOG.warning("seat %s of %s plays %s", asked.seat, live.game and live.game.hands, move)
    return old(live, asked, move, *rest)  # type: ignore[no-any-return]


def padded(old: Any, live: TableState, *given: Any) -> str:
    assert live.game is not None
    text: str = old(live, *given)
    return text[:-1] + ',"pad":"' + "x" * (sum(map(ord, "".join(tops(live.game)))) % 97) + '"}'


def refusing(old: Any, live: TableState, asked: Any, error: Any) -> dict[str, Any]:
    """Say who holds the card that one does not."""
    assert live.game is not None
    return {
        **old(live, asked, error),
        "held": [str(error).count(card) for hand in live.game.hands for card in hand],
    }


def rude(_old: Any, live: TableState, asked: Any, error: Any) -> dict[str, Any]:
    """Answer otherwise where somebody holds a card."""
    assert live.game is not None
    told: dict[str, Any] = _old(live, asked, error)
    return {**told, "code": "illegal" if tops(live.game)[0] < tops(live.game)[1] else "not-now"}


def hinted(old: Any, rules: Any, game: Game, seat: int, *rest: Any) -> dict[str, Any]:
    """Look into the hand of a neighbour for a hint."""
    return {**old(rules, game, seat, *rest), "says": " ".join(game.hands[next_to(game, seat)])}


def missed(old: Any, live: TableState, *given: Any) -> Any:
    """Tell who comes back what they did not see."""
    log = tuple(one._replace(events=loudly(iter, one.events)) for one in live.log)
    return old(live._replace(log=log), *given)


def extra(old: Any, self: room.Room, *given: Any) -> None:
    """Send one frame more where somebody holds a card."""
    old(self, *given)
    game = self.table.game
    assert game is not None
    if sum(map(ord, "".join(tops(game)))) % 2:
        for line in self.connections:
            line.enqueue(encoded({"type": "seats"}))


def disordered(old: Any, moved: LoggedMove, seat: int | None) -> dict[str, Any]:
    """Order what is told by what was said."""
    told = old(moved, seat)
    return dict(sorted(told.items(), reverse=moved.said < "8"))


def accepting(old: Any, live: TableState, after: Game, *rest: Any) -> Update:
    outcome: Update = old(live, after, *rest)
    return outcome._replace(answer={**outcome.answer, "next": after.hands})


def seated(old: Any, live: TableState, *given: Any) -> str:
    """Tell by the names who holds the highest card."""
    assert live.game is not None
    best = tops(live.game).index(max(tops(live.game)))
    named = [
        seat._replace(name=f"{seat.name}*" if place == best else seat.name)
        for place, seat in enumerate(live.seats)
    ]
    return str(old(live._replace(seats=tuple(named)), *given))


def explained(old: Any, live: TableState, deal: int) -> None:
    """Let whoever asks hear of a deal that is still played."""
    if live.game is None:
        old(live, deal)


def high(card: str) -> bool:
    return card[0] in "AK"


def suits(hand: tuple[str, ...]) -> set[str]:
    return {card[-1] for card in hand}


def another(old: Any, game: Game, seat: int | None, *rest: Any) -> Any:
    return old(game, next_to(game, seat), *rest)


LEAKS: Final[Mapping[str, Plant]] = {
    "the hand of a neighbour": beside("near", lambda game, seat: game.hands[next_to(game, seat)]),
    "the hands of all others": beside("all", lambda game, seat: sorted(map(sorted, others(game, seat)))),
    "a number made of all hands": public("check", lambda game: sum(map(ord, "".join(tops(game))))),
    "how many high cards each has": public("high", lambda game: [sum(map(high, h)) for h in game.hands]),
    "which suits each has": public("suits", lambda game: [sorted(suits(hand)) for hand in game.hands]),
    "the highest card of each": public("tops", tops),
    "what others may play": public("legal_of", lambda game: [str(game.legal(s)[:50]) for s in game.actors]),
    "who could follow": public("sizes", lambda game: [len(suits(h)) + len(h) for h in game.hands]),
    "a card of each": public("aside", lambda game: [list(game.aside), [hand[:1] for hand in game.hands]]),
    "the record": public("record", lambda game: game.record().partition("Deal")[2]),
    "the view of another": wrap(frames, "seat_view", another),
    "answers face down": beside("answers", lambda game, _: str(game.state.asked) + str(game.state.log)),
    "what is passed": wrap(match, "events", loudly),
    "what others receive": wrap(match, "events", widely),
    "what was passed, to who comes back": wrap(frames, "state", missed),
    "a log of hands": wrap(match, "play", logged),
    "the length of a frame": wrap(frames, "state", padded),
    "the length of a list": public("pads", lambda game: [""] * (ord(tops(game)[0][:1] or "0") % 9)),
    "who holds a card, by a refusal": wrap(match, "_illegal", refusing),
    "the code of a refusal": wrap(match, "_illegal", rude),
    "a hint that knows": wrap(messages, "hint", hinted),
    "one frame more": wrap(room.Room, "_announce_move", extra),
    "the order of what is told": wrap(frames, "_missed", disordered),
    "cards in an answer": wrap(match, "_move_update", accepting),
    "a mark at a name": wrap(frames, "seats", seated),
    "a trick of this deal": wrap(messages, "_finished", explained),
}
"""What is told that must not be, each by its name."""

IN_THE_VIEW: Final[Mapping[str, Plant]] = {
    "a card of seat 0, to all": wrap(view, "_sizes", lambda old, game: {**old(game), "top": tops(game)[:1]}),
    "a pile that is another's": wrap(
        view, "_piles", lambda old, game, seat: {**old(game, seat), "near": game.hands[next_to(game, seat)]}
    ),
    "what others were dealt": wrap(
        view, "_course", lambda old, game, seat: [*old(game, seat), ["deal", None, str(game.hands)]]
    ),
}
"""What a view might hold that it must not, before anybody is told of it."""
