"""Deals to some seats, by need, out of several piles, and of cards that do not go round."""

from pathlib import Path

import pytest

import trickbook
from trickbook.core.subset import share

HERE = Path(__file__).parent
GAMES = sorted(HERE.glob("*.yaml"))
DEALS = 60


@pytest.mark.parametrize(
    ("wanted", "cards", "uneven", "shares"),
    [
        ([5, 5, 5], 52, False, [5, 5, 5]),
        ([5, 5, 5], 14, False, [4, 4, 4]),
        ([5, 5, 5], 14, True, [4, 5, 5]),
        ([3, 0, 1], 3, False, [2, 0, 1]),
        ([3, 0, 2], 4, False, [2, 0, 2]),
        ([3, 0, 3], 5, True, [2, 0, 3]),
        ([0, 0, 0], 5, True, [0, 0, 0]),
        ([1, 1, 1], 0, True, [0, 0, 0]),
    ],
)
def test_cards_go_round_as_far_as_they_suffice(
    wanted: list[int],
    cards: int,
    uneven: bool,  # noqa: FBT001 - a case
    shares: list[int],
) -> None:
    v = [0, *wanted]
    share(v, 1, 3, cards, 1, 1, int(uneven))
    assert v[1:] == shares


def heard(game: trickbook.Game, seat: int | None, name: str) -> str | None:
    """What a seat is told of a step of this deal."""
    course: list[tuple[str, int | None, str | None]] = game.view(seat)["course"]
    return next(said for step, _, said in course if step == name)


def test_who_is_first_gets_the_card_of_the_first_pile() -> None:
    game = trickbook.load(str(HERE / "stock.yaml")).new_game(seed=3)
    turned = game.view(0)["piles"]["up"]
    while not game.view(0)["tricks"]:
        seat = game.actors[0]
        game = game.apply(seat, game.legal(seat)[0])
    (trick,) = game.view(0)["tricks"]
    assert [heard(game, trick["taker"], "draw")] == turned


def test_nobody_sees_what_others_are_dealt() -> None:
    game = trickbook.load(str(HERE / "need.yaml")).new_game(seed=3)
    while game.phase == "change":
        seat = game.actors[0]
        game = game.apply(seat, game.legal(seat)[-1])
    assert heard(game, 0, "refill") != heard(game, 1, "refill")
    assert heard(game, None, "refill") is None


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_record_is_replayed(path: Path) -> None:
    rules = trickbook.load(str(path))
    game = rules.new_game(seed=5)
    for _ in range(40):
        seat = game.actors[0]
        game = game.apply(seat, game.legal(seat)[0])
    assert trickbook.replay(game.record(), rules).record() == game.record()


def test_the_rulebook_tells_it() -> None:
    told = " ".join(str(trickbook.load(str(HERE / "need.yaml")).rulebook()).split())
    for sentence in (
        "When no card is left there, deal “discards”.",
        "If too few cards are left, only as many are dealt as go round.",
        "If the cards do not go round, those who come first get one more.",
    ):
        assert sentence in told


@pytest.mark.parametrize(
    ("steps", "all_dealt"),
    [
        ("deal: {}", True),
        ("deal: {each: 5}", False),
        ("deal: {each: 13, when: deal is 1}", False),
        ("deal: {each: 12}, more: {after: deal, deal: hand, when: deal is 1}", False),
        ("deal: {each: 12}, more: {upon: trick, deal: hand, each: 1}", False),
        ("throw: {after: deal, ask: players, from: hand, cards: 1, to: aside}", False),
        ("deal: {each: 12}, more: {after: deal, deal: hand, each: 1}", True),
    ],
)
def test_whether_all_cards_are_dealt_is_certain_or_no(
    steps: str,
    all_dealt: bool,  # noqa: FBT001 - a case
    tmp_path: Path,
) -> None:
    path = tmp_path / "dealt.yaml"
    path.write_text(f"trickbook: 1\nextends: whist\nsteps: {{{steps}}}\n", "utf-8")
    assert trickbook.load(path).engine().layout.all_dealt is all_dealt
