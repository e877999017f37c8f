"""The table of words: all that the checker and the interpreter know of each.

What the rulebook calls a word stands in its phrases; its sentence is translated like a message.

The author's own words, the piles, the suits and the ranks come from the ruleset; all others stand here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.operations import Operation
from trickbook.expression.orders import declared
from trickbook.expression.types import (
    BROKEN,
    CARDS,
    COLUMN,
    COMPLEX,
    CONDITION,
    NUMBER,
    SEATS,
    Term,
    Type,
    constant,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.expression.scope import Scope

_PRINTED: Final = Term(CARDS)
"""The cards of the printed suit that was led."""


class Word(NamedTuple):
    """A word of the language: its type, where it may stand, a sentence, an example and its meaning."""

    name: str
    type: Type
    scope: str
    says: str
    example: str
    term: Callable[[Scope], Term]
    yields: bool = False
    """Whether an author may take its name: so it is with words that came after the first edition."""


def _led(scope: Scope) -> Term:
    """The cards of the suit that was led, by the orders of the ruleset if it declares any."""
    column = declared(scope)
    if column is None or column.detail is None:
        return _PRINTED
    return Term(CARDS, detail=column.detail, **union(Operation.LED_SUIT_IN_ORDER, (column,)))


def _ahead(kind: Type, name: str) -> Callable[[Scope], Term]:
    """A word about the play that would win the trick as it lies; 0 while nobody has played."""

    def term(scope: Scope) -> Term:
        winner = scope.layout.winning()
        if winner is None:
            return Term(kind)
        reads, cost = frozenset({"secret"} if winner.secret else ()), 1 + winner.cost
        return Term(kind, reads=reads, cost=cost, operation=name, detail=winner)

    return term


def _state(kind: Type) -> Callable[[Scope], Term]:
    term = Term(kind)
    return lambda _scope: term


def _known(name: str) -> Callable[[Scope], Term]:
    """A condition that may be certain where the expression stands."""
    varying = Term(CONDITION)
    return lambda scope: constant(CONDITION, scope.known[name]) if name in scope.known else varying


def _about(kind: Type, reads: str) -> Callable[[Scope], Term]:
    term = Term(kind, reads=frozenset(reads.split()))
    return lambda _scope: term


def _scored(reads: str) -> Callable[[Scope], Term]:
    """A number of points, complex where scores are."""
    whole, both = (Term(kind, reads=frozenset(reads.split())) for kind in (NUMBER, COMPLEX))
    return lambda scope: both if scope.layout.complex else whole


def _play(scope: Scope) -> Term:
    cards = tuple(1 << bit for bit in range(len(scope.layout.deck.names)))
    return Term(CARDS, reads=frozenset({"play"}), column=cards)


ALWAYS: Final = "everywhere"
DEAL: Final = "while a deal is played"
PLAYER: Final = "about a player"
SCORED: Final = "when a deal is scored"
PLAYED: Final = "in clauses of play and winning, and in facts upon: play"
WINNING: Final = "in clauses of winning"
ASKED: Final = "in the rules of a question after the tricks"

BUILT_IN: Final = (
    Word("cards", CARDS, ALWAYS, "All cards in play.", "taken has all cards",
         lambda scope: constant(CARDS, scope.layout.deck.cards)),
    Word("nothing", CARDS, ALWAYS, "No cards.", "if last_trick then nothing else penalty",
         lambda _scope: constant(CARDS, 0)),
    Word("all_dealt", CONDITION, ALWAYS,
         "The deal leaves no cards aside. The small hands of an example leave none, either.",
         "if all_dealt then nothing else aside", lambda scope: constant(CONDITION, scope.layout.all_dealt)),
    Word("rank", COLUMN, ALWAYS,
         "How high each card ranks; compared with a number, the cards of which that is true.",
         "led_suit and rank >= J", lambda scope: constant(COLUMN, scope.layout.deck.heights[:-1])),
    Word("players", SEATS, ALWAYS, "All seats.", "any of players (score >= 100)",
         lambda scope: constant(SEATS, scope.layout.everyone)),
    Word("nobody", SEATS, ALWAYS, "No seat.", "taker is nobody", lambda _scope: constant(SEATS, 0)),
    Word("deal", NUMBER, DEAL, "The number of the deal, from 1.", "deal >= 4", _state(NUMBER)),
    Word("dealer", SEATS, DEAL, "Who deals.", "dealer + 1", _state(SEATS)),
    Word("trick_number", NUMBER, DEAL, "The number of the trick, from 1; 0 before the first.",
         "trick_number is 13", _state(NUMBER)),
    Word("first_trick", CONDITION, DEAL, "The first trick of the deal is played.", "leading and first_trick",
         _known("first_trick")),
    Word("last_trick", CONDITION, DEAL, "The leader has no card left after this trick.", "not last_trick",
         _state(CONDITION)),
    Word("rounds", NUMBER, DEAL, "How often everybody has played to this trick.",
         "rounds is 1 and trick has nines", _state(NUMBER)),
    Word("leading", CONDITION, DEAL, "Nobody has played to this trick yet.", "leading and not first_trick",
         _known("leading")),
    Word("following", CONDITION, DEAL, "Somebody has played to this trick.", "following",
         _known("following")),
    Word("leader", SEATS, DEAL, "Who leads or led this trick.", "player is leader", _state(SEATS)),
    Word("taker", SEATS, DEAL, "Who took the trick that was finished last; nobody if it is held.",
         "taken of taker", _state(SEATS)),
    Word("lead", CARDS, DEAL, "The cards that were led to this trick.", "count of play is count of lead",
         _state(CARDS)),
    Word("led_suit", CARDS, DEAL, "All cards of the suit that was led.", "led_suit and hand", _led),
    Word("best", CARDS, DEAL, "What would win the trick if nobody else played; no cards before the lead.",
         "rank > rank of best", _ahead(CARDS, "best"), yields=True),
    Word("holder", SEATS, DEAL, "Who would win the trick if nobody else played; nobody before the lead.",
         "holder is player + 2", _ahead(SEATS, "holder"), yields=True),
    Word("player", SEATS, PLAYER, "The seat that the sentence is about.", "player + 1",
         _about(SEATS, "player")),
    Word("others", SEATS, PLAYER, "All seats but the player's.", "lowest of others (score)",
         _about(SEATS, "player")),
    Word("tricks", NUMBER, PLAYER, "How many tricks the player has taken in this deal.", "tricks is 0",
         _about(NUMBER, "player")),
    Word("score", NUMBER, PLAYER, "The player's score; this deal is in it once its points were added.",
         "score >= 100", _scored("player")),
    Word("points", NUMBER, SCORED, "The player's points of this deal, so far.", "points * 2",
         _scored("player points")),
    Word("play", CARDS, PLAYED, "The cards of the play that is weighed, or was made.", "rank of play", _play),
    Word("place", NUMBER, WINNING, "Which play of the trick it is, from 1.", "place",
         _about(NUMBER, "place")),
    Word("outcome", NUMBER, ASKED, "The player's score after this deal if this answer were given.",
         "outcome <= lowest of others (outcome)", _scored("outcome player")),
    Word("closing", CONDITION, ASKED, "This deal would end the match if this answer were given.",
         "closing and outcome > lowest of others (outcome)", _about(CONDITION, "outcome")),
    Word("ahead", SEATS, ASKED,
         "Who would win if the match ended with this deal and this answer.", "ahead has player",
         _about(SEATS, "outcome")),
)  # fmt: skip
"""``answer`` (in the rules of a question) and ``worth`` (a column) come with the ruleset."""


def named(word: Word) -> Word:
    """The word, whose terms tell its name; most words give the same term everywhere."""
    last = named = BROKEN

    def term(scope: Scope) -> Term:
        nonlocal last, named
        found = word.term(scope)
        if found.constant or found.operation:
            return found
        if found is not last:
            last, named = found, replace(found, operation=word.name)
        return named

    return word._replace(term=term)


TABLE: Final = {word.name: named(word) for word in BUILT_IN}


GRAMMAR: Final = frozenset([
    "all", "and", "answer", "any", "copies", "count", "div", "else", "has", "highest", "if", "is", "lowest",
    "mod", "no", "norm", "not", "of", "only", "or", "seat", "size", "suit", "then", "to", "total", "twins",
    "where", "worth", "yes",
])  # fmt: skip
"""Words that the grammar or a phrase uses and that no author may take."""
