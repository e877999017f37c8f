"""The table of sections: which keys a ruleset has, and what kind of thing stands under each.

Whoever merges, compares, checks or prints rulesets asks this table. It is plain data and imports no section.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Iterable, Iterator

Entry = TypeVar("Entry")
Path = tuple[str, ...]
Groups = tuple[tuple[str, ...], ...]
"""Groups of keys of an entry, of which one excludes all others."""

NARROWING, COMPARING = ("keep", "only"), ("most", "fewest")
VERBS: Final = (*NARROWING, *COMPARING)
"""What clauses do with what is left."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section, or a map of entries that stands inside one.

    ``kind``: a map of entries, one record, or a head key, which says something about the file itself.
    ``order``: whether the order of its entries counts, and whether ``before:`` and ``after:`` say it.
    ``bears_on``: what it can change: play, what is measured of it, or which options go together.
    ``gives``: whether the names of its entries are words for what was chosen, or for what they mean.
    """

    key: str
    kind: Literal["entries", "record", "head"] = "entries"
    order: Literal["free", "fixed", "placed"] = "free"
    inner: tuple[Section, ...] = ()
    """Maps of the author's names inside the record, or inside each entry."""
    prose: tuple[str, ...] = ()
    """Keys of an entry under which prose stands, beside those that have it everywhere."""
    verbs: tuple[str, ...] = ()
    """The verbs of its clauses."""
    exclusive: tuple[Groups, ...] = ()
    stale: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Keys of the record that fall away when another is set anew without them."""
    short: str = ""
    """The key that an entry means that is nothing but a value, or of which a bare list is enough."""
    inherited: bool = True
    brought: bool = False
    """Whether a house rule gives what it says under this key of the head to the game beneath."""
    joins: bool = False
    """Whether it names other files, and has done its work once they are merged."""
    needed: bool = False
    """Whether there is no game without it."""
    gives: Literal["", "choice", "meaning"] = ""
    has_words: bool = True
    """Whether what is called here, entries and keys, may be a word of expressions."""
    active: bool = False
    """Whether each of its entries does something in a game, so that coverage asks when it did."""
    meets_cards: bool = False
    """Whether it has expressions that wait for the cards that they name."""
    after_tricks: bool = False
    """Whether it is worked out when all tricks of a deal are over."""
    bears_on: Literal["play", "measures", "options"] = "play"
    reader: str = ""
    """The function that reads it by itself once all else is read: its module here, a dot, its name."""

    @property
    def is_rule(self) -> bool:
        """An entry is a rule if it acts in a game, means something or measures something."""
        return self.active or self.gives == "meaning" or self.bears_on == "measures"

    @property
    def groups(self) -> tuple[Groups, ...]:
        """The groups of keys of which one replaces the others; each verb is one."""
        return (tuple((verb,) for verb in self.verbs), *self.exclusive) if self.verbs else self.exclusive

    @property
    def read(self) -> Callable[..., Any]:
        """The function that reads it."""
        module, _, name = self.reader.partition(".")
        return getattr(import_module(f"{__package__}.{module}"), name)  # type: ignore[no-any-return]


_STEP: Final = (
    (("ask",), ("deal",), ("move",), ("show",), ("leader",), ("repeat",), ("end",)),
    (("cards",), ("number",), ("answers",)),
)
_POINTS: Final = ((("cards", "times"), ("player", "others")),)

SECTIONS: abc.Mapping[str, Section] = MappingProxyType({section.key: section for section in (
    Section("trickbook", "head"),
    Section("name", "head"),
    Section("summary", "head", inherited=False),
    Section("short", "head", inherited=False),
    Section("hints", "head", prose=("hints",), brought=True),
    Section("source", "head", inherited=False),
    Section("note", "head", inherited=False),
    Section("extends", "head", inherited=False, joins=True),
    Section("house", "head", inherited=False, joins=True),
    Section("fits", "head", inherited=False, joins=True),
    Section("needs", "head", inherited=False, joins=True),
    Section("conflicts", "head", inherited=False, has_words=False),
    Section("options", gives="choice", short="choices", inner=(Section("choices"),), prose=("short",)),
    Section("requires", bears_on="options", reader="requires.read"),
    Section("players", "record", needed=True, stale=(("count", ("usual", "names")),)),
    Section("deck", "record", needed=True, inner=(
        Section("suits", order="fixed"), Section("ranks", order="fixed"), Section("extra"))),
    Section("orders", order="placed", meets_cards=True, has_words=False),
    Section("piles"),
    Section("words", gives="meaning", short="is", meets_cards=True),
    Section("facts", gives="meaning", active=True, meets_cards=True),
    Section("resting", active=True, meets_cards=True, has_words=False, reader="resting.read"),
    Section("steps", order="placed", active=True, meets_cards=True, needed=True, prose=("names",),
            exclusive=_STEP, inner=(Section("rules", order="placed", verbs=VERBS, active=True),)),
    Section("play", order="placed", verbs=VERBS, active=True, meets_cards=True, has_words=False),
    Section("winning", order="placed", verbs=VERBS, active=True, meets_cards=True, has_words=False),
    Section("worth", order="placed", active=True, has_words=False),
    Section("points", order="placed", exclusive=_POINTS, active=True, meets_cards=True, has_words=False,
            after_tricks=True),
    Section("match", "record", needed=True, meets_cards=True, has_words=False, after_tricks=True, inner=(
        Section("ends", active=True),
        Section("wins", order="placed", verbs=VERBS, active=True))),
    Section("metrics", bears_on="measures", meets_cards=True, has_words=False, after_tricks=True,
            reader="metrics.read"),
    Section("examples", "head", inherited=False, has_words=False),
)})  # fmt: skip
"""Every key of a ruleset, in the order in which they are told and in which the digest takes them."""

READING_ORDER: Final = (
    *(
        "players",
        "deck",
        "orders",
        "resting",
        "worth",
        "play",
        "winning",
        "points",
        "match",
        "steps",
        "words",
        "facts",
        "piles",
    ),
    *("requires", "options", "metrics", "hints", "examples"),
)
"""How a file is read best: the game itself, what its rules speak of, what can be set."""

TITLES: Final = ("name", "summary", "short", "hints")
"""What a ruleset as a whole is called, what it is about, and how to play it well."""

TEXTS: Final = ("name", "says")
"""What an entry is called at the table, and the rule as a sentence."""

REMARKS: Final = ("says", "source", "note")
"""What an entry says about itself and no rule."""

PLACES: Final = ("before", "after")
"""Where an entry stands."""

RENEWS: Final = "replaces"
"""What starts an entry anew."""

WORD_SECTIONS: Final = (
    *(("words",), ("facts",), ("options",), ("piles",), ("steps",)),
    *(("deck", "suits"), ("deck", "ranks"), ("deck", "extra")),
)
"""The sections whose entries are words of expressions, by precedence."""


def rules() -> tuple[Section, ...]:
    """The sections that hold rules."""
    return tuple(section for section in SECTIONS.values() if section.kind != "head")


def in_order(entries: abc.Mapping[str, Entry]) -> dict[str, Entry]:
    """The keys of a file in the order of the table; those before the rules stay as they were written."""
    keys = list(SECTIONS)
    first = keys.index(rules()[0].key)
    places = {key: place for place, key in enumerate(keys) if place >= first}
    return dict(sorted(entries.items(), key=lambda entry: places.get(entry[0], 0)))


def head() -> tuple[Section, ...]:
    """The keys that say something about the file itself."""
    return tuple(section for section in SECTIONS.values() if section.kind == "head")


def gives(*kinds: str) -> tuple[str, ...]:
    """The sections whose entries are words for what was chosen (``choice``), or ``meaning``."""
    return tuple(section.key for section in rules() if section.gives in kinds)


def quiet() -> frozenset[str]:
    """Keys of entries under which no expression stands, for they only say something."""
    return frozenset({*TEXTS, *REMARKS}.union(*(section.prose for section in rules())))


def reading_order() -> tuple[str, ...]:
    """All keys of a file as they are read best: its head, the sections, those of no fixed place, examples."""
    *listed, last = READING_ORDER
    return tuple(
        dict.fromkeys(
            [
                *(key for key in SECTIONS if is_head(key) and key not in READING_ORDER),
                *listed,
                *(key for key in SECTIONS if key != last),
                last,
            ]
        )
    )


def needed() -> tuple[str, ...]:
    """The sections without which there is no game."""
    return tuple(section.key for section in rules() if section.needed)


def is_own(key: str) -> bool:
    """Return whether a ruleset does not inherit what stands under a key."""
    found = SECTIONS.get(key)
    return found is not None and not found.inherited


def is_head(key: str) -> bool:
    """Return whether a key says something about the file itself."""
    found = SECTIONS.get(key)
    return found is not None and found.kind == "head"


def is_beside(key: str) -> bool:
    """Return whether a section only measures what is played."""
    found = SECTIONS.get(key)
    return found is not None and found.bears_on == "measures"


def is_about(path: abc.Sequence[str]) -> bool:
    """Return whether what stands at a path only says something about the rules: prose, a remark, a source."""
    if len(path) == 1:
        return path[0] in TITLES or is_own(path[0])
    return is_prose(path) or (path[-1] in REMARKS and entries_at(path[:-1]) is None)


def is_prose(path: abc.Sequence[str]) -> bool:
    """Return whether a text stands at a path, and no entry that its author called so."""
    if len(path) == 1:
        return path[0] in TITLES
    section, key = SECTIONS.get(path[0]), path[-1]
    if section and key in section.prose:
        return len(path) == 3  # noqa: PLR2004 - a section, an entry, and its key
    return key in TEXTS and entries_at(path[:-1]) is None


def is_map_of_texts(path: abc.Sequence[str]) -> bool:
    """Return whether texts stand at a path, each under a value or an answer, or in a list."""
    section = SECTIONS.get(path[0])
    return section is not None and path[-1] in section.prose and is_prose(path)


def entries_at(path: abc.Sequence[str]) -> Section | None:
    """The section, or the map inside one, whose entries stand under a path; None if other keys do."""
    section = SECTIONS.get(path[0], Section(path[0])) if path else None
    if section is None or len(path) == 1:
        return None if section is None or section.kind == "record" else section
    if len(path) != (2 if section.kind == "record" else 3):
        return None
    return next((inner for inner in section.inner if inner.key == path[-1]), None)


def stale(path: abc.Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the keys of a record that setting another key removes."""
    found = SECTIONS.get(path[0]) if len(path) == 1 else None
    return found.stale if found else ()


def maps() -> Iterator[tuple[Path, Section]]:
    """Every map of entries that stands in a fixed place, with its path."""
    for section in rules():
        if section.kind == "record":
            yield from (((section.key, inner.key), inner) for inner in section.inner)
        else:
            yield (section.key,), section


def map_paths(wanted: Callable[[Section], Any], names: Callable[[str], Iterable[str]]) -> Iterator[Path]:
    """The paths of certain maps of entries, inner ones last; ``names`` gives the entries of a section."""
    yield from (path for path, section in maps() if wanted(section))
    for section in rules():
        found = [inner for inner in section.inner if wanted(inner)] if section.kind == "entries" else ()
        yield from ((section.key, name, inner.key) for inner in found for name in names(section.key))
