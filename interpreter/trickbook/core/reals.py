"""Reals: numbers with fractions, as processors have them, in programs that only know whole numbers.

In Python each function is what it says, of floats. A translator keeps the 64 bits of a float in a number, so
no program may do anything else with it.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt
from struct import pack, unpack


def real(n: int) -> float:
    """Return a whole number as a real."""
    return float(n)


def real_of(bits: int) -> float:
    """Return the real that has these bits, as a whole number with a sign."""
    number: float = unpack("<d", pack("<q", bits))[0]
    return number


def total(a: float, b: float) -> float:
    """Return the sum of two reals."""
    return a + b


def difference(a: float, b: float) -> float:
    """Return one real without another."""
    return a - b


def product(a: float, b: float) -> float:
    """Return the product of two reals."""
    return a * b


def ratio(a: float, b: float) -> float:
    """Return how often one real goes into another that is not 0."""
    return a / b


def root(a: float) -> float:
    """Return the square root of a real from 0 on."""
    return sqrt(a)


def logarithm(a: float) -> float:
    """Return the natural logarithm of a real above 0."""
    return log(a)


def exponential(a: float) -> float:
    """Return the exponential of a real; where it is too large, infinity."""
    try:
        return exp(a)
    except OverflowError:
        return inf


def is_less(a: float, b: float) -> int:
    """Return whether a real is less than another."""
    return a < b


def bits_of(number: float) -> int:
    """Return the bits of a real as a whole number with a sign, to be written into a program."""
    bits: int = unpack("<q", pack("<d", number))[0]
    return bits
