"""Machine-made sections: who plays, with which cards, and what is spoken of and remembered."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.batch.random_rulesets.expressions import KINDS, OPEN, SEAT, TABLE, Pen, Ruleset, some, word

STRIPPED = ("rank < 9", "rank < 7", "rank < 5 and not QS", "clubs and rank > J", "rank mod 2 is 0")


def players(p: Pen, rules: Ruleset) -> Pen:
    low = p.rng.randint(2, 6)
    count = "3 to 6" if rules["extends"] == "hearts" else f"{low} to {low + p.rng.randint(0, 4)}"
    rules["players"] = {"count": count, "turn": p.one("clockwise", "anticlockwise")}
    if p.chance(0.3):
        rules["players"]["first_dealer"] = 1
    return p


def deck(p: Pen, rules: Ruleset) -> Pen:
    """Several packs, stripped ones, cards beside them, cards that are left out."""
    found: Ruleset = {}
    if p.chance(0.4):
        found["packs"] = p.rng.choice([2, 2, 3])
    if p.chance(0.4) or found.get("packs") == 3:
        found["without"] = p.one(*STRIPPED)
    elif p.chance(0.3):
        found["leave_out"] = ["3D", "4C", "QS", "5H"][: p.rng.randint(1, 4)]
    if p.chance(0.3):
        joker = {"card": "XC", "suit": "clubs", "rank": p.rng.choice([1, 20]), "copies": p.rng.randint(1, 3)}
        found["extra"] = {"joker": joker}
    if found:
        rules["deck"] = found
    return p


def options(p: Pen, rules: Ruleset) -> Pen:
    """Options of every type, each with a default."""
    makers: dict[str, Callable[[], tuple[str, Ruleset]]] = {
        "yes_no": lambda: ("condition", {"default": p.one("yes", "no")}),
        "number": lambda: ("number", {"from": 0, "to": 9, "default": p.rng.randint(0, 9)}),
        "seat": lambda: ("seats", {"default": p.rng.randint(0, 1)}),
        "choice": lambda: ("choice", {"choices": ["red", "green"], "default": p.one("red", "green")}),
        "cycle": lambda: (
            "choice",
            {
                "choices": ["far", "near", "stay"],
                "default": [p.one("far", "near", "stay") for _ in range(3)],
                "by": p.one("deal", "dealer", "round"),
            },
        ),
    }
    for place in some(p, 3):
        kind = p.one(*makers)
        gives, entry = makers[kind]()
        name = f"option_{place}"
        rules.setdefault("options", {})[name] = {"type": kind, **entry}
        p = p.knowing(word(name, gives, "deal" if kind == "cycle" else ""))
        if gives == "choice":
            p = p.choosing(name, *entry["choices"])
    return p


def piles(p: Pen, rules: Ruleset) -> Pen:
    for place in some(p, 2):
        name, owned = f"pile_{place}", p.chance(0.5)
        seen = p.one("everyone", "everyone", "owner" if owned else "nobody")
        entry = {"seen_by": seen, "owned": "yes" if owned else "no"}
        if p.chance(0.3) and seen == "everyone":
            entry["ever"] = f"ever_{place}"
            p = p.knowing(word(f"ever_{place}", "cards"))
        rules.setdefault("piles", {})[name] = entry
        secret = {"owner": "own", "nobody": "secret"}.get(seen, "")
        p = p.knowing(word(name, "cards", f"deal {'player' * owned} {secret}"))
    return p


def words(p: Pen, rules: Ruleset) -> Pen:
    for place in some(p, 3):
        kind, name, needs = p.one(*KINDS), f"word_{place}", p.one("", TABLE, SEAT)
        found, used = asked(p, name, kind, needs) if p.chance(0.4) else (p.write(kind, needs), name)
        rules.setdefault("words", {})[name] = found
        p = p.knowing(word(used, kind, needs)._replace(owned=False))
    return p


def asked(p: Pen, name: str, kind: str, needs: str) -> tuple[Ruleset | str, str]:
    """A word with a parameter, and how it is used; one without if the definition does not use it."""
    given = p.one(*KINDS)
    meaning = p.knowing(*[word("given", given, "")] * 20).write(kind, needs)
    if "given" not in re.findall(r"\w+", meaning):
        return meaning, name
    return {"of": "given", "is": meaning}, f"{name} of ({p.write(given, needs and TABLE, 1)})"


def facts(p: Pen, rules: Ruleset) -> Pen:
    """Facts of every kind; what changes them is written when all of them are there."""
    found: Ruleset = {}
    before = p
    for place in some(p, 4):
        kind, owned = p.one(*KINDS), p.chance(0.4)
        seen_by = p.one("everyone", "everyone", "owner" if owned else "nobody")
        needs = "deal player" if owned else TABLE
        upon = p.one("play", "trick", "trick", "end", "deal", "tricks", "step_0", "step_1")
        found[f"fact_{place}"] = entry = {"starts": before.write(kind, needs, 1), "upon": upon}
        entry["seen_by"] = seen_by
        entry.update({"owned": "yes"} if owned else {})
        if p.chance(0.5):
            entry["lasts"] = p.one("match", "trick")
        secret = {"owner": " own", "nobody": " secret"}.get(seen_by, "")
        p = p.knowing(word(f"fact_{place}", kind, needs + secret))
    kinds = {known.name: known.kind for known in p.words}
    for name, entry in found.items():
        at_hand = OPEN + {"play": " play ahead", "trick": " ahead", "end": " points"}.get(entry["upon"], "")
        if p.chance(0.7):
            entry["when"] = p.write("condition", at_hand)
        if kinds[name] != "condition" or p.chance(0.5):
            entry["becomes"] = p.write(kinds[name], at_hand)
    if found:
        rules["facts"] = found
    return p
