"""``trickbook verify-deal``: check the deals of a record against their seals."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.text import Text

from trickbook.cli.number_types import Number
from trickbook.cli.record_files import errors_located, record_text
from trickbook.cli.terminal_text import standard_output
from trickbook.problems import shown, visible
from trickbook.replays.sealed_deals import doubts, opened_seals

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.replays.sealed_deals import Opened

SEAL_OF_DEAL: Final = re.compile(r"(?P<deal>[1-9][0-9]{0,5})=(?P<seal>[0-9a-fA-F]{64})")
"""The form of --seal: the number of a deal and its seal."""


def parse_seals(_context: click.Context, _option: click.Parameter, values: Sequence[str]) -> dict[int, str]:
    """Parse noted seals, by the number of the deal."""
    found: dict[int, str] = {}
    for value in values:
        seal = SEAL_OF_DEAL.fullmatch(value)
        if seal is None:
            raise click.BadParameter(
                f"{shown(value)} is not a deal and its seal; write 3=5f0c…, with 64 hexadecimal digits"
            )
        found[int(seal["deal"])] = seal["seal"].lower()
    return found


@click.command("verify-deal")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--deal", type=Number(1), help="Check only this deal.")
@click.option(
    "--seal",
    "seals",
    multiple=True,
    callback=parse_seals,
    metavar="DEAL=SEAL",
    help="A seal that you noted before the deal.",
)
@click.option("--ruleset", metavar="NAME|FILE", help="Ruleset to check against.  [default: the record's own]")
def command(record: Path, deal: int | None, seals: dict[int, str], ruleset: str | None) -> None:
    """Check that the cards of a record were dealt as sealed before each deal.

    Compare the printed seals with those that you saw before the deals, or pass those with --seal. The exit
    code is 1 if any deal does not match its seal.
    """
    text = record_text(record)
    with errors_located(record, text):
        found = doubts(text, ruleset, beside=record.parent)
    wanted = {number for number in (deal, *seals) if number is not None} or {*found}
    if lost := wanted - {*found}:
        raise click.UsageError(f"the record has no deal {min(lost)}; it has {_span(found)}")
    known, console = opened_seals(text), standard_output()
    against = {number: _against(found[number], known.get(number), seals.get(number)) for number in wanted}
    for number in sorted(wanted):
        console.print(Text(visible(f"Deal {number}: {against[number] or 'dealt as it was sealed'}."), "bold"))
        if number in known:
            console.print(Text(f"  {visible(known[number].seal)}", "dim"))
    if any(against.values()):
        raise click.exceptions.Exit(1)


def _against(doubt: str | None, opened: Opened | None, noted: str | None) -> str | None:
    """Why a deal does not match its seal or the noted seal; None if it does."""
    if doubt is None and opened and noted not in (None, opened.seal.lower()):
        return "its seal differs from the one that was noted"
    return doubt


def _span(found: Iterable[int]) -> str:
    """The first and the last of some deals."""
    deals = sorted({min(found), max(found)})
    return " to ".join(map(str, deals))
