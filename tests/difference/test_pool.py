"""The pool from which positions are drawn grows with the rulesets, however many groups of cards they name."""

from random import Random

from trickbook.analysis.difference import compare
from trickbook.analysis.difference.sampling_pool import MOST_REMAINDERS, SamplingPool, sampling_pool
from trickbook.loading import resolve_sent
from trickbook.ruleset import Ruleset

CARDS = [f"{rank}{suit}" for suit in "CDSH" for rank in "3456789"]


def pool(names: int) -> SamplingPool:
    """What is drawn from where a variant of hearts names so many groups of eight cards."""
    drawn = Random(1)  # noqa: S311 - cards for a test
    groups = [drawn.sample(CARDS, 8) for _ in range(names)]
    words = "".join(f"  w{n}: {' or '.join(group)}\n" for n, group in enumerate(groups))
    clauses = "".join(f"  c{n}: {{keep: w{n}}}\n" for n in range(names))
    texts = ("", f"words:\n{words}play:\n{clauses}")
    one, other = (
        Ruleset.ready(resolve_sent(f"trickbook: 1\nextends: hearts\n{text}", "game.yaml"), {})
        for text in texts
    )
    return sampling_pool(one.engine(4), other.engine(4), compare(one.resolved.root, other.resolved.root))


def test_of_few_groups_each_is_held_against_each_other() -> None:
    said = pool(6).named_groups
    named = [set(group) for group in said if len(group) == 8]
    assert len(named) == 6
    assert all(one - other in map(set, said) for one in named for other in named if one != other)


def test_of_very_many_groups_each_is_held_against_the_next_ones() -> None:
    assert len(pool(600).named_groups) <= MOST_REMAINDERS + 2 * 600
