"""The generated parts of the guides, between ``<!-- NAME -->`` and ``<!-- end -->``; the names in the schema.

``make guides`` writes them anew.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from tests import costs
from tests.guides import indexes, protocol
from tests.guides.click_words import catalogue_path, compiled
from tests.guides.guide import ROOT
from tests.guides.indexes import SCHEMA
from tests.guides.layers import layers
from tests.guides.markdown import code, table
from tests.guides.shipped_parts import parts as shipped

import trickbook
from trickbook.cards.deck import MOST_CARDS
from trickbook.engine import ask, lookup
from trickbook.expression import parser, types
from trickbook.expression.diagnostics.slips import SLIPS
from trickbook.expression.forms import FORMS
from trickbook.expression.vocabulary import BUILT_IN
from trickbook.loading import dependencies
from trickbook.loading.files import HOUSE, Summary, summaries
from trickbook.seat.house_rule_choice import house_rule_groups
from trickbook.sections import match, piles, players
from trickbook.source.files import LIMITS
from trickbook.state import MOST_SEATS
from trickbook.texts.languages import ENGLISH, languages

PART: Final = re.compile(r"(?s)(?<=<!-- )(?!end )(?P<name>[a-z: ]+)(?P<open> -->\n).*?(?=<!-- end -->)")
GUIDES: Final = [
    *sorted(ROOT.glob("[!.]*/README.md")),
    indexes.REFERENCE,
    indexes.RECIPES,
    ROOT / "interpreter" / "trickbook" / "server" / "README.md",
]
NAMES: Final = re.compile(
    r'(?P<head>"(?P<kind>ruleset_name|house_rule)": \{.*?"defaultSnippets": \[\n).*?(?=\n? {6}\])', re.DOTALL
)


def written(text: str) -> str:
    """A guide with its generated parts as they should be."""
    return PART.sub(lambda found: f"{found['name']}{found['open']}\n{_part(found['name'])}\n\n", text)


def with_names(schema: str) -> str:
    """The text of the schema with the names of all games and house rules, for editors to offer."""
    games = [one for one in summaries().values() if one.counts]
    house_rules = [one for name, one in summaries().items() if name.startswith(HOUSE)]
    offered = {"ruleset_name": games, "house_rule": house_rules}
    return NAMES.sub(lambda found: found["head"] + ",\n".join(map(_offer, offered[found["kind"]])), schema)


def _offer(one: Summary) -> str:
    """A ruleset as editors offer it, on one line."""
    name = one.name.removeprefix(HOUSE)
    snippet = {"label": name, "description": one.says or one.title, "body": name}
    return " " * 8 + json.dumps(snippet, ensure_ascii=False)


def _part(name: str) -> str:
    kind, _, what = name.partition(": ")
    return PARTS[kind](what) if what else PARTS[kind]()


def words() -> str:
    """The table of words."""
    rows = [[code(word.name), str(word.type), word.scope, word.says, code(word.example)] for word in BUILT_IN]
    return table(["word", "is", "where", "means", "example"], rows)


def forms() -> str:
    """The forms of the language."""
    rows = [[code(form.form), form.gives, form.says, code(form.example)] for form in FORMS]
    return table(["form", "gives", "means", "example"], rows)


def slips() -> str:
    """What people write who know other languages."""
    return table(["you wrote", "Trickbook says"], [[code(one), str(says)] for one, says in SLIPS.items()])


def grammar() -> str:
    """The grammar as it is."""
    return f"```text\n{(ROOT / 'grammar' / 'expression.lark').read_text('utf-8')}```"


def built_in_piles() -> str:
    """The piles of every game."""
    rows = [
        [code(name), "each player" if owned else "the table", seen_by, code(ever or "")]
        for name, owned, seen_by, ever in piles.BUILT_IN
    ]
    return table(["pile", "who has one", "seen by", "all that ever lay there"], rows)


def limits() -> str:
    """How big things may be."""
    rows = [
        ["a file", f"{LIMITS.bytes // 1024} KB, {LIMITS.nodes:,} keys and values, {LIMITS.depth} levels"],
        ["one value of it", f"{LIMITS.text:,} characters; a key, {LIMITS.key}"],
        ["a chain of `extends`", f"{dependencies.DEEPEST} files"],
        [
            "an expression",
            f"{parser.LONGEST} characters, {parser.DEEPEST} brackets deep, {types.TOP_COST:,} steps",
        ],
        ["players", f"{players.FEWEST} to {MOST_SEATS}"],
        ["cards", f"{MOST_CARDS}"],
        ["tricks in a deal", f"{lookup.MOST_TRICKS} for each card of the deck"],
        ["answers to one question in a deal", f"{ask.MOST_ANSWERS:,}"],
        ["deals in a match", f"{match.MOST_DEALS:,}"],
        ["a product or a power", f"holds at {_power_of_ten(types.LARGEST)}"],
        ["a deal's points", f"hold at {_power_of_ten(types.GREATEST)}"],
    ]
    return table(["what", "at most"], rows)


def _power_of_ten(number: int) -> str:
    return f"10^{len(str(number)) - 1}"


def house_rules() -> str:
    """The shipped house rules by group, each with what it says."""
    shown = summaries()
    rows = [
        [
            group.title["en"],
            "<br>".join(f"{code(name)}: {shown[HOUSE + name].says}" for name in group.house_rules),
        ]
        for group in house_rule_groups().groups
    ]
    return table(["what they change", "house rules"], rows)


def parts() -> str:
    """The shipped parts: what each rests on, what it is, and the words that it brings."""
    rows = ([code(part.name), _codes(part.extends), part.says, _codes(part.words)] for part in shipped())
    return table(["part", "extends", "what it is", "words that it brings"], rows)


def _codes(names: Iterable[str]) -> str:
    return ", ".join(map(code, names))


def by_layers() -> str:
    """The modules of the language, then those that stand on it."""
    parts = (("this is Trickbook", True), ("this stands on it", False))
    return "\n\n".join(
        table([head, ""], [[code(one.name), one.what] for one in layers() if one.is_language is inside])
        for head, inside in parts
    )


def messages(part: str) -> str:
    """A part of the server's protocol: the messages of one side, the view, the events, or the codes."""
    return table(protocol.heads(part), protocol.rows(part))


def python() -> str:
    """All that Python may call: functions, what rulesets, games and moments offer, errors."""
    public = {name: getattr(trickbook, name) for name in trickbook.__all__}
    functions = {name: one for name, one in public.items() if callable(one) and not inspect.isclass(one)}
    calls = [[_called(name, one), _prose(one)] for name, one in functions.items()]
    parts = [table(["`trickbook`", "what it gives"], calls)]
    for kind in (trickbook.Ruleset, trickbook.Game, trickbook.Position):
        heads = [code(kind.__name__), "what it gives"]
        rows = [[_called(name, one), _prose(one)] for name, one in members(kind).items()]
        parts += [f"A {heads[0]}: {_prose(kind)}", table(heads, rows)]
    errors = [[code(name), _prose(one)] for name, one in public.items() if name.endswith("Error")]
    return "\n\n".join([*parts, table(["error", "when"], errors)])


def members(kind: type) -> dict[str, Any]:
    """The properties and methods of a class, those of its bases first, in the order of their definition."""
    found = {name: one for base in reversed(kind.mro()) for name, one in vars(base).items()}
    return {
        name: one
        for name, one in found.items()
        if not name.startswith("_") and (inspect.isfunction(one) or isinstance(one, property))
    }


def _called(name: str, one: Any) -> str:
    """How something is called: a function with what it takes."""
    if isinstance(one, property):
        return code(name)
    signature = inspect.signature(one)
    takes = [
        part.replace(annotation=inspect.Parameter.empty)
        for part in signature.parameters.values()
        if part.name != "self"
    ]
    return code(f"{name}{inspect.Signature(takes)}")


def _prose(one: Any) -> str:
    """A docstring as one paragraph of Markdown."""
    return " ".join((inspect.getdoc(one) or "").replace("``", "`").split())


def spent() -> str:
    """What each folder of tests costs, and the functions that cost most."""
    kept = costs.read()
    folders = [
        [folder, f"{cases:.0f}", f"{sum(seconds):.0f}"]
        for folder, (cases, *seconds) in costs.by_folder(kept).items()
    ]
    dearest = sorted(kept.functions.items(), key=lambda one: -one[1].setup - one[1].call)[:20]
    functions = [
        [code(name.removeprefix("tests/")), str(cost.cases), f"{cost.setup + cost.call:.0f}"]
        for name, cost in dearest
    ]
    return "\n\n".join(
        table([what, "tests", "seconds of one core"], rows)
        for what, rows in (("folder", folders), ("function", functions))
    )


PARTS: Final[dict[str, Callable[..., str]]] = {
    "words": words,
    "forms": forms,
    "slips": slips,
    "grammar": grammar,
    "keys": indexes.keys,
    "every entry": indexes.every,
    "key index": indexes.key_index,
    "word index": indexes.word_index,
    "codes": indexes.codes,
    "recipes": indexes.recipes,
    "piles": built_in_piles,
    "limits": limits,
    "house rules": house_rules,
    "parts": parts,
    "layers": by_layers,
    "protocol": messages,
    "python": python,
    "costs": spent,
}


def refresh() -> None:
    """Write the generated parts of all guides anew."""
    for path in GUIDES:
        path.write_text(written(path.read_text("utf-8")), encoding="utf-8")
    SCHEMA.write_text(with_names(SCHEMA.read_text("utf-8")), encoding="utf-8")
    for language in set(languages()) - {ENGLISH}:
        catalogue_path(language).write_bytes(compiled(language))


if __name__ == "__main__":
    refresh()
