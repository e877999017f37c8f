"""The steps of a deal in words, before the tricks, between them and after them."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from trickbook.rulebook.chapters import clauses, questions
from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.rulebook.writer import Block, Heading, Item, Items, Paragraph, capitalised
from trickbook.source.nodes import text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.rulebook.expressions.wording import Wording
    from trickbook.rulebook.writer import Writer
    from trickbook.sections.options import Option
    from trickbook.source.nodes import Entry


PACK = "aside"
"""The pile of the undealt pack."""


def dealt(writer: Writer, entry: Entry, wording: Wording) -> Iterator[str]:
    """Yield how many cards are dealt to whom, from which piles, and what is left or lacking."""
    first, uneven = written(entry.node, "first"), text(entry.node, "uneven") == "yes"
    sources, each = texts(entry.node, "from")[1:], written(entry.node, "each") or ""
    yield _hands(writer, entry, wording)
    yield from (writer.say("steps.deal_next", pile=wording.place(pile)) for pile in sources)
    if first:
        yield writer.say("steps.deal_first", who=wording.text(first))
    if uneven:
        yield writer.say("steps.deal_uneven")
    elif sources or (
        each and (entry["to"] is not None or "player" in writer.certainty.term(tree(each)).reads)
    ):
        yield writer.say("steps.deal_even")
    else:
        yield from _rest(writer, entry, wording)


def _hands(writer: Writer, entry: Entry, wording: Wording) -> str:
    """Return how many cards are dealt, and to whom."""
    source, goal = _source(entry), entry.need("deal").text
    owned, each = _owned(writer, goal), written(entry.node, "each")
    fresh = _is_shuffled(writer, entry, source)
    pack = writer.say("steps.pack" if fresh else "steps.stock")
    chapter, pile = "steps" if fresh else "steps.further", pack if source == PACK else wording.place(source)
    count = wording.text(each) if each else ""
    if not count and source == PACK and not written(entry.node, "to") and _first(writer, entry):
        count = str(writer.compiled.deck.cards.bit_count() // (writer.compiled.layout.seats if owned else 1))
    count = questions.counted_cards(writer, count)
    if not owned:
        key = "deal_pile" if each else "deal_whole"
        return writer.say(f"{chapter}.{key}", pile=pile, count=count, to=wording.place(goal))
    to = written(entry.node, "to")
    who = questions.seats_text(writer, to, wording) if to else ""
    key = ("deal_some" if to else "deal_each") if count else ("deal_round_some" if to else "deal_round")
    if goal == "hand":
        key = f"{key.removesuffix('_each')}_hands"
    return writer.say(f"{chapter}.{key}", pile=pile, count=count, to=wording.place(goal), who=who)


def _is_shuffled(writer: Writer, entry: Entry, source: str) -> bool:
    """Return whether a pile is shuffled first: the pack before it is dealt, or one that collects cards."""
    dealing = [step for step in writer.entries("steps") if step["deal"] is not None]
    if source != PACK:
        return all(step.need("deal").text != source for step in dealing)
    if texts(entry.node, "upon"):
        return False
    before = takewhile(lambda step: step.name != entry.name, dealing)
    return not any(_source(step) == PACK for step in before if not texts(step.node, "upon"))


def _source(entry: Entry) -> str:
    """The pile from which a step deals first."""
    return next(iter(texts(entry.node, "from")), PACK)


def _owned(writer: Writer, name: str) -> bool:
    """Return whether each player has a pile of this name."""
    pile = writer.compiled.layout.piles.get(name)
    return pile is not None and pile.owned


def _rest(writer: Writer, entry: Entry, wording: Wording) -> Iterator[str]:
    """The number of cards left over after dealing; if it varies, the size of the first hands."""
    compiled, each = writer.compiled, written(entry.node, "each")
    size, seats = compiled.deck.cards.bit_count(), compiled.layout.seats
    if not _first(writer, entry) or not _owned(writer, entry.need("deal").text):
        return
    if each and not writer.certainty.term(tree(each)).constant and (first := writer.dealt(seats)[0]):
        yield writer.say("steps.first", count=first)
        return
    count = wording.text(each) if each else str(size // seats)
    if count.isdecimal() and (rest := size - seats * min(int(count), size // seats)):
        yield writer.say("steps.rest_one" if rest == 1 else "steps.rest", count=rest)


def _first(writer: Writer, entry: Entry) -> bool:
    """Return whether a step is the first that deals."""
    return next((step.name for step in writer.entries("steps") if step["deal"] is not None), "") == entry.name


def deal(writer: Writer) -> list[Block]:
    """The steps before the tricks."""
    steps = list(writer.entries("steps"))
    place = next((at for at, step in enumerate(steps) if _plays(step)), len(steps))
    blocks: list[Block] = [Heading(writer.say("title.deal"))]
    cycles = (option for option in writer.compiled.options.values() if option.type == "cycle")
    blocks += [Paragraph(_cycle(writer, option)) for option in cycles if _read(writer, option)]
    before = [step for step in steps[:place] if not texts(step.node, "upon")]
    return (
        [*blocks, Items(tuple(step_item(writer, step) for step in before), numbered=True)] if before else []
    )


def _read(writer: Writer, option: Option) -> bool:
    """Return whether the active rules use a cycle of only one choice."""
    return option.name in (writer.used if len(set(option.value)) > 1 else writer.mentioned)


def after(writer: Writer) -> list[Block]:
    """The steps after all cards are played."""
    steps = list(writer.entries("steps"))
    place = next((at for at, step in enumerate(steps) if _plays(step)), len(steps))
    late = [step for step in steps[place + 1 :] if not texts(step.node, "upon")]
    if not late:
        return []
    return [
        Heading(writer.say("title.after")),
        Items(tuple(step_item(writer, step) for step in late), numbered=True),
    ]


def events(writer: Writer, *names: str) -> tuple[Item, ...]:
    """The steps that wait for one of these events."""
    steps = (step for step in writer.entries("steps") if names_first(step, names))
    return tuple(step_item(writer, step) for step in steps)


def names_first(entry: Entry, names: Sequence[str]) -> bool:
    """Return whether the first event that a step waits for is one of these."""
    return any(event in names for event in texts(entry.node, "upon")[:1])


def step_item(writer: Writer, entry: Entry) -> Item:
    """A step as an item of a list, with the rules for its answers nested."""
    ruled, says = questions.leaves_one_answer(writer, entry), writer.says(entry.node)
    sure = ruled or questions.settled_answer(writer, entry)
    left = entry.name in writer.certainty.answers
    rules = [] if left else list(writer.entries("steps", entry.name, "rules"))
    alone = is_whole_sentence(entry, says) or (not sure and _tells_all(writer, entry, says))
    does = step_text(writer, entry, writer.wording, does=says if alone else "")
    lead = "" if ruled or not rules else "rules" if len(rules) == 1 else "several_rules"
    text = writer.phrases.joined(
        [
            *((does,) if alone else (says, does) if sure else (does, says)),
            writer.say(f"steps.{lead}") if lead else "",
        ]
    )
    named = not texts(entry.node, "upon") or not says
    inner = (*clauses.clause_items(writer, rules, "rules"), *events(writer, entry.name))
    return Item(text, capitalised(writer.called(entry.name)) if named else "", inner)


def _tells_all(writer: Writer, entry: Entry, says: str) -> bool:
    """Return whether a sentence states the numbers of a deal or a question."""
    if not says or (entry["deal"] is None and entry["ask"] is None):
        return False
    amount = written(entry.node, "cards")
    if amount and not questions.card_count(writer, entry, writer.wording).strip()[:1].isdecimal():
        return True  # how many is reckoned
    return clauses.states_all(writer, says, _happens(writer, entry, writer.wording)[0])


def is_whole_sentence(entry: Entry, says: str) -> bool:
    """Return whether the description covers a whole step: chance draws, or cards moved or shown by rule."""
    asks = entry["ask"]
    alone = entry["move"] is not None or entry["show"] is not None
    return bool(says) and (alone or (asks is not None and asks.text == "chance"))


def step_text(writer: Writer, entry: Entry, wording: Wording, *, bare: bool = False, does: str = "") -> str:
    """A step in sentences; ``bare`` without its condition.

    ``does`` are the words of the ruleset where they tell all of it, with its condition.
    """
    first, *more = [does] if does else _happens(writer, entry, wording)
    told = does or (writer.says(entry.node) and not bare and wording is writer.wording)
    complete = bare or (told and not clauses.is_outdated(writer, entry, "when"))
    if not complete and (when := wording.condition(written(entry.node, "when"))):
        first = writer.say("steps.when", when=when, text=first)
    first = upon_text(writer, texts(entry.node, "upon"), first)
    return writer.phrases.joined(map(writer.phrases.sentence, (first, *more)))


def upon_text(writer: Writer, events: Sequence[str], sentence: str) -> str:
    """What happens after events: after one of them, or after each of several."""
    for event in events[:1]:
        sentence = writer.say(f"steps.upon.{_event(writer, event)}", text=sentence, name=writer.called(event))
    more = [
        writer.say(f"steps.upon.also.{_event(writer, event)}", name=writer.called(event))
        for event in events[1:]
    ]
    if not more:
        return sentence
    return writer.say("steps.upon.also.too", text=sentence, events=writer.say("join.parts").join(more))


def _event(writer: Writer, name: str) -> str:
    """The phrase for an event: a built-in one, or a step."""
    if name != "also" and writer.phrases.known(f"steps.upon.{name}"):
        return name
    steps = (step for step in writer.entries("steps") if step.name == name)
    free = any(text(step.node, "how") == "freely" and step["cards"] for step in steps)
    return "freely" if free else "step"


def _plays(entry: Entry) -> bool:
    return entry["leader"] is not None


def _happens(writer: Writer, entry: Entry, wording: Wording) -> list[str]:
    """A step, phrase by phrase."""
    if entry["deal"] is not None:
        return list(dealt(writer, entry, wording))
    if entry["move"] is not None or entry["show"] is not None:
        return [_moved_cards(writer, entry, wording)]
    if entry["repeat"] is not None:
        return [writer.say("steps.repeat", name=writer.called(entry.need("repeat").text))]
    if entry["end"] is not None:
        return [writer.say(f"steps.end.{entry.need('end').text}")]
    if entry["ask"] is not None:
        return list(questions.question_text(writer, entry, wording))
    return [lead(writer, entry, wording)]


def _moved_cards(writer: Writer, entry: Entry, wording: Wording) -> str:
    """Cards that are moved by rule, or shown."""
    to = written(entry.node, "to")
    if entry["show"] is None:
        goal, cards = wording.place(to or "hand"), wording.text(entry.need("move").text)
        return writer.say("steps.move", cards=cards, to=goal)
    who = wording.text(to) if to else writer.say("steps.all_players")
    return writer.say("steps.show", cards=wording.text(entry.need("show").text), to=who)


def lead(writer: Writer, entry: Entry, wording: Wording) -> str:
    """The leader of the first trick."""
    return writer.say("tricks.lead", leader=wording.text(entry.need("leader").text))


def _cycle(writer: Writer, option: Option) -> str:
    """The value of a cycle from deal to deal."""
    names = [_choice_text(writer, option, name) for name in option.value]
    if len(set(option.value)) == 1:
        return writer.say("steps.cycle.same", name=writer.called(option.name), choices=names[0])
    texts = (
        writer.say("join.colon", a=_turn(writer, option, place), b=name) for place, name in enumerate(names)
    )
    return writer.say(
        f"steps.cycle.{option.by}",
        name=writer.called(option.name),
        choices=writer.say("join.parts").join(texts),
    )


def _choice_text(writer: Writer, option: Option, name: str) -> str:
    """A choice by its name, else by its description."""
    named = writer.phrases.names.get(f"{option.name}.{name}")
    return named or choice_text(writer, option, name) or writer.choice(option.name, name)


def _turn(writer: Writer, option: Option, place: int) -> str:
    """The dealer or the number of the deal for a choice of a cycle."""
    layout = writer.compiled.layout
    if option.by == "dealer" and layout.names:
        return writer.wording.seat((layout.first + place * layout.turn) % layout.seats)
    return str(place + 1)


def choice_text(writer: Writer, option: Option, name: str) -> str:
    """The description of a choice, as written."""
    found = option.entry.node.entries.get("choices")
    choice = getattr(found.node, "entries", {}).get(name) if found else None
    if choice is None or not hasattr(choice.node, "entries"):
        return ""
    return text(choice.node, "says", writer.phrases.language) or ""
