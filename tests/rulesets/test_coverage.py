"""The examples exercise every clause, step, fact and term of every shipped ruleset, house rule and part."""

from pathlib import Path

import trickbook
from trickbook.examples import coverage

HERE = Path(__file__).parents[1]
FILES = sorted([*HERE.glob("rules/*.yaml"), *HERE.glob("rulesets/*.yaml")])


def test_every_own_entry_is_exercised_by_an_example() -> None:
    found = coverage([*trickbook.shipped(), *map(str, FILES)], 0)
    missing = [f"{line.item.place}: {line.item}" for line in found.lines if not line.examples]
    assert not missing, "\n".join(
        [f"The examples exercise {found.share:.1f} % of the entries; none exercises", *sorted(missing)]
    )
    assert len(found.lines) > 50
