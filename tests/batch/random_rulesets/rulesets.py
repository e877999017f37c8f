"""Machine-made rulesets: random sections, each of parts that fit together, on top of a shipped ruleset."""

from __future__ import annotations

import random

from tests.batch.random_rulesets.clauses_and_scores import clauses, match, metrics, orders, resting, scoring
from tests.batch.random_rulesets.expressions import Ruleset, pen
from tests.batch.random_rulesets.players_and_cards import deck, facts, options, piles, players, words
from tests.batch.random_rulesets.steps import dropping, steps

SECTIONS = (
    *(players, deck, options, piles, words, facts, orders, resting),
    *(steps, clauses, scoring, match, metrics, dropping),
)


def made(rng: random.Random) -> Ruleset:
    """A ruleset that is sound, most of the time."""
    base = rng.choice(["trick-taking", "trick-taking", "hearts"])
    rules: Ruleset = {"trickbook": 1, "name": "Made", "extends": base}
    p = pen(rng)
    for section in SECTIONS:
        p = section(p, rules)
    for fact in rules.get("facts", {}).values():
        step = rules.get("steps", {}).get(fact["upon"])
        if fact["upon"].startswith("step") and (step is None or ("upon" in step and not _asks(step))):
            fact["upon"] = "trick"
        if fact["upon"] == "trick" and p.chance(0.3):
            fact["upon"] = ["tricks", "trick"]
    return rules


def _asks(step: Ruleset) -> bool:
    """Whether seats answer a step, so that facts may wait for it."""
    return bool(step.get("ask", "chance") != "chance")
