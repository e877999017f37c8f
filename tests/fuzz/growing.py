"""Texts that grow, and the work that each part of Trickbook does for one."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import yaml

from trickbook.analysis.difference import compare
from trickbook.analysis.difference.description import entry_lines
from trickbook.analysis.draft import Heading, draft
from trickbook.analysis.draft.catalogue import NONE, catalogue_to_fill, text_tree
from trickbook.analysis.graph import graph_of
from trickbook.analysis.graph_formats import mermaid, plain_text, svg
from trickbook.analysis.translations import sentences
from trickbook.analysis.validation import validate_resolved
from trickbook.cli.rulesets import flat_yaml
from trickbook.examples.runner import Runner
from trickbook.formatting import format_text
from trickbook.formatting.comments import attached
from trickbook.language_server import Document
from trickbook.language_server.completion import proposals
from trickbook.language_server.cursor import cursor
from trickbook.language_server.names import folds, symbols
from trickbook.loading import resolve_sent
from trickbook.problems import RulesetError, TrickbookError
from trickbook.problems.rendering import render
from trickbook.rulebook import rulebook
from trickbook.ruleset import Ruleset
from trickbook.source.files import source_text
from trickbook.source.nodes import text as text_of
from trickbook.source.tree import read

FILE: Final = "game.yaml"
PATH: Final = Path(FILE).absolute()
MOVES: Final = 8
"""How many moves are played by the rules."""

HEAD: Final = "trickbook: 1\nextends: whist\n"

Shapes: TypeAlias = Mapping[str, Mapping[str, str]]

KINDS: Final[Mapping[str, Shapes]] = yaml.safe_load(
    (Path(__file__).parent / "growth.yaml").read_text("utf-8")
)
"""What grows in a text, by name: in how it is written, in what is wrong, or in its rules."""


def text(kind: str, name: str, size: int, times: int) -> str:
    """A text of one shape: what is repeated has so many characters, so many times."""
    shape = KINDS[kind][name]
    count = times * (int(shape.get("size", size)) // len(shape["each"]))
    head, foot = shape.get("head", ""), shape.get("foot", "")
    return HEAD + head + _repeated(shape["each"], count) + foot + _repeated(shape.get("then", ""), count)


def _repeated(pattern: str, count: int) -> str:
    """A pattern again and again."""
    return "".join(
        pattern.replace("{n}", str(n))
        .replace("{m}", str(n - 1))
        .replace("{p}", str(n + 1))
        .replace("{h}", str(n // 2))
        for n in range(count)
    )


def understood(content: str) -> None:
    read.cache_clear()
    read(content, FILE)


def formatted(content: str) -> None:
    read.cache_clear()
    format_text(content, FILE)


def commented(content: str) -> None:
    root, problems = read(content, FILE)
    if root is not None and not problems:
        attached(root, source_text(FILE, content))


def validated(content: str) -> None:
    read.cache_clear()
    report = validate_resolved(resolve_sent(content, FILE), quick=True)
    render(report.problems, report.texts)


def printed(content: str) -> None:
    read.cache_clear()
    resolved = resolve_sent(content, FILE)
    flat_yaml(resolved.root)
    if not resolved.problems:
        with suppress(RulesetError):
            rulebook(Ruleset.ready(resolved, {}))


def graphed(content: str) -> None:
    graph = graph_of(resolve_sent(content, FILE))
    for draw in (plain_text, mermaid, svg):
        draw(graph)


def differing(content: str) -> None:
    one, other = (resolve_sent(some, FILE).root for some in (HEAD, content))
    list(entry_lines(compare(one, other), "one", "other"))


def translated(content: str) -> None:
    root = read(content, FILE)[0]
    if root is not None:
        found = {path: text_of(entry, path[-1]) for path, entry, _ in sentences(root)}
        english = {path: said for path, said in found.items() if said}
        catalogue_to_fill(text_tree(dict.fromkeys(found)), english, NONE)


def tested(content: str) -> None:
    resolved = resolve_sent(content, FILE)
    if not any(problem.severity == "error" for problem in resolved.problems):
        results = Runner().run_own(resolved, resolved.trees[FILE])
        render(results.all_problems(), results.texts)


def played(content: str) -> None:
    resolved = resolve_sent(content, FILE)
    with suppress(TrickbookError):
        rules = Ruleset.ready(resolved, {})
        assert rules.digest
        game = rules.new_game(seed=1)
        for _ in range(MOVES):
            if game.turn is not None and (moves := game.legal(game.turn)):
                game = game.apply(game.turn, moves[0])


def programmed(content: str) -> None:
    resolved = resolve_sent(content, FILE)
    with suppress(TrickbookError):
        Ruleset.ready(resolved, {}).engine().program.whole()


def drafted(content: str) -> None:
    resolved = resolve_sent(content, FILE)
    with suppress(TrickbookError):
        rules = Ruleset.ready(resolved, {})
        draft(Heading("Ours", "schema.json", FILE, [], {}), rules, rules)


def completed(content: str) -> None:
    document = Document(PATH, {PATH: content})
    for line in (len(content), content.rfind("\n", 0, -1) + 3, content.rfind(" ") + 1):
        proposals(document, cursor(content, line), "")


def outlined(content: str) -> None:
    root = read(content, FILE)[0]
    if root is not None:
        symbols(root, content)
    list(folds(content))


class Core(NamedTuple):
    """What is done with a text: the kinds of text that it is tried with, and how long these are at first."""

    work: Callable[[str], None]
    kinds: tuple[str, ...]
    size: int


CORES: Final[Mapping[str, Core]] = {
    "read": Core(understood, ("texts",), 400),
    "comments": Core(commented, ("texts",), 1500),
    "fmt": Core(formatted, ("texts",), 300),
    "outline": Core(outlined, ("texts",), 400),
    "validate": Core(validated, ("mistakes", "rules"), 350),
    "rulebook": Core(printed, ("rules",), 350),
    "graph": Core(graphed, ("rules",), 350),
    "diff": Core(differing, ("rules",), 350),
    "translate": Core(translated, ("texts", "rules"), 350),
    "test": Core(tested, ("rules",), 350),
    "show --python": Core(programmed, ("rules",), 350),
    "new": Core(drafted, ("rules",), 350),
    "play": Core(played, ("rules",), 350),
    "completion": Core(completed, ("rules",), 350),
}
