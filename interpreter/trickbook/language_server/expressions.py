"""Which words fit where an expression is being written: each is tried, and fits if nothing is wrong then."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from trickbook.expression import parser
from trickbook.expression.forms import FORMS
from trickbook.expression.leaves import ANSWER
from trickbook.expression.scope import EVERYTHING, Scope, Token, Tree
from trickbook.expression.semantics import meaning
from trickbook.expression.vocabulary import GRAMMAR
from trickbook.problems import Place
from trickbook.sections.table import SECTIONS
from trickbook.source.schema import form

WORD: Final = "⌷"
"""Where a word is tried."""

RESTS: Final = (
    *("", " > 0", " is 0", " has {card}", " is dealer", " (1 > 0)", f" else {WORD}"),
    *(" of {card}", " of {card} > 0", " of dealer", " of dealer > 0", " of dealer has {card}"),
    " of players (1 > 0)",
)
"""What may stand behind a word, so that the whole means something."""

OUTER: Final = ("", " > 0", " has {card}", " is dealer")
"""What may stand behind brackets."""

NAME: Final = "hand"
"""A name that stands for any other."""

JOINED: Final = (
    *("", " hand", " of hand", " of hand (hand)", " (hand)", " 1"),
    *(" hand then hand else hand", " hand else hand"),
)
"""What may stand behind a word that joins others."""

PHRASES: Final = frozenset(form.form.split()[0] for form in FORMS if form.rule in ("of", "over"))
"""The words before `of` that are no words about a player."""

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.language_server import Document
    from trickbook.language_server.cursor import Path
    from trickbook.problems import Problem
    from trickbook.sections.context import Context, Demand
    from trickbook.source.schema import Kind


def takes_expression(path: Path, kind: Kind = "ruleset") -> bool:
    """Return whether an expression may stand at a path, or an entry that may be an expression alone."""
    value = form(path, kind)
    section = SECTIONS.get(str(path[0])) if kind == "ruleset" and len(path) == 2 else None  # noqa: PLR2004
    return value.is_expression or bool(section and section.short and value.at(section.short).is_expression)


def fitting(document: Document, path: Path, before: str, words: Sequence[str], begun: str) -> list[str]:
    """Those of some words that may stand behind what is written, first those that make it whole.

    Words that need more behind them are looked for where something of the word is ``begun`` or no other fits;
    then those that would fit if everything were at hand.
    """
    context = document.rules.context if document.rules else None
    if context is None:
        return [word for word in words if parser.tree(_closed(before + word)) is not None]
    demand = _demand(context, path)
    found = _fitting(context, demand, before, words, more=bool(begun))
    if found or demand is None:
        return found
    return _fitting(context, demand._replace(about=EVERYTHING), before, words, more=bool(begun))


def _fitting(
    context: Context, demand: Demand | None, before: str, words: Sequence[str], *, more: bool
) -> list[str]:
    found: dict[str, None] = {}
    cards = dict.fromkeys(context.layout.deck.names)
    card = next(iter(cards))
    for rest in RESTS:
        for word in words:
            if word in found:
                continue
            alike = card if word in cards else word if word in GRAMMAR else NAME
            for way in _ways(rest, card, before.count("(") - before.count(")")):
                written = before + way.replace(WORD, word)
                if _parses(before + way.replace(WORD, alike)) and _fits(
                    context, demand, written, len(before)
                ):
                    found[word] = None
                    break
        if found and not more:
            break
    return list(found)


def _ways(rest: str, card: str, brackets: int) -> list[str]:
    """What may stand from a word on: the rest, the brackets that are open, and something behind these."""
    whole = f"{WORD}{rest}{')' * max(0, brackets)}"
    return [(whole + outer).format(card=card) for outer in (OUTER if brackets > 0 else ("",))]


@lru_cache(maxsize=2048)
def _parses(text: str) -> bool:
    return parser.tree(text) is not None


def _closed(text: str) -> str:
    """An expression with the brackets closed that are open."""
    return text + ")" * max(0, text.count("(") - text.count(")"))


def joining(before: str, *, answers: bool = False) -> list[str]:
    """The words that join others and may stand behind what is written; `answer` only where there is one."""
    words = GRAMMAR if answers else GRAMMAR - {ANSWER}
    return [word for word in sorted(words) if any(_joins(before, word, rest) for rest in JOINED)]


def _joins(before: str, word: str, rest: str) -> bool:
    """Return whether a word of the grammar is read as such, and not as a name, with something behind it."""
    tree = parser.tree(_closed(f"{before}{word}{rest}"))
    if tree is None:
        return False
    name = next((part for part in _subtrees(tree) if _first(part) == len(before)), None)
    return name is None or word == ANSWER or (name.data != "word" and word in PHRASES)


def _subtrees(tree: Tree) -> Iterator[Tree]:
    """Yield the parts of a tree that begin with a name."""
    if tree.data in ("word", "of", "over"):
        yield tree
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _subtrees(child)


def _first(part: Tree) -> int:
    """Where the name of a part begins."""
    token = part.children[0]
    return token.begin if isinstance(token, Token) else -1


def _demand(context: Context, path: Path) -> Demand | None:
    """What is demanded of the expression at a path; of a new entry, what is demanded of one like it."""
    written = ".".join(map(str, path))
    if found := context.demands.get(written):
        return found
    ends = str(path[0]), str(path[-1])
    alike = (what for place, what in context.demands.items() if _ends(place) == ends)
    return next(alike, None)


def _ends(place: str) -> tuple[str, str]:
    """The section and the last key of a path."""
    return place.partition(".")[0], place.rpartition(".")[2]


def _fits(context: Context, demand: Demand | None, text: str, begin: int) -> bool:
    """Return whether an expression is right from a character on; what is wrong before is told elsewhere."""
    if demand is None:
        return True
    problems: list[Problem] = []
    demanded = (demand.about, _place, problems.append, demand.known)
    scope = Scope(context.layout, context.symbols, *demanded)._replace(arguments=demand.arguments)
    meaning(text, scope, demand.wanted)
    return not any(one.place is None or one.place.column + one.place.length > begin for one in problems)


def _place(begin: int, end: int) -> Place:
    return Place("", 1, begin, end - begin)
