"""The worked examples of a shipped ruleset notice nearly every small change to it."""

from pathlib import Path

import pytest
import yaml
from tests.games import WHOLE

from trickbook.analysis.mutation import mutation_test

HERE = Path(__file__).parent
EXAMPLES = [
    str(path)
    for path in sorted([*HERE.glob("*.yaml"), *(HERE.parent / "rules").glob("**/*.yaml")])
    if "\ngroups:" in path.read_text("utf-8") or "\nruleset:" in path.read_text("utf-8")
]

EQUIVALENT: dict[str, dict[str, str]] = yaml.safe_load(
    (HERE / "equivalent" / "mutants.yaml").read_text("utf-8")
)
"""For each ruleset the mutants that play as its rules do, with the reason."""

LEAST = 95
"""The percentage of the mutants to notice, of all that can be played and are not equivalent."""


@pytest.mark.parametrize("name", WHOLE)
def test_examples_notice_mutants(name: str) -> None:
    (found,) = mutation_test([name, *EXAMPLES], tries=0)
    same = EQUIVALENT.get(name, {})
    left = {survivor.title for survivor in found.survivors}
    assert sorted(same.keys() - left) == [], "examples notice these, so they are not equivalent"
    assert found.without(same) >= LEAST, sorted(left - same.keys())


def test_equivalent_mutants_have_their_reasons() -> None:
    assert EQUIVALENT.keys() <= {*WHOLE}
    assert all(reason for reasons in EQUIVALENT.values() for reason in reasons.values())
