"""Machines are shared: whatever a test tries, it may take its time; and it tries the same things each time.

`make soak` tries others. `selection.py` says what each run tries, and `costs.py` measures it.
"""

import os

import pytest
from hypothesis import HealthCheck, settings
from tests import costs, selection

settings.register_profile(
    "ours",
    deadline=None,
    derandomize="TRICKBOOK_FUZZ" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ours")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--budget", action="store_true", help="try what a few minutes allow, as `make test` does"
    )
    parser.addoption("--slice", choices=("commit", "1", "2", "3", "4"), help="try a quarter of the breadth")
    parser.addoption("--costs", choices=("print", "keep"), help="measure what each test costs")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("slice") == "commit":
        config.option.slice = str(selection.quarter_of_commit())
    if config.getoption("costs"):
        config.pluginmanager.register(costs.Meter(), "meter")
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(costs.Book(keep=config.getoption("costs") == "keep"), "book")


def pytest_report_header(config: pytest.Config) -> str | None:
    quarter = config.getoption("slice")
    return (
        quarter
        and f"breadth: quarter {quarter} of {selection.QUARTERS}; SLICE={quarter} tries the same again"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = {*items}
    if config.getoption("budget"):
        chosen = selection.within_budget(items, costs.read())
    elif quarter := config.getoption("slice"):
        chosen = selection.with_a_quarter(items, int(quarter))
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]
    if hasattr(config, "workerinput"):
        items[:] = selection.longest_first(items, costs.read())
