"""As machine code a program does what it does in Python; what is no part of the subset is refused."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.core.comparison import compare
from tests.games import GAMES
from tests.selection import broad

import trickbook
from trickbook.cards import chance
from trickbook.core import reals, subset
from trickbook.core.instructions import SubsetError
from trickbook.core.native import Native
from trickbook.core.translation import MOST_SOURCE, BeyondError, Memory, translation, width_for
from trickbook.problems import TrickbookError

OFTEN = ("hearts", "belote", "cancellation-hearts", "complex-hearts", "pinochle")
FEW = 3
"""So many states of each game are compared: each function is asked for every seat."""

REFUSED = yaml.safe_load((Path(__file__).parent / "refused.yaml").read_text("utf-8"))
MANY_CALLS = 3000
NUMBERS = (0, 1, -1, 7, -7, 62, 63, 10**9, 3 * 10**9, 10**18, -(10**18))


@pytest.mark.parametrize("name", broad(GAMES, but=lambda name: name in OFTEN))
def test_machine_code_is_the_same_program(name: str) -> None:
    compare(trickbook.load(name), count=FEW, native=True)


@pytest.mark.parametrize("width", [64, 128])
@pytest.mark.parametrize(
    ("name", "given"),
    [
        *((name, 1) for name in ("held", "size")),
        *((name, 2) for name in ("times", "power", "quotient", "remainder", "norm", "lesser", "greater")),
        *((name, 4) for name in ("real_times", "imaginary_times")),
    ],
)
def test_shared_functions_are_exact(name: str, given: int, width: int) -> None:
    names = "abcd"[:given]
    source = f"def door(v, {', '.join(names)}):\n    return {name}({', '.join(names)})\n"
    code = Native(source, ["door"], Memory(1, width)).function("door")
    for place, first in enumerate(NUMBERS):
        numbers = [first, *(NUMBERS[(place * 3 + step * 5) % len(NUMBERS)] for step in range(1, given))]
        assert code([0], *numbers) == getattr(subset, name)(*numbers)


@pytest.mark.parametrize("width", [64, 128])
def test_reals_are_those_of_python(width: int) -> None:
    """A real goes through a program by its bits."""
    source = """
def both(v, a, b, c):
    return product(ratio(real(a), real(b)), total(real_of(c), real(b)))
def less(v, a, b, c):
    return is_less(ratio(real(a), real(b)), real_of(c))
"""
    code = Native(source, ["both", "less"], Memory(1, width), (subset, reals))
    for place, a in enumerate(NUMBERS):
        b, third = NUMBERS[place - 3] or 3, NUMBERS[place - 5] / 7
        wanted = float(a) / float(b) * (third + float(b))
        assert code.function("both")([0], a, b, reals.bits_of(third)) == reals.bits_of(wanted)
        assert code.function("less")([0], a, b, reals.bits_of(third)) == (float(a) / float(b) < third)
        assert reals.real_of(reals.bits_of(wanted)) == wanted


@pytest.mark.parametrize("width", [64, 128])
@pytest.mark.parametrize("name", ["root", "logarithm", "exponential"])
def test_functions_of_one_real_are_those_of_python(name: str, width: int) -> None:
    source = f"def door(v, a):\n    return {name}(real_of(a))\n"
    code = Native(source, ["door"], Memory(1, width), (subset, reals)).function("door")
    for number in (0.0, 1e-300, 0.25, 1.0, 2.0, 7.5, 709.5, 800.0, 1e300, -3.5, float("-inf")):
        if number > 0 or name == "exponential" or (number == 0.0 and name == "root"):
            wanted = getattr(reals, name)(number)
            assert reals.real_of(code([0], reals.bits_of(number))) == pytest.approx(wanted, rel=1e-15)


@pytest.mark.parametrize("width", [64, 128])
def test_the_difference_of_reals_is_exact(width: int) -> None:
    source = "def door(v, a, b):\n    return difference(real_of(a), real_of(b))\n"
    code = Native(source, ["door"], Memory(1, width), (subset, reals)).function("door")
    for a, b in ((0.1, 0.3), (1e300, -1e300), (2.5, 2.5)):
        assert reals.real_of(code([0], reals.bits_of(a), reals.bits_of(b))) == a - b


def test_a_number_has_one_value_in_what_is_shared_and_in_the_source() -> None:
    shared = "MASK = 1\ndef double(v, p):\n    return p & MASK\n"
    with pytest.raises(SubsetError, match="MASK, which is another number in what is shared"):
        Native(shared, ["double"], Memory(1), (subset, chance))


def test_and_and_or_give_the_operand_that_decides() -> None:
    """Without a branch where operands are cheap, with one where they are not."""
    source = """
def either(v, a, b, c):
    return a & b or v[0] & c or ~c
def both(v, a, b, c):
    return a ^ b and b | c and a & 12
def costly(v, a, b, c):
    return a & b or v[c & 1] or 5
"""
    found = dict[str, Any]()
    exec(source, found)  # noqa: S102 - it stands above
    code = Native(source, ["either", "both", "costly"], Memory(2))
    for a, b, c in product((0, 1, 6, -1), repeat=3):
        for name in ("either", "both", "costly"):
            assert code.function(name)([3, 0], a, b, c) == found[name]([3, 0], a, b, c), (name, a, b, c)


@pytest.mark.parametrize(("what", "source"), REFUSED.items())
def test_what_is_no_part_of_the_subset_is_refused(what: str, source: str | dict[str, Any]) -> None:
    text = source if isinstance(source, str) else "".join(repeated(**source))
    with pytest.raises(SubsetError, match="is no part of the subset"):
        Native(text, ["door"], Memory(4))


def repeated(
    times: int, repeat: str | int = "", before: str = "", behind: str = "", levels: str = ""
) -> Iterator[str]:
    """A text in which something is repeated, in a row or each time a step further in."""
    if levels:
        yield "def door(v):\n"
        yield from (f"{' ' * level}{levels}\n" for level in range(1, times + 1))
        yield f"{' ' * (times + 1)}v[0] = 1\n return 0\n"
    yield from [before, str(repeat) * times, behind]


def test_functions_may_call_one_another_in_any_number_but_not_wait_for_so_many() -> None:
    chain = [f"def f{n + 1}(v):\n    return f{n}(v)\n" for n in range(MANY_CALLS)]
    first, last = "def f0(v):\n    return 1\n", f"def door(v):\n    return f{MANY_CALLS}(v)\n"
    with pytest.raises(SubsetError, match="waits for too many functions"):
        Native("".join([first, *chain, last]), ["door"], Memory(1))
    source = first + "".join(f"def g{n}(v):\n    return f0(v) + {n}\n" for n in range(40))
    total = " + ".join(f"g{n}(v)" for n in range(40))
    code = Native(f"{source}def door(v):\n    return {total}\n", ["door"], Memory(1))
    assert code.function("door")([0]) == sum(range(41))


@pytest.mark.parametrize("name", ["exp", "log", "memset", "deposit", "main", "malloc"])
def test_a_function_may_be_called_as_one_of_the_system(name: str) -> None:
    source = f"def {name}(v, p):\n    v[p] = 0\n    return nth(v[1], 0)\n"
    cells = [7, 6]
    assert Native(source, [name, name], Memory(2)).function(name)(cells, 0) == 2
    assert cells == [0, 6]


@pytest.mark.parametrize(
    "line",
    [
        "return v[p]",
        "v[p] = 1",
        "return TABLE[p]",
        "return 7 // (p - 100)",
        "return 7 % (p - 100)",
        "return 1 << p",
    ],
)
def test_what_goes_too_far_is_an_error_and_harms_nothing(line: str) -> None:
    source = f"TABLE = (1, 2)\ndef door(v, p):\n    {line}\n"
    code = Native(source, ["door"], Memory(4)).function("door")
    for wrong in (100, -1 if "100" not in line else 100, 2**62):
        cells = [1, 2, 3, 4]
        if "100" in line and wrong != 100:
            continue
        with pytest.raises(TrickbookError, match="went beyond what it may"):
            code(cells, wrong)
        assert cells == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "line",
    [
        "v[0] + p",
        "v[0] * p",
        "-p - v[0]",
        "v[1] // (p % 2 - 2)",
        "-v[1]",
        "p << v[0]",
        "p << 1",
        "less(p, v[1])",
    ],
)
def test_what_64_bits_do_not_hold_is_an_error(line: str) -> None:
    source = f"def less(a, b):\n    return a - b\ndef door(v, p):\n    return {line}\n"
    code, less = Native(source, ["door"], Memory(2)).function("door"), int.__sub__
    assert code([3, 5], 5) == eval(line, {"v": [3, 5], "p": 5, "less": less})  # noqa: S307 - it stands above
    with pytest.raises(TrickbookError, match="went beyond what it may"):
        code([3, -(1 << 63)], (1 << 63) - 1)


def test_what_is_cut_to_64_bits_is_no_error() -> None:
    source = f"MASK = {(1 << 64) - 1}\ndef door(v, p):\n    return (p * 3 + 7) * p & MASK\n"
    code, number = Native(source, ["door"], Memory(1)).function("door"), (1 << 62) + 12345
    assert code([0], number) & (1 << 64) - 1 == (number * 3 + 7) * number & (1 << 64) - 1


@pytest.mark.parametrize(
    "line", ["p >> 1", "p >> 63", "p.bit_count()", "p & -p", "p // 3", "~p", "p - 1 & 7"]
)
def test_numbers_below_zero_are_those_of_python(line: str) -> None:
    code = Native(f"def door(v, p):\n    return {line}\n", ["door"], Memory(1)).function("door")
    for p in (-1, -2, -7, -(1 << 62), 1 - (1 << 63)):
        assert code([0], p) == eval(line, {"p": p}), p  # noqa: S307 - it stands above


def test_a_set_below_zero_is_not_gone_through() -> None:
    source = (
        "def door(v, p):\n    while p:\n        x = p & -p\n        p ^= x\n        v[0] += 1\n    return 0\n"
    )
    code, cells = Native(source, ["door"], Memory(1)).function("door"), [0]
    assert (code(cells, 0b1011), cells) == (0, [3])
    with pytest.raises(TrickbookError, match="went beyond what it may"):
        code(cells, -1)


def test_loops_end() -> None:
    source = "def door(v, p):\n    for i in range(p):\n        v[0] += 1\n    return 0\n"
    code = Native(source, ["door"], Memory(1))
    cells = [0]
    assert code.function("door")(cells, 65536) == 0
    assert cells == [65536]
    with pytest.raises(TrickbookError, match="went beyond what it may"):
        code.function("door")(cells, 65537)


@pytest.mark.parametrize(("cards", "width"), [(32, 64), (63, 64), (64, 128), (127, 128)])
def test_numbers_are_as_wide_as_the_pack_needs(cards: int, width: int) -> None:
    assert width_for(cards) == width
    highest: Any = 1 << (cards - 1)
    source = "def door(v, p):\n    v[1] |= p\n    return v[0] & p\n"
    code = Native(source, ["door"], Memory(2, width)).function("door")
    cells = [highest, 1]
    assert code(cells, highest) == highest
    assert cells == [highest, highest | 1]


def test_a_source_without_end_is_not_translated() -> None:
    source = "def one(v):\n    return 1\n" + "\n" * MOST_SOURCE
    with pytest.raises(BeyondError, match="1,000,000 characters at most"):
        translation(source, ["one"], Memory(cells=1))


def test_a_larger_pack_is_left_to_python() -> None:
    with pytest.raises(BeyondError, match="127 cards at most, and these are 128"):
        width_for(128)
