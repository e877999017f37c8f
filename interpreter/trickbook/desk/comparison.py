"""The comparison of a text with its parent: what differs, in the rulebook too, and what that does."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.difference import differ
from trickbook.analysis.difference.description import NamedRules, difference_lines, phrases
from trickbook.bots.costs_of_cards import highest_wins
from trickbook.desk.sent_document import sent_document
from trickbook.expression.types import Kind
from trickbook.problems import TrickbookError, visible
from trickbook.ruleset import Ruleset, load
from trickbook.seat.rules_request import YOUR_TEXT, line_title
from trickbook.seat.setup_form import rulebook_lines
from trickbook.source import Mapping
from trickbook.source.nodes import text as text_of
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH, spoken_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.desk.sent_document import SentDocument
    from trickbook.engine.scores import Metric
    from trickbook.lab.comparison import Comparison
    from trickbook.lab.study import Study
    from trickbook.rulebook.formats import HtmlLine
    from trickbook.texts.phrases import Phrases


EXAMPLES: Final = "examples"
"""The section that a ruleset does not inherit."""

MOST_LINES: Final = 3_000
"""The longest rulebook that is compared; those of shipped games have some hundred lines."""


def changed_rulebook(*, text: object, language: object) -> dict[str, Any]:
    """Return the rulebook of a text with ``<ins>`` and ``<del>``; RulesetError if it has errors.

    ``changes`` counts what is marked; a text without a parent has no marks.
    """
    language = spoken_language(language)
    document = sent_document(text)
    rules, parent = document.ruleset, document.parent
    page = rulebook_lines(rules, language, exact=True)
    if parent is None:
        return {"rulebook": "\n".join(map(str, page)), "parent": None, "changes": 0}
    before = _shipped(parent.name, language, rules.usual if rules.usual in parent.players else parent.usual)
    marked, changes = _marked(before, page)
    title = text_of(parent.resolved.root, "name", language) or parent.title
    return {"rulebook": "\n".join(map(str, marked)), "parent": title, "changes": changes}


@lru_cache(maxsize=64)
def _shipped(name: str, language: str, players: int) -> tuple[HtmlLine, ...]:
    """The rulebook of a shipped game without its examples, which a variant does not have either."""
    resolved = load(name).resolved
    root = resolved.root
    rules = Mapping({key: pair for key, pair in root.entries.items() if key != EXAMPLES}, root.place)
    return rulebook_lines(Ruleset.ready(resolved._replace(root=rules), {}, players), language, exact=True)


def _marked(old: Sequence[HtmlLine], new: Sequence[HtmlLine]) -> tuple[list[HtmlLine], int]:
    """The lines of the new page with marks, and how many there are. Titles and summaries always differ."""
    if max(len(old), len(new)) > MOST_LINES:
        return [*new], 0
    first, last = _first(new), _first(new, own=True)
    old, lines, rest, new = old[_first(old) :], [*new[:first]], new[last:], new[first:last]
    changes = 0
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        removed = [line.within("del") for line in old[a:b] if line.contents]
        changed = [] if kind == "equal" else [*removed, *(line.within("ins") for line in new[c:d])]
        changes += sum(bool(line.contents) for line in changed)
        lines += changed or new[c:d]
    return [*lines, *rest], changes


def _first(lines: Sequence[HtmlLine], *, own: bool = False) -> int:
    """The number of the first line of the first chapter, or of the first that each file has for itself."""
    chapters = ((place, line.chapter) for place, line in enumerate(lines))
    return next((place for place, one in chapters if one and own <= one.own), len(lines))


DEALS: Final = 1_000
"""The deals that each of the two games has at least."""

SEED: Final = 1

BOTS: Final = ("random",)
"""The players, as ``trickbook compare`` has them unless others are named."""

SECONDS: Final = 60.0
"""The time after which a comparison ends with the deals that it has."""

PIECE_SECONDS: Final = 0.7
"""The time that a piece should take, so that others are answered in between."""

MOST_GROWTH: Final = 4
"""How many times larger than the one before a piece may be."""


class Progress(NamedTuple):
    """The figures so far, the seconds they took, and how many matches the next piece has."""

    found: Comparison | None = None
    seconds: float = 0.0
    size: int = 1
    deals: int = DEALS

    @property
    def is_over(self) -> bool:
        """Return whether there are enough deals, or no more time."""
        return self.seconds >= SECONDS or (self.found is not None and min(self.found.dealt) >= self.deals)


def comparison(text: object, language: object, before: Progress) -> tuple[Progress, dict[str, Any]]:
    """Play some more matches of both games; return the figures so far, and what is told of them.

    Raises RulesetError if the text has errors, TrickbookError if it changes no shipped game.
    """
    language = spoken_language(language)
    from trickbook.lab import comparison as lab  # noqa: PLC0415 - it needs NumPy, and nothing else here does
    from trickbook.lab.chunks import Chunk, play_chunk  # noqa: PLC0415
    from trickbook.lab.task import Quota, Task  # noqa: PLC0415

    studies = _studies(sent_document(text))
    total = before.found or lab.empty_comparison(len(studies))
    lack = Quota(lab.MIN_MATCHES, (before.deals,) * len(studies)).less(total)
    task = Task(studies, lab.compare_rows, lab.added_comparisons)
    begun = perf_counter()
    done, _ = play_chunk(task, Chunk(total.matches, before.size, lack, compiled=False))
    took = perf_counter() - begun
    found = lab.added_comparisons(total, done.found)
    size = min(before.size * MOST_GROWTH, max(1, int(before.size * PIECE_SECONDS / max(took, 1e-6))))
    after = Progress(found, before.seconds + took, size, before.deals)
    return after, _progress_data(after, studies, language)


def _studies(document: SentDocument) -> tuple[Study, ...]:
    """The parent and the text, between the same players."""
    from trickbook.lab.study import new_study  # noqa: PLC0415

    parent, rules = document.compared
    players = next((count for count in (rules.usual, *rules.players) if count in parent.players), None)
    if players is None:
        raise TrickbookError(
            Message("nobody can play both at one table: they are for other numbers of players")
        )
    return tuple(new_study(one, BOTS, SEED, players) for one in (parent, rules))


def _progress_data(progress: Progress, studies: tuple[Study, ...], language: str) -> dict[str, Any]:
    """The figures for people: each measure of both games, the difference, and whether chance explains it."""
    from trickbook.lab.measures import study_measures  # noqa: PLC0415
    from trickbook.lab.result_text import ChangeContext, change_sentence, format_difference  # noqa: PLC0415

    found = progress.found
    assert found is not None  # noqa: S101 - a piece has been played
    looked = found.differences()
    measures = {name: one for study in studies for name, one in study_measures(study).items()}
    titles = {name: title for study in studies for name, title in _titles(study, language).items()}
    parent, words = studies[0].rules, phrases(language)
    costing = not highest_wins(parent, studies[0].players)
    context = ChangeContext(measures, titles, studies[0].bots, costing, words)
    return {
        "parent": text_of(parent.resolved.root, "name", language) or parent.title,
        "deals": min(found.dealt),
        "of": progress.deals,
        "over": progress.is_over,
        "players": studies[0].players,
        "sentence": change_sentence(words.say("changes.yours"), looked, context),
        "rows": [
            {
                "measure": one.where.measure,
                "says": titles[one.where.measure],
                "significant": one.significant,
                **format_difference(one, share=measures[one.where.measure].share)._asdict(),
            }
            for one in looked
        ],
    }


def _titles(study: Study, language: str) -> dict[str, str]:
    """What each measure of a study is called in a language."""
    from trickbook.lab.measures import study_measures  # noqa: PLC0415
    from trickbook.lab.study import metric_columns  # noqa: PLC0415

    own, words = metric_columns(study), phrases(language)
    return {
        name: _own_title(name, own[name], words) if name in own else words.say(f"figures.{name}")
        for name in study_measures(study)
    }


def _own_title(column: str, metric: Metric, words: Phrases) -> str:
    """What a metric of the ruleset is called: how often it held, or how much of it there was a deal."""
    from trickbook.lab.study import OWN_PREFIX  # noqa: PLC0415

    often = metric.what.type.kind is Kind.CONDITION
    named = text_of(metric.entry.node, "name", words.language) if words.language != ENGLISH else None
    name = named or (column.removeprefix(OWN_PREFIX) if often else column).replace("_", " ")
    return words.say("figures.often" if often else "figures.each_deal", name=name)


def difference(*, text: object, language: object) -> dict[str, Any]:
    """Return the lines of ``trickbook diff``; RulesetError if the text has errors.

    Raises TrickbookError for a text that changes no shipped game.
    """
    language = spoken_language(language)
    parent, rules = sent_document(text).compared
    found = differ(parent, rules)
    ours = NamedRules(in_language(YOUR_TEXT, language), rules)
    lines = difference_lines(found, NamedRules(parent.name, parent), ours, language, line_title)
    shown_lines = [visible(line) for line in "\n".join(lines).split("\n")]
    return {"lines": shown_lines, "same": found.same}
