"""What a file lacks and others have: words that it uses, and sections without which no game is played."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.diagnostics.slips import ALIKE, number_in_words
from trickbook.loading.files import HOUSE, shipped
from trickbook.problems import Edit, Place, Problem, Remedy, shown
from trickbook.problems.remedies import with_edit
from trickbook.sections import table
from trickbook.source import Listing, Mapping, Scalar, plain, read
from trickbook.source.files import fetch
from trickbook.source.nodes import is_on_one_line, scalars
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterator

    from trickbook.source import Node
    from trickbook.source.nodes import PlainData

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")

PARTS: Final = "parts"
"""The folder of the parts that games share."""

EXTENDS: Final = "extends"

PARENTS: Final = ("extends", "fits", "house")
"""Keys that name what a file rests on."""


def hinted(problem: Problem, word: str, root: Mapping, own: Mapping | None) -> Problem:
    """The problem of an unknown word, with the shipped file that defines it, or where words are defined.

    ``own`` is the tree of the file that uses it. A file that sets what is set in the ``root`` may clash.

    A part comes before a house rule; a game only where no word of the ruleset itself comes near.
    """
    found = defining(word) or (_otherwise(word) if problem.hint is None else None)
    if found is None:
        return replace(problem, hint=problem.hint or Message("words of your own are defined in `words:`"))
    is_other = found.is_game or number_in_words(word) is not None or _is_known_otherwise(word, root)
    if problem.hint and is_other:
        return problem
    may_join = own and found.key and _agree(_sections(_tree(found.file)), _sections(root))
    edit = resting_on(own, found.key, found.name) if own and may_join else None
    return replace(problem, hint=with_edit(found.hint, edit))


def _sections(root: Mapping) -> PlainData:
    return {key: plain(pair.node) for key, pair in root.entries.items() if isinstance(pair.node, Mapping)}


def _agree(one: PlainData, other: PlainData) -> bool:
    """Return whether what two files set alike is the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_agree(one[key], other[key]) for key in one.keys() & other.keys())
    return one == other


def resting_on(own: Mapping, key: str, name: str) -> Edit | None:
    """The edit that adds a name to those of the files on which another rests."""
    pair, head = own.entries.get(key), own.entries.get("trickbook")
    node = pair.node if pair else None
    if isinstance(node, Scalar) and is_on_one_line(node):
        return Edit(f"[{node.text}, {name}]", node.place)
    if isinstance(node, Listing) and node.items:
        is_below = node.items[0].place.column == node.place.column + len("- ")
        joint = f"\n{' ' * (node.place.column - 1)}- " if is_below and not is_on_one_line(node) else ", "
        return Edit(f"{joint}{name}", _behind(node.items[-1].place))
    return Edit(f"\n{key}: {name}", _behind(head.node.place)) if node is None and head else None


def _behind(place: Place) -> Place:
    return place._replace(column=place.column + place.length, length=0)


class Defining(NamedTuple):
    """A shipped file that defines a word: whether it is a game, and what to do about it.

    It is added under a ``key``, by a shorter name if it is a house rule; a game under none.
    """

    file: str
    name: str
    hint: Message
    key: str = ""

    @property
    def is_game(self) -> bool:
        """Return whether it is a game."""
        return not self.key


@cache
def defining(word: str) -> Defining | None:
    """The first of the shipped files that define a word: small parts, then house rules, then games."""
    parts = {name: len(_defined(name)) for name, path in shipped().items() if path.parent.name == PARTS}
    by_size = sorted(parts, key=lambda name: (PurePath(name).name != word, parts[name]))
    order = (*by_size, *sorted(shipped(), key=lambda one: (_is_game(one), one)))
    name = next((one for one in order if word in _defined(one)), None)
    if name is None:
        return None
    bare = name.removeprefix(HOUSE)
    values = {"word": shown(word), "name": shown(bare)}
    if name in parts:
        hint = Message("{word} is a word of the part {name}: add it to `extends:`", **values)
        return Defining(name, bare, hint, EXTENDS)
    if not _is_game(name):
        hint = Message("{word} is a word of the house rule {name}: add it to `house:`", **values)
        return Defining(name, bare, hint, "house")
    template = "{word} is a word of the game {name}: define it here, or extend that game"
    return Defining(name, bare, Message(template, **values))


def _is_known_otherwise(word: str, root: Mapping) -> bool:
    """Return whether a ruleset defines a word that means the same at card tables."""
    return any(not _words(root).isdisjoint(group["here"]) for group in ALIKE if word in group["words"])


def _otherwise(word: str) -> Defining | None:
    """The part that has another word for what a word means at card tables."""
    names = (here.strip("()") for group in ALIKE if word in group["words"] for here in group["here"])
    found = ((name, defining(name)) for name in names)
    name, part = next(((name, one) for name, one in found if one and one.key == EXTENDS), ("", None))
    template = "{word} is {other} in the part {name}: add it to `extends:`"
    values = {"word": shown(word), "other": shown(name), "name": shown(part.name if part else "")}
    return part._replace(hint=Message(template, **values)) if part else None


def _is_game(name: str) -> bool:
    """Return whether a shipped file is neither a house rule nor a part."""
    return not name.startswith(HOUSE) and shipped()[name].parent.name != PARTS


@cache
def _defined(name: str) -> frozenset[str]:
    """The words that a shipped file defines."""
    return frozenset(_words(_tree(name)))


def _tree(name: str) -> Mapping:
    """The tree of a shipped file."""
    text, _ = fetch(shipped()[name])
    root, _ = read(text, name) if text else (None, ())
    return root or Mapping({}, Place(name))


def game_of(root: Mapping) -> Message | None:
    """The shipped game that has most of the words that a file uses and does not define, and what to write.

    Of several the one from which most others come.
    """
    rules = [root.entries[one.key].node for one in table.rules() if one.key in root.entries]
    used = dict.fromkeys(name for node in rules for name in _names_in(node))
    missing = [name for name in used if name not in _words(root)]
    found = None
    for name, words in _games().items():
        those = [word for word in missing if word in words]
        if those and (found is None or (len(those), _heirs()[name]) > found[:2]):
            found = len(those), _heirs()[name], those[0], name
    if found is None:
        return None
    *_, word, game = found
    entry, edit = shown(f"extends: {game}"), resting_on(root, "extends", game)
    template = "{word} is a word of the game {game}: write {entry}"
    return Remedy(template, edit, word=shown(word), game=shown(game), entry=entry)


@cache
def _games() -> abc.Mapping[str, frozenset[str]]:
    """The words of each shipped game, by its name."""
    return MappingProxyType({name: _defined(name) for name in shipped() if _is_game(name)})


@cache
def _heirs() -> Counter[str]:
    """How many shipped files extend each of them."""
    return Counter(one.text for name in shipped() for one in scalars(_tree(name), "extends"))


def _names_in(node: Node) -> Iterator[str]:
    """Every name in what is no prose."""
    for _, inner in node.walk(lambda path: path[-1] in table.quiet()):
        if isinstance(inner, Scalar):
            yield from NAME.findall(inner.text)


def _words(root: Mapping) -> set[str]:
    """The words that a file defines, or removes nothing of."""
    sections = [root.entries[key].node for key in table.gives("choice", "meaning") if key in root.entries]
    return {
        name
        for node in sections
        for name, entry in node.pairs.items()
        if isinstance(entry.node, Mapping) or getattr(entry.node, "value", None) is not None
    }


def incomplete(root: Mapping, file: str, removed: abc.Mapping[str, Place]) -> Iterator[Problem]:
    """Tell of what is missing, and of what a file took away."""
    needed = table.needed()
    missing = [section for section in needed if section not in root.entries]
    emptied = {section: removed[section] for section in missing if section in removed}
    emptied |= {
        section: entry.key_place
        for section, entry in root.entries.items()
        if section in needed and isinstance(entry.node, Mapping) and not entry.node.entries
    }
    for section, place in emptied.items():
        key = shown(f"{section}:")
        message = Message(
            "nothing is left of {section} here, and no game can be played without it", section=key
        )
        yield Problem("only-a-part", message, place, Message("keep part of it, or write it again"))
    lack = [shown(f"{section}:") for section in missing if section not in emptied]
    if lack:
        message = Message("this ruleset lacks {list} and cannot be played", list=listing(lack))
        hint = Message("a part is for other rulesets to extend; a house rule tells which games it `fits:`")
        if not any(key in root.entries for key in PARENTS):
            if game := game_of(root):
                hint = game
            elif len(missing) == len(needed) and PurePath(file).parent.name != PARTS:
                entry = shown(f"extends: {_nearest_game(root)}")
                hint = Message("is `extends:` missing? write {entry}", entry=entry)
        yield Problem("only-a-part", message, root.place._replace(file=file), hint)


def _nearest_game(root: Mapping) -> str:
    """The shipped game that has most of a file's entries, if it has several; else the common one."""
    shared: dict[str, int] = {}
    extended: list[str] = []
    for name in shipped():
        if _is_game(name):
            shared[name] = len(_entries(root) & _entries(_tree(name)))
            extended += [one.text for one in scalars(_tree(name), "extends")]
    most = max(shared.values(), default=0)
    games = [name for name, count in shared.items() if count == most]
    return games[0] if len(games) == 1 and most > 1 else max(shared, key=extended.count)


def _entries(root: Mapping) -> set[tuple[str, str]]:
    """The names of the entries of a file, with their sections."""
    return {(section, name) for section, pair in root.entries.items() for name in pair.node.pairs}
