"""Random deals take a bounded amount of work, counted in steps; a note says where they were stopped."""

import pytest

from trickbook.analysis.configurations import Configurations
from trickbook.analysis.coverage import random_deals
from trickbook.analysis.coverage.observer import Observer
from trickbook.analysis.coverage.tallies import Budget, source_entries
from trickbook.analysis.dependencies import Dependencies
from trickbook.analysis.validation import random_play, validate_resolved
from trickbook.loading import resolve, resolve_sent
from trickbook.problems import Problem

FACTS = "facts:\n" + "".join(
    f"  f{n}: {{starts: 0, upon: [play, trick, turn], becomes: f{n} + total of players (count of hand)}}\n"
    for n in range(40)
)
PLAYS = FACTS.replace("[play, trick, turn]", "play")
WINNING = "winning:\n" + "".join(
    f"  c{n}: {{when: trick_number is {n}, most: rank of play + place}}\n" for n in range(40)
)


def work(text: str) -> tuple[int, int]:
    """How many random deals of a variant of whist are played, and how much work they take."""
    resolved = resolve_sent(f"trickbook: 1\nextends: whist\n{text}", "game.yaml")
    observer = Observer(source_entries(resolved.root), early=True)
    assert list(random_deals.play(Configurations(resolved), observer, 4)) == []
    return observer.deals, observer.work


@pytest.mark.parametrize("text", [FACTS, WINNING], ids=["facts", "winning"])
def test_deals_stop_where_they_took_enough_work(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deals, whole = work(text)
    monkeypatch.setattr(random_deals, "MOST_WORK", whole // 4)
    fewer, part = work(text)
    assert fewer < deals
    assert part < whole // 2


@pytest.mark.parametrize("text", [FACTS, PLAYS, WINNING], ids=["facts", "plays", "winning"])
def test_more_rules_at_each_move_are_more_work(text: str) -> None:
    assert work(text)[1] > 2 * work("")[1]


def test_a_note_says_that_deals_were_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_deals, "MOST_WORK", 100_000)
    monkeypatch.setattr(random_play, "MOST_WORK", 1)
    resolved = resolve_sent(
        "trickbook: 1\nextends: whist\nplay: {rare: {when: deal is 77, keep: hearts}}", "game.yaml"
    )
    found = [problem for problem in validate_resolved(resolved).problems if problem.code == "checked-in-part"]
    assert [str(problem.message).split(":")[0].split(" of ")[-1] for problem in found] == [
        "100 random deals were played",
        "the search for what no random deal reached was stopped",
    ]


def test_a_note_says_that_time_was_over() -> None:
    """Once, whatever was left out; what is not known is not told."""
    watched: list[tuple[int, int]] = []
    budget = Budget(0, lambda done, most: watched.append((done, most)))
    found = validate_resolved(resolve("whist"), budget=budget).problems
    assert [str(problem.message) for problem in found] == [
        "only 0 of 100 random deals were played: `--seconds 0` were over"
    ]
    assert watched == [(0, 100)]


def names_looked_through(facts: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many names a search goes through for facts in a circle that never change."""
    circle = "".join(
        f"  f{n}: {{starts: no, upon: trick, becomes: f{(n + 1) % facts}}}\n" for n in range(facts)
    )
    resolved = resolve_sent(f"trickbook: 1\nextends: whist\nfacts:\n{circle}", "game.yaml")
    tables, seen, closure = Configurations(resolved), list[int](), Dependencies.closure

    def counted(of: Dependencies, names: frozenset[str]) -> frozenset[str]:
        found = closure(of, names)
        seen.append(len(found))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Dependencies, "closure", counted)
        patch.setattr(random_play, "TAKERS", 4)
        patch.setattr(random_play, "MOST_SOUGHT", 0)
        random_play.look_for(tables, Observer(source_entries(resolved.root), early=True))
    return sum(seen)


def test_a_search_for_facts_in_a_circle_goes_through_each_once_a_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few, many = (names_looked_through(facts, monkeypatch) for facts in (10, 40))
    assert many < 5 * few


@pytest.mark.parametrize(("most", "told"), [(1, ["only 1 of 3"]), (2, ["only 2 of 3"]), (3, [])])
def test_a_note_says_that_not_each_entry_was_looked_for(
    most: int, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random_play, "MOST_SOUGHT", most)
    monkeypatch.setattr(random_play, "TAKERS", 1)
    rare = ", ".join(f"rare_{n}: {{when: deal is {n}, keep: hearts}}" for n in (77, 78, 79))
    resolved = resolve_sent(f"trickbook: 1\nextends: whist\nplay: {{{rare}}}", "game.yaml")
    found = random_play.check(Configurations(resolved), 1)
    messages = [str(problem.message) for problem in found if problem.code == "checked-in-part"]
    ending = " entries that no random deal reached were looked for one by one"
    assert messages == [f"{beginning}{ending}" for beginning in told]


def test_a_note_says_that_deals_were_stopped_for_one_number_of_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the usual number may not use up is left for the others, which need less."""

    def observed(players: str) -> tuple[Observer, list[Problem]]:
        text = f"trickbook: 1\nextends: hearts\nplayers: {{count: {players}, usual: 3}}"
        tables = Configurations(resolve_sent(text, "game.yaml"))
        observer = Observer(source_entries(tables.resolved.root), early=True)
        assert list(random_deals.play(tables, observer, 10)) == []
        return observer, list(random_deals.shortfall_note(tables, observer, 10))

    usual, nothing = observed("3")
    monkeypatch.setattr(random_deals, "MOST_WORK", usual.work * 9 // 5)
    stopped, (note,) = observed("3 to 4")
    assert (nothing, stopped.exhausted) == ([], False)
    assert str(note.message).startswith(f"only {stopped.deals} of 14 random deals were played")
