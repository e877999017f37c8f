"""House rules laid over a game: by name, by path, in a file; what they need, and which do not go together."""

from pathlib import Path

import pytest

import trickbook

SUN = """\
trickbook: 1
name: Queen twenty
fits: hearts
needs: [worth.queen, words.penalty]
worth: {queen: {is: 20}}
"""
MOON = SUN.replace("20", "25").replace("twenty", "twenty-five")
LAST = """\
trickbook: 1
name: Fifty
fits: hearts
points: {last: {after: all, when: score + points is 50, player: points + 50}}
"""
BONUS = """\
trickbook: 1
name: Bonus
fits: hearts
points: {bonus: {player: points + 5}}
"""
TAKEN = [["QS", "JD"], ["2H"], ["3H"], ["4H"]]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name, text in (("sun", SUN), ("moon", MOON)):
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    (tmp_path / "ours.yaml").write_text(
        "trickbook: 1\nextends: hearts\nname: Ours\n"
        "house: [omnibus, ./sun.yaml]\noptions: {target: {default: 50}}\n",
        "utf-8",
    )
    return tmp_path


def problems(*given: object, **more: object) -> list[trickbook.Problem]:
    with pytest.raises(trickbook.RulesetError) as wrong:
        trickbook.load(*given, **more)  # type: ignore[arg-type] # as a caller may have it
    return list(wrong.value.problems)


def test_by_name_and_by_path(house: Path) -> None:
    names = ("omnibus", str(house / "sun.yaml"))
    rules = trickbook.load("hearts", house=names)
    assert (rules.name, rules.title, rules.house) == ("hearts", "Hearts", names)
    assert rules.score(TAKEN) == [10, 1, 1, 1]
    assert trickbook.load("hearts").score(TAKEN) == [13, 1, 1, 1]


def test_in_a_file(house: Path) -> None:
    rules = trickbook.load(house / "ours.yaml")
    assert (rules.title, rules.options["target"]) == ("Ours", 50)
    assert rules.score(TAKEN) == [10, 1, 1, 1]


def test_a_file_with_house_rules_is_laid_under_others(house: Path) -> None:
    rules = trickbook.load(house / "ours.yaml", house=[str(house / "moon.yaml")])
    assert rules.score(TAKEN) == [15, 1, 1, 1]


def test_the_order_makes_no_difference(house: Path) -> None:
    names = ["omnibus", str(house / "sun.yaml")]
    one, other = trickbook.load("hearts", house=names), trickbook.load("hearts", house=names[::-1])
    assert one.score(TAKEN) == other.score(TAKEN)


def test_one_alone_is_laid_over_what_it_fits(house: Path) -> None:
    rules = trickbook.load(house / "sun.yaml")
    assert (rules.title, rules.players) == ("Queen twenty", (3, 4, 5, 6))
    assert trickbook.load("house/omnibus").title == "Omnibus"


def test_two_that_set_one_thing_differently(house: Path) -> None:
    (found,) = problems("hearts", house=[str(house / name) for name in ("sun.yaml", "moon.yaml")])
    assert found.code == "clash"
    assert "sun.yaml:5:21" in str(found.message)
    assert "moon.yaml:5:21" in str(found.message)
    assert "both set `worth.queen.is`, to different values" in str(found.message)


def test_what_is_needed_and_not_there(house: Path) -> None:
    found = problems("chinese-hearts", house=[str(house / "sun.yaml")])
    assert [(problem.code, str(problem.message)) for problem in found] == [
        ("needs", "house rule `sun` needs `worth.queen`, which does not exist here"),
        ("needs", "house rule `sun` needs `words.penalty`, which does not exist here"),
    ]
    assert (
        str(found[1].hint)
        == "add `penalty:` to `words:`, or apply it to a ruleset that has it, such as hearts"
    )


def test_what_is_needed_may_lie_deep(house: Path) -> None:
    path = house / "deep.yaml"
    path.write_text(MOON.replace("worth.queen", "match.ends.targets"), "utf-8")
    (found,) = problems("hearts", house=[str(path)])
    assert (found.code, str(found.hint)) == ("needs", "did you mean `match.ends.target`?")
    found = problems("chinese-hearts", house=[str(path)])[0]
    assert found.hint is not None
    assert str(found.hint).startswith("add `targets:` to `match.ends:`, or apply it to")


@pytest.mark.parametrize("order", [1, -1])
def test_what_comes_after_all_stays_last(house: Path, order: int) -> None:
    (house / "last.yaml").write_text(LAST, "utf-8")
    names = [str(house / "last.yaml"), str(house / "bonus.yaml")]
    (house / "bonus.yaml").write_text(BONUS, "utf-8")
    rules = trickbook.load("hearts", house=names[::order])
    assert [entry.entry.name for entry in rules.engine().points][-2:] == ["bonus", "last"]
    assert rules.score(TAKEN, scores=[32, 0, 0, 0]) == [68, 6, 6, 6]
    moved = house / "moved.yaml"
    moved.write_text(
        f"trickbook: 1\nextends: {names[0]}\npoints: {{last: {{before: moon_added}}}}\n", "utf-8"
    )
    assert trickbook.load(moved).engine().points[0].entry.name == "last"


def test_one_that_is_not_there() -> None:
    (found,) = problems("hearts", house=["omnibuss"])
    assert (found.code, str(found.hint)) == ("no-such-ruleset", "did you mean `omnibus`?")


def test_one_that_is_named_twice() -> None:
    with pytest.raises(trickbook.TrickbookError, match="the house rule `omnibus` is named twice"):
        trickbook.load("hearts", house=["omnibus", "omnibus"])
    (found,) = problems("hearts", house=["omnibus", "house/omnibus"])
    assert str(found.message) == "`house/omnibus` names a house rule that is listed already"


def test_a_game_of_its_own_is_no_house_rule(house: Path) -> None:
    (found,) = problems("hearts", house=[str(house / "ours.yaml")])
    assert (found.code, str(found.place)) == ("whole-game", f"{house / 'ours.yaml'}:2:10")
    assert str(found.hint) == "play it as it is, or write `fits:` in place of `extends:` in it"


def test_a_text_is_no_list() -> None:
    with pytest.raises(trickbook.TrickbookError, match="a list of house rules is needed here"):
        trickbook.load("hearts", house="omnibus")


def test_a_record_names_them() -> None:
    game = trickbook.load("hearts", house=["omnibus"]).new_game(seed=4)
    assert "\nruleset hearts\nhouse omnibus\n" in game.record()
    assert trickbook.replay(game.record()).origin.house == ("omnibus",)


def test_the_order_is_found_by_what_they_need() -> None:
    for names in (["omnibus", "bonus-moon"], ["bonus-moon", "omnibus"]):
        assert trickbook.load("hearts", house=names).house == tuple(names)


@pytest.mark.parametrize("name", ["../sun", "./sun", "no/such", "/nowhere/sun"])
def test_a_path_without_its_ending_is_told(name: str) -> None:
    (found,) = problems("hearts", house=[name])
    assert (found.code, str(found.hint)) == ("no-such-ruleset", f"did you mean `{name}.yaml`?")


def test_a_game_is_no_house_rule() -> None:
    (found,) = problems("hearts", house=["whist"])
    assert (found.code, str(found.hint)) == (
        "no-such-ruleset",
        "`whist` is a ruleset, not a house rule: extend it, or play it as it is",
    )


def test_a_shipped_name_has_no_ending(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(house)
    (found,) = problems("hearts.yaml")
    assert (found.code, str(found.hint)) == ("missing-file", "did you mean `hearts`, which is shipped?")


def test_a_file_with_another_ending_is_sought_here_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert str(problems("omnibus.yam")[0].hint) == "did you mean `omnibus`?"
    (tmp_path / "omnibus.yaml").write_bytes(b"")
    (tmp_path / "hearts.yam.old").write_bytes(b"")
    assert str(problems("omnibus.yam")[0].hint) == "did you mean `omnibus.yaml`?"
    assert str(problems("omnibu")[0].hint) == "did you mean `omnibus`?"
    assert str(problems("hearts.yam")[0].hint) == "did you mean `hearts`?"


def test_a_record_with_one_that_is_not_there_is_told_at_its_line() -> None:
    record = trickbook.load("hearts", house=["omnibus"]).new_game(seed=4).record()
    with pytest.raises(trickbook.RecordError) as wrong:
        trickbook.replay(record.replace("house omnibus", "house omnibuss"))
    (found,) = wrong.value.problems
    assert (found.place and found.place.line, str(found.hint)) == (3, "did you mean `omnibus`?")


def test_what_a_house_rule_took_away_is_told(house: Path) -> None:
    (house / "gone.yaml").write_text(
        "trickbook: 1\nname: Gone\nfits: hearts\noptions: {pass_count: null}\n", "utf-8"
    )
    found = problems("hearts", house=[str(house / "gone.yaml")])
    assert {problem.code for problem in found} == {"unknown-word"}
    assert all("`options.pass_count` was removed by" in str(problem.hint or "") for problem in found)


TRICK = ["AC", "2D", "KC", "3C"]
TRUMPED = """\
trickbook: 1
name: Diamonds are trumps
extends: trumps
fits: hearts
words: {trumps: {is: diamonds}}
"""


def test_a_house_rule_brings_a_part(tmp_path: Path) -> None:
    """The part lies beneath the game, as if the game extended it; only a whole game is no house rule."""
    path, whole = tmp_path / "trumped.yaml", tmp_path / "whole.yaml"
    path.write_text(TRUMPED, "utf-8")
    whole.write_text(TRUMPED.replace("extends: trumps", "extends: spades"), "utf-8")
    rules = trickbook.load("hearts", house=[str(path)])
    assert rules.trick_winner(TRICK) == 1
    assert trickbook.load("hearts").trick_winner(TRICK) == 0
    assert rules.options == trickbook.load("hearts").options
    assert trickbook.load("spades", house=[str(path)]).trick_winner(TRICK) == 1
    assert {problem.code for problem in problems("hearts", house=[str(whole)])} == {"whole-game"}


@pytest.mark.parametrize("house", ["sun", "house/sun", "[sun]", "[house/sun]"])
def test_a_file_names_a_house_rule_as_the_list_has_it_or_in_short(house: str, tmp_path: Path) -> None:
    path = tmp_path / "sunny.yaml"
    path.write_text(f"trickbook: 1\nname: Sunny\nextends: hearts\nhouse: {house}\n", "utf-8")
    assert "sun_added" in {one.entry.name for one in trickbook.load(path).engine().points}
