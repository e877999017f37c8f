"""The subset of Python as LLVM's intermediate language: everything else is refused.

Every number has one width. ``v`` is memory of so many cells. One, or one more behind them, says whether
something went wrong: an index outside the list or a table, a division by 0, a shift too far, a range too
long. The function that does so returns 0, and what called it goes on; its loops end all the same. So nothing
that a program does harms the process.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.core import subset
from trickbook.core.instructions import NUMBER
from trickbook.core.translated_function import Names, SubsetError, translated_function
from trickbook.expression.types import LARGEST
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

WIDE: Final = ("times", "real_times", "imaginary_times")
"""The shared functions that multiply with twice the width."""

REALS: Final = {
    "real": "sitofp i64 %a to double",
    "real_of": "bitcast i64 %a to double",
    "total": "fadd double %x, %y",
    "difference": "fsub double %x, %y",
    "root": "call double @llvm.sqrt.f64(double %x)",
    "exponential": "call double @llvm.exp.f64(double %x)",
    "logarithm": "call double @llvm.log.f64(double %x)",
    "product": "fmul double %x, %y",
    "ratio": "fdiv double %x, %y",
    "is_less": "fcmp olt double %x, %y",
}
"""The shared functions of reals, each one instruction."""

DEPOSITED: Final = "nth"
"""The shared function that is one instruction of some processors."""

WIDTHS: Final = (64, 128)
"""How wide a number may be. Of sets, the highest bit is no card: it is the sign."""

FURTHEST: Final = (1 << 63) - 1
"""The largest number that 64 bits hold: times another than 0, it is beyond what is held."""


class BeyondError(TrickbookError):
    """A pack is too large for machine code; Python plays by it all the same."""


def width_for(cards: int) -> int:
    """Return how wide a number must be for so many cards; BeyondError if there are too many."""
    width = next((width for width in WIDTHS if cards < width), None)
    if width is None:
        raise BeyondError(f"machine code plays with {WIDTHS[-1] - 1} cards at most, and these are {cards}")
    return width


class Definitions(NamedTuple):
    """What a source defines: numbers, tables and functions, by name."""

    numbers: Mapping[str, int]
    tables: Mapping[str, tuple[int, ...]]
    functions: Mapping[str, ast.FunctionDef]


class Memory(NamedTuple):
    """What a program works in: so many cells, how wide each is, and the one that says what went too far.

    Without ``fault`` that is one more, behind the others.
    """

    cells: int
    width: int = NUMBER
    fault: int | None = None


def translation(
    source: str,
    exported: Iterable[str],
    memory: Memory,
    shared: Sequence[ModuleType] = (subset,),
    *,
    rare: Collection[str] = (),
    deposits: bool = False,
) -> str:
    """Translate a source; SubsetError for what is no part of the subset.

    ``exported`` names the functions that can be called from outside, ``shared`` are modules with functions
    that it may call; ``rare`` ones are hardly ever called. ``deposits``: whether the processor has an
    instruction that finds a card by its index.
    """
    (cells, width, fault), own = memory, definitions(source)
    found = [definitions_of(module) for module in shared]
    functions = reduce(or_, ({**one.functions} for one in (*found, own)))
    numbers = reduce(or_, ({**one.numbers} for one in (*found, own)))
    if twice := [
        name
        for name, number in own.numbers.items()
        if any(one.numbers.get(name, number) != number for one in found)
    ]:
        raise SubsetError(ast.Name(twice[0]), f"{twice[0]}, which is another number in what is shared")
    names = Names(numbers, own.tables, functions, cells, width, cells if fault is None else fault, rare)
    called = _order_of_calls(functions, [*exported])
    lines = [*_head(width), *_tables(own.tables, width)]
    for name in called:
        if name in WIDE:
            lines += _wide(name, width)
        elif name in REALS:
            lines += _of_reals(name, width)
        elif name == DEPOSITED and deposits:
            lines += _write_deposits(width)
        else:
            lines += translated_function(functions[name], names, exported=name in exported)
    return "\n".join([*lines, ""])


def definitions(source: str) -> Definitions:
    """Return what a source defines; SubsetError for anything but numbers, tables and functions."""
    numbers, tables, functions = dict[str, int](), dict[str, tuple[int, ...]](), dict[str, ast.FunctionDef]()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = node
        elif (
            isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        ):
            value = _constant(node.value)
            if isinstance(value, int):
                numbers[node.targets[0].id] = value
            else:
                tables[node.targets[0].id] = value
        else:
            raise SubsetError(node)
    return Definitions(numbers, tables, functions)


def _constant(node: ast.expr) -> int | tuple[int, ...]:
    """A number or a table of numbers."""
    try:
        value = ast.literal_eval(node)
    except ValueError:
        raise SubsetError(node) from None
    whole = value if isinstance(value, tuple) else (value,)
    if not all(type(one) is int for one in whole):
        raise SubsetError(node)
    found: int | tuple[int, ...] = value
    return found


@cache
def definitions_of(module: ModuleType) -> Definitions:
    """Return the functions and numbers of a module that programs share."""
    tree = ast.parse(inspect.getsource(module))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    numbers = {
        name: value for name, value in vars(module).items() if name.isupper() and isinstance(value, int)
    }
    return Definitions(numbers, {}, functions)


def _order_of_calls(functions: Mapping[str, ast.FunctionDef], exported: Iterable[str]) -> list[str]:
    """The functions that are called, each behind those that it calls; SubsetError if one calls itself."""
    found, open_ = dict[str, None](), list[str]()

    def visit(name: str) -> None:
        if name in found:
            return
        if name in open_:
            raise SubsetError(functions[name], "a function that calls itself")
        open_.append(name)
        for node in ast.walk(functions[name]):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
                visit(node.func.id)
        open_.pop()
        found[name] = None

    for name in exported:
        visit(name)
    return [*found]


def _head(width: int) -> Iterator[str]:
    """The instructions of LLVM's own that are called."""
    for wide in {NUMBER, width}:
        yield f"declare i{wide} @llvm.ctpop.i{wide}(i{wide})"
    for operation in ("add", "sub", "mul"):
        yield f"declare {{i{width}, i1}} @llvm.s{operation}.with.overflow.i{width}(i{width}, i{width})"
    yield "declare i128 @llvm.smin.i128(i128, i128)"
    yield "declare i128 @llvm.smax.i128(i128, i128)"
    yield "!0 = distinct !{!0, !1}"
    yield from (f"declare double @llvm.{name}.f64(double)" for name in ("sqrt", "log", "exp"))
    yield '!1 = !{!"llvm.loop.vectorize.enable", i1 true}'


def _tables(tables: Mapping[str, tuple[int, ...]], width: int) -> Iterator[str]:
    for name, values in tables.items():
        if any(not -(1 << width - 1) <= value < 1 << width for value in values):
            raise SubsetError(ast.Name(name), f"{name}, whose numbers are too large for {width} bits")
        items = ", ".join(f"i{width} {value}" for value in values)
        yield f"@{name} = internal constant [{len(values)} x i{width}] [{items}]"


def _wide(name: str, width: int) -> Iterator[str]:
    """A function of products, exact until they are held at the largest number."""
    word, given = f"i{width}", "ab" if name == "times" else "abcd"
    yield f"define internal {word} @{name}({', '.join(f'{word} %{one}' for one in given)}) nounwind {{"
    for one in given:
        yield from _in_reach(one) if width > NUMBER else [f"  %w{one} = sext i64 %{one} to i128"]
    yield from _products(name)
    yield f"  %low = call i128 @llvm.smin.i128(i128 %n, i128 {LARGEST})"
    yield f"  %held = call i128 @llvm.smax.i128(i128 %low, i128 -{LARGEST})"
    yield f"  %found = trunc i128 %held to {word}" if width == NUMBER else f"  %found = add {word} %held, 0"
    yield f"  ret {word} %found"
    yield "}"


def _in_reach(one: str) -> Iterator[str]:
    """The lines that make ``%w`` of a wide number: one that 64 bits would hold, so its product fits."""
    yield f"  %n{one} = call i128 @llvm.smin.i128(i128 %{one}, i128 {FURTHEST})"
    yield f"  %w{one} = call i128 @llvm.smax.i128(i128 %n{one}, i128 -{FURTHEST})"


def _products(name: str) -> Iterator[str]:
    """The lines that make ``%n``."""
    if name == "times":
        yield "  %n = mul i128 %wa, %wb"
        return
    pairs, sign = (("ac", "bd"), "sub") if name == "real_times" else (("ad", "bc"), "add")
    for place, pair in enumerate(pairs):
        one, other = pair[0], pair[1]
        yield f"  %p{place} = mul i128 %w{one}, %w{other}"
    yield f"  %n = {sign} i128 %p0, %p1"


DEPOSIT: Final = """\
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @deposit(i64 %cards, i64 %n) alwaysinline nounwind {
  %near = icmp ult i64 %n, 64
  %by = and i64 %n, 63
  %one = shl i64 1, %by
  %found = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %cards)
  %held = select i1 %near, i64 %found, i64 0
  ret i64 %held
}"""
"""A bit is deposited at an index of a set of at most 64 cards."""

HALVES: Final = """\
  %low = trunc i128 %cards to i64
  %rest = lshr i128 %cards, 64
  %high = trunc i128 %rest to i64
  %place = trunc i128 %n to i64
  %below = call i64 @llvm.ctpop.i64(i64 %low)
  %above = sub i64 %place, %below
  %one = call i64 @deposit(i64 %low, i64 %place)
  %other = call i64 @deposit(i64 %high, i64 %above)
  %w1 = zext i64 %one to i128
  %w2 = zext i64 %other to i128
  %up = shl i128 %w2, 64
  %found = or i128 %w1, %up"""
"""A larger set has the card in its lower half, or in the upper one."""


def _write_deposits(width: int) -> Iterator[str]:
    """The card of a set that has so many below it."""
    word = f"i{width}"
    yield from DEPOSIT.split("\n")
    yield f"define internal {word} @{DEPOSITED}({word} %cards, {word} %n) nounwind {{"
    yield from ["  %found = call i64 @deposit(i64 %cards, i64 %n)"] if width == NUMBER else HALVES.split("\n")
    yield f"  ret {word} %found"
    yield "}"


def _of_reals(name: str, width: int) -> Iterator[str]:
    """A function of numbers that hold the bits of reals, or that become reals."""
    word, given = f"i{width}", "ab" if "%y" in REALS[name] else "a"
    yield f"define internal {word} @{name}({', '.join(f'{word} %g{one}' for one in given)}) nounwind {{"
    for one, real in zip(given, "xy", strict=False):
        yield f"  %{one} = {f'trunc i128 %g{one} to i64' if width > NUMBER else f'add i64 %g{one}, 0'}"
        yield f"  %{real} = bitcast i64 %{one} to double"
    yield f"  %found = {REALS[name]}"
    if name == "is_less":
        yield f"  %n = zext i1 %found to {word}"
    else:
        yield "  %bits = bitcast double %found to i64"
        yield f"  %n = {'sext i64 %bits to i128' if width > NUMBER else 'add i64 %bits, 0'}"
    yield f"  ret {word} %n"
    yield "}"
