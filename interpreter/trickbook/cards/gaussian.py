"""Gaussian integers: exact complex scores, such as 5 + 13i."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

WRITTEN: Final = re.compile(r"(?P<real>[+-]?[0-9]{1,18})?(?P<imag>(?(real)[+-]|[+-]?)[0-9]{0,18}i)?")


IMAGINARY: Final = "_imaginary"
"""The suffix of the name of a column of imaginary parts; the real ones stand in the column before."""


@dataclass(frozen=True, slots=True, eq=False)
class Gaussian:
    """A complex number whose parts are whole; with whole numbers it is reckoned and compared as one."""

    real: int
    imag: int = 0

    def __add__(self, other: Any) -> Gaussian:
        """The sum."""
        real, imag = parts(other)
        return Gaussian(self.real + real, self.imag + imag)

    def __radd__(self, other: Any) -> Gaussian:
        """The sum, the other way round."""
        return Gaussian(*parts(other)) + self

    def __sub__(self, other: Any) -> Gaussian:
        """The difference."""
        real, imag = parts(other)
        return Gaussian(self.real - real, self.imag - imag)

    def __rsub__(self, other: Any) -> Gaussian:
        """The difference, the other way round."""
        return Gaussian(*parts(other)) - self

    def __mul__(self, other: Any) -> Gaussian:
        """The product."""
        real, imag = parts(other)
        return Gaussian(self.real * real - self.imag * imag, self.real * imag + self.imag * real)

    def __rmul__(self, other: Any) -> Gaussian:
        """The product, the other way round."""
        return Gaussian(*parts(other)) * self

    def __neg__(self) -> Gaussian:
        """The number on the other side of 0."""
        return Gaussian(-self.real, -self.imag)

    def __eq__(self, other: object) -> bool:
        """The same number, of whatever kind."""
        return isinstance(other, int | complex | Gaussian) and parts(other) == (self.real, self.imag)

    def __ne__(self, other: object) -> bool:
        """Another number."""
        return not self == other

    def __hash__(self) -> int:
        """The hash of the equal whole or complex number."""
        return hash(complex(self.real, self.imag)) if self.imag else hash(self.real)

    def __bool__(self) -> bool:
        """Return whether it is not 0."""
        return bool(self.real or self.imag)

    def __complex__(self) -> complex:
        """Python's own complex number, which is not exact when it is large."""
        return complex(self.real, self.imag)

    def __str__(self) -> str:
        """As people write it: ``5``, ``13i``, ``-26+10i``."""
        if not self.imag:
            return str(self.real)
        imag = {1: "i", -1: "-i"}.get(self.imag, f"{self.imag}i")
        joint = "+" if self.real and self.imag > 0 else ""
        return f"{self.real or ''}{joint}{imag}"

    def __format__(self, form: str) -> str:
        """As people write it, in so many columns."""
        return format(str(self), form)


Number: TypeAlias = int | complex | str | Gaussian
"""A number as it may be given: whole, complex, or as people write it."""


def parts(number: Any) -> tuple[Any, Any]:
    """The real and the imaginary part of a number of any kind."""
    return (number.real, number.imag) if isinstance(number, complex | Gaussian) else (number, 0)


def norm(number: Any) -> int:
    """The square of its distance from 0."""
    real, imag = parts(number)
    return int(real * real + imag * imag)


def of(value: object) -> Gaussian | None:
    """A number of any kind, or a text that writes one; None if it is none, or its parts are not whole."""
    if isinstance(value, str):
        return read(value)
    if isinstance(value, complex):
        whole = value.real.is_integer() and value.imag.is_integer()
        return Gaussian(int(value.real), int(value.imag)) if whole else None
    known = isinstance(value, int | Gaussian) and not isinstance(value, bool)
    return Gaussian(*parts(value)) if known else None


def read(written: str) -> Gaussian | None:
    """A number as people write it; None if it is none."""
    found = WRITTEN.fullmatch(written.replace(" ", "")) if written else None
    if found is None:
        return None
    imag = found["imag"] or "0i"
    imag = imag.removesuffix("i")
    return Gaussian(int(found["real"] or 0), int(imag + "1" if imag in ("", "+", "-") else imag))
