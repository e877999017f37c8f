"""What a run tries of all tests: within a budget of seconds (`make test`), or all but part of the breadth.

Many tests try one thing for very many cases: other numbers of players, settings of options, pairs of house
rules, rulesets made by machine. These cases bear the mark `breadth`. `make test-all` tries a quarter of them,
chosen by the commit, and all others; `make test-whole` tries everything.
"""

from __future__ import annotations

import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol, TypeVar
from zlib import crc32

import pytest
from _pytest.mark.structures import ParameterSet
from tests.costs import Costs, Function, file_of, function_of

BUDGET: Final = 400
"""Seconds of one core that `make test` may use in a fresh clone, for all that it does."""

LINTERS: Final = 20
"""Seconds of one core that ruff, mypy and the contract of layers take in a fresh clone."""

PREPARATION: Final = 20
"""Seconds of one core in which a fresh clone reads all shipped files and compiles what several tests run."""

FIRST_USES: Final = 60
"""Seconds of one core for what a part of the tests uses first, such as a game; a whole run shares it."""

PROCESSES: Final = 3
"""Processes that collect and run the tests: one more than cores, as many tests wait for servers."""

DEAREST: Final = 1.4
"""Seconds above which the cheapest case of a function is left to `make test-all`."""

UNMEASURED: Final = Function(1, 0.0, 1.0, 1.0, "")
"""What a function counts as that `costs.json` does not know yet."""

QUARTERS: Final = 4


class Case(Protocol):
    """What decides whether a test is tried: its node id, and whether it bears the mark."""

    @property
    def nodeid(self) -> str: ...

    def get_closest_marker(self, name: str) -> object: ...


C = TypeVar("C", bound=Case)
T = TypeVar("T")


def broad(cases: Iterable[T], *, but: Callable[[T], bool]) -> list[ParameterSet]:
    """The cases of a test as its parameters: all bear the mark but those that every run tries."""
    return [pytest.param(case, marks=() if but(case) else pytest.mark.breadth) for case in cases]


def budget(costs: Costs) -> float:
    """Seconds that are left for the tests themselves."""
    return BUDGET - LINTERS - PREPARATION - FIRST_USES - PROCESSES * costs.collection


def cost(costs: Costs, function: str) -> Function:
    return costs.functions.get(function, UNMEASURED)


def affordable(costs: Costs, functions: Iterable[str]) -> list[str]:
    """The functions of which `make test` tries a case at least, whatever that comes to."""
    return [
        name
        for name in functions
        if cost(costs, name).least + costs.shared.get(file_of(name), 0.0) <= DEAREST
    ]


def least(costs: Costs, functions: Sequence[str]) -> float:
    """Seconds that the cheapest case of each of these functions takes, and what their files share."""
    shared = sum(costs.shared.get(file, 0.0) for file in {file_of(name) for name in functions})
    return shared + sum(cost(costs, name).least for name in functions)


def within_budget(items: Sequence[C], costs: Costs) -> set[C]:
    """The cheapest case of every affordable function, then further cases until the budget is used.

    The more cases of a function are chosen, the less another one tells: the third of a function comes before
    the second of another only if that costs more than half as much again.
    """
    functions = _functions(items)
    names = affordable(costs, functions)
    chosen, further = set(), []
    for name in names:
        first, *others = _cheapest_first(functions[name], cost(costs, name).cheapest)
        chosen.add(first)
        mean = cost(costs, name).mean
        further += [(place * mean, mean, item) for place, item in enumerate(others, 2)]
    seconds = least(costs, names)
    for _, mean, item in sorted(further, key=lambda one: (one[0], one[2].nodeid)):
        seconds += mean
        if seconds > budget(costs):
            break
        chosen.add(item)
    return chosen


def with_a_quarter(items: Sequence[C], quarter: int) -> set[C]:
    """All cases without the mark, a quarter of those with it, and at least one of each function."""
    chosen = set()
    for cases in _functions(items).values():
        broad = _shuffled(case for case in cases if case.get_closest_marker("breadth"))
        part = broad[quarter - 1 :: QUARTERS]
        if len(broad) == len(cases) and not part:
            part = [broad[quarter % len(broad)]]
        chosen |= ({*cases} - {*broad}) | {*part}
    return chosen


def quarter_of_commit() -> int:
    """The quarter of the breadth, from 1 to 4, that the commit stands for; the first one without a commit."""
    commit = ""
    with suppress(OSError):  # there may be no git
        commit = subprocess.run(
            ["git", "rev-parse", "HEAD"],  # noqa: S607 - whichever git the author uses
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=False,
        ).stdout.strip()
    return 1 + int(commit or "0", 16) % QUARTERS


def longest_first(items: Sequence[C], costs: Costs, parts: int = PROCESSES) -> list[C]:
    """File by file, those with long tests first, so that no process begins one when the others end.

    The processes begin with a part of the list each, so that the longest files go to different parts.
    """
    files: dict[str, list[C]] = defaultdict(list)
    for item in items:
        files[file_of(item.nodeid)].append(item)

    def longest(file: str) -> float:
        return max(cost(costs, name).mean for name in {function_of(item.nodeid) for item in files[file]})

    order = sorted(files, key=longest, reverse=True)
    return [item for part in range(parts) for file in order[part::parts] for item in files[file]]


def _functions(items: Iterable[C]) -> dict[str, list[C]]:
    """The cases of each test function."""
    functions = defaultdict(list)
    for item in items:
        functions[function_of(item.nodeid)].append(item)
    return functions


def _cheapest_first(cases: Iterable[C], cheapest: str) -> list[C]:
    """The cheapest case, if it is still there, then the others, mixed."""
    return sorted(_shuffled(cases), key=lambda item: not item.nodeid.endswith(f"[{cheapest}]"))


def _shuffled(cases: Iterable[C]) -> list[C]:
    """The cases in an order that is the same on every machine and has nothing to do with their names."""
    return sorted(cases, key=lambda item: crc32(item.nodeid.encode()))
