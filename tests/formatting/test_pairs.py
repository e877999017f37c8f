"""Each file ``NAME.before.yaml`` becomes ``NAME.after.yaml``, which stays as it is."""

from pathlib import Path

import pytest

from trickbook.formatting import COLUMNS, format_text

PAIRS = sorted((Path(__file__).parent / "pairs").glob("*.before.yaml"))


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.name.removesuffix(".before.yaml"))
def test_a_ruleset_is_written_in_the_one_style(path: Path) -> None:
    wanted = path.with_name(path.name.replace(".before.", ".after.")).read_text("utf-8")
    assert format_text(path.read_text("utf-8"), path.name).text == wanted
    assert format_text(wanted, path.name).text == wanted
    assert max(map(len, wanted.splitlines())) <= COLUMNS
