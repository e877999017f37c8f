"""A finding of the schema validator, and what schemas, values and keys are called in messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import short, shown
from trickbook.source import at
from trickbook.source.diagnostics.punctuation import is_card

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Container, Mapping

    from trickbook.problems import Place
    from trickbook.source import Node

_IS_CHOICE: Final = re.compile(r"(?!yes$|no$|true$|false$)[a-z][a-z0-9_]*")

CHIEF: Final = ("default", "is", "player", "count")
"""Keys of an entry that a bare value is likely meant for."""

REMOVED: Final = frozenset(
    {"false", "no", "none", "nothing", "off", "never", "remove", "removed", "delete", "deleted", "disabled"}
)
"""What stands in the place of an entry that is not wanted."""

_ASSIGNED: Final = re.compile(r"(?<=[-+*])=")
"""What other languages add to a sign to say that the result is kept."""


class Finding(NamedTuple):
    """A finding of the validator: the place in the tree, the value, the schema that it fails, the demand."""

    root: Node
    path: tuple[str | int, ...]
    value: Any
    schema: abc.Mapping[str, Any]
    limit: Any

    @property
    def place(self) -> Place:
        """The place where the value was written."""
        return at(self.root, self.path).place

    @property
    def subject(self) -> str:
        """Return what the value belongs to, for the beginning of a message."""
        if not self.path:
            return "the file"
        *_, key = (step for step in self.path if isinstance(step, str))
        return shown(key) if self.path[-1] == key else f"an item of {shown(key)}"

    @property
    def title(self) -> str:
        """Return the schema's title for such a value."""
        return with_article(str(self.schema["title"]))

    @property
    def purpose(self) -> str | None:
        """Return the schema's description of such a value, for a hint."""
        return as_hint(self.schema.get("description"))


def named(value: object) -> str:
    """Name what was found: a scalar as written, a list or a map as such."""
    match value:
        case list():
            return "a list"
        case dict():
            return "a map"
        case bool():
            return shown(str(value).lower())
        case int():
            return f"the number {value}"
        case _:
            return shown(str(value))


def with_article(title: str) -> str:
    """Put an article before a title of the schema; text needs none."""
    thing = title[0].lower() + title[1:]
    if thing == "text":
        return thing
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def as_hint(description: str | None) -> str | None:
    """A description of the schema, as a hint."""
    return description and (description[0].lower() + description[1:]).removesuffix(".")


def listed(words: list[str], joint: str) -> str:
    """Words one after the other, ``joint`` before the last."""
    *most, last = map(shown, words)
    return f"{', '.join(most)} {joint} {last}" if most else last


def yes_or_no(*, value: bool) -> str:
    """Return how to write what was written as ``true`` or ``false``."""
    return f"write {shown('yes' if value else 'no')}"


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


def slipped(schema: Mapping[str, Any], word: str, definitions: Mapping[str, Any]) -> str | None:
    """Return what the schema says of a key or a choice that is otherwise called elsewhere."""
    meant = schema.get("slips", {}).get(word.lower().replace("-", "_").replace(" ", "_"))
    if meant is None or " " in meant:
        return meant
    key = schema.get("properties", {}).get(meant, {})
    defined = definitions.get(key.get("$ref", "").removeprefix("#/$defs/"), {})
    purpose = as_hint(key.get("description") or defined.get("description"))
    return f"write {shown(meant)}" + (f": {purpose}" if purpose else "")


def bracketed(text: str) -> str | None:
    """Return how to write a list that was written as words: ``2C 2D`` as ``[2C, 2D]``."""
    words = [word for word in re.split(r"[\s,;+]+", text) if word not in {"and", "or", ""}]
    return f"write {shown(short('[' + ', '.join(words) + ']'))}" if len(words) > 1 else None


def joined(items: list[object]) -> str | None:
    """Return how to write a list of cards as an expression."""
    words = [str(item) for item in items if isinstance(item, str | int)]
    return f"write {shown(short(' or '.join(words)))}" if len(words) == len(items) > 0 else None


def wrapped(name: str, text: str, keys: Container[str]) -> str | None:
    """Return how to write the bare value of an entry: ``target: 50`` as ``target: {default: 50}``."""
    chief = next((key for key in CHIEF if key in keys), None)
    inside = f"{chief}: {_ASSIGNED.sub('', text)}"
    if chief == "is" and "cards" in keys and is_card(name):
        name, inside = "my_card", f"cards: {name}, {inside}"
    if chief == "is" and "cards" in keys and not re.fullmatch(r"-?[0-9]+", text):
        inside = f"cards: {text}, is: …"
    cycle = f", or, of a cycle, {shown(f'{{default: [{text}]}}')}" if _IS_CHOICE.fullmatch(text) else ""
    cycle = cycle if chief == "default" else ""
    return f"write {shown(short(f'{name}: {{{inside}}}'))}{cycle}" if chief else None


def settled(rules: Mapping[str, Any]) -> str:
    """Return how to name house rules and to set their options, for who wrote these below the names."""
    chosen = [
        f"{key}: {{default: {value}}}"
        for inner in rules.values()
        if isinstance(inner, dict)
        for key, value in inner.items()
        if isinstance(value, str | int)
    ]
    names, options = ", ".join(rules), ", ".join(chosen)
    hint = f"write {shown(short(f'house: [{names}]'))}"
    return f"{hint}, and {shown(short(f'options: {{{options}}}'))}" if chosen else hint


def removed(name: str, text: str) -> str | None:
    """Return how to remove an entry, for who wrote ``false`` or ``none`` in its place."""
    return f"write {shown(f'{name}: null')} to remove it" if text.lower() in REMOVED else None
