"""The worked examples of a shipped ruleset notice every small change to it that changes the play."""

from collections import defaultdict
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
import yaml
from tests.games import WHOLE

from trickbook.analysis.mutation import group_results
from trickbook.analysis.mutation.mutants import mutants
from trickbook.examples.runner import Group, Runner
from trickbook.loading.files import find
from trickbook.ruleset import load

HERE = Path(__file__).parent
EXAMPLES = [
    str(path)
    for path in sorted([*HERE.glob("*.yaml"), *(HERE.parent / "sections").glob("**/*.yaml")])
    if "\ngroups:" in path.read_text("utf-8") or "\nruleset:" in path.read_text("utf-8")
]

EQUIVALENT: dict[str, dict[str, str]] = yaml.safe_load(
    (HERE / "equivalent" / "mutants.yaml").read_text("utf-8")
)
"""For each ruleset the mutants that play as its rules do, with the reason."""

MOST = 6
"""The largest percentage of all mutants that may have a reason."""


@cache
def groups_apart() -> dict[str, list[Group]]:
    """The groups of examples in files of their own, by the file of their ruleset."""
    reader, groups = Runner(), defaultdict[str, list[Group]](list)
    for group in chain(*map(reader.groups, EXAMPLES)):
        groups[str(find(group.ruleset))].append(group)
    return groups


@pytest.mark.breadth
@pytest.mark.parametrize("name", WHOLE)
def test_examples_notice_mutants(name: str) -> None:
    found = group_results(name, [*Runner().groups(name), *groups_apart()[str(find(name))]], tries=0)
    same = EQUIVALENT.get(name, {})
    left = {survivor.title for survivor in found.survivors}
    assert len(left) == len(found.survivors), "a reason applies to one mutant"
    assert sorted(left - same.keys()) == [], "no example notices these"
    assert sorted(same.keys() - left) == [], "examples notice these, so they are not equivalent"


def test_few_mutants_are_equivalent() -> None:
    rules = {name: load(name) for name in WHOLE}
    every = sum(len(list(mutants(one.resolved, one.engine()))) for one in rules.values())
    assert 100 * sum(map(len, EQUIVALENT.values())) <= MOST * every


def test_equivalent_mutants_have_their_reasons() -> None:
    assert EQUIVALENT.keys() <= {*WHOLE}
    assert all(reason for reasons in EQUIVALENT.values() for reason in reasons.values())
