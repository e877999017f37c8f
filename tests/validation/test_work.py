"""Random deals take a bounded amount of work, counted in steps; a note says where they were stopped."""

import pytest

from trickbook.analysis.configurations import Configurations
from trickbook.analysis.coverage import guided_search, random_deals
from trickbook.analysis.coverage.observer import Observer
from trickbook.analysis.coverage.source_entries import source_entries
from trickbook.analysis.validation import validate_resolved
from trickbook.loading import resolve_sent

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
    monkeypatch.setattr(guided_search, "MOST_WORK", 1)
    resolved = resolve_sent(
        "trickbook: 1\nextends: whist\nplay: {rare: {when: deal is 77, keep: hearts}}", "game.yaml"
    )
    found = [problem for problem in validate_resolved(resolved).problems if problem.code == "checked-in-part"]
    assert [problem.message.split(":")[0].split(" of ")[-1] for problem in found] == [
        "100 random deals were played",
        "the search for what no random deal reached was stopped",
    ]
