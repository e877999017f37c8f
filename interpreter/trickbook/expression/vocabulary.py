"""The table of words: each with its type, where it may stand, a sentence, an example and its meaning.

The author's own words, the piles, the suits and the ranks come from the ruleset; all others stand here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.types import CARDS, COLUMN, CONDITION, NUMBER, SEATS, Term, Type, constant

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.expression.scope import Scope
    from trickbook.state import State


class Word(NamedTuple):
    """A word of the language, for the checker, the interpreter and the reference alike."""

    name: str
    type: Type
    scope: str
    says: str
    example: str
    term: Callable[[Scope], Term]


def _state(kind: Type, run: Callable[[State], Any]) -> Callable[[Scope], Term]:
    term = Term(kind, lambda s, _p, _x: run(s))
    return lambda _scope: term


def _known(name: str, run: Callable[[State], bool]) -> Callable[[Scope], Term]:
    """A condition that may be certain where the expression stands."""
    varying = Term(CONDITION, lambda s, _p, _x: run(s))
    return lambda scope: constant(CONDITION, scope.known[name]) if name in scope.known else varying


def _about(kind: Type, reads: str, run: Callable[[State, int, Any], Any]) -> Callable[[Scope], Term]:
    term = Term(kind, run, reads=frozenset({reads}))
    return lambda _scope: term


def _number_of(kind: Type, reads: str, run: Callable[[State, int], Any]) -> Callable[[Scope], Term]:
    term = Term(kind, lambda s, p, _x: run(s, p), reads=frozenset({reads, "player"}))
    return lambda _scope: term


def _others(scope: Scope) -> Term:
    everyone = scope.layout.everyone
    return Term(SEATS, lambda _s, p, _x: everyone ^ (1 << p), reads=frozenset({"player"}))


ALWAYS: Final = "everywhere"
DEAL: Final = "while a deal is played"
PLAYER: Final = "about a player"

BUILT_IN: Final = (
    Word("cards", CARDS, ALWAYS, "All cards in play.", "taken has all cards", lambda scope: constant(CARDS, scope.layout.deck.cards)),
    Word("nothing", CARDS, ALWAYS, "No cards.", "if open then TC else nothing", lambda _scope: constant(CARDS, 0)),
    Word("rank", COLUMN, ALWAYS, "How high each card ranks; compared with a number, the cards of which that is true.", "hearts and rank >= J",
         lambda scope: constant(COLUMN, scope.layout.deck.heights[:-1])),
    Word("players", SEATS, ALWAYS, "All seats.", "any of players (score >= 100)", lambda scope: constant(SEATS, scope.layout.everyone)),
    Word("nobody", SEATS, ALWAYS, "No seat.", "taker is nobody", lambda _scope: constant(SEATS, 0)),
    Word("deal", NUMBER, DEAL, "The number of the deal, from 1.", "deal >= 4", _state(NUMBER, lambda s: s.match.deal)),
    Word("dealer", SEATS, DEAL, "Who deals.", "dealer + 1", _state(SEATS, lambda s: 1 << s.match.dealer)),
    Word("trick_number", NUMBER, DEAL, "The number of the trick, from 1; 0 before the first.", "trick_number is 13",
         _state(NUMBER, lambda s: len(s.done) + (s.leader >= 0))),
    Word("first_trick", CONDITION, DEAL, "The first trick of the deal is played.", "leading and first_trick",
         _known("first_trick", lambda s: not s.done and s.leader >= 0)),
    Word("last_trick", CONDITION, DEAL, "The leader has no card left after this trick.", "not last_trick", _state(CONDITION, lambda s: bool(s.last))),
    Word("leading", CONDITION, DEAL, "Nobody has played to this trick yet.", "leading and not hearts_broken",
         _known("leading", lambda s: not s.plays)),
    Word("following", CONDITION, DEAL, "Somebody has played to this trick.", "following", _known("following", lambda s: bool(s.plays))),
    Word("leader", SEATS, DEAL, "Who leads or led this trick.", "player is leader", _state(SEATS, lambda s: 1 << s.leader if s.leader >= 0 else 0)),
    Word("taker", SEATS, DEAL, "Who took the trick that was finished last; nobody if it is held.", "taken of taker", _state(SEATS, lambda s: s.taker)),
    Word("lead", CARDS, DEAL, "The cards that were led to this trick.", "count of play is count of lead", _state(CARDS, lambda s: s.lead)),
    Word("led_suit", CARDS, DEAL, "All cards of the suit that was led.", "led_suit and hand", _state(CARDS, lambda s: s.led)),
    Word("player", SEATS, PLAYER, "The seat that the sentence is about.", "player + 1", _about(SEATS, "player", lambda _s, p, _x: 1 << p)),
    Word("others", SEATS, PLAYER, "All seats but the player's.", "lowest of others (score)", _others),
    Word("tricks", NUMBER, PLAYER, "How many tricks the player has taken in this deal.", "tricks is 0", _number_of(NUMBER, "player", lambda s, p: s.tricks[p])),
    Word("score", NUMBER, PLAYER, "The player's score; this deal is in it once its points were added.", "score >= 100",
         _number_of(NUMBER, "player", lambda s, p: s.match.scores[p])),
    Word("points", NUMBER, "when a deal is scored", "The player's points of this deal, so far.", "points * 2",
         _number_of(NUMBER, "points", lambda s, p: s.points[p])),
    Word("play", CARDS, "in clauses of play and winning", "The cards of the play that is weighed.", "rank of play", _about(CARDS, "play", lambda _s, _p, x: x)),
    Word("place", NUMBER, "in clauses of winning", "Which play of the trick it is, from 1.", "most: place",
         _about(NUMBER, "place", lambda s, _p, x: 1 + [cards for _, cards in s.plays].index(x))),
    Word("outcome", NUMBER, "in the rules of a question after the tricks", "The player's score after this deal if this answer were given.",
         "outcome <= lowest of others (outcome)",
         lambda _scope: Term(NUMBER, lambda s, p, x: s.outcome[x][p], reads=frozenset({"outcome", "player"}))),
)  # fmt: skip
"""``answer`` (in the rules of a question) and ``worth`` (a column) come with the ruleset."""

TABLE: Final = {word.name: word for word in BUILT_IN}

GRAMMAR: Final = frozenset("all and div else has if is mod no not of only or seat then to where yes answer worth count suit copies twins size "
                           "lowest highest total any".split())  # fmt: skip
"""Words that the grammar or a phrase uses and that no author may take."""
