"""The examples of a ruleset that pass with the current options and house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.examples.example import Example
from trickbook.examples.runner import differences
from trickbook.game.rules import PlayableRules
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator


def satisfied_examples(rules: PlayableRules, players: int) -> Iterator[Example]:
    """The examples that pass for a number of players. An example may set options and players itself."""
    made: dict[str, PlayableRules] = {}

    def ready(options: dict[str, Any], count: Any) -> PlayableRules:
        key = repr((options, count))
        if key not in made:
            made[key] = PlayableRules(rules.resolved, {**rules.chosen, **options}, count or players)
        return made[key]

    found = rules.resolved.root.entries.get("examples")
    for name, entry in found.node.entries.items() if found and isinstance(found.node, Mapping) else ():
        if isinstance(entry.node, Mapping):
            example = Example(name, entry.key_place, entry.node)
            if not differences(example, ready):
                yield example
