"""A worked example for a new file: a difference from its parent, or else a forbidden card."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from trickbook.analysis.difference import differ
from trickbook.analysis.difference.sampling_pool import sampling_pool
from trickbook.analysis.difference.scenes import RandomSource, legal_answer, legal_scene
from trickbook.analysis.difference.search import Witness, shrunk
from trickbook.analysis.difference.yaml_writer import example_entry
from trickbook.engine.moves import MoveError
from trickbook.game.reason_texts import reason_in
from trickbook.problems import TrickbookError
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from trickbook.analysis.difference.sampling_pool import SamplingPool
    from trickbook.analysis.difference.scenes import Scene
    from trickbook.explain import Reason
    from trickbook.ruleset import Ruleset

SEED: Final = 1
TRIES: Final = 300

PLAIN: Final = ("hand", "trick", "trick_number")
"""The keys of an easily understood scene."""


def worked_example(parent: Ruleset, rules: Ruleset, language: str = ENGLISH) -> str:
    """An entry under ``examples:`` that passes by some rules; empty if none was found."""
    if rules.usual in parent.players:
        found = differ(parent, rules, players=rules.usual, seed=SEED, tries=TRIES).search
        if found and found.moment:
            return example_entry(found.moment, "what_is_ours", rules, rules.usual, first=False)
    engine, luck = rules.engine(), RandomSource(SEED)
    stuff = sampling_pool(engine, engine, ())
    for _ in range(TRIES if len(stuff.cards) else 0):
        given = {key: value for key, value in legal_scene(luck, stuff).items() if key in PLAIN}
        if _waiting(rules, stuff, given):
            least = shrunk(given, lambda less: bool(_waiting(rules, stuff, less)))
            return _forbidden(rules, stuff, least, language)
    return ""


def _forbidden(rules: Ruleset, stuff: SamplingPool, given: Scene, language: str) -> str:
    """The legal plays of a scene, and the clause that forbids a card."""
    (play, reason), *_ = _waiting(rules, stuff, given).items()
    moves = legal_answer(rules, stuff.seats, given)["legal"]
    text = example_entry(
        Witness(given, (), "legal", moves, moves), reason.name, rules, stuff.seats, first=True
    )
    head, rest = text.split("\n", 1)
    told = reason_in(reason, rules.engine(stuff.seats).context, language).says
    says = f"\n  says: {json.dumps(told, ensure_ascii=False)}" if told else ""
    return f"{head}{says}\n{rest}\n  illegal: {{{play}: {reason.name}}}"


def _waiting(rules: Ruleset, stuff: SamplingPool, given: Scene) -> dict[str, Reason]:
    """The forbidden cards of a hand, each with its reason."""
    rest = {key: value for key, value in given.items() if key not in ("hand", "trick")}
    try:
        plays = [" ".join(play) for play in given["trick"]]
        position = rules.position(given["hand"], trick=plays, players=stuff.seats, **rest)
        alone = {card: position.explain(card) for card in given["hand"] if position.legal()}
    except (MoveError, TrickbookError):
        return {}
    return {card: reason for card, reason in alone.items() if reason}
