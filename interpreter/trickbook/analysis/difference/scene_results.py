"""The results of a scene by a ruleset, in the words of an example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.deck import MARK
from trickbook.engine.moves import answer_text
from trickbook.engine.scores import measure
from trickbook.game.deal_score import final_state, questions, score
from trickbook.problems import TrickbookError
from trickbook.sections.metrics import KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.analysis.difference.random_scenes import Scene
    from trickbook.analysis.difference.random_source import RandomSource
    from trickbook.ruleset import Ruleset

Answer = dict[str, Any]
Pair = tuple[str, Any, Any]
"""A word of an example, and the result by each of two rulesets."""


def legal(rules: Ruleset, seats: int, scene: Scene) -> Answer:
    """The legal plays."""
    rest = {key: value for key, value in scene.items() if key not in ("hand", "trick")}
    plays = [" ".join(play) for play in scene["trick"]]
    return {"legal": rules.position(scene["hand"], trick=plays, players=seats, **rest).legal()}


def winner(rules: Ruleset, seats: int, scene: Scene) -> Answer:
    """The play that wins the trick."""
    plays = [" ".join(play) for play in scene["trick"]]
    return {"winner": rules.trick_winner(plays, last=scene.get("last", False), players=seats)}


def points(rules: Ruleset, seats: int, scene: Scene) -> Answer:
    """The question at the end of the deal; once answered, the points."""
    taken = [scene["taken"].get(seat, []) for seat in range(seats)]
    rest = {key: value for key, value in scene.items() if key not in ("taken", "decide")}
    asked = {} if "decide" in scene else _asked(rules, seats, taken, rest)
    if asked:
        return {"decision": asked}
    return {"decision": {}, "points": rules.score(taken, decide=scene.get("decide"), **rest)}


def metrics(rules: Ruleset, seats: int, scene: Scene) -> Answer:
    """What is measured of the piles."""
    taken = [scene["taken"].get(seat, []) for seat in range(seats)]
    rest = {key: value for key, value in scene.items() if key not in ("taken", "decide", "exposed")}
    engine = rules.engine(seats)
    state = final_state(engine, taken, scene.get("exposed", ()), **rest)
    state.points = score(engine, state, scene.get("decide") or {})
    found = measure(engine.metrics, state)
    names = [metric.entry.name for metric in engine.metrics]
    return {KEY: {name: list(values) for name, values in zip(names, found, strict=True)}}


def _asked(
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


ANSWERS: Final[dict[str, Callable[[Ruleset, int, Scene], Answer]]] = {
    "legal": legal,
    "winner": winner,
    "points": points,
    KEY: metrics,
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
        asked = points(rules, seats, scene)["decision"]
    except TrickbookError:
        return scene
    return (
        {**scene, "decide": {seat: luck.one(answers) for seat, answers in asked.items()}} if asked else scene
    )
