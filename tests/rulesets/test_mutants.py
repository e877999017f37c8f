"""The worked examples of a shipped ruleset notice nearly every small change to it."""

from pathlib import Path

import pytest
from tests.games import WHOLE

from trickbook.analysis.mutation import mutation_test

HERE = Path(__file__).parent
EXAMPLES = [
    str(path)
    for path in sorted([*HERE.glob("*.yaml"), *(HERE.parent / "rules").glob("**/*.yaml")])
    if "\ngroups:" in path.read_text("utf-8") or "\nruleset:" in path.read_text("utf-8")
]

LEAST = 95
"""The percentage of the mutants to notice, of those that some position tells from the rules."""


@pytest.mark.parametrize("name", WHOLE)
def test_examples_notice_mutants(name: str) -> None:
    (found,) = mutation_test([name, *EXAMPLES])
    unnoticed = [f"{survivor.place} {survivor.what}" for survivor in found.survivors if survivor.example]
    assert found.score >= LEAST, unnoticed
