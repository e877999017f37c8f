"""Machine-made steps: what is asked, drawn, moved and dealt before and after the tricks, and the tricks."""

from __future__ import annotations

from tests.batch.random_rulesets.expressions import OPEN, SEAT, TABLE, Pen, Ruleset, Word, some, word

Made = tuple[Ruleset, Pen]
"""A step, and the pen that knows its answer."""

SOURCES = ("hand or table", "hand and not QS", "if first_trick then hand else hand or table")


def steps(p: Pen, rules: Ruleset) -> Pen:
    entries: dict[str, Ruleset] = {}
    if p.chance(0.3):
        entries["deal"] = {"each": p.one("3", "5", "7", p.write("number", TABLE, 1))}
    for place in some(p, 3):
        maker = p.rng.choice([asked_cards, asked_cards, asked_words, asked_words, drawn, moved, moved])
        name = f"step_{place}"
        entry, p = maker(p, rules, name)
        if "upon" not in entry and "after" not in entry:
            entry["after"] = p.one("deal", "deal", "tricks")
        if p.chance(0.3):
            entry["when"] = p.write("condition", OPEN)
        entries[name] = entry
    entries.update(tricks(p, rules))
    if p.chance(0.15):
        condition = f"({p.write('condition', OPEN)}) and ({p.write('condition', OPEN)})"
        entries["back"] = {"repeat": p.one("deal", "tricks"), "when": condition, "after": "tricks"}
    if p.chance(0.15):
        condition = f"({p.write('condition', OPEN)}) and ({p.write('condition', OPEN)})"
        end = p.one("anew", "unscored")
        entries["thrown_in"] = {
            "end": end,
            "when": condition,
            "before" if end == "anew" else "after": "tricks",
        }
    entries.update(shown(p))
    if entries:
        rules["steps"] = entries
    return p


def shown(p: Pen) -> dict[str, Ruleset]:
    """Perhaps cards that are shown."""
    if not p.chance(0.15):
        return {}
    look = {"show": p.write("cards", SEAT), "to": p.write("seats", SEAT)}
    return {"look": {**look, p.one("upon", "after"): p.one("deal", "tricks")}}


def dropping(p: Pen, rules: Ruleset) -> Pen:
    """Players who drop out amid a trick: by what they are asked meanwhile, or by the trick."""
    if not p.chance(0.3):
        return p
    steps, rests = rules.setdefault("steps", {}), rules.setdefault("resting", {})
    how = p.one("in_turn", "together")
    event, asked = p.one("turn", "turn", "play"), p.one("player", "player", "others")
    steps["drop"] = {"upon": event, "ask": asked, "how": how, "answers": ["no", "yes"]}
    rests["dropped"] = {"when": "drop"}
    if p.chance(0.5):
        steps["drop"]["when"] = p.write("condition", TABLE)
    if p.chance(0.4):
        fold = {"upon": "drop", "when": "drop", "ask": "others"}
        steps["fold"] = {**fold, "how": how, "answers": ["no", "yes"]}
        rests["folded"] = {"when": p.one("fold", "fold and tricks is 0")}
    if p.chance(0.3):
        rests["broken"] = {"when": p.one("trick has (not led_suit)", "not first_trick and trick has aces")}
    return p


def tricks(p: Pen, rules: Ruleset) -> Ruleset:
    """How tricks are played; perhaps there are more after another deal."""
    found: Ruleset = {"leader": p.write("seats", OPEN)} if p.chance(0.5) else {}
    if p.chance(0.2):
        found["from"] = p.one("hand or table", *SOURCES)
    if p.chance(0.2):
        found["until"] = p.write("condition", TABLE)
    if p.chance(0.15):
        found["next"] = p.write("seats", TABLE)
    if p.chance(0.15):
        found["played_by"] = p.write("seats", SEAT)
    if p.chance(0.15):
        found["again"] = f"rounds < {p.rng.randint(2, 3)} and ({p.write('condition', TABLE)})"
    if p.chance(0.2):
        found["cards"] = p.one("1 to 2", "1 to 3", "1", "2")
        one_kind = {"only": "count of play is 1 or count of twins of play is 2"}
        as_led = {"when": "following", "keep": "count of play is count of lead"}
        rules["play"] = {"one_kind": one_kind, **({"as_led": as_led} if p.chance(0.8) else {})}
    if p.chance(0.1):
        more = {"deal": "hand", "after": "tricks"}, {"leader": p.write("seats", OPEN), "after": "more"}
        few = {"each": p.one("3", "5")}
        return {"deal": few, "tricks": found, "more": more[0], "last_tricks": more[1]}
    return {"tricks": found} if found else {}


def goal(p: Pen, rules: Ruleset, at_hand: str) -> str:
    """Where cards go."""
    own = {name: entry["owned"] == "yes" for name, entry in rules.get("piles", {}).items()}
    pile = p.one("hand", "taken", "table", "aside", *own)
    if pile == "aside" or own.get(pile) is False or p.chance(0.4):
        return pile
    return f"{pile} of ({p.write('seats', at_hand, 2)})"


def asking(p: Pen, *ways: str) -> Ruleset:
    """Who is asked, and how."""
    found: Ruleset = {"ask": p.one("players", "players", "others of dealer", p.write("seats", TABLE))}
    found["how"] = how = p.one("together", "in_turn", *ways)
    if how in ("in_turn", "freely"):
        found.update({"first": p.write("seats", TABLE, 2)} if p.chance(0.4) else {})
        found.update({"until": p.write("condition", OPEN)} if p.chance(0.4) else {})
    if how != "freely" and p.chance(0.2):
        found["again"] = p.write("condition", OPEN)
    if p.chance(0.3):
        found["upon"] = p.one("turn", "play", "trick", "trick", "deal")
        found["ask"] = p.one("player", "players", p.write("seats", OPEN))
    return found


def asked_cards(p: Pen, rules: Ruleset, name: str) -> Made:
    """A question for cards."""
    entry, low = asking(p, "freely"), p.rng.randint(0, 2)
    some_number = f"0 to ({p.write('number', SEAT, 1)})"
    entry["cards"] = p.one(f"{low} to {low + p.rng.randint(0, 2)}", str(low + 1), some_number)
    if p.chance(0.5):
        entry["from"] = p.one("hand", "hand or table", f"hand and {p.write('cards', SEAT, 2)}")
    if p.chance(0.7):
        entry["to"] = goal(p, rules, SEAT)
    if p.chance(0.3):
        entry["rules"] = {"rule": {p.one("keep", "keep", "only"): p.write("cards", SEAT)}}
    return entry, p.knowing(word(name, "cards", SEAT))


def bids(p: Pen) -> tuple[list[object], tuple[str, ...]]:
    """What may be answered, and the names of it: words, or a ladder of bids."""
    if p.chance(0.5):
        return ["high", "low", "even"], ("high", "low", "even")
    ladder = {"levels": "1 to 2", "of": ["clubs", "hearts", "no_trump"]}
    return ["pass", ladder, 18], ("pass", "1C", "1H", "1NT", "2C", "2H", "2NT", "18")


def asked_words(p: Pen, _rules: Ruleset, name: str) -> Made:
    """A question for a number, for yes or no, or for a name."""
    entry, kind, low = asking(p, "freely"), p.one("number", "condition", "choice"), p.rng.randint(-1, 2)
    weighing = p.chance(0.3)
    if kind == "number":
        some_number = "0 to 3" if weighing else f"0 to {p.write('number', SEAT, 1)}"
        entry["number"] = p.one(f"{low} to {low + 3}", some_number)
    else:
        listed, names = bids(p) if kind == "choice" else (["no", "yes"], ())
        entry["answers"] = listed
    if entry["how"] != "freely" and p.chance(0.2):
        entry["always"] = "yes"
    answering = p.knowing(Word("answer", kind, frozenset(["answer"]), owned=False))
    if kind == "choice":
        p, answering = p.choosing(name, *names), answering.choosing("answer", *names)
    weighing = weighing and "upon" not in entry
    if weighing:
        entry["after"] = "tricks"
    if weighing or p.chance(0.5):
        at_hand = f"{SEAT} answer {'outcome' * weighing}"
        verb = p.one("keep", "keep", "only", "most", "fewest")
        what = answering.write("condition" if verb in ("keep", "only") else "number", at_hand)
        entry["rules"] = {"rule": {verb: what}}
    return entry, p.knowing(word(name, kind, SEAT))


def drawn(p: Pen, rules: Ruleset, name: str) -> Made:
    """What chance draws."""
    entry: Ruleset = {"ask": "chance", "cards": p.one("1", "2"), "from": p.write("cards", OPEN, 2)}
    if p.chance(0.4):
        entry["to"] = goal(p, rules, OPEN)
    return entry, p.knowing(word(name, "cards"))


def moved(p: Pen, rules: Ruleset, _name: str) -> Made:
    """Cards that are moved by rule or dealt, in turn or upon an event."""
    entry: Ruleset = {"move": p.write("cards", OPEN), "to": goal(p, rules, OPEN)}
    if p.chance(0.3):
        entry = dealt(p, rules)
    if p.chance(0.4):
        entry["upon"] = p.one("play", "trick", "trick", "end", "deal")
    return entry, p


def dealt(p: Pen, rules: Ruleset) -> Ruleset:
    """Cards that are dealt, to all or some, by need, out of a pile or several."""
    entry: Ruleset = {"deal": p.one("hand", "taken"), "each": p.one("1", "2", p.write("number", SEAT, 1))}
    own = [name for name, pile in rules.get("piles", {}).items() if pile["owned"] == "no"]
    if p.chance(0.4):
        entry["to"] = p.write("seats", OPEN)
    if p.chance(0.4):
        entry["from"] = ["aside", *own]
    if p.chance(0.4):
        entry["uneven"] = "yes"
    if ("uneven" in entry or len(entry.get("from", ())) > 1) and p.chance(0.5):
        entry["first"] = p.write("seats", OPEN)
    return entry
