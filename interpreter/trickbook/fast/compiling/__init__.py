"""From rulesets to programs for the machine, section by section."""

from trickbook.fast.compiling.assembling import BeyondError, Places, Program
from trickbook.fast.compiling.course import program

__all__ = ["BeyondError", "Places", "Program", "program"]
