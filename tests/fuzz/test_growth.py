"""Twice the text is about twice the work, whatever grows in it: counted, not timed."""

from functools import partial

import pytest
from tests.counting import steps
from tests.fuzz.growing import CORES, KINDS, text

MOST = 2.4
"""By how much the work that is added may grow when what is added doubles: n log n does so."""

FIXED = 3_000
"""What a mistake costs once, however long the text is."""

DEAREST = 1_000
"""How much work a character may be: a text of the accepted size then takes seconds."""

IN_ONE_TEXT = 5
"""How often that in a shape that is one text, of which 4,000 characters are accepted."""


CASES = [(core, kind, shape) for core in CORES for kind in CORES[core].kinds for shape in KINDS[kind]]


@pytest.mark.parametrize(("core", "kind", "shape"), CASES)
def test_the_work_grows_no_faster_than_the_text(core: str, kind: str, shape: str) -> None:
    work, _, size = CORES[core]
    texts = [text(kind, shape, size, times) for times in (1, 2, 4)]
    for content in reversed(texts):
        work(content)
    once, twice, more = (steps(partial(work, content)) for content in texts)
    assert more - twice <= MOST * max(0, twice - once) + FIXED
    dearest = DEAREST * (IN_ONE_TEXT if "size" in KINDS[kind][shape] else 1)
    assert more - twice <= dearest * (len(texts[2]) - len(texts[1])) + FIXED
