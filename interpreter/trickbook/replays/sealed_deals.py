"""Sealing: a number is drawn and sealed before each deal, all seats cut, and all is opened after it.

The pack lies as the number and the cuts say, by ``trickbook.cards.cuts``. A player who has seen the seal
before cutting can tell after the deal that nothing was changed. All is drawn from ``secrets``, nothing from
a seed.

Older records bear seals without cuts. Theirs is the SHA-256 of a text that holds the orders of the pack::

    Trickbook seal 1
    deal 3
    nonce 5f0c…
    order QS 2C 7H …
    order …

each line with a line feed behind it, and an order for each time that chance may be asked in the deal.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.cards import cuts
from trickbook.engine.deal import EndStep, RepeatStep
from trickbook.problems import TrickbookError
from trickbook.records.parser import parse_record
from trickbook.replays import replay
from trickbook.replays.start import rules_of
from trickbook.ruleset import Ruleset
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike
    from pathlib import Path

    from trickbook.engine.engine import Engine, Step
    from trickbook.game import Game

REPEATED: Final = 64
"""How many draws are made ready for each step upon an event, and where steps of a deal are repeated."""

LINE: Final = re.compile(r"# (?P<what>seal|nonce|hash|cut|order) (?P<deal>[0-9]{1,6}) (?P<value>.*)")
"""The lines of a record about seals."""

SEVERAL: Final = "order", "hash", "cut"
"""Lines about a deal that a record has several times: orders as they are used, hashes and cuts by seat."""


DEALS: Final = re.compile(r"(?m)^(?=Deal )")
GIVEN: Final = re.compile(r"(?m)^[a-z][a-z0-9_]* = .*\n")
"""Where the deals of a record begin, and the lines of what chance gave."""


class Sealed(NamedTuple):
    """The contents of a seal: the nonce, in hexadecimal, and the orders of the pack, each as one text.

    ``hashes`` are those that the seats showed before they cut, ``cuts`` their numbers; a bot's is ``bot``,
    and that of a player who did not cut ``absent``. There are no orders before all have cut.
    """

    nonce: str
    orders: tuple[str, ...] = ()
    hashes: tuple[str, ...] = ()
    cuts: tuple[str, ...] = ()

    @property
    def is_cut(self) -> bool:
        """True if the pack lies as it will be dealt; older seals needed no cuts."""
        return bool(self.cuts or self.orders)


class Opened(NamedTuple):
    """A seal, and what lay under it."""

    seal: str
    sealed: Sealed


def drawn(_engine: Engine | None = None) -> Sealed:
    """Draw the number for one deal."""
    return Sealed(cuts.new_number())


def with_cuts(engine: Engine, deal: int, sealed: Sealed) -> Sealed:
    """The deal with the orders that its cuts make, one for each time that chance may be asked."""
    if not sealed.cuts:
        return sealed
    pack, key = engine.deck.names, cuts.order_key(deal, sealed.nonce, sealed.cuts)
    orders = (" ".join(cuts.pack_order(pack, key, number)) for number in range(asked(engine)))
    return sealed._replace(orders=tuple(orders))


def asked(engine: Engine) -> int:
    """Return how often chance may be asked in a deal of a table."""
    upon = [step for steps in engine.upon.values() for step in steps]
    here, repeated = (sum(step.by_chance for step in steps) for steps in (engine.steps, upon))
    return here + REPEATED * (repeated + any(map(_goes_back, engine.steps)))


def _goes_back(step: Step) -> bool:
    return isinstance(step, EndStep | RepeatStep)


def seal(deal: int, sealed: Sealed) -> str:
    """The seal of a deal, in hexadecimal."""
    if sealed.cuts or not sealed.orders:
        return cuts.seal(deal, sealed.nonce)
    lines = ["Trickbook seal 1", f"deal {deal}", f"nonce {sealed.nonce}"]
    lines += [f"order {order}" for order in sealed.orders]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def annotated(record: str, opened: Mapping[int, Opened]) -> str:
    """A record with the seals of its deals and what lay under them, in lines that play does not read."""
    lines = [line for deal in sorted(opened) for line in _lines(deal, opened[deal])]
    return "\n".join([record.rstrip("\n"), "", *lines]) + "\n"


def _lines(deal: int, opened: Opened) -> Iterator[str]:
    yield f"# seal {deal} {opened.seal}"
    yield f"# nonce {deal} {opened.sealed.nonce}"
    for what, values in zip(SEVERAL, opened.sealed[1:], strict=True):
        yield from (f"# {what} {deal} {value}" for value in values)


def opened_seals(record: str) -> dict[int, Opened]:
    """Return the seals in a record, by the number of the deal; TrickbookError if a deal has two of them."""
    values_by_deal: dict[int, dict[str, list[str]]] = {}
    for number, line in enumerate(record.split("\n"), 1):
        match = LINE.fullmatch(line.rstrip())
        if match is None:
            continue
        deal, what = int(match["deal"]), match["what"]
        values = values_by_deal.setdefault(deal, {}).setdefault(what, [])
        if values and what not in SEVERAL:
            raise TrickbookError(
                Message(
                    "line {number}: deal {deal} has another {what} already",
                    number=number,
                    deal=deal,
                    what=what,
                )
            )
        values.append(match["value"].strip())
    return {deal: _opened(values_by_deal[deal]) for deal in sorted(values_by_deal)}


def _opened(values: Mapping[str, Sequence[str]]) -> Opened:
    several = (tuple(values.get(what, ())) for what in SEVERAL)
    return Opened("".join(values.get("seal", ())), Sealed("".join(values.get("nonce", ())), *several))


def verify_deals(
    record: str,
    rules: Ruleset | str | PathLike[str] | None = None,
    *,
    beside: Path | None = None,
    language: str = ENGLISH,
) -> dict[int, str | None]:
    """Return for each deal of a record a sentence that says what is wrong; None if it was dealt as sealed.

    Sentences are in a ``language``.

    The whole record is replayed, by ``rules`` and ``beside`` as in ``replay``; RecordError if it is damaged.
    """
    rules = rules if isinstance(rules, Ruleset) else rules_of(parse_record(record), rules, beside)
    game, opened = replay(record, rules), opened_seals(record)
    doubts = dict[int, Message | None]()
    for deal, text in enumerate(_deals(game), _first(game)):
        doubts[deal] = _doubt(game, deal, len(GIVEN.findall(text)), opened.get(deal))
        if doubts[deal] is None and not _dealt(game, rules, deal, opened[deal].sealed.orders):
            doubts[deal] = Message("the cards were not dealt in the order that was sealed")
    return {deal: None if doubt is None else in_language(doubt, language) for deal, doubt in doubts.items()}


def _doubt(game: Game, deal: int, given: int, opened: Opened | None) -> Message | None:
    """Return what speaks against a seal alone, of a deal in which chance was asked so often."""
    if opened is None or not opened.seal:
        return Message("it bears no seal")
    sealed = opened.sealed
    if not sealed.nonce or not sealed.is_cut:
        return Message("its seal was not opened")
    if seal(deal, sealed) != opened.seal.lower():
        return Message("what was opened is not what was sealed")
    if sealed.cuts or sealed.hashes:
        return _wrong_cuts(game, deal, sealed)
    if len(sealed.orders) < given:
        return Message(
            "chance was asked {number} times, and {number_most} orders were sealed",
            number=given,
            number_most=len(sealed.orders),
        )
    return None


def _wrong_cuts(game: Game, deal: int, sealed: Sealed) -> Message | None:
    """Return what speaks against the cuts of a deal, and the orders that they make."""
    seats = game.engine.layout.seats
    if {len(sealed.hashes), len(sealed.cuts)} != {seats}:
        return Message("not each of the {number} seats has a hash and a cut", number=seats)
    seat = cuts.wrong_cut(deal, sealed.hashes, sealed.cuts)
    if seat is not None:
        return Message("the cut of seat {seat} does not have the hash that was shown before", seat=seat)
    if with_cuts(game.engine, deal, sealed) != sealed:
        return Message("the orders of the pack are not those that the seal and the cuts make")
    return None


def _first(game: Game) -> int:
    """The number of the deal with which a game began."""
    history = game.state.match.history
    return history[0].match.deal if history else game.deal


def _deals(game: Game) -> list[str]:
    """The deals of a game, as its record has them."""
    return DEALS.split(game.record())[1:]


def _dealt(game: Game, rules: Ruleset, deal: int, orders: Sequence[str]) -> bool:
    """Return whether a game goes as it did from given orders of a deal, without any other given draws."""
    deals, head = _deals(game), DEALS.split(game.record(), 1)[0]
    head = re.sub(rf"(?m)^order {deal} .*\n", "", head)
    head += "".join(f"order {deal} {order}\n" for order in orders)
    bare = [GIVEN.sub("", text) if text.startswith(f"Deal {deal} ") else text for text in deals]
    try:
        other = replay(head + "".join(bare), rules)
    except TrickbookError:
        return False
    return _deals(other) == deals
