"""Machines are shared: whatever a test tries, it may take its time; and it tries the same things each time.

`make soak` tries others. `selection.py` says what each run tries, and `costs.py` measures it.
"""

import gc
import os
from collections.abc import Generator

import pytest
from tests import caches

caches.use_own_caches()  # before large packages are imported

from hypothesis import HealthCheck, settings  # noqa: E402
from tests import costs, selection  # noqa: E402

gc.set_threshold(100_000, 20, 50)  # looking for garbage so often took a seventh of the time

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
    if config.getoption("budget") and config.getoption("slice"):
        raise pytest.UsageError("--budget and --slice do not go together: each chooses by itself")
    parts = config.option.keyword or config.option.markexpr or any("::" in one for one in config.args)
    if config.getoption("costs") == "keep" and parts:
        raise pytest.UsageError("--costs keep takes whole files: leave out -k, -m and what follows `::`")
    if config.getoption("slice") == "commit":
        config.option.slice = str(selection.quarter_of_commit())
    if config.getoption("costs"):
        config.pluginmanager.register(costs.Meter(), "meter")
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(costs.Book(keep=config.getoption("costs") == "keep"), "book")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Warm the caches in the process that is about to start workers."""
    if session.config.getoption("numprocesses", None) and not hasattr(session.config, "workerinput"):
        caches.warm_caches()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    with caches.compiled(), caches.without_garbage_collection():
        collected = yield
    caches.note_collection(session.config)
    return collected


def pytest_report_header(config: pytest.Config) -> str | None:
    quarter = config.getoption("slice")
    if config.getoption("budget"):
        return f"of what is named, as many cases as fit into {selection.BUDGET} seconds of one core"
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
        parts = int(config.workerinput["workercount"])
        items[:] = selection.longest_first(items, costs.read(), parts)
