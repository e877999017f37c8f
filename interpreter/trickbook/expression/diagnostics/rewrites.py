"""What people write who speak otherwise, and how it is written here: patterns of whole phrases."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import starmap
from typing import Final, NamedTuple

from trickbook.expression.diagnostics.slips import RANKS, SUITS, both_ranks, lain, spoken_card, took

_PHRASES: Final = "count|rank|worth|lowest|highest|suit|copies|twins|tops|height|size|norm"
_PART: Final = r"[\w\u2660-\u2667]+"
_TERM: Final = rf"{_PART}(?:\s+of\s+{_PART})?"
_JOINTS: Final = "and|or|not|no|of|has|is|if|then|else|than|to|div|mod|less|fewer|more|extra|off"
_LOWER: Final = r"(?:less|fewer|lower|smaller)"
_HIGHER: Final = r"(?:more|greater|higher|larger|bigger)"
_EACH: Final = "any|some|one|every|each|all"
_PLAYERS: Final = r"(?:the\s+)?players?(?:['\u2019]s)?"
_CARDS: Final = (
    r"\b(?!(?:and|or|not|no|of|has|is|if|then|else|than|only|any|all|are|was|were|have|been|in|yet|tricks|points|score"
    rf"|{_PHRASES})\b)"
    rf"({_PART})"
)
"""A word that may name cards."""
_BEEN: Final = r"(?:(?:is|are|was|were|has|have)\s+)?"
_LAIN: Final = r"(played|taken|exposed)\b"


class Rewrite(NamedTuple):
    """A spelling from elsewhere, and the one of this language."""

    pattern: re.Pattern[str]
    right: str | Callable[[re.Match[str]], str]


def _rewrite(pattern: str, right: str | Callable[[re.Match[str]], str]) -> Rewrite:
    return Rewrite(re.compile(pattern), right)


def _of_players(found: re.Match[str]) -> str:
    """``any player score > 5``, ``score of any player > 5``: asked of each seat."""
    groups = found.groupdict(default="")
    rest = groups["rest"].strip()
    rest = rest[1:-1] if rest.startswith("(") and rest.endswith(")") else rest
    every = "all" if groups["which"] in {"every", "each", "all"} else "any"
    return f"{every} of players ({groups['what']}{rest})"


def _counted(found: re.Match[str]) -> str:
    """``taken has at least 3 hearts``: how many of the one are in the other."""
    signs = {"at least": ">=", "at most": "<=", "more than": ">", "fewer than": "<", "less than": "<"}
    sign = signs.get(" ".join((found[2] or "").split()), "is")
    return f"count of ({found[1]} and {found[4]}) {sign} {found[3]}"


def _none_of(found: re.Match[str]) -> str:
    """``has no hearts and no QS``: none of either."""
    cards = re.split(r"\s+(?:and|nor)\s+(?:has\s+)?no\s+", found[0].removeprefix("has"))
    return f"has no ({' or '.join(one.strip().removeprefix('no').strip() for one in cards)})"


_ANY: Final = "any|some|every|each|all|only"
_CARD: Final = r"(?:10|[2-9TJQKA])[A-Z]"


def _named_card(found: re.Match[str]) -> str:
    """``the Queen of Spades``, also ``in taken``: the card's name."""
    name, pile = RANKS[found[1].lower()] + found[2][0].upper(), found[3]
    return f"{pile} has {name}" if pile else name


_MANY: Final = "two|three|four|five|both|[2-9]"
_GOT: Final = r"(?:took|takes|won|wins|captured|has\s+taken|have\s+taken)"

SIGNS_ELSEWHERE: Final = {
    r"\s*%\s*": " mod ", r"\s*!=\s*": " is not ", r"\s*==\s*(?=\d)": " is ", r"\s*&{1,2}\s*": " and ",
    r"\s*\|{1,2}\s*": " or ", r"!\s*(?!=)": "not ", r"\bis\s+odd\b": "mod 2 is 1",
    r"\bis\s+even\b": "mod 2 is 0",
}  # fmt: skip
"""What other languages have signs for."""

COMPARING: Final = {
    rf"(?:(?:no|not)\s+{_HIGHER}\s+than|at\s+most)": "<=",
    rf"(?:(?:no|not)\s+{_LOWER}\s+than|at\s+least)": ">=",
    rf"{_LOWER}\s+than\s+or\s+equal\s+to": "<=", rf"{_HIGHER}\s+than\s+or\s+equal\s+to": ">=",
    rf"{_LOWER}\s+than": "<", rf"{_HIGHER}\s+than": ">",
}  # fmt: skip
"""Comparisons in words."""

TYPOGRAPHY: Final = {
    r"[\u2212\u2012-\u2015]\s*(?=[\w(])": "-", r"\u2264": "<=", r"\u2265": ">=", r"\u2260": "is not",
    r"\u00d7": "*", r"\u00f7": "div",
}  # fmt: skip
"""Signs of typography."""

SIGNS: Final = (
    _rewrite(r"(?<=[\w)])\s+minus\s+(?=[\w(])", " - "),
    _rewrite(r"(?<=[\w)])\s+plus\s+(?=[\w(])", " + "),
)
"""Words for signs of arithmetic, which may also join cards."""

_DOTTED: Final = r"\b([a-z_]\w*)\.([a-z_]\w*)"

DOTS: Final = (
    *(_rewrite(_DOTTED, right) for right in (r"\1 of \2", r"\2 of \1")),
    _rewrite(rf"^\s*{_DOTTED}\s*$", r"\1 and \2"),
    *(_rewrite(_DOTTED, right) for right in (r"(\1 and \2)", r"count of (\1 and \2)")),
)
"""What a full stop is elsewhere: ``dealer.score``, ``hand.spades``."""

_RANK: Final = r"(10|[2-9TJQKA])"
_NUMBERED: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}


def _changed(found: re.Match[str]) -> str:
    """``five less``, ``less 5``: added to the points, or taken off them."""
    number = found["number"]
    return f"points {'-' if found['how'] in {'less', 'fewer'} else '+'} {_NUMBERED.get(number, number)}"


_NUMBER: Final = rf"(?P<number>\d+|{'|'.join(_NUMBERED)})(?:\s+points?)?"
_HOW: Final = r"(?P<how>less|fewer|more|extra)"

SPOKEN: Final = (
    _rewrite(
        rf"\bpartner(?:['\u2019]s)?\s+(?!(?:and|or|is|has|of|where|then|else)\b)({_PART})",
        r"\1 of (player + 2)",
    ),
    _rewrite(rf"\b({_PART})['\u2019]s\s+({_PART})", r"\2 of \1"),
    _rewrite(r"^\s*(?:each|every)\s+(?:of\s+the\s+)?players?\s*$", "players"),
    _rewrite(
        rf"({_TERM})\s+is\s+(not\s+)?empty\b",
        lambda found: f"{found[1]} has {'' if found[2] else 'no '}cards",
    ),
    _rewrite(r"\babs\s*\(([^()]+[-+*][^()]+)\)", r"size of (\1)"),
    _rewrite(
        r"\bhas\s+(?:every|each)\s+(\w+)",
        lambda found: f"has all {found[1]}{'' if found[1].endswith('s') else 's'}",
    ),
    _rewrite(rf"^\s*{_HOW}\s+{_NUMBER}\s*$", _changed),
    _rewrite(rf"^\s*{_NUMBER}\s+{_HOW}\s*$", _changed),
    _rewrite(rf"\b(?:higher|better|bigger)\s+(?!than\b|or\b)({_PART})", r"(\1 and rank > rank of best)"),
    _rewrite(rf"\bhas\s+(?:both\s+)?{_RANK}\s+and\s+{_RANK}\s+of\s+(\w+)", both_ranks),
    _rewrite(
        r"\b(?:(?:the\s+)?winner\s+of\s+(?:the\s+)?(?:bid|bidding|auction)|(?:the\s+)?high(?:est)?\s+bidder)\b",
        "bidder",
    ),
    _rewrite(r"\b(\w+)_broken\b", r"(played has \1)"),
    _rewrite(
        r"\b(?:player\s+)?(?:takes?|took|wins?|won)\s+(?:all|every)\s+(?:the\s+)?tricks?\b|\btricks\s+(?:is|are)\s+all\b",
        "total of others (tricks) is 0",
    ),
)
"""Phrases of the card table."""

REWRITES: Final = (
    *SPOKEN,
    _rewrite(
        rf"(?i:\b(?:the\s+|an?\s+)?({'|'.join(RANKS)})\s+of\s+({'|'.join(SUITS)}))\b"
        rf"(?:\s+(?:is\s+)?in\s+(?:the\s+)?({_PART}))?",
        _named_card,
    ),
    _rewrite(rf"\bhas\s+({_CARD})\s*(?:&{{1,2}}|\+)\s*({_CARD})\b", r"has all (\1 or \2)"),
    _rewrite(
        r"^\s*(?:the\s+)?(?:player\s+)?(?:took|takes|won|wins)\s+(?:the\s+)?last\s+trick\s*$",
        "player is taker",
    ),
    _rewrite(r"\btrick\s+(?:number\s+)?(\d+)\s+has\s+", r"trick_number is \1 and trick has "),
    _rewrite(r"\btrick\s+(?:number\s+)?(?:is\s+)?(\d+)\b", r"trick_number is \1"),
    _rewrite(rf"\b(taken|hand|played|trick|exposed)\s+(?=no\s+(?:{_PART}))", r"\1 has "),
    _rewrite(rf"\bcount\s+of\s+{_CARDS}\s+{_CARDS}(?=\s*(?:[<>]|is\b|$))", r"count of (\1 and \2)"),
    _rewrite(r"(?<=[\w)])\s+(?:[xX]|times)\s+(?=[\w(])", " * "),
    _rewrite(rf"\bhas\s+no\s+{_PART}(?:\s+(?:and|nor)\s+(?:has\s+)?no\s+{_PART})+", _none_of),
    _rewrite(
        rf"({_TERM})\s+has\s+({_PART})\s+(?:and|but)\s+(?:has\s+)?no\s+({_PART})",
        r"\1 has \2 and \1 has no \3",
    ),
    _rewrite(
        rf"^\s*({_TERM})\s+has\s+no\s+({_PART})\s+or\s+(?:has\s+)?no\s+({_PART})\s*$",
        r"\1 has no \2 or \1 has no \3",
    ),
    _rewrite(
        rf"({_TERM})\s+has\s+no\s+({_PART})\s+or\s+(?:has\s+)?no\s+({_PART})",
        r"(\1 has no \2 or \1 has no \3)",
    ),
    _rewrite(
        rf"({_TERM})\s+has\s+(at\s+least|at\s+most|more\s+than|fewer\s+than|less\s+than|exactly)?\s*([2-9]|1[0-9])\s+({_PART})",
        _counted,
    ),
    _rewrite(rf"\bhas\s+all\s+(?:the\s+)?(?:{_MANY})\s+(?={_PART})", "has all "),
    _rewrite(rf"\bhas\s+both\s+({_PART})\s+and\s+({_PART})", r"has all (\1 or \2)"),
    _rewrite(rf"\bhas\s+(?:at\s+least\s+one|one|an?|some|any)\s+(?:of\s+)?(?={_PART})", "has "),
    _rewrite(rf"^\s*(?:the\s+)?(?:player\s+)?{_GOT}\s+((?:no|{_ANY})\s+(?:the\s+)?)?({_PART})\s*$", took),
    _rewrite(rf"\b(?:the\s+)?(?:player\s+)?(?:holds|hold)\s+(?={_PART})", "hand has "),
    _rewrite(
        rf"{_CARDS}\s+(?:is|are)\s+(not\s+)?in\s+(?:the\s+)?({_PART})",
        lambda found: f"{found[3]} has {'no ' if found[2] else ''}{found[1]}",
    ),
    _rewrite(r"\b(?:contains|includes|have|having)\b", "has"),
    _rewrite(
        r"^\s*(?:has\s+)?(?:the\s+)?(?:most|highest)\s+(tricks|score|points)\s*$",
        r"\1 is highest of players (\1)",
    ),
    _rewrite(
        r"^\s*(?:has\s+)?(?:the\s+)?(?:fewest|least|lowest)\s+(tricks|score|points)\s*$",
        r"\1 is lowest of players (\1)",
    ),
    _rewrite(r"\bis\s+(?:exactly|precisely|just)\b", "is"),
    _rewrite(
        r"(?:\bis\s+)?\b([0-9]+|[TJQKA])\s+(?:or|and)\s+(?:more|higher|above|over|better|greater|up)\b",
        r">= \1",
    ),
    _rewrite(
        r"(?:\bis\s+)?\b([0-9]+|[TJQKA])\s+(?:or|and)\s+(?:less|fewer|lower|below|under|down)\b", r"<= \1"
    ),
    _rewrite(r"\b(?:is\s+)?(?:below|under)\s+(?=[0-9A-Z])", "< "),
    _rewrite(r"\b(?:is\s+)?(?:above|over|exceeds|beyond)\s+(?=[0-9A-Z])", "> "),
    _rewrite(r"\b(10|[2-9TJQKA])\s+([A-Z])\b", r"\1\2"),
    _rewrite(r"\b(?:can\s*not|can't|unable\s+to)\s+follow(?:\s+suit)?\b", "hand has no led_suit"),
    _rewrite(r"\bcan\s+follow(?:\s+suit)?\b", "hand has led_suit"),
    _rewrite(rf"\b(?:is\s+)?void\s+(?:in|of)\s+(?:the\s+)?(?=({_PART}))", "hand has no "),
    _rewrite(r"\b(?:(?:hand|player)\s+is\s+)?void\b(?!\s+(?:in|of)\b)", "hand has no led_suit"),
    *starmap(_rewrite, SIGNS_ELSEWHERE.items()),
    _rewrite(rf"\babs\(({_PART})\)", r"size of \1"),
    _rewrite(r"\b(?:the\s+)?player\s+is\s+(leading|following)\b", r"\1"),
    _rewrite(r"\btricks\s+(?:taken|won)\b", "tricks"),
    _rewrite(
        rf"\b(?:(?:number|count)\s+of\s+)?{_CARDS}\s+(?:in\s+)?(taken|hand|played)\s*(?=[<>])",
        r"count of (\1 and \2) ",
    ),
    _rewrite(
        rf"(?:\b(no|{_ANY})\s+(?:of\s+)?(?:the\s+)?)?{_CARDS}\s+{_BEEN}"
        rf"(?:(not|never)\s+(?:yet\s+)?|already\s+)?(?:been\s+)?{_LAIN}(?!\s*\()",
        lain,
    ),
    _rewrite(rf"({_PART})\.count\(({_PART})\)", r"count of (\1 and \2)"),
    _rewrite(rf"({_PART})\.(?:includes|contains|has)\(({_PART})\)", r"\1 has \2"),
    _rewrite(rf"({_PART})\.(?:length|size|count\(\))", r"count of \1"),
    *DOTS,
    _rewrite(rf"\blen\(({_PART})\)", r"count of \1"),
    _rewrite(
        rf"^\s*(?P<which>{_EACH})(?P<what>)\s+{_PLAYERS}\s+(?:has\s+(?:an?\s+)?(?=score|points|tricks))?(?P<rest>.+)$",
        _of_players,
    ),
    _rewrite(
        rf"^\s*(?P<what>(?!(?:{_PHRASES}|total)\b){_PART}\s)of\s+(?P<which>{_EACH})\s+{_PLAYERS}\s+(?P<rest>.+)$",
        _of_players,
    ),
    _rewrite(r"^(?!\s*if\b)(.+?)\sif\s(.+?)\selse\s(.+)$", r"if \2 then \1 else \3"),
    _rewrite(r"^([^?]+)\?([^?:]+):([^?:]+)$", r"if \1 then \2 else \3"),
    _rewrite(r"\b(?:(?:it|this)\s+is\s+)?(?:the\s+)?(first|last)\s+trick\b", r"\1_trick"),
    _rewrite(
        rf"^\s*(-?\d+)\s+(?:penalty\s+points?|(?:per|for\s+each|for\s+every)\s+\w+|(?!(?:{_JOINTS})\b)[a-z]+)\s*$",
        r"\1",
    ),
    _rewrite(rf"((?:\bis|[<>]=?)\s+\d+)\s+(?!(?:{_JOINTS})\b)[a-z]+s\b", r"\1"),
    *starmap(_rewrite, TYPOGRAPHY.items()),
    _rewrite(r"(^|[(<>=+*]|\b(?:is|then|else))\s*minus\s+(?=\d)", r"\1 -"),
    _rewrite(r"\b(10|[2-9A-Z])\s+of\s+([a-z]+)\b", spoken_card),
    _rewrite(rf"({_TERM})\s+has\s+(?:no|not)\s+all\s+({_PART}|\(.*\))", r"not (\1 has all \2)"),
    _rewrite(r"(?<!\bcard)(?<!\s)\s*={1,2}\s*(?=(?:10|[2-9TJQKAX])[A-Z]\b)", " has "),
    _rewrite(rf"({_TERM})\s+(?:is\s+)?between\s+({_PART})\s+and\s+({_PART})", r"\1 >= \2 and \1 <= \3"),
    _rewrite(
        rf"({_PART})\s*([<>]=?)\s*({_TERM})\s*([<>]=?)\s*({_PART})",
        r"\1 \2 \3 and \3 \4 \5",
    ),
    _rewrite(rf"\b(any|all)\s+(?!of\b)({_PART})\s*(?=\()", r"\1 of \2 "),
    _rewrite(rf"\b({_PHRASES})\(({_PART})\)", r"\1 of \2"),
    _rewrite(r"\bhas\s+all\s+of\s+", "has all "),
    _rewrite(
        rf"\b(?!(?:not|and|or|has|is|if|then|else|of|no)\b)({_PART})\s+all\s+(?=(?!of\b){_PART})",
        r"\1 has all ",
    ),
    _rewrite(r"(^|[(<>=*]|\b(?:is|then|else))\s*\+\s*(?=\d)", r"\1 "),
    _rewrite(r"\b(?:the|an?)\s+(?=\w)", ""),
    _rewrite(r"^\s*[\u2018-\u201f](.*?)[\u2018-\u201f]\s*$", r"\1"),
    _rewrite(r"^\s*(?:all|everybody|everyone)\s*$", "players"),
    _rewrite(r"^(\s*\w+\s+of)\s+([^()]+[-+].+?)\s*$", r"\1 (\2)"),
    _rewrite(r"^\s*(['\"])(.*)\1\s*$", r"\2"),
    _rewrite(rf"(['\"])({_PART})\1", r"\2"),
    _rewrite(rf"({_PART})\s*([-+])\2\s*$", r"\1 \2 1"),
    _rewrite(r"(?:\bis\s+)?([<>]=?)\s*than\b", r"\1"),
    *(_rewrite(rf"(?:\bis\s+)?\b{words}\b", sign) for words, sign in COMPARING.items()),
    _rewrite(r"\bis\s+([<>]=?)", r"\1"),
    _rewrite(r"^\s*(\w+)\s*=(?!=)\s*(?=\1\b)", ""),
    _rewrite(r"([-+*])=(?!=)", r"\1"),
    _rewrite(r"\bis\s+equal\s+to\b|\bequals?\b(?:\s+to\b)?", "is"),
    _rewrite(rf"\b({_PHRASES})\s+(?!of\b|and\b|or\b|is\b|has\b)(?={_PART}|\()", r"\1 of "),
    _rewrite(rf"(?<!has )\bno\s+(?={_PART})", "not "),
    _rewrite(rf"(?<!has )\bany\s+(?!of\b)(?={_PART})", ""),
    _rewrite(rf"^\s*(?:all|only)\s+(?!of\b)(?={_TERM}(?:\s+(?:and\s+not|and|or)\s+{_TERM})*\s*$)", ""),
    *SIGNS,
    _rewrite(r"(?<=[\w)])\s+plus\s+(?=[\w(])", " or "),
    _rewrite(r"\b(?:except\s+for|except|excluding|but\s+not|other\s+than|minus)\b", "and not"),
)
"""What is tried, one after the other, and at last all together, with the signs and without."""
