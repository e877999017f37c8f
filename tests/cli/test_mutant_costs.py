"""What mutants cost, and what is said where the search for an example stops at a limit."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from trickbook.analysis.mutation import mutation_test, witness
from trickbook.sections import words
from trickbook.sections.compiled import CompiledRules

HEAD = "trickbook: 1\nextends: whist\n"
EXAMPLE = "examples: {lead: {given: {hand: 2C 5H}, legal: 2C 5H}}\n"
RULES = "play: {odd: {when: deal is 3 and trick_number is 7, keep: hearts}}\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return tmp_path / "game.yaml"


def test_the_rules_are_compiled_once_for_all_mutants(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mutant is compiled to try the examples on it, those that were found, and once to search."""
    compiled, init = Counter[int](), CompiledRules.__init__
    roots = []

    def counted(self: CompiledRules, root: Any, *given: Any, **named: Any) -> None:
        roots.append(root)
        compiled[id(root)] += 1
        init(self, root, *given, **named)

    monkeypatch.setattr(CompiledRules, "__init__", counted)
    game.write_text(HEAD + RULES + EXAMPLE, "utf-8")
    (found,) = mutation_test([str(game)], tries=1)
    assert len(found.survivors) >= 5
    assert max(compiled.values()) <= 3
    assert len(compiled) <= found.many + 3


def test_words_that_nothing_uses_are_left_out(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries, read = list[int](), words.read

    def counted(context: Any, given: frozenset[str]) -> None:
        entries.append(sum(1 for _ in context.entries("words")))
        read(context, given)

    monkeypatch.setattr(words, "read", counted)
    many = 12
    names = "".join(f"  w{number}: {number}\n" for number in range(many))
    game.write_text(f"{HEAD}words:\n{names}  used: spades\n{EXAMPLE}play: {{odd: {{keep: used}}}}\n", "utf-8")
    (found,) = mutation_test([str(game)], tries=1)
    assert {f"w{number}: without `w{number}`" for number in range(many)} <= {
        survivor.title for survivor in found.survivors
    }
    assert "used: without `used`" not in {survivor.title for survivor in found.survivors}
    assert sum(entries) < 20 * many


def test_a_word_that_an_example_names_stays(game: Path) -> None:
    example = "examples: {late: {given: {seed: 1}, facts: {late: no}}}\n"
    game.write_text(f"{HEAD}words: {{late: deal > 1}}\n{example}", "utf-8")
    (found,) = mutation_test([str(game)], tries=1)
    titles = [survivor.title for survivor in found.survivors]
    assert (found.noticed, titles) == (3, ["late: `2` in place of `1`"])


def test_a_change_that_does_not_load_is_no_mutant_without_examples_either(game: Path) -> None:
    game.write_text(f"{HEAD}words: {{dear: spades}}\nplay: {{odd: {{keep: dear}}}}\n", "utf-8")
    (found,) = mutation_test([str(game)], tries=1)
    assert [survivor.title for survivor in found.survivors] == ["odd: without `odd`"]


@pytest.mark.parametrize(
    ("most", "told"),
    [(1, "; 2 settings of options and players were not tried"), (2, "; 1 setting of"), (3, "")],
)
def test_settings_that_were_not_tried_are_counted(
    game: Path, monkeypatch: pytest.MonkeyPatch, most: int, told: str
) -> None:
    monkeypatch.setattr(witness, "MOST_SETTINGS", most)
    options = "options: {pace: {type: choice, choices: [slow, fast, wild], default: slow}}\n"
    clause = "play: {odd: {when: pace is wild and deal is 98 and deal is 99, keep: hearts}}\n"
    game.write_text(HEAD + options + clause + EXAMPLE, "utf-8")
    (found,) = mutation_test([str(game)], tries=1)
    message = next(str(one.problem().message) for one in found.survivors if one.title == "odd: without `odd`")
    assert message.startswith("no example notices without `odd`, and no position that was tried shows it")
    assert (told in message, "not tried" in message) == (True, bool(told))
