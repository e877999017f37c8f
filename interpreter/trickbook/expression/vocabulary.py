"""The table of words: all that the checker, the interpreter and the rulebook know of each.

The author's own words, the piles, the suits and the ranks come from the ruleset; all others stand here.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
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
    from collections.abc import Callable, Mapping

    from trickbook.expression.scope import Scope

_PRINTED: Final = Term(CARDS)
"""The cards of the printed suit that was led."""


class Word(NamedTuple):
    """A word of the language, for the checker, the interpreter and the rulebook alike."""

    name: str
    type: Type
    scope: str
    says: str
    example: str
    term: Callable[[Scope], Term]
    told: Mapping[str, str]
    """What the rulebook calls it, in each language."""
    yields: bool = False
    """Whether an author may take its name: so it is with words that came after the first edition."""
    explained: Mapping[str, str] = MappingProxyType({})
    """Its sentence in other languages."""

    def says_in(self, language: str) -> str:
        """Its sentence in a language, else in English."""
        return self.explained.get(language, self.says)

    def scope_in(self, language: str) -> str:
        """Where it may stand, in a language, else in English."""
        return SCOPES.get(self.scope, {}).get(language, self.scope)


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

SCOPES: Final[Mapping[str, Mapping[str, str]]] = {
    ALWAYS: {"zh": "处处可用"},
    DEAL: {"zh": "一局进行中可用"},
    PLAYER: {"zh": "说到一位玩家时可用"},
    SCORED: {"zh": "一局计分时可用"},
    PLAYED: {"zh": "可用于 `play` 和 `winning` 的规则，以及 `upon: play` 的状态"},
    WINNING: {"zh": "可用于 `winning` 的规则"},
    ASKED: {"zh": "可用于打完各墩之后提问的规则"},
}
"""Where a word may stand, in other languages."""

BUILT_IN: Final = (
    Word("cards", CARDS, ALWAYS, "All cards in play.", "taken has all cards",
         lambda scope: constant(CARDS, scope.layout.deck.cards),
         told={"en": "the cards", "zh": "所有的牌"},
         explained={"zh": "所有在用的牌。"}),
    Word("nothing", CARDS, ALWAYS, "No cards.", "if last_trick then nothing else penalty",
         lambda _scope: constant(CARDS, 0),
         told={"en": "no cards", "zh": "没有牌"},
         explained={"zh": "一张牌也没有。"}),
    Word("all_dealt", CONDITION, ALWAYS,
         "The deal leaves no cards aside. The small hands of an example leave none, either.",
         "if all_dealt then nothing else aside",
         lambda scope: constant(CONDITION, scope.layout.all_dealt),
         told={"en": "all cards are dealt", "zh": "所有的牌都发出"},
         explained={"zh": "牌全部发出，没有剩下的。例子里的手牌虽少，也算全部发出。"}),
    Word("rank", COLUMN, ALWAYS,
         "How high each card ranks; compared with a number, the cards of which that is true.",
         "led_suit and rank >= J", lambda scope: constant(COLUMN, scope.layout.deck.heights[:-1]),
         told={"en": "rank", "zh": "点数"},
         explained={"zh": "每张牌的大小；与数比较时，指满足比较的牌。"}),
    Word("players", SEATS, ALWAYS, "All seats.", "any of players (score >= 100)",
         lambda scope: constant(SEATS, scope.layout.everyone),
         told={"en": "the players", "zh": "各玩家"},
         explained={"zh": "所有玩家。"}),
    Word("nobody", SEATS, ALWAYS, "No seat.", "taker is nobody", lambda _scope: constant(SEATS, 0),
         told={"en": "nobody", "zh": "没有人"},
         explained={"zh": "没有人。"}),
    Word("deal", NUMBER, DEAL, "The number of the deal, from 1.", "deal >= 4",
         _state(NUMBER),
         told={"en": "the number of the deal", "zh": "局数"},
         explained={"zh": "第几局，从1起。"}),
    Word("dealer", SEATS, DEAL, "Who deals.", "dealer + 1",
         _state(SEATS),
         told={"en": "the dealer", "zh": "发牌人"},
         explained={"zh": "发牌人。"}),
    Word("trick_number", NUMBER, DEAL, "The number of the trick, from 1; 0 before the first.",
         "trick_number is 13", _state(NUMBER),
         told={"en": "the number of the trick", "zh": "墩数"},
         explained={"zh": "第几墩，从1起；第一墩之前为0。"}),
    Word("first_trick", CONDITION, DEAL, "The first trick of the deal is played.", "leading and first_trick",
         _known("first_trick"),
         told={"en": "it is the first trick", "zh": "这是第一墩"},
         explained={"zh": "正在打本局的第一墩。"}),
    Word("last_trick", CONDITION, DEAL, "The leader has no card left after this trick.", "not last_trick",
         _state(CONDITION),
         told={"en": "it is the last trick", "zh": "这是最后一墩"},
         explained={"zh": "这一墩打完后，领出的人手里没有牌了。"}),
    Word("rounds", NUMBER, DEAL, "How often everybody has played to this trick.",
         "rounds is 1 and trick has nines",
         _state(NUMBER),
         told={"en": "how often the trick has gone round", "zh": "这一墩走过的圈数"},
         explained={"zh": "这一墩中每人已经出过几次。"}),
    Word("leading", CONDITION, DEAL, "Nobody has played to this trick yet.", "leading and not first_trick",
         _known("leading"),
         told={"en": "the player leads", "zh": "该玩家领出"},
         explained={"zh": "这一墩还没有人出牌。"}),
    Word("following", CONDITION, DEAL, "Somebody has played to this trick.", "following",
         _known("following"),
         told={"en": "the player follows", "zh": "该玩家跟牌"},
         explained={"zh": "这一墩已经有人出牌。"}),
    Word("leader", SEATS, DEAL, "Who leads or led this trick.", "player is leader",
         _state(SEATS),
         told={"en": "the leader", "zh": "领出的人"},
         explained={"zh": "领出这一墩的人。"}),
    Word("taker", SEATS, DEAL, "Who took the trick that was finished last; nobody if it is held.",
         "taken of taker", _state(SEATS),
         told={"en": "the one who took the trick", "zh": "赢得这一墩的人"},
         explained={"zh": "赢得上一墩的人；那墩牌留在桌上时没有人。"}),
    Word("lead", CARDS, DEAL, "The cards that were led to this trick.", "count of play is count of lead",
         _state(CARDS),
         told={"en": "the cards led", "zh": "领出的牌"},
         explained={"zh": "这一墩领出的牌。"}),
    Word("led_suit", CARDS, DEAL, "All cards of the suit that was led.", "led_suit and hand",
         _led,
         told={"en": "the led suit", "zh": "领出的花色"},
         explained={"zh": "领出花色的所有牌。"}),
    Word("best", CARDS, DEAL, "What would win the trick if nobody else played; no cards before the lead.",
         "rank > rank of best", _ahead(CARDS, "best"),
         told={"en": "the best play so far", "zh": "目前最大的牌"},
         explained={"zh": "如果到此为止，赢得这一墩的牌；还没领出时没有牌。"}, yields=True),
    Word("holder", SEATS, DEAL, "Who would win the trick if nobody else played; nobody before the lead.",
         "holder is player + 2", _ahead(SEATS, "holder"),
         told={"en": "who holds the trick", "zh": "目前领先的人"},
         explained={"zh": "如果到此为止，赢得这一墩的人；还没领出时没有人。"}, yields=True),
    Word("player", SEATS, PLAYER, "The seat that the sentence is about.", "player + 1",
         _about(SEATS, "player"),
         told={"en": "the player", "zh": "该玩家"},
         explained={"zh": "这句话所说的玩家。"}),
    Word("others", SEATS, PLAYER, "All seats but the player's.", "lowest of others (score)",
         _about(SEATS, "player"),
         told={"en": "the others", "zh": "其他人"},
         explained={"zh": "除该玩家外的所有人。"}),
    Word("tricks", NUMBER, PLAYER, "How many tricks the player has taken in this deal.", "tricks is 0",
         _about(NUMBER, "player"),
         told={"en": "the number of tricks taken", "zh": "赢得的墩数"},
         explained={"zh": "该玩家本局赢得的墩数。"}),
    Word("score", NUMBER, PLAYER, "The player's score; this deal is in it once its points were added.",
         "score >= 100", _scored("player"),
         told={"en": "the score", "zh": "总分"},
         explained={"zh": "该玩家的总分；本局得分加上之后，也包括本局。"}),
    Word("points", NUMBER, SCORED, "The player's points of this deal, so far.", "points * 2",
         _scored("player points"),
         told={"en": "the number of points", "zh": "分数"},
         explained={"zh": "该玩家本局到此为止的得分。"}),
    Word("play", CARDS, PLAYED,
         "The cards of the play that is weighed, or was made.", "rank of play", _play,
         told={"en": "the play", "zh": "所出的牌"},
         explained={"zh": "正在判断的牌，或刚出的牌。"}),
    Word("place", NUMBER, WINNING, "Which play of the trick it is, from 1.", "place",
         _about(NUMBER, "place"),
         told={"en": "the place in the trick", "zh": "在这一墩中的次序"},
         explained={"zh": "这一墩中第几个出，从1起。"}),
    Word("outcome", NUMBER, ASKED,
         "The player's score after this deal if this answer were given.",
         "outcome <= lowest of others (outcome)",
         _scored("outcome player"),
         told={"en": "the score to come", "zh": "将有的总分"},
         explained={"zh": "如果这样回答，该玩家在本局之后的总分。"}),
    Word("closing", CONDITION, ASKED,
         "This deal would end the match if this answer were given.",
         "closing and outcome > lowest of others (outcome)",
         _about(CONDITION, "outcome"),
         told={"en": "the match would be over", "zh": "比赛将就此结束"},
         explained={"zh": "如果这样回答，全场在本局之后结束。"}),
    Word("ahead", SEATS, ASKED,
         "Who would win if the match ended with this deal and this answer.", "ahead has player",
         _about(SEATS, "outcome"),
         told={"en": "those who would win the match", "zh": "将赢得比赛的人"},
         explained={"zh": "如果这样回答，并且全场在本局之后结束，谁会赢。"}),
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
