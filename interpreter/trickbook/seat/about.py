"""The description of a table: all that stays the same during a game."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from trickbook.bots.costs_of_cards import allied_seats, wins_together
from trickbook.cards.deck import numbers
from trickbook.cards.gaussian import Gaussian
from trickbook.engine.ask import AskStep
from trickbook.engine.moves import answer_text
from trickbook.game.position import fresh
from trickbook.game.view import empty_view
from trickbook.loading.files import HOUSE
from trickbook.rulebook.phrases import differences
from trickbook.seat.house_rule_choice import house_rule_text
from trickbook.seat.rules_request import shipped_house_rules
from trickbook.seat.texts import localized_names, option_values, pile_title, seat_names, texts, translate
from trickbook.sections.conversion import known
from trickbook.sections.facts import slots
from trickbook.source.nodes import text
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.cards.deck import Face, Rank
    from trickbook.engine.engine import Step
    from trickbook.expression.types import Term, Type
    from trickbook.ruleset import Ruleset
    from trickbook.seat.texts import LocalizedNames
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry

COLOUR_GROUPS: Final = 5
"""How many colours the suits are told apart by; the fifth is also that of cards without a suit."""


def about(rules: Ruleset, players: int | None = None, language: str = ENGLISH) -> dict[str, Any]:
    """Return what there is to know before the first deal, to draw a table for so many players."""
    engine = rules.engine(players)
    words, root = localized_names(engine, language), rules.resolved.root
    return {
        "ruleset": rules.name,
        "title": text(root, "name", language) or rules.title,
        "summary": text(root, "summary", language),
        "players": engine.layout.seats,
        "turn": "clockwise" if engine.layout.turn > 0 else "anticlockwise",
        "seats": seat_names(engine, language),
        "sides": _sides(engine),
        "options": option_values(engine, words),
        "house": [_house(name, language) for name in rules.house],
        "agreed": list(differences(rules, language, players)),
        "digest": rules.digest_for(engine.layout.seats),
        "cards": card_labels(engine, language),
        "suits": suit_labels(engine, language),
        "steps": {step.name: _step(words, step) for step in _steps(engine)},
        "facts": _facts(engine, words),
        "piles": _piles(engine, words),
        "lowest_wins": _lowest_wins(engine),
        "empty": empty_view(rules.name, engine.layout.seats),
        "lang": language,
    }


def _sides(engine: CompiledRules) -> list[list[int]] | None:
    """The sides of those who gain together; None if everybody plays alone."""
    sides = dict.fromkeys(allied_seats(engine))
    return [list(numbers(side)) for side in sides] if len(sides) < engine.layout.seats else None


def _house(name: str, language: str) -> dict[str, str]:
    """A house rule that was laid over the ruleset: a shipped one by its name, else as its file is called."""
    bare = name.removeprefix(HOUSE)
    title = house_rule_text(bare, language)["title"] if bare in shipped_house_rules() else PurePath(name).stem
    return {"name": name, "title": title}


def _steps(engine: CompiledRules) -> Iterable[Step]:
    """The steps of a deal, and those that follow an event."""
    return (step for course in (engine.steps, *engine.upon.values()) for step in course)


def _step(words: LocalizedNames, step: Step) -> dict[str, Any]:
    """A step: what it is called, what it does, and what its answers are called."""
    data = {"title": words.title(step.entry), "says": words.says(step.entry), "kind": step.kind}
    if not isinstance(step, AskStep) or step.source is not None:
        return data
    listed = [answer_text(name) for name in step.names]
    return {**data, "labels": words.answers(step.name, listed)}


def _facts(engine: CompiledRules, words: LocalizedNames) -> dict[str, Any]:
    """Return the facts and public words, each with its value before the first deal."""
    defined = {entry.name: entry for entry in engine.context.entries("words")}
    facts = {fact.name: _fact(words, fact.entry, fact.type, owned=fact.owned) for fact in engine.facts}
    for name, term in engine.spoken.items():
        facts[name] = _fact(words, defined[name], term.type, owned=False) | {"rests": _rests(engine, term)}
    starts = known(engine, fresh(engine, None))
    for fact in engine.secret_facts:
        starts[fact.name] = [None] * engine.layout.seats if fact.owned else None
    return {name: fact | {"starts": _data(starts[name])} for name, fact in facts.items()}


def _rests(engine: CompiledRules, term: Term) -> list[str]:
    """The steps whose answers a word is made of: while one of them is asked, it tells nothing yet.

    It is made of an answer if it reads it, or a fact that changes with it.
    """
    read = set(slots(term))
    changing = {event for fact in engine.facts if fact.slot in read for event in fact.upon}
    asked = (step for step in _steps(engine) if isinstance(step, AskStep))
    return [step.name for step in asked if step.slot in read or step.name in changing]


def _data(value: Any) -> Any:
    """A value, or one for each seat, as plain data."""
    if isinstance(value, list):
        return [_data(one) for one in value]
    return str(value) if isinstance(value, Gaussian) else value


def _fact(words: LocalizedNames, entry: Entry, kind: Type, *, owned: bool) -> dict[str, Any]:
    """A fact: what it is called and which values it has; ``owned`` if each seat has one."""
    data = {
        "title": words.title(entry),
        "says": words.says(entry),
        "kind": kind.kind.name.lower(),
        "owned": owned,
    }
    labels = {name: words.names.choice(entry.name, name) for name in kind.names}
    return {**data, "labels": labels} if labels else data


def _piles(engine: CompiledRules, words: LocalizedNames) -> dict[str, Any]:
    """The piles: what each is called, who has one and who sees it."""
    written = {entry.name: entry for entry in engine.context.entries("piles")}
    return {
        pile.name: {
            "title": pile_title(engine, words, pile.name),
            "says": words.says(written[pile.name]) if pile.name in written else None,
            "owned": pile.owned,
            "seen_by": pile.seen_by,
        }
        for pile in engine.layout.piles.values()
    }


def _lowest_wins(engine: CompiledRules) -> bool | None:
    """Return whether a lead of one point loses; None where that alone does not tell."""
    if together := wins_together(engine):
        return together < 0
    seats = engine.layout.seats
    ahead = engine.winners(fresh(engine, [int(seat == 0) for seat in range(seats)]))
    return None if len(ahead) == seats else 0 not in ahead


def suit_labels(engine: CompiledRules, language: str) -> list[dict[str, Any]]:
    """The suits in order; ``group`` is one of five colours that everybody can tell apart."""
    entries = {entry.name: entry for entry in engine.context.entries("deck", "suits")}
    return [
        {
            "letter": suit.letter,
            "name": _called(entries[suit.name], language),
            "sign": suit.sign,
            "colour": suit.colour,
            "group": place % COLOUR_GROUPS,
        }
        for place, suit in enumerate(engine.deck.suits)
    ]


def card_labels(engine: CompiledRules, language: str) -> dict[str, Any]:
    """Each card by its name: the rank that is printed on it, the letter of its suit, how it is read aloud.

    One beside suits and ranks, such as a joker, is ``named``: its name tells what it is.
    """
    kinds = [[*engine.context.entries("deck", part)] for part in ("suits", "ranks", "extra")]
    names = {entry.name: _called(entry, language) for entry in kinds[0]}
    ranks = {rank.letter: _rank(rank, kinds[1], language) for rank in engine.deck.ranks}
    extra = {text(entry.node, "card"): _called(entry, language) for entry in kinds[2]}
    found = {}
    for face in engine.deck.faces:
        rank = face.name.removesuffix(face.suit.letter) if face.suit else face.name
        printed = next((one.ways[-1] for one in engine.deck.ranks if one.letter == rank), rank)
        called = extra.get(face.name) or _aloud(face, ranks.get(rank, rank), names, language)
        if face.copies:
            found[face.name] = {
                "rank": printed,
                "suit": face.suit.letter if face.suit else None,
                "name": called,
            } | ({"named": True} if face.name in extra else {})
    return found


def _aloud(face: Face, rank: str, suits: dict[str, str], language: str) -> str:
    return translate(language, "cards.of_suit", rank=rank, suit=suits[face.suit.name]) if face.suit else rank


def _rank(rank: Rank, entries: list[Entry], language: str) -> str:
    """A rank as it is read aloud: by its name, if the ruleset gives one in this language."""
    entry = next(entry for entry in entries if entry.name == rank.name)
    known: dict[str, str] = texts(language)["cards"]["ranks"]
    return text(entry.node, "name", language) or known.get(rank.sign or rank.letter) or rank.ways[-1]


def _called(entry: Entry, language: str) -> str:
    return text(entry.node, "name", language) or entry.name.replace("_", " ")
