"""Names of earlier versions still work, with a warning."""

from __future__ import annotations

import pytest

from trickbook import bots, fast, load
from trickbook.bots import worlds

RENAMED = [
    *((bots, old, new) for old, new in bots.OLD_NAMES.items()),
    *((fast, old, new) for old, new in fast.OLD_NAMES.items()),
    (worlds, "sample", "sample_worlds"),
]


@pytest.mark.parametrize(("package", "old", "new"), RENAMED, ids=lambda part: getattr(part, "__name__", part))
def test_an_old_name_still_works_and_names_the_new_one(package: object, old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{old} is now .*{new}$"):
        assert getattr(package, old) is getattr(package, new)


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'reeds'"):
        bots.reeds  # type: ignore[attr-defined]  # noqa: B018


def test_the_engine_of_a_ruleset_still_has_its_old_name() -> None:
    rules = load("hearts")
    with pytest.warns(DeprecationWarning, match=r"Ruleset.table is now called Ruleset.engine"):
        assert rules.table(5) is rules.engine(5)
