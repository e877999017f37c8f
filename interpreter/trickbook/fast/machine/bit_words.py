"""Words of 64 bits: counting and finding the set bits, and exact products, by processor instructions."""

from __future__ import annotations

from typing import Any, Final

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, register_jitable

from trickbook.fast.machine.code_cache import compiled

WORD: Final = 64
U: Final = np.uint64
ONE: Final = U(1)

PART: Final = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

inside: Final = compiled(**PART)
"""Compiles a part of the machine, which only the machine calls. None allocates, or counts references.

Parts are kept, so a machine with other parts, as for players who duck, compiles only what is new.
"""

inlined: Final = compiled(**PART, forceinline=True)

DEPOSITS: Final = bool(llvm.get_host_cpu_features().get("bmi2", False))
"""Whether the processor can find the n-th bit of a word by one instruction."""


@intrinsic
def bits_of(_context: Any, word: Any) -> Any:
    """Return the number of set bits."""
    return types.int64(word), lambda _c, builder, _s, args: builder.ctpop(args[0])


@intrinsic
def lowest_bit(_context: Any, word: Any) -> Any:
    """Return the number of the lowest set bit."""
    sure = ir.Constant(ir.IntType(1), 0)
    return types.uint64(word), lambda _c, builder, _s, args: builder.cttz(args[0], sure)


@intrinsic
def highest_bit(_context: Any, word: Any) -> Any:
    """Return the number of the highest set bit."""
    sure, last = ir.Constant(ir.IntType(1), 0), ir.Constant(ir.IntType(WORD), WORD - 1)
    return types.uint64(word), lambda _c, builder, _s, args: builder.sub(last, builder.ctlz(args[0], sure))


@intrinsic
def both_times(_context: Any, one: Any, other: Any, third: Any, fourth: Any, largest: Any) -> Any:
    """Return one * other + third * fourth exactly, capped at the largest number on its side of zero."""

    def generate(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        double = ir.IntType(2 * WORD)
        one, other, third, fourth, most = (builder.sext(arg, double) for arg in args)
        found = builder.add(builder.mul(one, other), builder.mul(third, fourth))
        least = builder.neg(most)
        found = builder.select(builder.icmp_signed(">", found, most), most, found)
        found = builder.select(builder.icmp_signed("<", found, least), least, found)
        return builder.trunc(found, ir.IntType(WORD))

    return types.int64(*(types.int64,) * 5), generate


@intrinsic
def _deposited(_context: Any, bits: Any, word: Any) -> Any:
    def generate(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        whole = ir.IntType(WORD)
        kind = ir.FunctionType(whole, (whole, whole))
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), args)

    return types.uint64(bits, word), generate


@register_jitable
def _stepped(word: Any, n: Any) -> Any:
    while n > U(0):
        word &= word - ONE
        n -= ONE
    return word & (~word + ONE)


@register_jitable
def _found(word: Any, n: Any) -> Any:
    return _deposited(ONE << n, word)


@register_jitable
def _gathered(places: Any, word: Any) -> Any:
    found = word ^ word
    while places:
        if places & ONE:
            found |= word & (~word + ONE)
        word &= word - ONE
        places >>= ONE
    return found


nth_bit: Final = _found if DEPOSITS else _stepped
"""The n-th lowest set bit, from 0, as a word."""

bits_at: Final = _deposited if DEPOSITS else _gathered
"""The set bits at some places among them, counted from the lowest."""
