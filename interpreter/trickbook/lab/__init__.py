"""The lab: thousands of matches, as numbers in columns. It needs NumPy, from the extra ``lab``."""

from trickbook.problems import needs

with needs("the lab needs NumPy: run `make lab` in your clone of Trickbook"):
    import numpy as np  # noqa: F401 - it is only asked whether it is there

from trickbook.lab.notebook import Result, read, simulate

__all__ = ["Result", "read", "simulate"]
