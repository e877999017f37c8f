"""The order of cards: ranks that tie, and ranks that a number given to another has moved."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.source import Scalar


class RankPlace(NamedTuple):
    """A rank in play: its height, the number in the own file, its height without such numbers, if known."""

    name: str
    height: int
    own: Scalar | None
    usual: int | None


def check(tables: Configurations) -> Iterator[Problem]:
    """Note what the numbers in the file's own do to the order of the ranks in play."""
    ranks = list(_ranks(tables))
    yield from _ties(ranks)
    yield from _moved(ranks)


def _ranks(tables: Configurations) -> Iterator[RankPlace]:
    deck, usual, clean = tables.first.deck, None, True
    played = {face.name.removesuffix(face.suit.letter) for face in deck.faces if face.suit and face.copies}
    for entry, rank in zip(tables.first.context.entries("deck", "ranks"), deck.ranks, strict=True):
        node = entry["rank"]
        own = node if node is not None and tables.own(node.place) else None
        clean = own is None and (clean or node is not None)
        usual = rank.height if clean else None if usual is None else usual + 1
        if rank.letter in played:
            yield RankPlace(entry.name, rank.height, own, usual)


def _ties(ranks: Sequence[RankPlace]) -> Iterator[Problem]:
    for height, group in groupby(sorted(ranks, key=lambda rank: rank.height), key=lambda rank: rank.height):
        tied = list(group)
        own = [rank.own for rank in tied if rank.own]
        if len(tied) > 1 and own:
            names = " and ".join(shown(rank.name) for rank in tied)
            message = f"{names} are equally high ({height}): the one that is played first wins"
            yield Problem("tied-ranks", message, own[-1].place, "give each a `rank:` of its own", "note")


def _moved(ranks: Sequence[RankPlace]) -> Iterator[Problem]:
    """Note ranks without a number that count on from one in the file's own, away from where they were."""
    for place, rank in enumerate(ranks):
        following = []
        for other in ranks[place + 1 :] if rank.own else ():
            if other.own:
                break
            if other.usual is not None and other.height != other.usual:
                following.append(f"{other.name} {other.height}")
        if following and rank.own:
            message = f"ranks without a number count on from {shown(rank.name)}: {', '.join(following)}"
            hint = "give the ranks in their order, or each its `rank:`"
            yield Problem("moved-ranks", message, rank.own.place, hint, "note")
