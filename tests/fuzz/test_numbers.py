"""A number far too large, wherever a ruleset has one, costs neither time nor memory and is no crash."""

import re
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import trickbook
from trickbook.analysis.validation import validate
from trickbook.examples.runner import run

TEXT = (Path(__file__).parent / "numbers.yaml").read_text("utf-8")
"""A game that has a number at each place that takes one."""

NUMBER = re.compile(r"(?<![\w\"])(?<!, )[0-9]+(?![\w\"])")
"""A number; of those in a list the first."""

PLACES = [found.span() for found in NUMBER.finditer(TEXT) if found.start() > TEXT.index("name:")]

EXAMPLES = TEXT.index("examples:")

NINES = "9" * 15
"""So many of anything are more than any machine holds. Texts with more figures are no numbers in YAML."""

CALLS = 500_000
"""More than three times the calls that any of these rulesets needs."""

MEMORY = 1 << 29
"""The bytes that may be added to what the process has, where the system knows such a limit."""

MOVES = 12


@contextmanager
def limited() -> Iterator[None]:
    """Let the process have little more memory than it has."""
    statm = Path("/proc/self/statm")
    used = (
        int(statm.read_text().split()[0]) * resource.getpagesize() if statm.exists() else sys.maxsize - MEMORY
    )
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


def in_few_calls(does: Callable[[], Any]) -> Any:
    """What a function returns; an error if it makes too many calls."""
    left = CALLS

    def count(_frame: object, event: str, _about: object) -> None:
        nonlocal left
        left -= event == "call"
        if left < 0:
            raise AssertionError(f"more than {CALLS} calls")

    sys.setprofile(count)
    try:
        return does()
    finally:
        sys.setprofile(None)


def play(path: Path) -> None:
    game = trickbook.load(path).new_game(seed=1)
    for _ in range(MOVES):
        for seat in game.actors[:1]:
            game = game.apply(seat, game.legal(seat)[-1])


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("numbers") / "game.yaml"


def test_the_game_is_fine(path: Path) -> None:
    path.write_text(TEXT, "utf-8")
    assert validate(path, quick=True).problems == ()
    assert run([str(path)]).passed


def name(place: tuple[int, int]) -> str:
    line = TEXT.count("\n", 0, place[0]) + 1
    return f"{line}:{place[0] - TEXT.rfind(chr(10), 0, place[0])}"


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_a_number_far_too_large_is_refused_or_harmless(place: tuple[int, int], path: Path) -> None:
    path.write_text(f"{TEXT[: place[0]]}{NINES}{TEXT[place[1] :]}", "utf-8")
    with limited():
        report = in_few_calls(lambda: validate(path, quick=True))
        if report.fine:
            in_few_calls(lambda: play(path))
        if place[0] > EXAMPLES:
            in_few_calls(lambda: run([str(path)]))
