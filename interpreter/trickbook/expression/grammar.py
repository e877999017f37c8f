"""The grammar of expressions, and the tables that lark makes of it.

They are kept beside the grammar: making them is slow, and lark takes long to import. It is imported only
where there are none, or where the grammar has changed.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.lalr import Rule, Scanner, Tables
from trickbook.source.files import folder

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule as LarkRule

STARTS: Final = ("start", "range", "place")
"""What can be parsed: an expression, a range such as ``1 to 2``, a place such as ``hand of dealer``."""


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
