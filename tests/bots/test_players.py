"""The built-in players: they know nothing of other hands, and the one that ducks is no fool."""

import itertools
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.counting import calls
from tests.games import SOME_WHOLE

import trickbook
from trickbook.bots import BOTS, Bot, costs, play_game
from trickbook.bots.arena import deal_results, new_arena
from trickbook.loading import resolve_sent
from trickbook.ruleset import Ruleset

DUCK, RANDOM = BOTS["duck"], BOTS["random"]


def hearts(**options: object) -> trickbook.Ruleset:
    return trickbook.load("hearts", options={"passing": ["hold"], **options})


def first(rules: trickbook.Ruleset, bot: Bot, hands: Sequence[str], count: int, seed: int = 1) -> list[str]:
    """The first moves when hands are given."""
    game = rules.new_game(len(hands), seed=seed, hands=hands)
    return [step.move for step in itertools.islice(play_game(rules, game, [bot] * len(hands)), count)]


@pytest.mark.parametrize("name", SOME_WHOLE)
def test_ducking_beats_chance(name: str) -> None:
    """Whatever the game or house rule, a duck does better than players at random, on the same deals."""
    rules = trickbook.load(name)
    known = costs(rules, rules.usual)
    if not known.trick and not any(known.cost.values()):
        return  # where neither cards nor tricks count, to play low may be no better than chance
    of = new_arena(rules, ["duck", "random"], seed=1)
    assert sum(played.difference for played in deal_results(of, 48)) > 0


@pytest.mark.parametrize("name", ["whist", "oh-hell"])
def test_where_cards_count_nothing_a_match_comes_to_its_end_too(name: str) -> None:
    rules = trickbook.load(name)
    *_, last = play_game(rules, rules.new_game(seed=1), [DUCK, RANDOM] * (rules.usual // 2))
    assert last.after.phase == "over"


@pytest.mark.parametrize("bot", BOTS)
def test_a_seed_makes_the_same_moves(bot: str) -> None:
    rules = hearts()
    games = [
        [
            step.move
            for step in itertools.islice(play_game(rules, rules.new_game(seed=seed), [BOTS[bot]] * 4), 16)
        ]
        for seed in (5, 5, 6)
    ]
    assert games[0] == games[1] != games[2]


def test_chance_picks_every_move() -> None:
    """From three cards each lead is as likely, within what chance allows."""
    rules = hearts(opening="left_of_dealer")
    leads = Counter(
        first(rules, RANDOM, ["3C 4C 5C", "2C 3D 4S", "6C 7C 8C"], 1, seed)[0] for seed in range(300)
    )
    assert leads.keys() == {"2C", "3D", "4S"}
    assert min(leads.values()) > 70


@pytest.mark.parametrize("bot", BOTS)
def test_hidden_cards_change_nothing(bot: str) -> None:
    """With the others' hands swapped, the leader and the second player play what they played."""
    rules = hearts()
    hands = ["2C 5C QS 4H", "6C KC 8D 9H", "AC TD JD QH", "3C 4C 5S KH"]
    assert first(rules, BOTS[bot], hands, 2) == first(rules, BOTS[bot], [*hands[:2], hands[3], hands[2]], 2)


def test_points_cost_where_the_lowest_wins_and_gain_where_the_highest_does() -> None:
    low, high = costs(hearts(), 4).cost, costs(trickbook.load("chinese-hearts"), 4).cost
    assert (low["QS"], low["2H"], low["2C"]) == (13, 1, 0)
    assert (high["QS"], high["JD"], high["TC"]) == (100, -100, -50)
    assert costs(trickbook.load("cancellation-hearts", options={"winner": "highest"}), 5).cost["QS"] == -13


def test_many_questions_take_little_more_work_than_few() -> None:
    """Of very many numbers only some are weighed, however many questions ask for one."""

    def work(questions: int) -> int:
        asked = "".join(
            f"  s{n}: {{after: deal, ask: players, number: 0 to 999}}\n" for n in range(questions)
        )
        resolved = resolve_sent(f"trickbook: 1\nextends: whist\nsteps:\n{asked}", "game.yaml")
        rules = Ruleset.ready(resolved, {})
        rules.engine(4)
        return calls(lambda: costs(rules, 4))

    assert work(8) < 1.5 * work(4)


def test_costs_are_measured_by_scoring() -> None:
    """The worth that a ruleset writes is not all: a bid suit, a pool, a card that counts beside another."""
    auction = costs(trickbook.load("auction-hearts"), 4).cost
    assert (auction["2C"], auction["2H"], auction["QS"]) == (0, 1, 0)
    assert costs(trickbook.load("chip-hearts"), 4).cost["2H"] == 1  # the most chips win, and this loses one
    assert costs(trickbook.load("royal-hearts"), 4).cost["QC"] == -26  # beside the queen of spades


@pytest.mark.parametrize(
    ("name", "players", "trick"),
    [("hearts", 4, 0), ("whist", 4, -7 / 13), ("knaves", 3, -1), ("reverse", 4, 1)],
)
def test_a_trick_costs_by_itself_or_is_a_gain(name: str, players: int, trick: float) -> None:
    assert costs(trickbook.load(name), players).trick == trick


@pytest.mark.parametrize(
    ("name", "players", "bid"),
    [
        (
            "spades",
            4,
            2,
        ),  # made by about a share of the tricks; a nil fails by one
        ("oh-hell", 4, 0),  # no bid is met more surely
        ("oh-hell", 3, 0),
        ("auction-hearts", 4, 0),  # who bids pays
    ],
)
def test_bids_are_weighed_by_scoring(name: str, players: int, bid: int) -> None:
    assert costs(trickbook.load(name), players).bids == {"bid": bid}


def test_the_duck_bids_what_is_best(tmp_path: Path) -> None:
    """Where it may say that; else the nearest that it may."""
    path = tmp_path / "tall.yaml"
    path.write_text("trickbook: 1\nextends: spades\nsteps: {bid: {number: 3 to 13}}\n", "utf-8")
    for rules, said in ((trickbook.load("spades"), "2"), (trickbook.load(str(path)), "3")):
        bids = itertools.islice(play_game(rules, rules.new_game(seed=1), [DUCK] * 4), 4)
        assert [step.move for step in bids] == [said] * 4


@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("hearts", (0b0001, 0b0010, 0b0100, 0b1000)),
        ("whist", (0b0101, 0b1010, 0b0101, 0b1010)),
        ("partnership-hearts", (0b0101, 0b1010, 0b0101, 0b1010)),
    ],
)
def test_sides_are_those_who_gain_together(name: str, sides: tuple[int, ...]) -> None:
    assert costs(trickbook.load(name), 4).sides == sides


@pytest.mark.parametrize(
    ("turned", "hands", "moves"),
    [
        # An ace takes the trick, and nobody else spends more than needed: partners gain together.
        ("5H", ["5H 4C KH", "AC KC QD", "6C QC 6D", "7C JC 7D"], ["AC", "6C", "7C", "4C"]),
        # The lowest trump is enough to beat it.
        ("2D", ["2D 4C KH", "AC KC QH", "4D 7D 6S", "7C JC 7H"], ["AC", "4D", "7C", "4C"]),
    ],
)
def test_the_duck_takes_tricks_where_they_are_a_gain(turned: str, hands: list[str], moves: list[str]) -> None:
    rules = trickbook.load("whist")
    game = rules.new_game(4, seed=1, hands=hands, draws={1: ["", f"{turned}@0"]})
    assert [step.move for step in itertools.islice(play_game(rules, game, [DUCK] * 4), 4)] == moves


@pytest.mark.parametrize(
    ("hands", "moves"),
    [
        # Whoever is void throws what costs most; whoever follows stays as high as is safe below the winner.
        (["2C 9D", "KC 8D", "7C QC", "QS AH"], ["2C", "KC", "QC", "QS"]),
        # Whoever must take a trick without cost takes it high.
        (["2C 9D", "3C 8D", "4C 7D", "6C AC"], ["2C", "3C", "4C", "AC"]),
    ],
)
def test_the_duck_plays_like_this(hands: list[str], moves: list[str]) -> None:
    assert first(hearts(safe_first="no"), DUCK, hands, 4) == moves


def test_the_duck_passes_what_costs_most() -> None:
    rules = trickbook.load("hearts", options={"passing": ["left"]})
    hands = ["2C QS 3H AH 9D", "3C AC 4D 5D 6D", "4C 5C KC 7D 8D", "6C 7C 8C TD JD"]
    passed = first(rules, DUCK, hands, 4)  # asked round the table from the dealer's left, so seat 0 is last
    assert (passed[0], passed[3]) == ("AC 5D 6D", "QS 3H AH")


def test_the_duck_need_not_show_anything() -> None:
    rules = trickbook.load("chinese-hearts")
    assert first(rules, DUCK, ["QS 6C", "JD 7C", "AH 8C", "TC 9C"], 4) == ["done"] * 4


BONUS = """\
trickbook: 1
extends: hearts
steps: {bonus: {ask: dealer, answers: [double, halve]}}
points:
  double: {when: bonus is double, player: 2 * points}
  halve:  {when: bonus is halve, player: points div 2}
"""


@pytest.mark.parametrize(("wins", "better"), [("fewest", "halve"), ("most", "double")])
def test_the_duck_decides_for_the_better_score(tmp_path: Path, wins: str, better: str) -> None:
    """The dealer may double or halve what the deal counts; without points the first answer will do."""
    path = tmp_path / "bonus.yaml"
    path.write_text(BONUS + f"match: {{wins: {{lowest: {{{wins}: score}}}}}}\n", "utf-8")
    rules = trickbook.load(str(path))
    said = set()
    for step in play_game(rules, rules.new_game(seed=1), [RANDOM, DUCK, RANDOM, DUCK]):
        if step.before.phase == "bonus" and step.seat % 2:
            taken = step.before.taken[step.seat]
            counts = any(card[-1] == "H" or card == "QS" for card in taken)
            assert step.move == (better if counts else "double")
            said.add(counts)
    assert True in said


def test_nobody_is_left_without_a_move(tmp_path: Path) -> None:
    path = tmp_path / "stuck.yaml"
    path.write_text("trickbook: 1\nextends: hearts\nplay: {never: {only: nothing}}\n", "utf-8")
    rules = trickbook.load(str(path), options={"passing": ["hold"]})
    with pytest.raises(
        trickbook.TrickbookError, match=r"the game is stuck: tricks waits for seat \d, which has no move"
    ):
        list(play_game(rules, rules.new_game(seed=1), [RANDOM] * 4))


def test_no_card_is_played_to_one_trick_twice(tmp_path: Path) -> None:
    path = tmp_path / "back.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nsteps: {back: {upon: play, move: trick, to: hand}}\n", "utf-8"
    )
    rules = trickbook.load(str(path))
    with pytest.raises(trickbook.TrickbookError, match="seat 0 could play 2C 9C a second time to one trick"):
        list(play_game(rules, rules.new_game(seed=1), [DUCK, RANDOM] * 2))


def test_a_duck_goes_by_the_order_of_the_cards(tmp_path: Path) -> None:
    """Where twos stand above aces, the nine is lower than the three, and is led."""
    path = tmp_path / "upside-down.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\norders: {down: {ranks: [A, K, Q, J, T, 9, 8, 7, 6, 5, 4, 3, 2]}}\n"
        "winning: {highest: {most: rank of play}}\n",
        "utf-8",
    )
    hands = ["4D 5D", "3C 9C", "6D 7D", "8D TD"]
    options = {"passing": ["hold"], "opening": "left_of_dealer"}
    upright, reverse = trickbook.load("hearts", options=options), trickbook.load(path, options=options)
    assert (first(upright, DUCK, hands, 1), first(reverse, DUCK, hands, 1)) == (["3C"], ["9C"])


WEIGHED = """\
trickbook: 1
name: Weighed
extends: [trick-taking, highest-wins]
players: {count: 3}
steps:
  deal: {each: 5}
  claim: {after: tricks, ask: players, how: in_turn, answers: [a, b], rules: {weigh: {only: outcome > 5}}}
points: {won: {player: tricks + count of aside}}
match: {max_deals: 2}
"""


def test_the_duck_answers_what_may_be_answered_though_hidden_cards_decide_it(tmp_path: Path) -> None:
    path = tmp_path / "weighed.yaml"
    path.write_text(WEIGHED, "utf-8")
    rules = trickbook.load(path)
    *_, last = play_game(rules, rules.new_game(3, seed=0), [DUCK] * 3)
    assert last.after.phase == "over"
