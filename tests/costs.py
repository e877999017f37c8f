"""What each test costs: measured while tests run, printed at their end, kept in `costs.json`.

A cost is in seconds of one core: the processor time of a test and of the processes that it waited for, or the
time that it took less the time that it waited for a processor, whichever is longer. The cost of a fixture
that several tests share belongs to the file, whichever of its tests comes first.
"""

from __future__ import annotations

import json
import resource
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

FILE: Final = Path(__file__).with_suffix(".json")
SLOWEST: Final = 60
COLLECTION: Final = "collection"
COLLECTED: Final = pytest.StashKey[float]()

WHOLE: Final = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
"""The ends of a run that has tried all its tests; the costs of others are not kept."""


class Function(NamedTuple):
    """What the cases of one test function cost: set-up and tests in all, and the cheapest of them."""

    cases: int
    setup: float
    call: float
    least: float
    cheapest: str

    @property
    def mean(self) -> float:
        return (self.setup + self.call) / self.cases


class Costs(NamedTuple):
    """The costs of a run: to collect it in one process; what each file shares; each function by node id."""

    collection: float
    shared: dict[str, float]
    functions: dict[str, Function]


class Clock(NamedTuple):
    """Seconds of processor time, own and of ended children; seconds that passed and of waiting to run."""

    own: float
    children: float
    passed: float
    waited: float

    @classmethod
    def read(cls) -> Clock:
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return cls(time.process_time(), ended.ru_utime + ended.ru_stime, time.monotonic(), _waited())

    def seconds(self) -> float:
        """What was used since this clock was read."""
        own, children, passed, waited = (now - then for now, then in zip(Clock.read(), self, strict=True))
        return max(own + children, passed - waited)


def _waited() -> float:
    """Seconds that this thread was ready to run and had no processor; 0 where the system does not say."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text("ascii").split()[1]) / 1e9
    except OSError:
        return 0.0


class Meter:
    """Measures the phases of tests, in whichever process they run."""

    def __init__(self) -> None:
        self._begun = Clock.read()
        self._phase = (0.0, 0.0)
        self._shared = 0.0
        self._within = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None, Any, Any]:
        clock, self._shared = Clock.read(), 0.0
        try:
            return (yield)
        finally:
            self._phase = (max(0.0, clock.seconds() - self._shared), self._shared)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, Any, Any]:
        clock = Clock.read()
        try:
            return (yield)
        finally:
            self._phase = (clock.seconds(), 0.0)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, Any, Any]:
        clock = Clock.read()
        try:
            return (yield)
        finally:
            alone = nextitem is not None and nextitem.path == item.path
            self._phase = (clock.seconds(), 0.0) if alone else (0.0, clock.seconds())

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        clock, self._within, outer = Clock.read(), 0.0, self._within
        try:
            return (yield)
        finally:
            seconds = clock.seconds()
            if fixturedef.scope != "function":
                self._shared += max(0.0, seconds - self._within)
                self._within = seconds
            self._within += outer

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        vars(report)["cost"] = self._phase
        return report

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        seconds = self._begun.seconds()
        if output is not None:
            output[COLLECTION] = seconds
        else:
            session.config.stash[COLLECTED] = seconds


class Book:
    """Adds up what the tests of a run cost, prints it and, if asked, keeps it in `costs.json`."""

    def __init__(self, *, keep: bool) -> None:
        self._keep = keep
        self._cases: dict[str, dict[str, float]] = {}
        self._shared: dict[str, float] = defaultdict(float)
        self._collections: list[float] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds, shared = vars(report).get("cost", (0.0, 0.0))  # none if the process has crashed
        phases = self._cases.setdefault(report.nodeid, {"setup": 0.0, "call": 0.0})
        phases["call" if report.when == "call" else "setup"] += seconds
        self._shared[report.nodeid.partition("::")[0]] += shared

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._collections.append(getattr(node, "workeroutput", {}).get(COLLECTION, 0.0))

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
    ) -> None:
        terminalreporter.section("costs in seconds of one core")
        collections = self._collections or [config.stash.get(COLLECTED, 0.0)]
        costs = self._costs(max(collections))
        for line in (*_slowest(self._cases), "", *_folders(costs)):
            terminalreporter.write_line(line)
        if self._keep and exitstatus in WHOLE:
            FILE.write_text(_as_json(_merged(read(), costs)), "utf-8")

    def _costs(self, collection: float) -> Costs:
        functions: dict[str, list[str]] = defaultdict(list)
        for case in self._cases:
            functions[function_of(case)].append(case)
        return Costs(
            collection,
            dict(self._shared),
            {name: self._function(cases) for name, cases in functions.items()},
        )

    def _function(self, cases: list[str]) -> Function:
        def seconds(case: str) -> float:
            return sum(self._cases[case].values())

        cheapest = min(cases, key=seconds)
        return Function(
            len(cases),
            sum(self._cases[case]["setup"] for case in cases),
            sum(self._cases[case]["call"] for case in cases),
            seconds(cheapest),
            cheapest.partition("[")[2].removesuffix("]"),
        )


def function_of(case: str) -> str:
    """The node id of the function that a case belongs to."""
    return case.partition("[")[0]


def file_of(case: str) -> str:
    """The file in which a case or a function stands."""
    return case.partition("::")[0]


def read() -> Costs:
    """The costs that `make costs` kept, or none."""
    if not FILE.exists():
        return Costs(0.0, {}, {})
    kept = json.loads(FILE.read_text("utf-8"))
    return Costs(
        kept[COLLECTION],
        {file: functions["shared"] for file, functions in kept["files"].items()},
        {
            f"{file}::{name}": Function(**cost)
            for file, functions in kept["files"].items()
            for name, cost in functions.items()
            if name != "shared"
        },
    )


def _merged(kept: Costs, new: Costs) -> Costs:
    """The kept costs with the new ones in their place, without those of files that are gone.

    A run of one folder collects less than a whole one, so that only the longest collection counts.
    """
    root = FILE.parents[1]
    files = {file for file in kept.shared if (root / file).exists()} - {*new.shared}
    return Costs(
        max(kept.collection, new.collection) if files else new.collection,
        {file: kept.shared[file] for file in files} | new.shared,
        {name: cost for name, cost in kept.functions.items() if file_of(name) in files} | new.functions,
    )


def _as_json(costs: Costs) -> str:
    """The costs as JSON, in order, with a line for each function."""
    blocks = []
    for file in sorted(costs.shared):
        functions = sorted(name for name in costs.functions if file_of(name) == file)
        lines = [f'"shared": {costs.shared[file]:.2f}']
        lines += [f'"{name.partition("::")[2]}": {_line(costs.functions[name])}' for name in functions]
        blocks.append(f'    "{file}": {{\n      ' + ",\n      ".join(lines) + "\n    }")
    return (
        f'{{\n  "{COLLECTION}": {costs.collection:.1f},\n  "files": {{\n' + ",\n".join(blocks) + "\n  }\n}\n"
    )


def _line(cost: Function) -> str:
    return json.dumps(
        {
            name: round(value, 3) if isinstance(value, float) else value
            for name, value in cost._asdict().items()
        },
        ensure_ascii=False,
    )


def _slowest(cases: dict[str, dict[str, float]]) -> Iterator[str]:
    """The cases that cost most, the dearest first."""
    yield f"{'set-up':>8} {'test':>8}  the {SLOWEST} slowest tests"
    for case, phases in sorted(cases.items(), key=lambda one: -sum(one[1].values()))[:SLOWEST]:
        yield f"{phases['setup']:8.2f} {phases['call']:8.2f}  {case}"


def _folders(costs: Costs) -> Iterator[str]:
    """What each folder costs, and all of them."""
    yield f"{'tests':>8} {'shared':>8} {'set-up':>8} {'test':>8}  folder"
    for folder, (cases, shared, setup, call) in by_folder(costs).items():
        yield f"{cases:8.0f} {shared:8.1f} {setup:8.1f} {call:8.1f}  {folder}"
    yield f"{costs.collection:.1f} seconds to collect them, in each process"


def by_folder(costs: Costs) -> dict[str, tuple[float, ...]]:
    """Tests, shared seconds, set-up and tests of each folder and of `all`, the dearest first."""
    rows: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
    for name, cost in costs.functions.items():
        for key in (_folder(name), "all"):
            for place, value in ((0, cost.cases), (2, cost.setup), (3, cost.call)):
                rows[key][place] += value
    for file, seconds in costs.shared.items():
        for key in (_folder(file), "all"):
            rows[key][1] += seconds
    return {key: tuple(rows[key]) for key in sorted(rows, key=lambda key: -sum(rows[key][1:]))}


def _folder(name: str) -> str:
    """The folder below `tests/` in which a file or a function stands."""
    return name.split("/")[1].partition(".py")[0]
