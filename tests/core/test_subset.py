"""Programs at random: machine code does what Python does, or fails at a limit; anything else is refused."""

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from tests.core.exact_program import EndlessError, result
from tests.core.subset_programs import CELLS, LARGE, NUMBERS, PROGRAMS, programs, spoilt_programs

from trickbook.core.instructions import SubsetError
from trickbook.core.native import Native
from trickbook.core.translation import Memory
from trickbook.problems import TrickbookError

ASKED = 4
"""So often each program is called, with other numbers."""


def compare(code: Native, source: str, cells: list[int], given: list[int], width: int) -> None:
    """Call a program in Python and as machine code."""
    exact, limits = result(source, cells, given, width)
    try:
        found = code.function("door")(cells, *given), cells
    except TrickbookError:
        assert limits.passed or isinstance(exact, Exception), (source, given)
    else:
        if isinstance(exact, EndlessError):
            reject()
        assert found == exact, (source, given)


def call_often(code: Native, source: str, data: st.DataObject, width: int) -> None:
    numbers = st.sampled_from(NUMBERS if width == 64 else LARGE)
    for _ in range(ASKED):
        cells = data.draw(st.lists(numbers, min_size=CELLS, max_size=CELLS))
        compare(code, source, cells, [data.draw(numbers), data.draw(numbers)], width)


@pytest.mark.parametrize("width", [64, 128])
@given(source=programs(), data=st.data())
@PROGRAMS
def test_machine_code_is_python(width: int, source: str, data: st.DataObject) -> None:
    call_often(Native(source, ["door"], Memory(CELLS, width)), source, data, width)


@given(source=spoilt_programs(), data=st.data())
@PROGRAMS
def test_what_is_nearly_of_the_subset_is_refused_or_python(source: str, data: st.DataObject) -> None:
    try:
        code = Native(source, ["door"], Memory(CELLS))
    except SubsetError:
        return
    if code.arguments["door"] == 2:
        call_often(code, source, data, 64)
