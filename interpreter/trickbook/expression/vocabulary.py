"""The table of words: each with its type, where it may stand, a sentence, an example and its meaning.

The author's own words, the piles, the suits and the ranks come from the ruleset; all others stand here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

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
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.expression.scope import Scope
    from trickbook.state.state import Meaning


class Word(NamedTuple):
    """A word of the language, for the checker, the interpreter and the reference alike."""

    name: str
    type: Type
    scope: str
    says: str
    example: str
    term: Callable[[Scope], Term]


def _state(kind: Type, run: Meaning) -> Callable[[Scope], Term]:
    term = Term(kind, run)
    return lambda _scope: term


def _known(name: str, run: Meaning) -> Callable[[Scope], Term]:
    """A condition that may be certain where the expression stands."""
    varying = Term(CONDITION, run)
    return lambda scope: constant(CONDITION, scope.known[name]) if name in scope.known else varying


def _about(kind: Type, reads: str, run: Meaning) -> Callable[[Scope], Term]:
    term = Term(kind, run, reads=frozenset(reads.split()))
    return lambda _scope: term


def _scored(reads: str, run: Meaning) -> Callable[[Scope], Term]:
    """A number of points, complex where scores are."""
    whole, both = (Term(kind, run, reads=frozenset(reads.split())) for kind in (NUMBER, COMPLEX))
    return lambda scope: both if scope.layout.complex else whole


def _play(scope: Scope) -> Term:
    cards = tuple(1 << bit for bit in range(len(scope.layout.deck.names)))
    return Term(CARDS, lambda _s, _p, x: x, reads=frozenset({"play"}), column=cards)


def _others(scope: Scope) -> Term:
    everyone = scope.layout.everyone
    return Term(SEATS, lambda _s, p, _x: everyone ^ (1 << p), reads=frozenset({"player"}))


ALWAYS: Final = "everywhere"
DEAL: Final = "while a deal is played"
PLAYER: Final = "about a player"

BUILT_IN: Final = (
    Word("cards", CARDS, ALWAYS, "All cards in play.", "taken has all cards",
         lambda scope: constant(CARDS, scope.layout.deck.cards)),
    Word("nothing", CARDS, ALWAYS, "No cards.", "if last_trick then nothing else penalty",
         lambda _scope: constant(CARDS, 0)),
    Word("rank", COLUMN, ALWAYS,
         "How high each card ranks; compared with a number, the cards of which that is true.",
         "led_suit and rank >= J", lambda scope: constant(COLUMN, scope.layout.deck.heights[:-1])),
    Word("players", SEATS, ALWAYS, "All seats.", "any of players (score >= 100)",
         lambda scope: constant(SEATS, scope.layout.everyone)),
    Word("nobody", SEATS, ALWAYS, "No seat.", "taker is nobody", lambda _scope: constant(SEATS, 0)),
    Word("deal", NUMBER, DEAL, "The number of the deal, from 1.", "deal >= 4",
         _state(NUMBER, lambda s, _p, _x: s.match.deal)),
    Word("dealer", SEATS, DEAL, "Who deals.", "dealer + 1",
         _state(SEATS, lambda s, _p, _x: 1 << s.match.dealer)),
    Word("trick_number", NUMBER, DEAL, "The number of the trick, from 1; 0 before the first.",
         "trick_number is 13", _state(NUMBER, lambda s, _p, _x: len(s.done) + (s.leader >= 0))),
    Word("first_trick", CONDITION, DEAL, "The first trick of the deal is played.", "leading and first_trick",
         _known("first_trick", lambda s, _p, _x: not s.done and s.leader >= 0)),
    Word("last_trick", CONDITION, DEAL, "The leader has no card left after this trick.", "not last_trick",
         _state(CONDITION, lambda s, _p, _x: s.last)),
    Word("rounds", NUMBER, DEAL, "How often everybody has played to this trick.",
         "rounds is 1 and trick has nines",
         lambda scope: Term(NUMBER, lambda s, _p, _x: len(s.plays) // scope.layout.seats)),
    Word("leading", CONDITION, DEAL, "Nobody has played to this trick yet.", "leading and not first_trick",
         _known("leading", lambda s, _p, _x: not s.plays)),
    Word("following", CONDITION, DEAL, "Somebody has played to this trick.", "following",
         _known("following", lambda s, _p, _x: bool(s.plays))),
    Word("leader", SEATS, DEAL, "Who leads or led this trick.", "player is leader",
         _state(SEATS, lambda s, _p, _x: 1 << s.leader if s.leader >= 0 else 0)),
    Word("taker", SEATS, DEAL, "Who took the trick that was finished last; nobody if it is held.",
         "taken of taker", _state(SEATS, lambda s, _p, _x: s.taker)),
    Word("lead", CARDS, DEAL, "The cards that were led to this trick.", "count of play is count of lead",
         _state(CARDS, lambda s, _p, _x: s.plays[0][1] if s.plays else 0)),
    Word("led_suit", CARDS, DEAL, "All cards of the suit that was led.", "led_suit and hand",
         _state(CARDS, lambda s, _p, _x: s.led)),
    Word("player", SEATS, PLAYER, "The seat that the sentence is about.", "player + 1",
         _about(SEATS, "player", lambda _s, p, _x: 1 << p)),
    Word("others", SEATS, PLAYER, "All seats but the player's.", "lowest of others (score)", _others),
    Word("tricks", NUMBER, PLAYER, "How many tricks the player has taken in this deal.", "tricks is 0",
         _about(NUMBER, "player", lambda s, p, _x: s.tricks[p])),
    Word("score", NUMBER, PLAYER, "The player's score; this deal is in it once its points were added.",
         "score >= 100", _scored("player", lambda s, p, _x: s.match.scores[p])),
    Word("points", NUMBER, "when a deal is scored", "The player's points of this deal, so far.", "points * 2",
         _scored("player points", lambda s, p, _x: s.points[p])),
    Word("play", CARDS, "in clauses of play and winning, and in facts upon: play",
         "The cards of the play that is weighed, or was made.", "rank of play", _play),
    Word("place", NUMBER, "in clauses of winning", "Which play of the trick it is, from 1.", "place",
         _about(NUMBER, "place", lambda s, _p, x: 1 + [cards for _, cards in s.plays].index(x))),
    Word("outcome", NUMBER, "in the rules of a question after the tricks",
         "The player's score after this deal if this answer were given.",
         "outcome <= lowest of others (outcome)",
         _scored("outcome player", lambda s, p, x: s.outcome[x].scores[p])),
    Word("closing", CONDITION, "in the rules of a question after the tricks",
         "This deal would end the match if this answer were given.",
         "closing and outcome > lowest of others (outcome)",
         _about(CONDITION, "outcome", lambda s, _p, x: s.outcome[x].over)),
    Word("ahead", SEATS, "in the rules of a question after the tricks",
         "Who would win if the match ended with this deal and this answer.", "ahead has player",
         _about(SEATS, "outcome", lambda s, _p, x: s.outcome[x].ahead)),
)  # fmt: skip
"""``answer`` (in the rules of a question) and ``worth`` (a column) come with the ruleset."""


def _named(word: Word) -> Word:
    """The word, whose terms tell its name; most words give the same term everywhere."""
    last = named = BROKEN

    def term(scope: Scope) -> Term:
        nonlocal last, named
        found = word.term(scope)
        if found.constant:
            return found
        if found is not last:
            last, named = found, replace(found, does=word.name)
        return named

    return word._replace(term=term)


TABLE: Final = {word.name: _named(word) for word in BUILT_IN}


class Form(NamedTuple):
    """A form of the language, for the guide: its rule of the grammar, its look, what it gives, an example.

    In a form ``A`` and ``B`` are cards, ``c`` is a condition, ``n`` a number, ``S`` seats, ``W`` a word about
    a player; ``x`` is anything.
    """

    rule: str
    form: str
    gives: str
    says: str
    example: str


FORMS: Final = (
    Form("card", "QS", "cards", "A card, with all its copies.", "QS or JD"),
    Form("rank", "T J Q K A", "a number", "A rank by its letter; ranks with a figure are that number.",
         "rank >= T"),
    Form("number", "13", "a number", "A whole number.", "trick_number is 13"),
    Form("imaginary", "13i", "a complex number", "So many times i, where `match:` has `scores: complex`.",
         "13i"),
    Form("yes", "yes", "a condition", "Always.", "yes"),
    Form("no", "no", "a condition", "Never.", "no"),
    Form("word", "penalty", "what it means", "A word of the tables, or of the ruleset.", "penalty"),
    Form("seat", "seat n", "seats", "The seat of that number, counted clockwise from 0.", "dealer is seat 2"),
    Form("of", "W of S", "what W gives",
         "A word about a player, of other seats: cards are joined, numbers added, seats joined.",
         "hand of (player + 1)"),
    Form("of", "count of A", "a number", "How many cards; of seats, how many seats.", "count of taken"),
    Form("of", "rank of A", "a number", "How high the highest of them is; 0 if there are none.",
         "rank of play"),
    Form("of", "worth of A", "a number", "What they are worth together.", "worth of taken"),
    Form("of", "lowest of A", "cards", "Those that rank lowest.", "lowest of hand"),
    Form("of", "highest of A", "cards", "Those that rank highest.", "highest of trick"),
    Form("of", "suit of A", "cards", "All cards that share a suit with one of them.", "suit of exposed"),
    Form("of", "copies of A", "cards", "All cards that look like one of them.", "copies of exposed"),
    Form("of", "twins of A", "cards", "Those whose identical copy is among them too.", "twins of trick"),
    Form("of", "size of n", "a number", "How far it is from zero.", "size of score > 4999"),
    Form("of", "norm of n", "a number", "The square of its distance from zero, of a complex number too.",
         "norm of score >= 10000"),
    Form("over", "any of S (c)", "a condition", "It is true of at least one of these seats.",
         "any of players (score >= 100)"),
    Form("over", "all of S (c)", "a condition", "It is true of each of these seats.",
         "all of players (tricks > 0)"),
    Form("over", "count of S (c)", "a number", "Of how many of these seats it is true.",
         "count of others (tricks is 0)"),
    Form("over", "total of S (n)", "a number", "The sum of what each of these seats has.",
         "total of players (count of taken)"),
    Form("over", "highest of S (n)", "a number", "The highest that one of these seats has.",
         "highest of others (score)"),
    Form("over", "lowest of S (n)", "a number", "The lowest that one of these seats has.",
         "lowest of others (score)"),
    Form("where", "S where (c)", "seats", "Those of these seats of which it is true.",
         "players where (hand has QS)"),
    Form("power", "n ^ n", "a number", "To the power of; 0 for a power below 0.", "2 ^ count of taken"),
    Form("minus", "- n", "a number", "The number on the other side of 0.", "- score"),
    Form("reckon", "n * n", "a number", "Times.", "2 * score"),
    Form("reckon", "n div n", "a number",
         "How often the second goes into the first, rounded down; 0 if the second is 0.",
         "count of players div 2"),
    Form("reckon", "n mod n", "a number", "What is left over then; 0 if the second is 0.", "deal mod 4"),
    Form("reckon", "n + n, n - n", "a number",
         "Plus, minus; a number for each card is reckoned card by card.", "points - 26"),
    Form("reckon", "S + n, S - n", "seats", "So many places on in playing order, or back.", "dealer + 1"),
    Form("same", "x is x", "a condition",
         "The same number, seats, choice or condition; of a number for each card, the cards that have it.",
         "passing is hold"),
    Form("differs", "x is not x", "a condition", "Not the same.", "player is not leader"),
    Form("compare", "n < n, <=, >, >=", "a condition",
         "Less, at most, more, at least; of a number for each card, the cards of which it is true.",
         "rank < 5"),
    Form("has", "A has B", "a condition", "At least one card of B is in A; of seats, at least one seat.",
         "trick has QS"),
    Form("has_no", "A has no B", "a condition", "No card of B is in A.", "hand has no led_suit"),
    Form("has_all", "A has all B", "a condition", "Every card of B that is in play is in A.",
         "taken has all penalty"),
    Form("has_only", "A has only B", "a condition", "There are cards in A, and all of them are in B.",
         "hand has only penalty"),
    Form("negate", "not x", "like x", "A condition: it is not so. Cards or seats: all others.",
         "not last_trick"),
    Form("both", "x and x", "like x", "Conditions: both. Cards or seats: those in both.",
         "led_suit and hand"),
    Form("either", "x or x", "like x",
         "Conditions: at least one. Cards or seats: those in either, both together.", "hand or table"),
    Form("choose", "if c then x else x", "like x", "The first x if the condition holds, else the second.",
         "if following then led_suit else hand"),
)  # fmt: skip
"""Every form, those that bind tightest first."""

GRAMMAR: Final = frozenset([
    "all", "and", "answer", "any", "copies", "count", "div", "else", "has", "highest", "if", "is", "lowest",
    "mod", "no", "norm", "not", "of", "only", "or", "seat", "size", "suit", "then", "to", "total", "twins",
    "where", "worth", "yes",
])  # fmt: skip
"""Words that the grammar or a phrase uses and that no author may take."""
