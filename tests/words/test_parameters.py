"""Words with a parameter mean what their definition means with the argument written in its place."""

import re
from pathlib import Path

import pytest

import trickbook
from trickbook.expression.types import Kind

GAME = Path(__file__).with_name("parameters.yaml")
DEALS = 40
KINDS = {
    "above": (Kind.CARDS, Kind.CARDS),
    "pairs": (Kind.CARDS, Kind.NUMBER),
    "most": (Kind.CARDS, Kind.SEATS),
    "ahead_of": (Kind.SEATS, Kind.CONDITION),
    "cost": (Kind.NUMBER, Kind.NUMBER),
    "holds": (Kind.CONDITION, Kind.CONDITION),
    "bonus": (Kind.CHOICE, Kind.NUMBER),
}
"""The kind of each parameter, and of what comes out."""


@pytest.mark.parametrize("name", KINDS)
def test_the_kind_of_a_parameter_follows_from_the_definition(name: str) -> None:
    demand = trickbook.load(str(GAME)).engine().context.demands[f"words.{name}.is"]
    (parameter,) = demand.arguments.values()
    assert (parameter.type.kind, demand.found.kind) == KINDS[name]


def test_a_use_is_played_as_if_the_argument_were_written_out(tmp_path: Path) -> None:
    text = GAME.read_text("utf-8")
    written = {"pairs": {"spades", "hearts", "(suit of turn_up)"}, "above": {"turn_up", "lead", "TC"}}
    for name, arguments in written.items():
        entry = re.search(rf"\n  {name}:\n    of: (\w+)\n    is: ((?:.|\n)*?)\n    name:", text)
        assert entry is not None
        for place, argument in enumerate(sorted(arguments)):
            meaning = re.sub(rf"\b{entry[1]}\b(?! of)", argument, entry[2])
            text = text.replace(f"{name} of {argument}", f"{name}_{place}")
            text = text.replace("\nwords:\n", f"\nwords:\n  {name}_{place}: {meaning}\n")
    other = tmp_path / "written-out.yaml"
    other.write_text(text, "utf-8")
    one, two = (trickbook.load(str(path)) for path in (GAME, other))
    for seed in range(DEALS):
        assert _course(one, seed) == _course(two, seed)


def _course(rules: trickbook.Ruleset, seed: int) -> list[str]:
    """A match between players who play what they may by chance."""
    game = rules.new_game(seed=seed)
    told = list[str]()
    while game.actors:
        seat = game.actors[0]
        legal = sorted(map(str, game.legal(seat)))
        move = legal[(seed + len(told)) % len(legal)]
        told.append(f"{seat} {legal} {move}")
        game = game.apply(seat, move)
    return [*told, str(game.scores)]
