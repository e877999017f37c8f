"""The table of words: all that the checker, the interpreter, the fast engine and the rulebook know of each.

The author's own words, the piles, the suits and the ranks come from the ruleset; all others stand here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

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
    from collections.abc import Callable, Mapping

    from trickbook.expression.scope import Scope
    from trickbook.state import Meaning


Machine: TypeAlias = "int | str | tuple[Machine, ...]"
"""A register or a place of the machine, a number, or an operation and what it is done to."""


class Word(NamedTuple):
    """A word of the language, for the checker, the interpreter, the fast engine and the rulebook alike."""

    name: str
    type: Type
    scope: str
    says: str
    example: str
    term: Callable[[Scope], Term]
    told: Mapping[str, str]
    """What the rulebook calls it, in each language."""
    machine: Machine = ()
    """How the fast engine finds it, where its term is no constant."""


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
         lambda scope: constant(CARDS, scope.layout.deck.cards),
         told={"en": "the cards", "zh": "所有的牌"}),
    Word("nothing", CARDS, ALWAYS, "No cards.", "if last_trick then nothing else penalty",
         lambda _scope: constant(CARDS, 0),
         told={"en": "no cards", "zh": "没有牌"}),
    Word("all_dealt", CONDITION, ALWAYS,
         "The deal leaves no cards aside. The small hands of an example leave none, either.",
         "if all_dealt then nothing else aside",
         lambda scope: constant(CONDITION, scope.layout.all_dealt),
         told={"en": "all cards are dealt", "zh": "所有的牌都发出"}),
    Word("rank", COLUMN, ALWAYS,
         "How high each card ranks; compared with a number, the cards of which that is true.",
         "led_suit and rank >= J", lambda scope: constant(COLUMN, scope.layout.deck.heights[:-1]),
         told={"en": "rank", "zh": "点数"}),
    Word("players", SEATS, ALWAYS, "All seats.", "any of players (score >= 100)",
         lambda scope: constant(SEATS, scope.layout.everyone),
         told={"en": "the players", "zh": "各玩家"}),
    Word("nobody", SEATS, ALWAYS, "No seat.", "taker is nobody", lambda _scope: constant(SEATS, 0),
         told={"en": "nobody", "zh": "没有人"}),
    Word("deal", NUMBER, DEAL, "The number of the deal, from 1.", "deal >= 4",
         _state(NUMBER, lambda s, _p, _x: s.match.deal),
         told={"en": "the number of the deal", "zh": "局数"},
         machine="DEAL"),
    Word("dealer", SEATS, DEAL, "Who deals.", "dealer + 1",
         _state(SEATS, lambda s, _p, _x: 1 << s.match.dealer),
         told={"en": "the dealer", "zh": "发牌人"},
         machine=("BIT", "DEALER")),
    Word("trick_number", NUMBER, DEAL, "The number of the trick, from 1; 0 before the first.",
         "trick_number is 13", _state(NUMBER, lambda s, _p, _x: len(s.done) + (s.leader >= 0)),
         told={"en": "the number of the trick", "zh": "墩数"},
         machine=("ADD", "TRICKS", ("NOT", ("LESS", "LEADER", 0)))),
    Word("first_trick", CONDITION, DEAL, "The first trick of the deal is played.", "leading and first_trick",
         _known("first_trick", lambda s, _p, _x: not s.done and s.leader >= 0),
         told={"en": "it is the first trick", "zh": "这是第一墩"},
         machine=("BOTH", ("UP_TO", 0, "LEADER"), ("NOT", "TRICKS"))),
    Word("last_trick", CONDITION, DEAL, "The leader has no card left after this trick.", "not last_trick",
         _state(CONDITION, lambda s, _p, _x: s.last),
         told={"en": "it is the last trick", "zh": "这是最后一墩"},
         machine="last"),
    Word("rounds", NUMBER, DEAL, "How often everybody has played to this trick.",
         "rounds is 1 and trick has nines",
         lambda scope: Term(NUMBER, lambda s, _p, _x: len(s.plays) // scope.layout.seats),
         told={"en": "how often the trick has gone round", "zh": "这一墩走过的圈数"},
         machine=("DIVIDE", "PLAYS", "seats")),
    Word("leading", CONDITION, DEAL, "Nobody has played to this trick yet.", "leading and not first_trick",
         _known("leading", lambda s, _p, _x: not s.plays),
         told={"en": "the player leads", "zh": "该玩家领出"},
         machine=("NOT", "PLAYS")),
    Word("following", CONDITION, DEAL, "Somebody has played to this trick.", "following",
         _known("following", lambda s, _p, _x: bool(s.plays)),
         told={"en": "the player follows", "zh": "该玩家跟牌"},
         machine=("LESS", 0, "PLAYS")),
    Word("leader", SEATS, DEAL, "Who leads or led this trick.", "player is leader",
         _state(SEATS, lambda s, _p, _x: 1 << s.leader if s.leader >= 0 else 0),
         told={"en": "the leader", "zh": "领出的人"},
         machine=("BIT", "LEADER")),
    Word("taker", SEATS, DEAL, "Who took the trick that was finished last; nobody if it is held.",
         "taken of taker", _state(SEATS, lambda s, _p, _x: s.taker),
         told={"en": "the one who took the trick", "zh": "赢得这一墩的人"},
         machine="TAKER"),
    Word("lead", CARDS, DEAL, "The cards that were led to this trick.", "count of play is count of lead",
         _state(CARDS, lambda s, _p, _x: s.plays[0][1] if s.plays else 0),
         told={"en": "the cards led", "zh": "领出的牌"},
         machine="LEAD"),
    Word("led_suit", CARDS, DEAL, "All cards of the suit that was led.", "led_suit and hand",
         _state(CARDS, lambda s, _p, _x: s.led),
         told={"en": "the led suit", "zh": "领出的花色"},
         machine="LED"),
    Word("player", SEATS, PLAYER, "The seat that the sentence is about.", "player + 1",
         _about(SEATS, "player", lambda _s, p, _x: 1 << p),
         told={"en": "the player", "zh": "该玩家"},
         machine=("SEAT_BIT",)),
    Word("others", SEATS, PLAYER, "All seats but the player's.", "lowest of others (score)", _others,
         told={"en": "the others", "zh": "其他人"},
         machine=("EXCEPT", "everyone", ("SEAT_BIT",))),
    Word("tricks", NUMBER, PLAYER, "How many tricks the player has taken in this deal.", "tricks is 0",
         _about(NUMBER, "player", lambda s, p, _x: s.tricks[p]),
         told={"en": "the number of tricks taken", "zh": "赢得的墩数"},
         machine=("OWN", "WON")),
    Word("score", NUMBER, PLAYER, "The player's score; this deal is in it once its points were added.",
         "score >= 100", _scored("player", lambda s, p, _x: s.match.scores[p]),
         told={"en": "the score", "zh": "总分"},
         machine=("OWN", "scores")),
    Word("points", NUMBER, "when a deal is scored", "The player's points of this deal, so far.", "points * 2",
         _scored("player points", lambda s, p, _x: s.points[p]),
         told={"en": "the number of points", "zh": "分数"},
         machine=("OWN", "points")),
    Word("play", CARDS, "in clauses of play and winning, and in facts upon: play",
         "The cards of the play that is weighed, or was made.", "rank of play", _play,
         told={"en": "the play", "zh": "所出的牌"},
         machine="PLAY"),
    Word("place", NUMBER, "in clauses of winning", "Which play of the trick it is, from 1.", "place",
         _about(NUMBER, "place", lambda s, _p, x: 1 + [cards for _, cards in s.plays].index(x)),
         told={"en": "the place in the trick", "zh": "在这一墩中的次序"},
         machine=("PLACE",)),
    Word("outcome", NUMBER, "in the rules of a question after the tricks",
         "The player's score after this deal if this answer were given.",
         "outcome <= lowest of others (outcome)",
         _scored("outcome player", lambda s, p, x: s.outcome[x].scores[p]),
         told={"en": "the score to come", "zh": "将有的总分"},
         machine=("WEIGHED_OWN", "outcome")),
    Word("closing", CONDITION, "in the rules of a question after the tricks",
         "This deal would end the match if this answer were given.",
         "closing and outcome > lowest of others (outcome)",
         _about(CONDITION, "outcome", lambda s, _p, x: s.outcome[x].over),
         told={"en": "the match would be over", "zh": "比赛将就此结束"},
         machine=("WEIGHED", "closing")),
    Word("ahead", SEATS, "in the rules of a question after the tricks",
         "Who would win if the match ended with this deal and this answer.", "ahead has player",
         _about(SEATS, "outcome", lambda s, _p, x: s.outcome[x].ahead),
         told={"en": "those who would win the match", "zh": "将赢得比赛的人"},
         machine=("WEIGHED", "ahead")),
)  # fmt: skip
"""``answer`` (in the rules of a question) and ``worth`` (a column) come with the ruleset."""


def named(word: Word) -> Word:
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


TABLE: Final = {word.name: named(word) for word in BUILT_IN}


GRAMMAR: Final = frozenset([
    "all", "and", "answer", "any", "copies", "count", "div", "else", "has", "highest", "if", "is", "lowest",
    "mod", "no", "norm", "not", "of", "only", "or", "seat", "size", "suit", "then", "to", "total", "twins",
    "where", "worth", "yes",
])  # fmt: skip
"""Words that the grammar or a phrase uses and that no author may take."""
