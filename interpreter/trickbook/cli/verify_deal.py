"""``trickbook verify-deal``: check the deals of a record against their seals and cuts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from trickbook.cards.cuts import ABSENT, BOT
from trickbook.console.input_files import errors_located, record_text
from trickbook.console.messages import bad_parameter, chosen_language, usage_error
from trickbook.console.parameters import RECORD, RECORD_RULES, Number, command, option
from trickbook.console.text_tables import standard_output, text_line
from trickbook.problems import shown, visible
from trickbook.replays.sealed_deals import opened_seals, verify_deals
from trickbook.texts.message import Listing, Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.replays.sealed_deals import Opened
    from trickbook.texts.message import Value

NOTED: Final = re.compile(r"(?P<deal>[1-9][0-9]{0,5})=(?P<value>[0-9a-fA-F]{64})")
"""The form of --seal and --cut: the number of a deal, and what was noted of it."""


def parse_noted(_context: click.Context, _option: click.Parameter, values: Sequence[str]) -> dict[int, str]:
    """Parse noted seals and numbers, by the number of the deal."""
    found: dict[int, str] = {}
    for value in values:
        noted = NOTED.fullmatch(value)
        if noted is None:
            raise bad_parameter(
                Message("{text} is not a deal and 64 hexadecimal digits; write 3=5f0c…", text=shown(value))
            )
        found[int(noted["deal"])] = noted["value"].lower()
    return found


@command("verify-deal")
def verify_deal(
    *,
    record: Path = RECORD,
    deal: int | None = option("--deal", "Check only this deal.", Number(1)),
    seals: dict[int, str] = option(
        "--seal",
        "A seal that you noted before the deal.",
        multiple=True,
        callback=parse_noted,
        metavar="DEAL=SEAL",
    ),
    numbers: dict[int, str] = option(
        "--cut",
        "A number with which you cut the pack.",
        multiple=True,
        callback=parse_noted,
        metavar="DEAL=NUMBER",
    ),
    ruleset: str | None = RECORD_RULES,
) -> None:
    """Check that the cards of a record were dealt as sealed before each deal, and as the seats cut them.

    Compare the printed seals with those that you saw before the deals, or pass those with --seal, and your
    own numbers with --cut. The exit code is 1 if any deal does not match.
    """
    text = record_text(record)
    with errors_located(record, text):
        found = verify_deals(text, ruleset, beside=record.parent, language=chosen_language())
    wanted = {number for number in (deal, *seals, *numbers) if number is not None} or {*found}
    if lost := wanted - {*found}:
        raise usage_error(
            Message("the record has no deal {deal}; it has {list}", deal=min(lost), list=_span(found))
        )
    known, console = opened_seals(text), standard_output()
    against = {
        number: found[number] or _differs(known[number], seals.get(number), numbers.get(number))
        for number in wanted
    }
    for number in sorted(wanted):
        cut = number in known and known[number].sealed.cuts
        fair = Message("dealt as it was sealed and cut" if cut else "dealt as it was sealed")
        console.print(
            text_line(
                Message("Deal {deal}: {what}.", deal=number, what=against[number] or fair),
                "bold",
            )
        )
        if number in known:
            console.print(
                text_line(
                    Message(
                        "  seal {seal}\n  {what}",
                        seal=visible(known[number].seal),
                        what=_cut_by(known[number]),
                    ),
                    "dim",
                )
            )
    if any(against.values()):
        raise click.exceptions.Exit(1)


def _differs(opened: Opened, seal: str | None, number: str | None) -> Message | None:
    """How a deal differs from what was noted; None if it does not."""
    if seal not in (None, opened.seal.lower()):
        return Message("its seal differs from the one that was noted")
    if number is not None and number not in opened.sealed.cuts:
        return Message("nobody cut with the number that was noted")
    return None


def _cut_by(opened: Opened) -> Value:
    """The seats that cut the pack of a deal."""
    seats = [(seat, cut) for seat, cut in enumerate(opened.sealed.cuts)]
    if not seats:
        return Message("an older seal: nobody cut the pack")
    kinds = {
        "cut by the seats ({list})": [seat for seat, cut in seats if cut not in (BOT, ABSENT)],
        "bots ({list})": [seat for seat, cut in seats if cut == BOT],
        "absent ({list})": [seat for seat, cut in seats if cut == ABSENT],
    }
    cuts = tuple(Message(kind, list=listing(those)) for kind, those in kinds.items() if those)
    return Listing(cuts, "; ", "; ")


def _span(deals: Iterable[int]) -> Value:
    """The first and the last of some deals."""
    first, last = min(deals), max(deals)
    return (
        first
        if first == last
        else Message("{number_low} to {number_high}", number_low=first, number_high=last)
    )
