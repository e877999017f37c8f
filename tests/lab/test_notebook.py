"""The lab for notebooks: what was begun goes on, and a result is shown in a line."""

from pathlib import Path

import numpy as np

from trickbook import lab


def test_a_notebook_goes_on_with_what_lies_there(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    lab.simulate("hearts", deals=20, seed=7, out=path)
    more = lab.simulate("hearts", deals=40, seed=7, out=path, resume=True)
    whole = lab.simulate("hearts", deals=40, seed=7, resume=True)
    assert more.metrics == whole.metrics
    assert all(np.array_equal(more.columns[name], whole.columns[name]) for name in whole.columns)
    deals, matches = (whole.about[name] for name in ("deals", "matches"))
    assert repr(whole) == f"<Result hearts, {deals} deals in {matches} matches, seed 7>"
