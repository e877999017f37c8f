"""Machines are shared: whatever a test tries, it may take its time; and it tries the same things each time.

`make soak` tries others. With `--sample`, only what `sample.py` says is tried.
"""

import os

import pytest
from hypothesis import HealthCheck, settings
from tests import sample

settings.register_profile(
    "ours",
    deadline=None,
    derandomize="TRICKBOOK_FUZZ" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ours")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sample", action="store_true", help="try a sample of each kind of test, as `make test` does"
    )


def pytest_configure(config: pytest.Config) -> None:
    for name, value in sample.EFFORT.items() if config.getoption("sample") else ():
        os.environ.setdefault(name, value)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("sample"):
        left_out = {*sample.left_out(items)}
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]
