"""The subset of Python as LLVM's intermediate language: everything else is refused.

Every number has one width. ``v`` is memory of so many cells. One, or one more behind them, says whether
something went wrong: an index outside the list or a table, a division by 0, a shift too far, a range too
long. The function that does so returns 0, and what called it goes on; its loops end all the same. So nothing
that a program does harms the process.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.core import subset
from trickbook.core.definitions import check_calls, definitions, ends_without_value, parts_of, together
from trickbook.core.instructions import NUMBER, SYMBOL, Names, SubsetError, failure
from trickbook.core.translated_function import translated_function
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

MOST_SOURCE: Final = 1_000_000
"""How many characters of a source are translated; those of shipped games are 30,000 at most."""

DEEPEST_CALL: Final = 100
"""So many functions may wait for one another; Python has no room for ten times as many."""

WIDTHS: Final = (64, 128)
"""How wide a number may be. Of sets, the highest bit is no card: it is the sign."""


class BeyondError(TrickbookError):
    """A pack, or a program, is too large for machine code; Python plays by it all the same."""


def width_for(cards: int) -> int:
    """Return how wide a number must be for so many cards; BeyondError if there are too many."""
    width = next((width for width in WIDTHS if cards < width), None)
    if width is None:
        raise BeyondError(f"machine code plays with {WIDTHS[-1] - 1} cards at most, and these are {cards}")
    return width


class Memory(NamedTuple):
    """The memory of a program: so many cells, how wide each is, and the one that says what went too far.

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
    """Translate a source; SubsetError for what is no part of the subset, BeyondError for one without end.

    ``exported`` names the functions that can be called from outside, ``shared`` are modules with functions
    that it may call; ``rare`` ones are hardly ever called. ``deposits``: whether the processor has an
    instruction that finds a card by its index.
    """
    if len(source) > MOST_SOURCE:
        message = f"machine code is made of {MOST_SOURCE:,} characters at most, and these are {len(source):,}"
        raise BeyondError(message)
    (cells, width, fault), exported = memory, [*exported]
    numbers, tables, functions = together(definitions(source), shared)
    names = Names(numbers, tables, functions, cells, width, cells if fault is None else fault, rare)
    lines, simple = [*_head(width), *_tables(tables, width)], {*WIDE, *REALS, *([DEPOSITED] * deposits)}
    try:
        for name in _order_of_calls(functions, exported, simple):
            lines += _function(name, names, exported=name in exported, deposits=deposits)
    except RecursionError:
        raise SubsetError(ast.Module([], []), "what is nested too deeply") from None
    return "\n".join([*lines, ""])


def _order_of_calls(
    functions: Mapping[str, ast.FunctionDef], exported: Iterable[str], simple: Collection[str] = ()
) -> list[str]:
    """Return the functions that are called, each behind those that it calls; ``simple`` ones call none.

    SubsetError if one calls itself, too many wait for one another, or one is asked for a value that it lacks.
    """
    calls = {
        name: [] if name in simple else [one for one in parts_of(node).called if one in functions]
        for name, node in functions.items()
    }
    depths, silent = dict[str, int](), set[str]()
    for outer in exported:
        if outer not in functions:
            raise SubsetError(ast.Name(outer), f"{outer}, which is no function")
        for name in _behind(outer, calls, depths):
            depths[name] = 1 + max((depths[one] for one in calls[name]), default=0)
            if depths[name] > DEEPEST_CALL:
                raise SubsetError(functions[name], f"{name}, which waits for too many functions")
            if name not in simple:
                check_calls(functions[name], silent)
                silent |= {name} if ends_without_value(functions[name]) else set()
    return [*depths]


def _behind(outer: str, calls: Mapping[str, Sequence[str]], found: Collection[str]) -> Iterator[str]:
    """Yield what a function calls and has not been found, each behind what it calls, and itself last."""
    path = {} if outer in found else {outer: iter(calls[outer])}
    while path:
        name = next(reversed(path))
        one = next(path[name], None)
        if one is None:
            del path[name]
            yield name
        elif one in path:
            raise SubsetError(ast.Name(one), f"{one}, a function that calls itself")
        elif one not in found:
            path[one] = iter(calls[one])


def _function(name: str, names: Names, *, exported: bool, deposits: bool) -> Iterable[str]:
    """A function, line by line: some of those that are shared are instructions of LLVM's own."""
    if name in WIDE:
        return _wide(name, names)
    if name in REALS:
        return _of_reals(name, names.width)
    if name == DEPOSITED and deposits:
        return _write_deposits(names)
    if exported and [one.arg for one in names.functions[name].args.args][:1] != ["v"]:
        raise SubsetError(names.functions[name], f"{name}, which is called from outside and has no list")
    return translated_function(names.functions[name], names, exported=exported)


def _head(width: int) -> Iterator[str]:
    """The instructions of LLVM's own that are called."""
    for wide in {NUMBER, width}:
        yield f"declare i{wide} @llvm.ctpop.i{wide}(i{wide})"
        yield f"declare i{wide} @llvm.abs.i{wide}(i{wide}, i1)"
    for operation in ("add", "sub", "mul"):
        yield f"declare {{i{width}, i1}} @llvm.s{operation}.with.overflow.i{width}(i{width}, i{width})"
    yield "declare i128 @llvm.smin.i128(i128, i128)"
    yield "declare i128 @llvm.smax.i128(i128, i128)"
    yield "!0 = distinct !{!0, !1}"
    yield from (f"declare double @llvm.{name}.f64(double)" for name in ("sqrt", "log", "exp"))
    yield '!2 = !{!"branch_weights", i32 2000, i32 1}'
    yield '!1 = !{!"llvm.loop.vectorize.enable", i1 true}'


def _tables(tables: Mapping[str, tuple[int, ...]], width: int) -> Iterator[str]:
    for name, values in tables.items():
        if any(not -(1 << width - 1) <= value < 1 << width - 1 for value in values):
            raise SubsetError(ast.Name(name), f"{name}, whose numbers are too large for {width} bits")
        items = ", ".join(f"i{width} {value}" for value in values)
        yield f"@{SYMBOL}{name} = internal constant [{len(values)} x i{width}] [{items}]"


def _wide(name: str, names: Names) -> Iterator[str]:
    """A function of products, exact until they are held at the largest number."""
    word, given = f"i{names.width}", "ab" if name == "times" else "abcd"
    yield _head_of(name, given, names.width)
    for one in given:
        yield f"  %n{one} = {_cast('trunc', word, 'i64', f'%{one}')}"
        yield f"  %w{one} = sext i64 %n{one} to i128"
    if names.width > NUMBER:
        yield from _in_reach(given)
    yield from _products(name)
    yield f"  %low = call i128 @llvm.smin.i128(i128 %n, i128 {LARGEST})"
    yield f"  %held = call i128 @llvm.smax.i128(i128 %low, i128 -{LARGEST})"
    yield f"  %found = {_cast('trunc', 'i128', word, '%held')}"
    yield f"  ret {word} %found"
    if names.width > NUMBER:
        yield from failure(names)
    yield "}"


def _head_of(name: str, given: Iterable[str], width: int) -> str:
    """The first line of a function, which has the list like every other."""
    parameters = "".join(f", i{width} %{one}" for one in given)
    return f"define internal i{width} @{SYMBOL}{name}(ptr noalias %v{parameters}) nounwind {{"


def _cast(instruction: str, kind: str, to: str, number: str) -> str:
    """Return the text that makes a number one of another width, or leaves it as it is."""
    return f"{instruction} {kind} {number} to {to}" if kind != to else f"add {kind} {number}, 0"


def _in_reach(given: str) -> Iterator[str]:
    """The lines that fail for a wide number that 64 bits do not hold: its products might not fit."""
    for index, one in enumerate(given):
        yield f"  %fits{one} = icmp eq i128 %{one}, %w{one}"
        yield f"  br i1 %fits{one}, label %on{index}, label %fail"
        yield f"on{index}:"


def _products(name: str) -> Iterator[str]:
    """The lines that make ``%n``."""
    if name == "times":
        yield "  %n = mul i128 %wa, %wb"
        return
    pairs, sign = (("ac", "bd"), "sub") if name == "real_times" else (("ad", "bc"), "add")
    for index, pair in enumerate(pairs):
        one, other = pair[0], pair[1]
        yield f"  %p{index} = mul i128 %w{one}, %w{other}"
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


def _write_deposits(names: Names) -> Iterator[str]:
    """The card of a set that has so many below it; neither may be below 0."""
    word = f"i{names.width}"
    yield from DEPOSIT.split("\n")
    yield _head_of(DEPOSITED, ("cards", "n"), names.width)
    yield f"  %signs = or {word} %cards, %n"
    yield f"  %sound = icmp sge {word} %signs, 0"
    yield "  br i1 %sound, label %on, label %fail"
    yield "on:"
    if names.width == NUMBER:
        yield "  %found = call i64 @deposit(i64 %cards, i64 %n)"
    else:
        yield from HALVES.split("\n")
    yield f"  ret {word} %found"
    yield from failure(names)
    yield "}"


def _of_reals(name: str, width: int) -> Iterator[str]:
    """A function of numbers that hold the bits of reals, or that become reals."""
    word, given = f"i{width}", "ab" if "%y" in REALS[name] else "a"
    yield _head_of(name, (f"g{one}" for one in given), width)
    for one, real in zip(given, "xy", strict=False):
        yield f"  %{one} = {_cast('trunc', word, 'i64', f'%g{one}')}"
        yield f"  %{real} = bitcast i64 %{one} to double"
    yield f"  %found = {REALS[name]}"
    if name == "is_less":
        yield f"  %n = zext i1 %found to {word}"
    else:
        yield "  %bits = bitcast double %found to i64"
        yield f"  %n = {_cast('sext', 'i64', word, '%bits')}"
    yield f"  ret {word} %n"
    yield "}"
