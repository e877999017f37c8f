"""Commands that show rulesets: the list of them, and the text, the rulebook and the graph of one."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from trickbook.console.messages import chosen_language, spoken, usage_error
from trickbook.console.parameters import HOUSE_RULES, NAME, GameSetup, Output, command, record, style, switch
from trickbook.loading import resolve
from trickbook.loading.files import HOUSE, Summary, find, shipped_games, summaries
from trickbook.problems import RulesetError, visible
from trickbook.sections import table
from trickbook.sections.players import span
from trickbook.source import Listing, Mapping, Pair, Scalar, fetch
from trickbook.texts.message import Message, either

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.problems import Place
    from trickbook.source import Node

    Line = tuple[str, Place]

WIDTH: Final = 88
"""The columns of the list."""

MARGIN: Final = 40
"""The column of the origins; behind longer lines they follow the text."""

PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+")


@command("list")
def list_games(*, parts_too: bool = switch("--all", "Include the parts that games extend.")) -> None:
    """List the games and house rules that come with Trickbook, with a summary of each."""
    found = summaries(chosen_language())
    games, house = shipped_games(), [name for name in found if name.startswith(HOUSE)]
    groups = [(Message("Games:"), games), (Message("House rules, to apply to a game:"), house)]
    if parts_too:
        parts = [name for name in found if name not in (*games, *house)]
        groups.append((Message("Parts for rulesets to extend:"), parts))
    texts = (
        [spoken(title), *(_described(found[name]) for name in names)] for title, names in groups if names
    )
    click.echo("\n\n".join("\n\n".join(group) for group in texts))


def _described(ruleset: Summary) -> str:
    """A ruleset in a few lines."""
    name, title, counts = ruleset.name, ruleset.title, ruleset.counts
    head = Message("  {name}: {title}", name=name, title=title)
    if counts:
        head = Message("{what}, {span} players", what=head, span=span(counts))
    return "\n".join(
        [spoken(head), *textwrap.wrap(ruleset.says, WIDTH, initial_indent="    ", subsequent_indent="    ")]
    )


@command("show")
def show(
    *,
    game: GameSetup = record(GameSetup),
    resolved: bool = switch("--resolved", "Merge all that it extends, and add the origin of each line."),
    python: bool = switch("--python", "Print the functions that its terms and clauses become."),
    sentence: bool = switch("--sentence", "Print in one sentence what differs from the usual rules."),
) -> None:
    """Print a ruleset as it is written.

    --resolved prints it merged with all that it extends and with the house rules, as a ruleset that needs no
    other file. A comment behind each line names its origin. --python prints the program by which it is
    played. A comment above a function names the entry that it says. --sentence prints what a table has
    chosen: `Spades: to 350, no nil.`
    """
    ways = {
        "--resolved": (resolved, _resolved),
        "--python": (python, _program),
        "--sentence": (sentence, _sentence),
    }
    chosen = [name for name, (wanted, _) in ways.items() if wanted]
    if len(chosen) > 1:
        raise usage_error(
            Message(
                "{one} and {other} exclude each other: print one after the other",
                one=chosen[0],
                other=chosen[1],
            )
        )
    if not chosen and (game.players or game.options or game.house):
        raise usage_error(
            Message(
                "players, options and house rules change nothing in a file: add {list}", list=either(ways)
            )
        )
    text = ways[chosen[0]][1] if chosen else _source_text
    click.echo(text(game), nl=False)


def _program(game: GameSetup) -> str:
    """The program that a ruleset becomes."""
    return game.ruleset().engine().program.whole()


def _sentence(game: GameSetup) -> str:
    """The game, and what its table has agreed on."""
    from trickbook.rulebook.phrases import sentence

    return f"{sentence(game.ruleset(), chosen_language())}\n"


def _source_text(game: GameSetup) -> str:
    """The text of a ruleset's own file."""
    path = find(game.name)
    if path is None:
        raise RulesetError(resolve(game.name).problems)
    text, problems = fetch(path)
    if text is None:
        raise RulesetError(problems)
    return text if text.endswith("\n") else text + "\n"


def _resolved(game: GameSetup) -> str:
    """The text of a ruleset with all that it extends; a part may be shown too."""
    found = resolve(game.name, game.house)
    wrong = [
        problem for problem in found.problems if problem.severity == "error" and problem.code != "only-a-part"
    ]
    if wrong:
        raise RulesetError(wrong, found.texts)
    return flat_yaml(found.root)


def flat_yaml(root: Mapping) -> str:
    """Write a merged tree as YAML in block style. Loading it gives the same ruleset."""
    joining = {section.key for section in table.SECTIONS.values() if section.joins}
    entries = {key: entry for key, entry in root.entries.items() if key not in joining}
    return "".join(_section(key, entry) for key, entry in table.in_order(_as_written(entries)).items())


def _section(key: str, entry: Pair) -> str:
    lines = _node(f"{_key(key)}:", entry.node, entry.key_place, "  ")
    text = "".join(f"{line:<{MARGIN}}  # {_origin(place)}\n" for line, place in lines)
    return text if isinstance(entry.node, Scalar) else "\n" + text


def _origin(place: Place) -> str:
    """The origin of a line; an absolute path is shortened to the name of the file."""
    path = Path(place.file)
    return f"{path.name if path.is_absolute() else place.file}:{place.line}"


def _as_written(entries: dict[str, Pair]) -> dict[str, Pair]:
    """Write definitions and choices in the short form if they are only a text or a list of names."""
    changed = dict(entries)
    for section in table.rules():
        found = entries.get(section.key)
        if section.short and found and isinstance(found.node, Mapping):
            shorten = _names if table.entries_at((section.key, "", section.short)) else _definition
            inner = {
                name: Pair(entry.key_place, shorten(entry.node, section.short))
                for name, entry in found.node.entries.items()
            }
            changed[section.key] = Pair(found.key_place, Mapping(inner, found.node.place))
    return changed


def _definition(node: Node, key: str) -> Node:
    return node.entries[key].node if isinstance(node, Mapping) and set(node.entries) == {key} else node


def _names(node: Node, key: str) -> Node:
    found = node.entries.get(key) if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or found is None or not isinstance(found.node, Mapping):
        return node
    choices = found.node.entries.items()
    if any(not isinstance(choice.node, Mapping) or choice.node.entries for _, choice in choices):
        return node
    names = tuple(Scalar(name, name, choice.key_place, plain=True, span=(0, 0)) for name, choice in choices)
    return Mapping({**node.entries, key: Pair(found.key_place, Listing(names, found.node.place))}, node.place)


def _map(node: Mapping, indent: str) -> Iterator[Line]:
    for key, entry in node.entries.items():
        yield from _node(f"{indent}{_key(key)}:", entry.node, entry.key_place, indent + "  ")


def _list(node: Listing, indent: str) -> Iterator[Line]:
    for item in node.items:
        yield from _node(f"{indent}-", item, item.place, indent + "  ")


def _node(head: str, node: Node, place: Place, indent: str) -> Iterator[Line]:
    """A key or the dash of an item, followed by its value."""
    match node:
        case Scalar():
            yield f"{head} {_scalar(node)}", node.place
        case Listing():
            yield head if node.items else f"{head} []", place
            yield from _list(node, indent)
        case Mapping():
            yield head if node.entries else f"{head} {{}}", place
            yield from _map(node, indent)


def _key(name: str) -> str:
    return name if PLAIN.fullmatch(name) else _quoted(name)


def _scalar(node: Scalar) -> str:
    """A scalar as YAML: plain text stays plain, quoted and block text is quoted on one line."""
    return node.text if node.plain else _quoted(node.text)


def _quoted(text: str) -> str:
    """A text in quotes, with its escapes."""
    return visible(json.dumps(text, ensure_ascii=False))


@command("rulebook")
def rulebook(
    *,
    game: GameSetup = record(GameSetup),
    how: str = style(("text", "md", "html"), "Format of the rulebook."),
    exact: bool = switch("--exact", "Add what each rule exactly means, and what each option would bring."),
    output: Output = record(Output),
) -> None:
    """Print the rules of a game for the table, in the sentences of its ruleset.

    The output is plain text, Markdown, or a single HTML file for printing. What could be agreed otherwise
    stands in one line each; --option turns it on.
    """
    from trickbook.analysis.translations import require_catalogues

    output.require()
    rules, language = game.ruleset(), chosen_language()
    require_catalogues(rules.resolved, language)
    output.write(rules.rulebook(how, language, exact=exact))


@command("graph")
def graph(
    *,
    name: str = NAME,
    house: tuple[str, ...] = HOUSE_RULES,
    own: bool = switch("--own", "Show only its own entries, what they read, and what reads them."),
    how: str = style(("text", "mermaid", "svg"), "Format of the graph."),
    output: Output = record(Output),
) -> None:
    """Show what a ruleset extends, which file each entry comes from, and which entries read which.

    A file that changes an entry of another is named behind it.
    """
    from trickbook.analysis.graph import graph_of
    from trickbook.analysis.graph_formats import mermaid, plain_text, svg

    output.require()
    resolved = resolve(name, house)
    wrong = [problem for problem in resolved.problems if problem.severity == "error"]
    if wrong and (house or not resolved.root.entries):
        raise RulesetError(wrong, resolved.texts)
    found = graph_of(resolved)
    shown_part = found.near({resolved.file, *resolved.patches}) if own else found
    write = {"text": plain_text, "mermaid": mermaid}
    drawn = write[how](shown_part, chosen_language()) if how in write else svg(shown_part)
    output.write(f"{drawn}\n")
