"""``trickbook verify-deal``: check the deals of a record against their seals."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.text import Text

from trickbook.cards.cuts import ABSENT, BOT
from trickbook.cli.input_files import errors_located, record_text
from trickbook.cli.parameters import Number
from trickbook.cli.terminal_text import standard_output
from trickbook.problems import shown, visible
from trickbook.replays.sealed_deals import doubts, opened_seals

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.replays.sealed_deals import Opened

NOTED: Final = re.compile(r"(?P<deal>[1-9][0-9]{0,5})=(?P<value>[0-9a-fA-F]{64})")
"""The form of --seal and --cut: the number of a deal, and what was noted of it."""


def parse_noted(_context: click.Context, _option: click.Parameter, values: Sequence[str]) -> dict[int, str]:
    """Parse noted seals and numbers, by the number of the deal."""
    found: dict[int, str] = {}
    for value in values:
        noted = NOTED.fullmatch(value)
        if noted is None:
            raise click.BadParameter(f"{shown(value)} is not a deal and 64 hexadecimal digits; write 3=5f0c…")
        found[int(noted["deal"])] = noted["value"].lower()
    return found


@click.command("verify-deal")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--deal", type=Number(1), help="Check only this deal.")
@click.option(
    "--seal",
    "seals",
    multiple=True,
    callback=parse_noted,
    metavar="DEAL=SEAL",
    help="A seal that you noted before the deal.",
)
@click.option(
    "--cut",
    "numbers",
    multiple=True,
    callback=parse_noted,
    metavar="DEAL=NUMBER",
    help="A number with which you cut the pack.",
)
@click.option("--ruleset", metavar="NAME|FILE", help="Ruleset to check against.  [default: the record's own]")
def command(
    record: Path, deal: int | None, seals: dict[int, str], numbers: dict[int, str], ruleset: str | None
) -> None:
    """Check that the cards of a record were dealt as sealed before each deal, and as the seats cut them.

    Compare the printed seals with those that you saw before the deals, or pass those with --seal, and your
    own numbers with --cut. The exit code is 1 if any deal does not match.
    """
    text = record_text(record)
    with errors_located(record, text):
        found = doubts(text, ruleset, beside=record.parent)
    wanted = {number for number in (deal, *seals, *numbers) if number is not None} or {*found}
    if lost := wanted - {*found}:
        raise click.UsageError(f"the record has no deal {min(lost)}; it has {_span(found)}")
    known, console = opened_seals(text), standard_output()
    against = {
        number: found[number] or _differs(known[number], seals.get(number), numbers.get(number))
        for number in wanted
    }
    for number in sorted(wanted):
        cut = number in known and known[number].sealed.cuts
        fair = "dealt as it was sealed and cut" if cut else "dealt as it was sealed"
        console.print(Text(visible(f"Deal {number}: {against[number] or fair}."), "bold"))
        if number in known:
            console.print(Text(f"  seal {visible(known[number].seal)}\n  {_cut_by(known[number])}", "dim"))
    if any(against.values()):
        raise click.exceptions.Exit(1)


def _differs(opened: Opened, seal: str | None, number: str | None) -> str | None:
    """How a deal differs from what was noted; None if it does not."""
    if seal not in (None, opened.seal.lower()):
        return "its seal differs from the one that was noted"
    if number is not None and number not in opened.sealed.cuts:
        return "nobody cut with the number that was noted"
    return None


def _cut_by(opened: Opened) -> str:
    """Who cut the pack of a deal."""
    seats = [(seat, cut) for seat, cut in enumerate(opened.sealed.cuts)]
    if not seats:
        return "an older seal: nobody cut the pack"
    kinds = {
        "cut by the seats": [seat for seat, cut in seats if cut not in (BOT, ABSENT)],
        "bots": [seat for seat, cut in seats if cut == BOT],
        "absent": [seat for seat, cut in seats if cut == ABSENT],
    }
    return "; ".join(f"{kind} ({', '.join(map(str, those))})" for kind, those in kinds.items() if those)


def _span(found: Iterable[int]) -> str:
    """The first and the last of some deals."""
    deals = sorted({min(found), max(found)})
    return " to ".join(map(str, deals))
