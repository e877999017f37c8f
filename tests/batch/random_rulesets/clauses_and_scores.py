"""Machine-made sections: clauses of play and winning, what a deal counts, how a match ends."""

from __future__ import annotations

from tests.batch.random_rulesets.expressions import OPEN, SCORED, SEAT, Pen, Ruleset, some


def clause(p: Pen, at_hand: str, about: str, *verbs: str) -> Ruleset:
    """A clause over plays; what it looks at may be about more than its condition."""
    verb = p.one(*verbs)
    kinds = ("cards", "cards", "condition") if verb in ("keep", "only") else ("number",)
    found = {verb: p.write(p.one(*kinds), f"{at_hand} {about}")}
    if p.chance(0.5):
        found["when"] = p.write("condition", at_hand)
    return found


def placed(p: Pen, entry: Ruleset, *names: str) -> Ruleset:
    """An entry, perhaps before or after another."""
    return {**entry, p.one("before", "after"): p.one(*names)} if p.chance(0.5) else entry


RANKS = "23456789TJQKA"
WORTHS = ("1", "5", "-10", "rank", "2 * rank - 7")
"""What cards are worth; the last two rest on ranks being numbers."""


def orders(p: Pen, rules: Ruleset) -> Pen:
    """Orders of cards, which rest on what the table remembers."""
    facts = [word.name for word in p.words if word.name in rules.get("facts", {}) and not word.owned]
    cards = [word.name for word in p.words if word.name in facts and word.kind == "cards"]
    changing = "if deal mod 2 is 0 then clubs else diamonds"
    known = ("hearts", "spades or JC", "jacks", "played", changing, *cards)
    for place in range(p.rng.randint(1, 2)) if p.ordered else ():
        entry: Ruleset = {"ranks": p.rng.sample(RANKS, p.rng.randint(3, len(RANKS)))}
        entry["ranks"].insert(p.rng.randrange(3), p.one("JC", "hearts", "QS or QH", *cards))
        if place == 0 or p.chance(0.5):
            entry["cards"] = p.one(*known)
            entry |= {"suit": entry["cards"]} if p.chance(0.7) else {}
        rules.setdefault("orders", {})[f"order_{place}"] = entry
    return p


FEW_REST = ("player is dealer", "player is taker", "score mod 2 is 1", "tricks > 1", "dealer + 1 has player")
"""Conditions by which some players rest, and seldom all."""


def resting(p: Pen, rules: Ruleset) -> Pen:
    """Players who rest, by what everybody sees."""
    for place in some(p, 2) if p.chance(0.4) else ():
        when = p.one(*FEW_REST, p.write("condition", "deal player"))
        rules.setdefault("resting", {})[f"rest_{place}"] = {"when": when}
    return p


def clauses(p: Pen, rules: Ruleset) -> Pen:
    """Clauses of play, which leave something, and of winning, which may not."""
    play, winning = rules.get("play", {}), {}
    openly = p.chance(0.6)
    for place in some(p, 3):
        about = "play ahead" if openly else "play"
        entry = clause(p, SEAT, about, "keep", "keep", "most", "fewest")
        play[f"play_{place}"] = placed(p, entry, "follow_suit")
    for place in some(p, 2):
        at_hand = "deal" if openly else OPEN
        entry = clause(p, at_hand, "play place", "keep", "keep", "only", "most", "fewest")
        winning[f"winning_{place}"] = placed(p, entry, "led_suit", "highest")
    rules.update({name: entries for name, entries in (("play", play), ("winning", winning)) if entries})
    return p


def scoring(p: Pen, rules: Ruleset) -> Pen:
    """What cards are worth, and what becomes of it."""
    first, points = rules["extends"] != "hearts", {}
    for place in range(p.rng.randint(1, 3) if first else p.rng.randint(0, 2)):
        entry = {"cards": p.write("cards", "", 2), "is": p.one(*WORTHS[: 3 if p.ordered else 5])}
        rules.setdefault("worth", {})[f"worth_{place}"] = entry
    for place in some(p, 2):
        entry = {"cards": p.write("cards", OPEN), "times": p.one("2", "0", p.write("number", OPEN, 2))}
        points[f"times_{place}"] = entry if first else {**entry, "before": "moon_added"}
    for place in some(p, 3):
        keys = p.rng.choice([["player"], ["others"], ["player", "others"]])
        points[f"points_{place}"] = {key: p.write("number", SCORED) for key in keys}
    for entry in points.values():
        if p.chance(0.5):
            entry["when"] = p.write("condition", OPEN if "times" in entry else SCORED)
    if points:
        rules["points"] = points
    return p


def match(p: Pen, rules: Ruleset) -> Pen:
    found: Ruleset = {"max_deals": p.rng.randint(2, 6)}
    if p.chance(0.4):
        found["ends"] = {"ending": {"when": p.write("condition", "deal secret points")}}
    if p.chance(0.3):
        found["starts"] = p.rng.randint(-5, 50)
    for place in range(1, 1 + p.rng.randint(0, 2)):
        verb = p.one("keep", "only", "most", "fewest")
        entry = {verb: p.write("condition" if verb in ("keep", "only") else "number", SCORED)}
        found.setdefault("wins", {})[f"wins_{place}"] = entry
    rules["match"] = found
    return p


def metrics(p: Pen, rules: Ruleset) -> Pen:
    for place in some(p, 2):
        entry = {"is": p.write(p.one("number", "condition"), SCORED)}
        rules.setdefault("metrics", {})[f"metric_{place}"] = entry
    return p
