"""Programs as machine code: what was translated, compiled by LLVM for this processor."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import llvmlite.binding as llvm

from trickbook.core import subset
from trickbook.core.definitions import definitions
from trickbook.core.instructions import ALIGNMENT, BEYOND, NUMBER, SYMBOL
from trickbook.core.translation import Memory, translation
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import ModuleType

QUICK, BEST = 0, 2
"""Levels of optimisation: what takes little time, and what is fast."""

SLOW: Final = ("znver1", "znver2")
"""Processors that deposit bits one by one."""


class Native:
    """The functions of a source as machine code, each of a list of numbers that it may change."""

    def __init__(
        self,
        source: str,
        exported: Iterable[str],
        memory: Memory,
        shared: Sequence[ModuleType] = (subset,),
        level: int = QUICK,
    ) -> None:
        """Translate and compile; SubsetError for what is no part of the subset."""
        self.memory, self.words = memory, memory.width // NUMBER
        names = [*dict.fromkeys(exported)]
        code = translation(source, names, memory, shared, deposits=deposits())
        found = definitions(source).functions
        self.arguments = {name: len(found[name].args.args) - 1 for name in names}
        doors = [_door(name, self.arguments[name], memory.width) for name in names]
        text = "\n".join([code, *doors])
        self.engine = load_code(object_code(text, level))

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the list and of numbers."""
        address = self.engine.get_function_address(f"door.{name}")
        call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(address)
        many = self.arguments[name]

        def call_function(v: list[int], *given: int) -> int:
            cells = self._pack([*v, 0])
            passed = self._pack([*given[:many], 0])
            call(ctypes.addressof(cells), ctypes.addressof(passed))
            *v[:], failed = self._unpack(cells)
            if (failed if self.memory.fault is None else v[self.memory.fault]) == BEYOND:
                raise TrickbookError(f"{name} went beyond what it may")
            return self._unpack(passed)[-1]

        return call_function

    def _pack(self, numbers: Sequence[int]) -> Any:
        """Return numbers as memory, the lowest part of each first."""
        mask = (1 << 64) - 1
        parts = [number >> 64 * word & mask for number in numbers for word in range(self.words)]
        return (ctypes.c_uint64 * len(parts))(*parts)

    def _unpack(self, memory: Any) -> list[int]:
        """Return memory as numbers; what has the highest bit is below 0."""
        words = [*memory]
        numbers = []
        for at in range(0, len(words), self.words):
            number = sum(words[at + word] << 64 * word for word in range(self.words))
            width = self.memory.width
            numbers.append(number - (1 << width) if number >> (width - 1) else number)
        return numbers


def _door(name: str, arguments: int, width: int) -> str:
    """A function that takes its numbers out of memory, and puts what it finds behind them."""
    word = f"i{width}"
    lines = [f"define void @door.{name}(ptr %v, ptr %given) nounwind {{"]
    for index in range(arguments):
        lines.append(f"  %a{index} = getelementptr {word}, ptr %given, i64 {index}")
        lines.append(f"  %g{index} = load {word}, ptr %a{index}, align {ALIGNMENT}")
    given = ", ".join(["ptr %v", *(f"{word} %g{index}" for index in range(arguments))])
    lines.append(f"  %found = call {word} @{SYMBOL}{name}({given})")
    lines.append(f"  %at = getelementptr {word}, ptr %given, i64 {arguments}")
    return "\n".join([*lines, f"  store {word} %found, ptr %at, align {ALIGNMENT}", "  ret void", "}", ""])


def door_of_rows(name: str, memory: Memory) -> str:
    """A function that runs another for each of many lists in a row, and adds up what it returns.

    The cell for faults must be one of the list, for behind it lies the next.
    """
    assert memory.fault is not None and memory.fault < memory.cells  # noqa: PT018, S101 - the caller knows
    word = f"i{memory.width}"
    return f"""\
define i64 @rows.{name}(ptr %rows, i64 %many) nounwind {{
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i64 [ 0, %entry ], [ %more, %body ]
  %left = icmp slt i64 %i, %many
  br i1 %left, label %body, label %end
body:
  %at = mul i64 %i, {memory.cells}
  %row = getelementptr {word}, ptr %rows, i64 %at
  %wide = call {word} @{SYMBOL}{name}(ptr %row)
  %found = {"add i64 %wide, 0" if memory.width == NUMBER else f"trunc {word} %wide to i64"}
  %more = add i64 %sum, %found
  %next = add i64 %i, 1
  br label %head
end:
  ret i64 %sum
}}
"""


@cache
def _prepare() -> None:
    """Let LLVM know this processor."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@cache
def processor() -> str:
    """Return what code is compiled for."""
    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


@cache
def deposits() -> bool:
    """Return whether this processor deposits bits, and does so quickly."""
    return bool(llvm.get_host_cpu_features().get("bmi2")) and llvm.get_host_cpu_name() not in SLOW


def _machine(level: int) -> Any:
    """Return what LLVM needs to know of the processor; an engine takes it over, so each has its own."""
    _prepare()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=level
    )


def object_code(text: str, level: int = QUICK) -> bytes:
    """Compile a translation."""
    machine, module = _machine(level), llvm.parse_assembly(text)
    module.verify()
    if level > QUICK:
        options = llvm.create_pipeline_tuning_options(speed_level=level)
        options.loop_vectorization = options.slp_vectorization = False  # but where the source asks for it
        passes = llvm.create_pass_builder(machine, options)
        passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code


def load_code(code: bytes) -> Any:
    """Load object code into this process; what is returned knows the address of each function."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(QUICK))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine
