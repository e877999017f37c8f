"""What `make test` tries of the tests that try very much. `make test-all` tries everything.

A test that is not named here runs whole in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from zlib import crc32

from tests.games import WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pytest

EVERY_GAME: Final = -1
"""One case for every game and house rule that is played, whatever else the cases differ in."""

A_THIRD: Final = -2
"""The same for a third of them, from one test to the next another third."""

CASES: Final = {
    "laws": A_THIRD,
    "rl": A_THIRD,
    "fast/test_deals.py": EVERY_GAME,
    "fast/test_ducks.py": EVERY_GAME,
    "server/test_hidden_cards.py": EVERY_GAME,
    "bad": 160,
    "bots": 6,
    "cli": 6,
    "cli/test_calls.py": 40,
    "combinations": 16,
    "desk": 6,
    "desk/test_phrases.py": 40,
    "difference": 4,
    "editor/test_fixes.py": 40,
    "editor/test_help.py": 4,
    "editor/test_names.py": 4,
    "fast": 8,
    "fast/test_random_rulesets.py": 1,
    "fast/test_pairs.py": 1,
    "fuzz/test_limits.py": 6,
    "guides/test_guides.py": 5,
    "guides/test_reference.py": 100,
    "lab": 4,
    "openspiel": 8,
    "openspiel/test_openspiel.py::test_any_deal": EVERY_GAME,
    "rulebook": 4,
    "rulebook/test_phrases.py": 40,
    "seat": 6,
    "server": 6,
    "terminal": 6,
    "terminal/test_whole_deals.py": EVERY_GAME,
    "validation": 8,
    "validation/test_bounds.py": 24,
    "validation/test_codes.py": 24,
}
"""At most so many cases of each test of a folder or file, spread evenly; what is named closest counts."""

BREADTH: Final = (
    "bots/test_arena.py::test_the_mean_and_its_interval_are_those_of_the_deals",
    "bots/test_duck_inference.py::test_ducks_are_told_from_those_who_play_by_chance",
    "bots/test_outside.py::test_a_command_that_is_stopped_ends_its_players",
    "bots/test_worlds.py::test_a_wrong_sampler_is_caught",
    "difference/test_entries.py::test_every_pair_of_rulesets_is_compared",
    "lab/test_arena.py::test_a_process_that_is_stopped_goes_on",
    "lab/test_arena.py::test_what_was_stopped_goes_on_to_the_same",
    "lab/test_cluster.py::test_a_cluster_that_is_lost_is_told",
    "lab/test_cluster.py::test_an_interrupt_while_workers_start_is_heard_and_quiet",
    "lab/test_comparison.py::test_chance_alone_marks_hardly_anything",
    "lab/test_comparison.py::test_intervals_hold_the_truth_as_often_as_they_say",
    "lab/test_comparison.py::test_workers_give_the_same_and_what_a_dead_one_has_left_is_done_again",
    "lab/test_missing_packages.py::test_where_the_fast_engine_cannot_be_kept_the_interpreter_plays",
    "lab/test_resumed_comparison.py",
    "lab/test_simulate.py::test_an_interrupt_keeps_what_is_done",
    "lab/test_process_pool.py::test_workers_say_nothing_if_whoever_asks_is_killed",
    "rulesets/test_coverage.py",
    "rulesets/test_mutants.py",
    "server/test_table_bots.py::test_somebody_who_imagines_plays_by_the_view_alone",
    "server/test_recovery.py::test_a_server_that_is_killed_during_a_recovery",
    "server/test_garbage_collection.py",
    "server/test_environment_errors.py::test_a_table_that_cannot_be_read_hinders_no_other",
    "validation/test_validate.py::test_a_shipped_game_plays_without_errors_and_only_rare_things_are_noted",
)
"""Files and tests that only `make test-all` runs: each tries one thing at length."""

EFFORT: Final = {
    "TRICKBOOK_FLEET_KILLS": "5",
    "TRICKBOOK_FRAMES": "4000",
    "TRICKBOOK_FUZZ": "8",
    "TRICKBOOK_KILLS": "6",
    "TRICKBOOK_MUTATED": "20",
    "TRICKBOOK_SAME": "100",
    "TRICKBOOK_WORKER_KILLS": "8",
}
"""How much is tried within a test that tries very much, as `make soak` sets it to more."""


def left_out(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """The tests of a run that are not in the sample."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for test, cases in groups.items():
        kept = _kept(test.removeprefix("tests/"), cases)
        yield from (case for case in cases if case not in kept)


def _kept(test: str, cases: list[pytest.Item]) -> list[pytest.Item]:
    """The cases of one test that stay."""
    if test.startswith(BREADTH):
        return []
    most = next((CASES[name] for name in _names(test) if name in CASES), len(cases))
    if most in {EVERY_GAME, A_THIRD}:
        firsts: dict[str, pytest.Item] = {}
        for case in cases:
            firsts.setdefault(_game(case.nodeid), case)
        every = 3 if most == A_THIRD else 1
        return [*firsts.values()][crc32(test.encode()) % every :: every]
    step = max(1, len(cases) / most)
    return [cases[int(place * step)] for place in range(min(most, len(cases)))]


def _names(test: str) -> Iterator[str]:
    """What a test may be named by, the closest first: itself, its file, its folder."""
    yield test
    yield test.partition("::")[0]
    yield test.partition("/")[0]


def _game(nodeid: str) -> str:
    """The ruleset that a case is about; what is about none counts by itself."""
    case = nodeid.partition("[")[2].rstrip("]")
    about = [name for name in WHOLE if case == name or case.startswith(f"{name}-")]
    return max(about, key=len, default=case)
