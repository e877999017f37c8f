"""Every shipped ruleset, written out with all that it rests on, is a file that can be loaded again."""

from pathlib import Path

import pytest

from trickbook.cli.rulesets import flat_yaml
from trickbook.loading import resolve, shipped
from trickbook.sections.compiled import bare
from trickbook.source import LIMITS, plain


@pytest.mark.parametrize("name", shipped())
def test_a_resolved_ruleset_is_no_longer_than_a_file_may_be(name: str, tmp_path: Path) -> None:
    whole = resolve(name)
    path = tmp_path / "whole.yaml"
    path.write_text(flat_yaml(whole.root), "utf-8")
    assert path.stat().st_size < LIMITS.bytes / 2
    again = resolve(path)
    assert {problem.code for problem in again.problems} == {problem.code for problem in whole.problems}
    assert bare(plain(again.root)) == bare(plain(whole.root))
