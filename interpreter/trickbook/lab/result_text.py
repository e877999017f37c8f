"""Results in words: figures with as many digits as their intervals justify, and what a change does."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from trickbook.lab.intervals import Estimate, fewest_matches
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.lab.intervals import Difference
    from trickbook.lab.measures import Measure
    from trickbook.texts.phrases import Phrases

DEFAULT_DIGITS: Final = 4
"""The digits of a number without an interval."""

MAX_DECIMALS: Final = 9
"""The most decimals."""

SIGNIFICANCE_MARK: Final = "*"
"""The mark after a significant difference."""

INTERVAL_NOTE: Final = Message(
    "± holds the truth 95 times in 100; without it, all matches were alike, or too few."
)
"""The note below figures."""

PHRASED = frozenset({"points", "tricks", "forced", "branching", "exposed", "length"})
"""The measures with phrases of their own; of ``won`` only that by player says anything."""


def too_few_notice(many: int, looked: int, what: Literal["matches", "deals"] = "matches") -> Message | None:
    """Return a notice if so many matches cannot mark any of the differences."""
    least = fewest_matches(looked)
    if many >= least:
        return None
    if many == 1:
        few = Message("1 match is too few" if what == "matches" else "1 deal is too few")
    else:
        few = Message(
            "{number} matches are too few" if what == "matches" else "{number} deals are too few", number=many
        )
    of = Message("any of {number} differences", number=looked) if looked > 1 else Message("anything")
    template = "{what} to tell {what_of} from chance; that takes at least {number}."
    return Message(template, what=few, what_of=of, number=least)


class FormattedDifference(NamedTuple):
    """The base's mean, the other's, and the difference with half of its interval."""

    base: str
    other: str
    apart: str


def format_difference(one: Difference, *, share: bool) -> FormattedDifference:
    """Write a difference, and the means with the digits that its interval justifies."""
    off, unit = half_width(one.estimate), " %" * share
    base, other = (_number(mean, off, share=share) + unit for mean in (one.base, one.other))
    return FormattedDifference(
        base,
        other,
        format_mean(one.estimate, share=share, sign="+") + f" {SIGNIFICANCE_MARK}" * one.significant,
    )


def format_mean(of: Estimate, *, share: bool = False, sign: str = "") -> str:
    """Write a mean with half of its interval; ``+`` as the sign makes it a difference.

    An interval that says nothing is left out: an empty one, or for a share one that covers everything.
    """
    if of.mean is None:
        return "–"
    off, unit = half_width(of), " %" * share
    widest = 1 + abs(of.mean) if sign else max(of.mean, 1 - of.mean)
    if not off or (share and off >= widest):
        return _number(of.mean, None, share=share, sign=sign) + unit
    return f"{_number(of.mean, off, share=share, sign=sign)} ± {_number(off, off, share=share)}{unit}"


def half_width(of: Estimate) -> float | None:
    """Return half of an interval, if there is one."""
    return None if of.low is None or of.high is None else (of.high - of.low) / 2


def _number(number: float, off: float | None, *, share: bool, sign: str = "") -> str:
    """Write a number to two digits of its error, or to the default digits; shares in per cent."""
    times = 100 if share else 1
    if off:
        return f"{number * times:{sign}z.{_decimals(off * times, 2)}f}"
    text = f"{number * times:{sign if number else ''}z.{_decimals(number * times, DEFAULT_DIGITS)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _decimals(number: float, digits: int) -> int:
    """Return the decimals of a number written to so many digits."""
    return max(0, min(MAX_DECIMALS, digits - 1 - floor(log10(abs(number))))) if number else 0


class ChangeContext(NamedTuple):
    """The measures with their titles, who sits where, whether points cost, and the language."""

    measures: Mapping[str, Measure]
    titles: Mapping[str, str]
    bots: Sequence[str]
    costing: bool
    words: Phrases


def change_sentence(title: str, differences: Iterable[Difference], of: ChangeContext) -> str:
    """Return what changes with a ruleset, from its differences from the base."""
    looked = list(differences)
    found = [*_changes(looked, of), *_winners(looked, of)]
    if not found:
        return of.words.say("changes.none", title=title)
    whole = [one for one in looked if one.where.seat is None]
    key = "changes.every" if all(one.significant for one in whole) else "changes.some"
    return of.words.say(key, title=title, changes=_listed(found, of.words))


def _changes(looked: Sequence[Difference], of: ChangeContext) -> Iterator[str]:
    """Yield a clause for each measure that changes over all seats."""
    for one in looked:
        name = one.where.measure
        if one.significant and one.where.seat is None and name != "won":
            yield _clause(one, _key(name, of), of.titles[name], of)


def _listed(clauses: Sequence[str], words: Phrases) -> str:
    """Join clauses, the last two by a word."""
    *most, last = clauses
    return words.say("changes.last", most=words.listed(most), last=last) if most else last


def _key(name: str, of: ChangeContext) -> str:
    """Return the phrase of a measure."""
    if name == "points" and of.costing:
        return "costs"
    return name if name in PHRASED else "often" if of.measures[name].share else "number"


def _winners(looked: Sequence[Difference], of: ChangeContext) -> Iterator[str]:
    """Yield a clause for each player who wins more or less often in every seat that changes."""
    for bot in dict.fromkeys(of.bots) if len(set(of.bots)) > 1 else ():
        own = [
            one
            for one in looked
            if one.significant
            and one.where.measure == "won"
            and one.where.seat is not None
            and of.bots[one.where.seat] == bot
        ]
        if len({_rises(one) for one in own}) == 1:
            yield _clause(max(own, key=lambda one: abs(one.other - one.base)), "won", bot, of)


def _clause(one: Difference, key: str, name: str, of: ChangeContext) -> str:
    """Return a clause: which way a measure goes, and by how much."""
    share = of.measures[one.where.measure].share
    base, other, _ = format_difference(one, share=share)
    way = "more" if _rises(one) else "less"
    return of.words.say(
        f"changes.{key}_{way}",
        name=name,
        base=base,
        other=other,
        by=format_mean(_size(one.estimate), share=share),
    )


def _rises(one: Difference) -> bool:
    return one.other > one.base


def _size(of: Estimate) -> Estimate:
    """Return how large a difference is, whichever way."""
    if of.mean is None or of.mean >= 0 or of.low is None or of.high is None:
        return of if of.mean is None or of.mean >= 0 else Estimate(-of.mean)
    return Estimate(-of.mean, -of.high, -of.low)
