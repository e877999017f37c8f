"""A finding of the schema validator, and what schemas, values and keys are called in messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.diagnostics.repair import mended
from trickbook.problems import Remedy, short, shown
from trickbook.problems.remedies import edit, instead
from trickbook.source import Scalar, at
from trickbook.source.diagnostics.punctuation import is_card
from trickbook.source.schema import form
from trickbook.texts.catalogue import text_in_language
from trickbook.texts.languages import ENGLISH, languages
from trickbook.texts.message import Message, OwnText

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from trickbook.problems import Place
    from trickbook.source import Node
    from trickbook.source.schema import Form

_IS_CHOICE: Final = re.compile(r"(?!yes$|no$|true$|false$)[a-z][a-z0-9_]*")

CHIEF: Final = ("default", "is", "player", "count")
"""Keys of an entry that a bare value is likely meant for."""

REMOVED: Final = frozenset(
    {"false", "no", "none", "nothing", "off", "never", "remove", "removed", "delete", "deleted", "disabled"}
)
"""What stands in the place of an entry that is not wanted."""

STOPS: Final = ".\u3002"
"""What ends a sentence of the schema."""

PAIR: Final = re.compile(r"([a-z_]+): ([^`]*)")
"""A key with its value, in which what was written may be taken up: ``when: not …``."""

_ASSIGNED: Final = re.compile(r"(?<=[-+*])=")
"""What other languages add to a sign to say that the result is kept."""


_BID: Final = re.compile(r"[1-9][A-Z]{1,2}")
_DEALT: Final = re.compile(r"([0-9]+)\s+cards?")
"""A number of cards, where a pile should stand."""


class Finding(NamedTuple):
    """A finding of the validator: the place in the tree, the value, the form that it lacks, the demand."""

    root: Node
    path: tuple[str | int, ...]
    value: Any
    form: Form
    limit: Any

    @property
    def place(self) -> Place:
        """The place where the value was written."""
        return at(self.root, self.path).place

    @property
    def subject(self) -> Message | str:
        """Return what the value belongs to, for the beginning of a message."""
        if not self.path:
            return Message("the file")
        *_, key = (step for step in self.path if isinstance(step, str))
        return shown(key) if self.path[-1] == key else Message("an item of {key}", key=shown(key))

    @property
    def title(self) -> OwnText:
        """Return the schema's title for such a value."""
        return with_article(self.form.title)

    @property
    def purpose(self) -> Message | None:
        """Return the schema's description of such a value, for a hint."""
        return as_hint(self.form.description)


def named(value: object) -> Message | str:
    """Name what was found: a scalar as written, a list or a map as such."""
    match value:
        case list():
            return Message("a list")
        case dict():
            return Message("a map")
        case bool():
            return shown(str(value).lower())
        case int():
            return Message("the number {text}", text=value)
        case _:
            return shown(str(value))


def with_article(title: str) -> OwnText:
    """Put an article before a title of the schema; text needs none."""
    thing = title[0].lower() + title[1:]
    if thing == "text":
        return _translated(title, thing)
    return _translated(title, f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}")


def as_hint(description: str) -> Message | None:
    """A description of the schema, as a hint."""
    if not description:
        return None
    phrase = (description[0].lower() + description[1:]).removesuffix(".")
    return Message("{what}", what=_translated(description, phrase))


def _translated(english: str, phrase: str) -> OwnText:
    """A text of the schema as it stands within a message, and what it is in other languages."""
    others = ((one, text_in_language(english, one)) for one in languages() if one != ENGLISH)
    return OwnText(phrase, tuple((one, text.rstrip(STOPS)) for one, text in others if text != english))


def yes_or_no(*, value: bool) -> Message:
    """Return how to write what was written as ``true`` or ``false``."""
    return instead("yes" if value else "no")


def respelt(word: str, pattern: str, *, names: bool) -> str | None:
    """Spell a word as its form demands: ``Follow Suit`` as a name, ``qs`` as a card, ``3-6`` as a range."""
    small = word.casefold()
    if names and "/" in word:
        spellings = [f"{word.removesuffix('.yml')}.yaml"]
    elif names:
        spellings = [re.sub(r"[^a-z0-9]+", joint, small).strip(joint) for joint in "_-"]
    else:
        spellings = [small, word.upper(), " to ".join(re.findall(r"[0-9]+", word))]
    return next((spelling for spelling in spellings if re.search(pattern, spelling)), None)


def word_here(form: Form, word: str) -> str | None:
    """What the schema has for a key or a choice of elsewhere: its name here, a pair, or a sentence."""
    return form.slips.get(word.lower().replace("-", "_").replace(" ", "_"))


def word_here_hint(form: Form, word: str) -> Message | None:
    """Return what the schema says of a key or a choice that is otherwise called elsewhere."""
    meant = word_here(form, word)
    if meant is None:
        return None
    if " " in meant:
        return Message("{what}", what=_translated(meant, meant))
    key = form.keys.get(meant)
    if key is not None and (purpose := as_hint(key.description)):
        return Remedy("write {word}: {what_purpose}", meant, word=shown(meant), what_purpose=purpose)
    return instead(meant)


def bracketed(text: str) -> Message | None:
    """Return how to write a list that was written as words: ``2C 2D`` as ``[2C, 2D]``."""
    words = [word for word in re.split(r"[\s,;+]+", text) if word not in {"and", "or", ""}]
    if len(words) < 2:  # noqa: PLR2004 - a list
        return None
    return instead(f"[{', '.join(words)}]")


def joined(items: list[object]) -> Message | None:
    """Return how to write a list of cards as an expression."""
    words = [str(item) for item in items if isinstance(item, str | int)]
    is_whole = len(words) == len(items) > 0
    return instead(" or ".join(words)) if is_whole else None


def wrapped(name: str, text: str, keys: Container[str], place: Place | None) -> Message | None:
    """Return how to write the bare value of an entry: ``target: 50`` as ``target: {default: 50}``.

    ``place`` is that of the whole entry. One with the name of a key is most likely meant to be a key.
    """
    chief = next((key for key in CHIEF if key in keys), None)
    if chief is None:
        return None
    is_key = name in keys
    inside = f"{chief}: {_ASSIGNED.sub('', text)}"
    if chief == "is" and "cards" in keys and is_card(name):
        name, inside = "my_card", f"cards: {name}, {inside}"
    if chief == "is" and "cards" in keys and not re.fullmatch(r"-?[0-9]+", text):
        inside = f"cards: {text}, is: …"
    whole = f"{name}: {{{inside}}}"
    written, entry = None if is_key or place is None else edit(whole, place), shown(whole)
    if chief == "default" and _IS_CHOICE.fullmatch(text):
        cycle = shown(f"{{default: [{text}]}}")
        return Message("write {entry}, or, of a cycle, {other}", entry=entry, other=cycle)
    return Remedy("write {word}", written, word=entry)


def house_rules_with_options(rules: Mapping[str, Any]) -> Message:
    """Return how to name house rules and to set their options, for who wrote these below the names."""
    chosen = [
        f"{key}: {{default: {value}}}"
        for inner in rules.values()
        if isinstance(inner, dict)
        for key, value in inner.items()
        if isinstance(value, str | int)
    ]
    names, options = ", ".join(rules), ", ".join(chosen)
    entry, other = shown(short(f"house: [{names}]")), shown(short(f"options: {{{options}}}"))
    if chosen:
        return Message("write {entry}, and {other}", entry=entry, other=other)
    return Message("write {word}", word=entry)


def removed(name: str, text: str) -> Message | None:
    """Return how to remove an entry, for who wrote ``false`` or ``none`` in its place."""
    if text.lower() not in REMOVED:
        return None
    return Remedy("write {entry} to remove it", "null", entry=shown(f"{name}: null"))


def nameable(finding: Finding) -> Message | None:
    """Return what to write for a name that is a bid, a card or a word with arguments."""
    if _BID.fullmatch(finding.value) and finding.path[:1] == ("steps",):
        steps = form(("steps",)).entry
        answer = steps.keys["answers"].item if steps else None
        return as_hint(answer.description) if answer else None
    if is_card(finding.value):
        return Message("give it a name of its own, such as `my_card`; cards stand under its keys")
    if "(" not in finding.value:
        return None
    word = finding.value.partition("(")[0].strip()
    return Remedy("write {word} alone: words take no arguments", word, word=shown(word))


def card_or_pile(finding: Finding) -> Message | None:
    """Return how to write a joker, or a pile in the words of the table: ``4 cards``, ``partner's hand``."""
    if finding.path[:2] == ("deck", "extra") and "joker" in finding.value.casefold():
        return Message("a joker is an X and the letter of a suit: `XC`")
    if finding.form.kind != "pile":
        return None
    if dealt := _DEALT.fullmatch(finding.value):
        goal = at(finding.root, (*finding.path[:-1], "to"))
        pile = goal.text if isinstance(goal, Scalar) and goal.text.isidentifier() else "hand"
        return Message("write {word}", word=shown(f"deal: {pile}, each: {dealt[1]}"))
    found = next(mended(finding.value, "place"), None)
    return instead(found.text) if found else None
