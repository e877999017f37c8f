"""Rulebooks: the rules of a game in prose for the table, generated from the ruleset."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from trickbook.examples.runner import satisfied_examples
from trickbook.game.rules import PlayableRules
from trickbook.problems import TrickbookError, described, nearest, shown
from trickbook.rulebook.book import book
from trickbook.rulebook.formats import html, markdown, plain_text
from trickbook.rulebook.phrases import display_names, phrases, suit_and_rank_signs
from trickbook.rulebook.writer import Writer
from trickbook.sections.compiled import CompiledRules
from trickbook.source import plain as value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.examples.example import Example
    from trickbook.rulebook.blocks import Book

__all__ = ["FORMATS", "rulebook"]

FORMATS: Final[Mapping[str, Callable[[Book], str]]] = {
    "text": plain_text,
    "md": markdown,
    "html": html,
}


def rulebook(
    rules: PlayableRules, style: object = "text", language: object = "en", players: int | None = None
) -> str:
    """The rulebook of a ruleset with its options, for a number of players.

    Raises TrickbookError for an unknown format or language.
    """
    if not isinstance(style, str) or style not in FORMATS:
        near = nearest(style, FORMATS) if isinstance(style, str) else None
        hint = f"did you mean `{near}`?" if near else f"one of {', '.join(FORMATS)}"
        name = shown(style) if isinstance(style, str) else described(style)
        raise TrickbookError(f"a rulebook has no format {name}; {hint}")
    if not isinstance(language, str):
        raise TrickbookError(f"a language is a text, such as `en`, not {described(language)}")

    words = phrases(language)
    resolved, compiled, chosen = rules.resolved, rules.engine(players), rules.chosen
    tag = words.language
    names = {**suit_and_rank_signs(compiled.context, tag), **display_names(compiled.context, tag)}
    words = replace(words, names=names)
    usual = _engine(PlayableRules(resolved, {}), compiled.layout.seats) if chosen else compiled

    @cache
    def tables(seats: int) -> CompiledRules | None:
        return compiled if seats == compiled.layout.seats else _engine(rules, seats)

    seats = compiled.layout.seats
    examples = tuple(example for example in satisfied_examples(rules, seats) if _about(example, seats))
    return FORMATS[style](
        book(Writer(resolved, compiled, words, tables, usual, examples, partial(_dealt, rules)))
    )


def _about(example: Example, seats: int) -> bool:
    """Return whether an example is for this number of players."""
    players = example.given.entries.get("players")
    return players is None or value(players.node) == seats


def _dealt(rules: PlayableRules, seats: int) -> tuple[int, int]:
    """The size of each hand when the first deal starts, and how many seats have one; whoever rests has none.

    The size is 0 if cards are dealt later or never.
    """
    try:
        hands = rules.new_game(seats, seed=1).hands
    except TrickbookError:
        return 0, seats
    sizes = [len(hand) for hand in hands if hand]
    return (sizes[0], len(sizes)) if len(set(sizes)) == 1 else (0, seats)


def _engine(rules: PlayableRules, seats: int) -> CompiledRules | None:
    """The rules compiled for a number of players; None if so many cannot play by them."""
    try:
        return rules.engine(seats)
    except TrickbookError:
        return None
