"""Sealing: how the pack is to lie is drawn before a deal, sealed for all to see, and opened after it.

A seal is the SHA-256 of a text that nobody can guess, for it holds a nonce of 32 bytes::

    Trickbook seal 1
    deal 3
    nonce 5f0c…
    order QS 2C 7H …
    order …

each line with a line feed behind it, and an order of the whole pack, the top card first, for each time that
chance may be asked in the deal. Who has seen the seal before the deal can tell after it that nothing was
changed. All is drawn from ``secrets``, and nothing from a seed.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.engine.repeat import EndStep, RepeatStep
from trickbook.problems import TrickbookError
from trickbook.records.parser import apart
from trickbook.replays import replay
from trickbook.replays.start import rules_of
from trickbook.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike
    from pathlib import Path

    from trickbook.engine.engine import Engine, Step
    from trickbook.game.game import Game

NONCE: Final = 32
"""How many bytes make a seal unguessable."""

REPEATED: Final = 64
"""How many draws are made ready for each step upon an event, and where steps of a deal are repeated."""

LINE: Final = re.compile(r"# (?P<what>seal|nonce|order) (?P<deal>[0-9]{1,6}) (?P<value>.*)")
"""What a record tells of seals, to those who look for it."""


DEALS: Final = re.compile(r"(?m)^(?=Deal )")
GIVEN: Final = re.compile(r"(?m)^[a-z][a-z0-9_]* = .*\n")
"""Where the deals of a record begin, and the lines of what chance gave."""


class Sealed(NamedTuple):
    """The contents of a seal: the nonce, in hexadecimal, and the orders of the pack, each as one text."""

    nonce: str
    orders: tuple[str, ...]


class Opened(NamedTuple):
    """A seal, and what lay under it."""

    seal: str
    sealed: Sealed


def drawn(engine: Engine) -> Sealed:
    """Draw orders of the pack for one deal, each as likely, one for each time that chance may be asked."""
    chance, pack = secrets.SystemRandom(), list(engine.deck.names)
    orders = tuple(" ".join(chance.sample(pack, len(pack))) for _ in range(asked(engine)))
    return Sealed(secrets.token_hex(NONCE), orders)


def asked(engine: Engine) -> int:
    """Return how often chance may be asked in a deal of a table."""
    upon = [step for steps in engine.upon.values() for step in steps]
    here, repeated = (sum(step.by_chance for step in steps) for steps in (engine.steps, upon))
    return here + REPEATED * (repeated + any(map(_goes_back, engine.steps)))


def _goes_back(step: Step) -> bool:
    return isinstance(step, EndStep | RepeatStep)


def seal(deal: int, sealed: Sealed) -> str:
    """The seal of a deal, in hexadecimal."""
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
    for order in opened.sealed.orders:
        yield f"# order {deal} {order}"


def opened_seals(record: str) -> dict[int, Opened]:
    """Return the seals in a record, by the number of the deal; TrickbookError if a deal has two of them."""
    seals: dict[int, str] = {}
    nonces: dict[int, str] = {}
    orders: dict[int, list[str]] = {}
    for number, line in enumerate(record.split("\n"), 1):
        found = LINE.fullmatch(line.rstrip())
        if found is None:
            continue
        deal, value = int(found["deal"]), found["value"].strip()
        if found["what"] == "order":
            orders.setdefault(deal, []).append(value)
            continue
        known = seals if found["what"] == "seal" else nonces
        if deal in known:
            raise TrickbookError(f"line {number}: deal {deal} has another {found['what']} already")
        known[deal] = value
    return {
        deal: Opened(seals.get(deal, ""), Sealed(nonces.get(deal, ""), tuple(orders.get(deal, ()))))
        for deal in sorted({*seals, *nonces, *orders})
    }


def doubts(
    record: str, rules: Ruleset | str | PathLike[str] | None = None, *, beside: Path | None = None
) -> dict[int, str | None]:
    """Return for each deal of a record a sentence that says what is wrong; None if it was dealt as sealed.

    The whole record is replayed, by ``rules`` and ``beside`` as in ``replay``; RecordError if it is damaged.
    """
    rules = rules if isinstance(rules, Ruleset) else rules_of(apart(record), rules, beside)
    game, opened = replay(record, rules), opened_seals(record)
    found = {}
    for deal, text in enumerate(_deals(game), _first(game)):
        found[deal] = _doubt(deal, len(GIVEN.findall(text)), opened.get(deal))
        if found[deal] is None and not _dealt(game, rules, deal, opened[deal].sealed.orders):
            found[deal] = "the cards were not dealt in the order that was sealed"
    return found


def _doubt(deal: int, given: int, opened: Opened | None) -> str | None:
    """Return what speaks against a seal alone, of a deal in which chance was asked so often."""
    if opened is None or not opened.seal:
        return "it bears no seal"
    if not opened.sealed.nonce or not opened.sealed.orders:
        return "its seal was not opened"
    if seal(deal, opened.sealed) != opened.seal.lower():
        return "what was opened is not what was sealed"
    if len(opened.sealed.orders) < given:
        return f"chance was asked {given} times, and {len(opened.sealed.orders)} orders were sealed"
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
