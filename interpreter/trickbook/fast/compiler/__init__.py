"""The compiler of the fast engine: from rulesets to programs for the machine, section by section."""

from trickbook.fast.compiler.assembler import BeyondError, Program, QuestionRegisters, StateRegisters
from trickbook.fast.compiler.match import program

__all__ = ["BeyondError", "Program", "QuestionRegisters", "StateRegisters", "program"]
