"""`make test` fits its budget, and each run of the breadth tries a quarter of it."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests import costs, selection
from tests.costs import Costs, Function

TESTS = Path(__file__).parents[1]
FUNCTION = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
MOST_LEFT = 0.1
APART = {"web", "vscode"}  # what needs a browser and npm

NEVER_BROAD = re.compile(
    "^tests/(server|bad)/|secret|hidden|protocol|recover|attack|hostile|untrusted|foreign|damage"
)
"""The files about servers, wrong rulesets, secrets, protocols, recovery and attacks."""


def functions() -> list[str]:
    """The node ids of all test functions that `make test` chooses from."""
    return [
        f"tests/{path.relative_to(TESTS).as_posix()}::{name}"
        for path in sorted(TESTS.rglob("test_*.py"))
        if path.relative_to(TESTS).parts[0] not in APART
        for name in dict.fromkeys(FUNCTION.findall(path.read_text("utf-8")))
    ]


def test_the_cheapest_case_of_every_function_fits_the_budget() -> None:
    measured = costs.read()
    names = selection.affordable(measured, functions())
    dearest = sorted(names, key=lambda name: -selection.cost(measured, name).least)[:20]
    assert selection.least(measured, names) <= selection.budget(measured), (
        "`make test` costs too much. Make these cheaper, or measure them with `pytest FILE --costs keep`:\n"
        + "\n".join(f"{selection.cost(measured, name).least:6.2f}  {name}" for name in dearest)
    )


def test_few_functions_are_left_to_make_test_all() -> None:
    """What grows dearer than `make test` may be does not leave it unseen."""
    left = {*functions()} - {*selection.affordable(costs.read(), functions())}
    assert len(left) <= MOST_LEFT * len(functions()), f"{len(left)} functions are left to `make test-all`"


@dataclass(frozen=True)
class Case:
    """A test as the selection sees it."""

    nodeid: str
    broad: bool = False

    def get_closest_marker(self, name: str) -> object:
        return (self.broad and name == "breadth") or None


CHEAP, DEAR, LONG = "tests/a.py::test_cheap", "tests/b.py::test_dear", "tests/c.py::test_long"
KEPT = Costs(
    10.0,
    {"tests/a.py": 0.4, "tests/b.py": 0.0, "tests/c.py": 0.0},
    {
        CHEAP: Function(300, 0.0, 300.0, 0.5, "7"),
        DEAR: Function(100, 0.0, 400.0, 0.9, "9"),
        LONG: Function(2, 0.0, 12.0, 5.5, "0"),
    },
)
ITEMS = [
    *(Case(f"{CHEAP}[{place}]") for place in range(300)),
    *(Case(f"{DEAR}[{place}]") for place in range(100)),
    *(Case(f"{LONG}[{place}]") for place in range(2)),
]


def test_a_budget_buys_the_cheapest_case_of_each_function_and_leaves_long_ones_out() -> None:
    chosen = {item.nodeid for item in selection.within_budget(ITEMS, KEPT)}
    assert {f"{CHEAP}[7]", f"{DEAR}[9]"} <= chosen
    assert not any(name.startswith(LONG) for name in chosen)


def test_a_budget_is_used_and_kept_and_buys_more_of_what_is_cheap() -> None:
    chosen = selection.within_budget(ITEMS, KEPT)
    cheap = sum(item.nodeid.startswith(CHEAP) for item in chosen)
    dear = len(chosen) - cheap
    seconds = 0.4 + 0.5 + (cheap - 1) + 0.9 + 4 * (dear - 1)
    assert selection.budget(KEPT) - 4 < seconds <= selection.budget(KEPT)
    assert cheap > 2 * dear > 20


def test_a_function_that_was_never_measured_is_tried_once_at_least() -> None:
    new = Case("tests/d.py::test_new")
    assert new in selection.within_budget([*ITEMS, new], KEPT)


BROAD = [Case(f"{CHEAP}[{place}]", broad=place >= 10) for place in range(53)]


@pytest.mark.parametrize("quarter", [1, 2, 3, 4])
def test_a_quarter_holds_all_that_is_not_broad_and_a_quarter_of_the_rest(quarter: int) -> None:
    chosen = selection.with_a_quarter(BROAD, quarter)
    assert chosen >= {*BROAD[:10]}
    assert len(chosen) - 10 in {10, 11}


def test_four_quarters_hold_everything_once() -> None:
    quarters = [selection.with_a_quarter(BROAD[10:], quarter) for quarter in (1, 2, 3, 4)]
    assert set().union(*quarters) == {*BROAD[10:]}
    assert sum(map(len, quarters)) == len(BROAD[10:])


@pytest.mark.parametrize("quarter", [1, 2, 3, 4])
def test_each_function_has_a_case_in_each_quarter(quarter: int) -> None:
    assert len(selection.with_a_quarter([Case(CHEAP, broad=True)], quarter)) == 1


def test_long_tests_come_first_in_each_part() -> None:
    order = [item.nodeid.partition("[")[0] for item in selection.longest_first(ITEMS, KEPT)]
    assert list(dict.fromkeys(order)) == [LONG, DEAR, CHEAP]
    assert len(order) == len(ITEMS)


def test_what_protects_people_is_tried_whole_in_every_run(request: pytest.FixtureRequest) -> None:
    items = [item for item in request.session.items if NEVER_BROAD.search(item.nodeid.partition("::")[0])]
    assert [item.nodeid for item in items if item.get_closest_marker("breadth")] == []
