"""Facts that start anew with each trick, or wait for several events, and numbers that are weighed."""

from pathlib import Path

import trickbook
from trickbook.analysis.validation import validate
from trickbook.bots.worlds import sample_worlds
from trickbook.seat.about import about

HERE = Path(__file__).parent
GAMES = sorted(HERE.glob("*.yaml"))
DEALS = 60


def test_the_rulebook_tells_when_a_fact_starts_anew_and_all_its_events() -> None:
    told = " ".join(str(trickbook.load(str(HERE / "anew.yaml")).rulebook(exact=True)).split())
    assert "It starts anew with each trick." in told
    assert "from then on “moves” + 1; so too after each trick." in told


def test_the_rulebook_tells_that_a_fact_waits_for_a_turn_as_well(tmp_path: Path) -> None:
    path = tmp_path / "turns.yaml"
    fact = "{starts: 0, upon: [play, turn], becomes: moves + 1, says: Counts.}"
    points = "points: {p: {player: points + moves}}"
    path.write_text(f"trickbook: 1\nname: X\nextends: hearts\nfacts: {{moves: {fact}}}\n{points}\n", "utf-8")
    rules = trickbook.load(path)
    assert "so too before each turn to play." in " ".join(str(rules.rulebook(exact=True)).split())
    assert "每次轮到出牌之前" in str(rules.rulebook("text", "zh", exact=True))


def test_a_word_that_no_rule_uses_compares_choices_of_an_option(tmp_path: Path) -> None:
    path = tmp_path / "unused.yaml"
    option = "{type: cycle, choices: [far, near, stay], default: [near, stay, near], by: dealer}"
    path.write_text(
        "trickbook: 1\nname: X\nextends: hearts\n"
        f"options: {{way: {option}}}\nwords: {{further: {{is: way < near}}}}\n",
        "utf-8",
    )
    assert trickbook.load(path).new_game(seed=1).facts["further"] is False


def test_a_word_that_no_rule_uses_tells_which_trick_is_the_last(tmp_path: Path) -> None:
    path = tmp_path / "final.yaml"
    path.write_text(
        "trickbook: 1\nname: X\nextends: trick-taking\nplayers: {count: 4}\n"
        "words: {final: {is: last_trick}}\nmatch: {max_deals: 1, wins: {l: {fewest: score}}}\n",
        "utf-8",
    )
    game = trickbook.load(path).new_game(seed=1)
    for trick in range(13):
        for _ in range(4):
            assert game.facts["final"] is (trick == 12)
            game = game.apply(game.actors[0], game.legal(game.actors[0])[0])


SECRET = HERE / "secret.yaml"


def test_a_secret_fact_is_seen_by_its_owner_alone() -> None:
    game = trickbook.load(str(SECRET)).new_game(seed=1)
    for seat in (None, 0, 1, 2, 3):
        seen = game.view(seat)["facts"]
        assert seen["voids"] is None
        assert seen["re"] == [
            value if owner == seat else None for owner, value in enumerate(game.facts["re"])
        ]


def test_the_page_is_told_nothing_of_how_a_secret_starts() -> None:
    assert about(trickbook.load(str(SECRET)))["facts"]["re"]["starts"] == [None] * 4


def test_what_rests_on_a_secret_is_secret(tmp_path: Path) -> None:
    path = tmp_path / "told.yaml"
    told = "facts:\n  told: {starts: no, upon: trick, when: any of players (re)}"
    path.write_text(SECRET.read_text("utf-8").replace("facts:", told, 1), "utf-8")
    assert "tells-secret" in [problem.code for problem in validate(path, quick=True).problems]


def test_an_imagined_world_has_the_seats_own_secrets_and_works_out_those_of_others() -> None:
    rules = trickbook.load(str(SECRET))
    game = rules.new_game(seed=1)
    for _ in range(6):
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
    seat = game.actors[0]
    found = sample_worlds(rules, 4, game.view(seat), 20, 1).worlds
    assert found
    for world in found:
        assert world.facts["re"][seat] == game.facts["re"][seat]
        assert sum(world.facts["re"]) in (1, 2)
