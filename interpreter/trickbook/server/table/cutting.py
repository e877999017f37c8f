"""Cutting the pack at a table: the seats show hashes of their numbers, then the numbers.

The next deal is cut while the one before it is played, and the first deal of a match before the match. A step
ends when all people have answered, or when their time is up; who has not answered by then is absent. What a
step comes to is stored before anybody sees it. Answers before that are not stored: clients repeat them.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.cuts import ABSENT, HEXADECIMAL, hashed_number
from trickbook.cards.cuts import BOT as CUT_OF_BOT
from trickbook.replays import sealed_deals
from trickbook.server import refusal
from trickbook.server.table import BOT, Row, TableState, Update, free_seats, match_over, people
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.game import Game
    from trickbook.replays.sealed_deals import Sealed

HASHES: Final = 0
CUTS: Final = 1
"""The steps, as they are stored."""

NO_CUT_NOW: Final = Message("the pack of this deal is not being cut")
HASHES_SHOWN: Final = Message("the hashes are shown already; yours cannot change any more")
HASHES_FIRST: Final = Message("send your number when the hashes of all are shown")
WRONG_NUMBER: Final = Message(
    "this number does not have the hash that you sent; you cut with the number of that hash"
)


class PackCut(NamedTuple):
    """A deal whose pack is cut, or was cut last: its match, its number, and what is known of it."""

    match: int
    deal: int
    sealed: Sealed


def last_cut(table: TableState) -> PackCut | None:
    """The deal that is cut, or was cut last; None if its seal is an older one, or nothing is to be dealt."""
    if table.game is None or match_over(table):
        found = table.coming and PackCut(table.match + 1, 1, table.coming)
    else:
        deal = max(table.sealed, default=0)
        found = PackCut(table.match, deal, table.sealed[deal]) if deal else None
    return None if not found or (found.sealed.orders and not found.sealed.cuts) else found


def next_seal(table: TableState) -> str | None:
    """The seal of the next match's first deal; None during a match."""
    return None if table.coming is None else sealed_deals.seal(1, table.coming)


def running_cut(table: TableState) -> PackCut | None:
    """The deal whose pack is being cut; None if all have cut."""
    found = last_cut(table)
    return None if found is None or found.sealed.is_cut else found


def answer(table: TableState, seat: int, said: Mapping[str, Any]) -> Update:
    """The table after a seat's hash or number; ``said`` is the message."""
    wrong = _wrong(running_cut(table), seat, said)
    if wrong is not None:
        return Update(table, refusal(said["id"], *wrong))
    value: str = said.get("hash") or said["number"]
    return Update(
        table._replace(cuts={**table.cuts, seat: value}),
        {"type": "accepted", "id": said["id"], "seq": table.seq},
    )


def _wrong(cut: PackCut | None, seat: int, said: Mapping[str, Any]) -> tuple[str, Message] | None:
    """What is wrong with a seat's hash or number: a code and a sentence."""
    hashed, number = said.get("hash"), said.get("number")
    if (hashed is None) == (number is None):
        return "bad-message", Message("`cut` needs either a `hash` or a `number`")
    if cut is None or (said["match"], said["deal"]) != (cut.match, cut.deal):
        return "not-now", NO_CUT_NOW
    hashes = cut.sealed.hashes
    if number is None:
        return ("not-now", HASHES_SHOWN) if hashes else None
    if not hashes:
        return "not-now", HASHES_FIRST
    if hashed_number(cut.deal, seat, number) != hashes[seat]:
        return "bad-message", WRONG_NUMBER
    return None


def is_answered(table: TableState, cut: PackCut) -> bool:
    """Return whether everybody has answered who can."""
    if cut.sealed.hashes:
        asked = [seat for seat, hashed in enumerate(cut.sealed.hashes) if HEXADECIMAL.fullmatch(hashed)]
    else:
        asked = people(table)
    return table.cuts.keys() >= {*asked}


def step(table: TableState, cut: PackCut) -> Update:
    """The table after a step of cutting, and the rows to store: hashes are shown, or the pack is cut."""
    words = cut.sealed.hashes or tuple(CUT_OF_BOT if seat.plays == BOT else ABSENT for seat in table.seats)
    values = tuple(table.cuts.get(seat, _word(word)) for seat, word in enumerate(words))
    engine = table.rules.engine(len(table.seats))
    if cut.sealed.hashes:
        what, sealed = CUTS, cut.sealed._replace(cuts=values)
    else:
        what, sealed = HASHES, cut.sealed._replace(hashes=values)
    sealed = sealed_deals.with_cuts(engine, cut.deal, sealed)
    row = Row("cut", (table.name, cut.match, cut.deal, what, " ".join(values)))
    return Update(_with_sealed(table._replace(cuts={}), cut, sealed), {}, (row,))


def _word(shown: str) -> str:
    """The cut of a seat that has not answered."""
    return shown if shown in (CUT_OF_BOT, ABSENT) else ABSENT


def _with_sealed(table: TableState, cut: PackCut, sealed: Sealed) -> TableState:
    if cut.match != table.match:
        return table._replace(coming=sealed)
    table = table._replace(sealed={**table.sealed, cut.deal: sealed})
    return table if table.game is None else table._replace(game=with_deal(table.game, cut.deal, sealed))


def with_deal(game: Game, deal: int, sealed: Sealed) -> Game:
    """The game with a coming deal as its pack was cut, if it was."""
    known = deal in game.state.match.orders or not sealed.is_cut
    return game if known else game.shuffled(deal, sealed.orders)


def closed(table: TableState) -> Update:
    """The table with all steps of cutting ended; who has not answered is absent."""
    update = Update(table, {})
    while (cut := running_cut(update.table)) is not None:
        done = step(update.table, cut)
        update = update._replace(table=done.table, rows=(*update.rows, *done.rows))
    return update


class CutStep(NamedTuple):
    """A step of cutting: which deal's pack, and whether the hashes are shown."""

    match: int
    deal: int
    shown: bool


class CutTimer:
    """Measures how long a step of cutting waits."""

    def __init__(self, seconds: float) -> None:
        """Start without a step; each waits so many seconds."""
        self.seconds, self.begun = seconds, 0.0
        self.step: CutStep | None = None

    def left(self, step: CutStep, since: float) -> float:
        """The seconds that a step has left; it waits only while somebody is there, who came at some time."""
        if step != self.step:
            self.step, self.begun = step, monotonic()
        return max(self.begun, since) + self.seconds - monotonic()


def current_step(table: TableState) -> CutStep | None:
    """The step of cutting at a table; None if there is none, or seats are free."""
    cut = None if free_seats(table) else running_cut(table)
    return cut and CutStep(cut.match, cut.deal, bool(cut.sealed.hashes))


def ended_step(table: TableState, ended: CutStep) -> Update:
    """The table with a step ended; unchanged if it is over already."""
    cut = running_cut(table)
    return Update(table, {}) if cut is None or current_step(table) != ended else step(table, cut)
