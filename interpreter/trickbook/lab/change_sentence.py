"""What a change of the rules does, in one sentence: the differences that are more than chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.lab.intervals import Estimate
from trickbook.lab.number_format import format_difference, format_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.lab.measures import Measure
    from trickbook.lab.paired_differences import Difference
    from trickbook.loading.phrases import Phrases

PHRASED = frozenset({"points", "tricks", "forced", "branching", "exposed", "length"})
"""The measures with phrases of their own; of ``won`` only that by player says anything."""


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
