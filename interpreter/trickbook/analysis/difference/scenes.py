"""Scenes: random positions as an example gives them, most of them small, and what a ruleset answers.

A scene is the ``given`` of an example as plain data: what may be played, who wins a trick, what piles count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.difference.sampling_pool import members_of_groups
from trickbook.cards.chance import Stream
from trickbook.cards.deck import MARK
from trickbook.engine.moves import answer_text
from trickbook.engine.scores import measure
from trickbook.game.deal_score import final_state, questions, score
from trickbook.problems import TrickbookError
from trickbook.sections.metrics import KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from trickbook.analysis.difference.sampling_pool import SamplingPool
    from trickbook.ruleset import Ruleset

Scene = dict[str, Any]

SIZES: Final = (1, 1, 2, 2, 2, 3, 3, 4, 6)
"""The sizes of a hand, all equally likely."""

Answer = dict[str, Any]

Pair = tuple[str, Any, Any]
"""A word of an example, and the result by each of two rulesets."""


class RandomSource(Stream):
    """A stream of random numbers."""

    def once_in(self, times: int) -> bool:
        """True with probability 1 / ``times``."""
        return not self.below(times)


def legal_scene(luck: RandomSource, stuff: SamplingPool) -> Scene:
    """A hand and the plays so far."""
    pile = list(stuff.cards)
    size = luck.one(stuff.sizes)
    trick = [_play(luck, stuff, pile, size) for _ in range(luck.below(stuff.seats))]
    hand = _draw(luck, stuff, pile, luck.one(SIZES))
    scene: Scene = {"hand": hand, "trick": [play for play in trick if play]}
    if luck.once_in(2):
        scene["trick_number"] = 1 if luck.once_in(2) else max(1, min(13, luck.one(stuff.numbers)))
    if luck.once_in(3):
        scene["played"] = _some(luck, stuff, pile)
    if luck.once_in(8):
        scene["exposed"] = [luck.one(hand)] if hand and luck.once_in(2) else _draw(luck, stuff, pile, 1)
    if luck.once_in(12):
        scene[luck.one(("held", "aside"))] = _draw(luck, stuff, pile, 1)
    for name in ("leader", "dealer"):
        if luck.once_in(8):
            scene[name] = luck.below(stuff.seats)
    return _about(luck, stuff, scene)


def winner_scene(luck: RandomSource, stuff: SamplingPool) -> Scene:
    """A whole trick."""
    pile = list(stuff.cards)
    size = luck.one(stuff.sizes)
    lead = _play(luck, stuff, pile, size)
    suit = next((group for group in stuff.groups if lead[:1] and lead[0] in group and luck.once_in(2)), ())
    plays = [lead]
    for _ in range(stuff.seats - 1):
        near = members_of_groups([suit], pile)
        plays.append(_play(luck, stuff, pile, size, near if near and not luck.once_in(3) else ()))
    scene: Scene = {"trick": [play for play in plays if play]}
    return {**scene, "last": True} if luck.once_in(4) else scene


def points_scene(luck: RandomSource, stuff: SamplingPool) -> Scene:
    """The cards taken by each seat."""
    pile, taken = list(stuff.cards), dict[int, list[str]]()
    for _ in range(luck.one((1, 1, 2, 3))):
        taken.setdefault(luck.below(stuff.seats), []).extend(_some(luck, stuff, pile))
    if luck.once_in(4):
        for seat in (seat for seat in taken if len(taken[seat]) > 1 and luck.once_in(2)):
            taken.setdefault((seat + 1) % stuff.seats, []).append(taken[seat].pop())
            break
    scene: Scene = {"taken": {seat: cards for seat, cards in sorted(taken.items()) if cards}}
    if luck.once_in(4):
        scene["tricks"] = [max(0, min(13, luck.one(stuff.numbers))) for _ in range(stuff.seats)]
    lying = [card for cards in taken.values() for card in cards]
    if lying and luck.once_in(6):
        scene["exposed"] = [luck.one(lying)]
    return _about(luck, stuff, scene)


def _about(luck: RandomSource, stuff: SamplingPool, found: Scene) -> Scene:
    """Sometimes scores and facts."""
    if luck.once_in(8):
        found["scores"] = [luck.one(stuff.numbers) for _ in range(stuff.seats)]
    facts: Scene = {name: luck.once_in(2) for name in stuff.facts if luck.once_in(4)}
    for name, choices, owned in stuff.answers:
        if not luck.once_in(4):
            answer = luck.one(choices)
            facts[name] = [answer] * stuff.seats if owned else answer
    return {**found, "facts": facts} if facts else found


def _some(luck: RandomSource, stuff: SamplingPool, pile: list[str]) -> list[str]:
    """A few cards, whole groups, or almost all cards of a word."""
    if luck.once_in(3):
        return _draw(luck, stuff, pile, luck.one(SIZES))
    near = stuff.named_groups if stuff.named_groups and luck.once_in(2) else stuff.groups
    groups = [luck.one(near) for _ in range(luck.one((1, 1, 2, 3)))]
    if luck.once_in(2):
        groups.append(stuff.hot)
    return _take(pile, members_of_groups(groups, pile))


def _play(
    luck: RandomSource, stuff: SamplingPool, pile: list[str], size: int, near: Sequence[str] = ()
) -> list[str]:
    """A play of several cards, often identical ones."""
    first = _take(pile, [luck.one(near)]) if near else _draw(luck, stuff, pile, 1)
    twins = [card for card in pile if card in first]
    rest = size - len(first)
    if rest and len(twins) >= rest and not luck.once_in(3):
        return first + _take(pile, twins[:rest])
    return first + _draw(luck, stuff, pile, rest)


def _draw(luck: RandomSource, stuff: SamplingPool, pile: list[str], count: int) -> list[str]:
    """Cards from a pile, half of them related to the differences; sometimes all of one group."""
    near = luck.one(stuff.groups) if stuff.groups and luck.once_in(5) else ()
    drawn_cards: list[str] = []
    for _ in range(min(count, len(pile))):
        liked = members_of_groups([near or stuff.hot], pile) if near or luck.once_in(2) else ()
        drawn_cards += _take(pile, [luck.one(liked or pile)])
    return drawn_cards


def _take(pile: list[str], cards: Iterable[str]) -> list[str]:
    """Take cards out of a pile."""
    remaining = list(cards)
    for card in remaining:
        pile.remove(card)
    return remaining


DRAWS: Final[dict[str, Callable[[RandomSource, SamplingPool], Scene]]] = {
    "legal": legal_scene,
    "winner": winner_scene,
    "points": points_scene,
    KEY: points_scene,
}
"""The scenes to draw of each kind."""


def legal_answer(rules: Ruleset, seats: int, scene: Scene) -> Answer:
    """The legal plays."""
    rest = {key: value for key, value in scene.items() if key not in ("hand", "trick")}
    plays = [" ".join(play) for play in scene["trick"]]
    return {"legal": rules.position(scene["hand"], trick=plays, players=seats, **rest).legal()}


def winner_answer(rules: Ruleset, seats: int, scene: Scene) -> Answer:
    """The play that wins the trick."""
    plays = [" ".join(play) for play in scene["trick"]]
    return {"winner": rules.trick_winner(plays, last=scene.get("last", False), players=seats)}


def points_answer(rules: Ruleset, seats: int, scene: Scene) -> Answer:
    """The question at the end of the deal; once answered, the points."""
    taken = [scene["taken"].get(seat, []) for seat in range(seats)]
    rest = {key: value for key, value in scene.items() if key not in ("taken", "decide")}
    asked = {} if "decide" in scene else _first_question(rules, seats, taken, rest)
    if asked:
        return {"decision": asked}
    return {"decision": {}, "points": rules.score(taken, decide=scene.get("decide"), **rest)}


def _first_question(
    rules: Ruleset, seats: int, taken: list[list[str]], rest: Mapping[str, Any]
) -> dict[int, list[str]]:
    """The first question with a choice: the seats and their answers."""
    engine = rules.engine(seats)
    state = final_state(
        engine, taken, rest.get("exposed", ()), **{k: v for k, v in rest.items() if k != "exposed"}
    )
    for step, asked in questions(engine, state):
        answers = {seat: [*map(answer_text, step.answers(engine, state, seat))] for seat in asked}
        if open_ := {seat: choices for seat, choices in answers.items() if len(choices) > 1}:
            return open_
    return {}


def metrics_answer(rules: Ruleset, seats: int, scene: Scene) -> Answer:
    """The metrics of the piles."""
    taken = [scene["taken"].get(seat, []) for seat in range(seats)]
    rest = {key: value for key, value in scene.items() if key not in ("taken", "decide", "exposed")}
    engine = rules.engine(seats)
    state = final_state(engine, taken, scene.get("exposed", ()), **rest)
    state.points = score(engine, state, scene.get("decide") or {})
    found = measure(engine.metrics, state)
    names = [metric.entry.name for metric in engine.metrics]
    return {KEY: {name: list(values) for name, values in zip(names, found, strict=True)}}


ANSWERS: Final[dict[str, Callable[[Ruleset, int, Scene], Answer]]] = {
    "legal": legal_answer,
    "winner": winner_answer,
    "points": points_answer,
    KEY: metrics_answer,
}
"""The results to compare for each kind of scene."""


def first_difference(one: Ruleset, other: Ruleset, seats: int, kind: str, scene: Scene) -> Pair | None:
    """The first word in which two rulesets differ; None if there is none, or the scene is impossible."""
    try:
        here, there = (ANSWERS[kind](rules, seats, scene) for rules in (one, other))
    except TrickbookError:
        return None
    if here == there:
        return None
    marked = one.engine(seats).manifold == other.engine(seats).manifold
    for word in here:
        if word in there and _bare(here[word], marked=marked) != _bare(there[word], marked=marked):
            return word, here[word], there[word]
    return None


def _bare(value: Any, *, marked: bool) -> Any:
    """A value for comparison: moves in any order, marks only if both packs have copies."""
    if isinstance(value, dict):
        return {key: _bare(inner, marked=marked) for key, inner in value.items()}
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return sorted(value if marked else (one.replace(MARK, "") for one in value))
    return value


def with_decisions(rules: Ruleset, seats: int, scene: Scene, luck: RandomSource) -> Scene:
    """The same piles, with an answer from everybody who is asked."""
    try:
        asked = points_answer(rules, seats, scene)["decision"]
    except TrickbookError:
        return scene
    return (
        {**scene, "decide": {seat: luck.one(answers) for seat, answers in asked.items()}} if asked else scene
    )
