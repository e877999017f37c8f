"""Twice the text is about twice the work, whatever grows in it: counted, not timed."""

from functools import partial

import pytest
from tests.counting import steps
from tests.fuzz.growing import CORES, HEAD, SHAPES, text

MOST = 2.3
"""By how much the work may grow when the text doubles: n log n does so."""


FIXED = 3_000
"""What a mistake costs once, however long the text is."""


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("core", CORES)
def test_the_work_grows_no_faster_than_the_text(core: str, shape: str) -> None:
    work, size = CORES[core]
    for content in (text(shape, 2 * size), text(shape, size)):
        work(content)
    least, once, twice = (
        steps(partial(work, content)) for content in (HEAD, text(shape, size), text(shape, 2 * size))
    )
    assert twice - least <= MOST * max(0, once - least) + FIXED
