"""The grammar of expressions, and the tables that lark makes of it.

They are kept beside the grammar: making them is slow, and lark takes long to import. It is imported only
where there are none, or where the grammar has changed.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.source.files import folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lark import Lark
    from lark.grammar import Rule as LarkRule

STARTS: Final = ("start", "range", "place")
"""What can be parsed: an expression, a range such as ``1 to 2``, a place such as ``hand of dealer``."""


class Rule(NamedTuple):
    """A rule of the grammar: what it makes, of how many parts, and which of these the tree keeps.

    ``kept`` has None for an optional part that is missing. A ``lone`` part stands for the whole.
    """

    origin: str
    data: str
    size: int
    kept: Sequence[int | None]
    lone: bool


class Scanner(NamedTuple):
    """The terminals that may come next, as a pattern; some of their texts are ``words`` of the grammar."""

    pattern: str
    words: Mapping[str, Mapping[str, str]]


class Tables(NamedTuple):
    """The tables of a grammar.

    A state has the number of its scanner, and what follows upon each symbol: the next state, or a rule that
    is complete, as ``~number``. ``starts`` and ``ends`` are the states before and behind a whole text.
    The scanner ``anywhere`` knows all terminals.
    """

    ignored: Sequence[str]
    rules: Sequence[Rule]
    scanners: Sequence[Scanner]
    states: Sequence[tuple[int, Mapping[str, int]]]
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    anywhere: Scanner


@cache
def tables() -> Tables:
    """The tables of the grammar, made before or made now."""
    kept = folder("grammar") / "expression.json"
    found = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    if found.get("made") != _mark():
        found = json.loads(written())
    return Tables(
        ignored=found["ignored"],
        rules=[Rule(*rule) for rule in found["rules"]],
        scanners=[Scanner(*scanner) for scanner in found["scanners"]],
        states=found["states"],
        starts=found["starts"],
        ends=found["ends"],
        anywhere=Scanner(*found["anywhere"]),
    )


@cache
def parser() -> Lark:
    """Lark's own parser, which the tables are made from."""
    from lark import Lark

    return Lark(
        _grammar(), parser="lalr", start=list(STARTS), propagate_positions=True, maybe_placeholders=True
    )


def written() -> str:
    """Return the tables of the grammar as text."""
    front: Any = parser().parser
    table, rules = front.parser.parser.parse_table, list(parser().rules)
    scanners, states = list[Scanner](), list[tuple[int, dict[str, int]]]()
    for state in sorted(table.states):
        scanner = _scanner(front.lexer.lexers[state])
        if scanner not in scanners:
            scanners.append(scanner)
        follows = {
            symbol: ~rules.index(arg) if arg in rules else arg
            for symbol, (_, arg) in sorted(table.states[state].items())
        }
        states.append((scanners.index(scanner), follows))
    made = Tables(
        ignored=front.lexer_conf.ignore,
        rules=list(map(_rule, rules)),
        scanners=scanners,
        states=states,
        starts=table.start_states,
        ends=table.end_states,
        anywhere=_scanner(front.lexer.root_lexer),
    )
    return json.dumps({"made": _mark(), **made._asdict()}, separators=(",", ":"), sort_keys=True) + "\n"


def _rule(rule: LarkRule) -> Rule:
    """A rule as the parser needs it: words and signs that stand in the rule itself leave the tree."""
    kept: list[int | None] = []
    place = 0
    for missing in rule.options.empty_indices or [False] * len(rule.expansion):
        if missing:
            kept.append(None)
            continue
        if not getattr(rule.expansion[place], "filter_out", False):
            kept.append(place)
        place += 1
    name = str(rule.alias or rule.origin.name)
    lone = bool(rule.options.expand1 and not rule.alias)
    return Rule(str(rule.origin.name), name, len(rule.expansion), kept, lone)


def _scanner(lexer: Any) -> Scanner:
    """The terminals of a state in one pattern, as lark tries them."""
    terminals = lexer.scanner.terminals
    pattern = "|".join(f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in terminals)
    words = {
        name: {one.pattern.value: one.name for one in unless.scanner.terminals}
        for name, unless in lexer.callback.items()
    }
    return Scanner(pattern, words)


def _grammar() -> str:
    return (folder("grammar") / "expression.lark").read_text("utf-8")


def _mark() -> str:
    """Return what the tables depend on."""
    return sha256(_grammar().encode()).hexdigest()
