"""Worlds in a batch: how likely the plays make them, and their walk to where the plays are likelier.

In each step two unseen cards of different piles change places in each world. The exchange stays if the plays
are likelier then, or else with the ratio of the likelihoods as its probability (Metropolis and others, 1953).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.batch import deals
from trickbook.batch.cells import STATES, WALKED, asking_steps
from trickbook.core.reals import bits_of
from trickbook.core.text import Body
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from trickbook.batch.deals import Moves
    from trickbook.engine.course.flow import Flow

AGREEMENT: Final = 0.97
"""With which probability a duck makes the play of the duck: in a world all hands are known."""

IMPOSSIBLE: Final = bits_of(float("-inf"))


def write(moves: Moves) -> None:
    """Write ``weigh``, which finds the odds of seats in all worlds, and ``walk``, which exchanges cards."""
    flow = moves.flow
    _write_play_odds(moves)
    _write_seat_odds(flow)
    _write_weigh(flow)
    _write_swap(flow)
    _write_exchange(flow)
    _write_walk(flow)


def _write_play_odds(moves: Moves) -> None:
    """Write the function ``play_odds``: what a play ``i`` says of the seat that made it, in a world ``w``."""
    assert moves.tree is not None  # noqa: S101 - it searches
    flow, body, same = moves.flow, Body(), moves.tree.same_look
    first, many = flow.cells.pile_at[0], flow.layout.pile_cells
    body.add("resume_trial(v, i)")
    body.add(f"at = WORLDS + w * {many}")
    body.add("unseen = v[UNSEEN]")
    with body.block(f"for k in range({many})"):
        body.add(f"v[{first} + k] = v[{first} + k] & ~unseen | v[at + k] & unseen")
    _add_offered(flow, body)
    with body.block("if v[FAULT] or many < 1"):
        body.add("return real(0)")
    body.add("x = v[PLAY_OF + i]")
    body.add("legal = 0")
    with body.block("for k in range(many)"):
        body.add(f"legal = legal or {same('v[OFFERS + k]', 'x')}")
    with body.block("if not legal"):
        body.add(f"return real_of({IMPOSSIBLE})")
    agreed = same("v[OFFERS + n]", "x")
    body.add(f"return odds_of_choice(real_of({bits_of(AGREEMENT)}), many, {agreed})")
    flow.source.add("play_odds", ("w", "i"), body)


def _add_offered(flow: Flow, body: Body) -> None:
    """Add the lines that list the plays of whoever is to play, and find the index of the duck's."""
    body.add("p = (v[WAITING] - 1).bit_count()")
    for name in ("many", "n"):
        body.add(f"{name} = 0")
    for index, step in asking_steps(flow.engine):
        if isinstance(step, TrickStep):
            with body.block(f"if v[STEP] == {index}"):
                body.add(f"many = offered{index}(v, p)")
                body.add(f"n = duck{index}(v, p, many) if many > 1 else 0")


def _write_seat_odds(flow: Flow) -> None:
    """Write the function ``seat_odds``: what its plays, and the cards that it passed, say of a seat."""
    body, hand = Body(), flow.layout.piles["hand"].base
    body.add("found = real(0)")
    with body.block("for i in range(v[MANY])"), body.block("if v[MADE_BY + i] == p"):
        body.add("found = total(found, play_odds(v, w, i))")
    with body.block("if v[PASSER] == p"):
        held = f"v[WORLDS + w * {flow.layout.pile_cells} + {hand} + p]"
        body.add(f"found = total(found, v[ODDS_OF_PASS + ({held} & v[COSTLIER]).bit_count()])")
    body.add("return found")
    flow.source.add("seat_odds", ("w", "p"), body)


def _write_weigh(flow: Flow) -> None:
    """Write the function ``weigh``: the odds of all seats in all worlds."""
    body = Body()
    deals.add_ways(flow, body)
    with body.block("for w in range(v[WALKERS])"), body.block(f"for p in range({flow.seats})"):
        body.add(f"v[ODDS + w * {flow.seats} + p] = seat_odds(v, w, p)")
    body.add("return 0")
    flow.source.add("weigh", (), body)


def _write_swap(flow: Flow) -> None:
    """Write the function ``swap_cards``: two cards of a world change places."""
    body = Body()
    body.add("both = v[CARDS_UNSEEN + one] | v[CARDS_UNSEEN + other]")
    body.add(f"at = WORLDS + w * {flow.layout.pile_cells}")
    for pile in ("here", "there"):
        body.add(f"v[at + {pile}] ^= both")
    body.add("return 0")
    flow.source.add("swap_cards", ("w", "one", "other", "here", "there"), body)


def _write_exchange(flow: Flow) -> None:
    """Write the function ``exchange``: a world ``w`` tries to exchange two cards, by luck."""
    body, pack, hand = Body(), len(flow.engine.pack), flow.layout.piles["hand"].base
    body.add("one = v[at]")
    body.add("other = v[at + 1]")
    body.add(f"lying = LYING + w * {pack}")
    body.add("here = v[lying + one]")
    body.add("there = v[lying + other]")
    free = "v[MAY_LIE + there] & v[CARDS_UNSEEN + one] and v[MAY_LIE + here] & v[CARDS_UNSEEN + other]"
    with body.block(f"if here == there or not ({free})"):
        body.add("return 0")
    body.add("swap_cards(v, w, one, other, here, there)")
    body.add("gain = real(0)")
    with (
        body.block(f"for p in range({flow.seats})"),
        body.block(f"if here == p + {hand} or there == p + {hand}"),
    ):
        body.add("v[TRIED + p] = seat_odds(v, w, p)")
        body.add(f"now = difference(likelihood(v[TRIED + p]), likelihood(v[ODDS + w * {flow.seats} + p]))")
        body.add("gain = total(gain, now)")
    with body.block("if not is_kept(gain, v[at + 2])"):
        body.add("return swap_cards(v, w, one, other, here, there)")
    body.add("v[lying + one] = there")
    body.add("v[lying + other] = here")
    _add_odds(flow, body)
    body.add("return 0")
    flow.source.add("exchange", ("w", "at"), body)


def _add_odds(flow: Flow, body: Body) -> None:
    """Add the lines that keep the odds of the seats whose hands have changed."""
    hand = flow.layout.piles["hand"].base
    changed = f"if here == p + {hand} or there == p + {hand}"
    with body.block(f"for p in range({flow.seats})"), body.block(changed):
        body.add(f"v[ODDS + w * {flow.seats} + p] = v[TRIED + p]")


def _write_walk(flow: Flow) -> None:
    """Write the function ``walk``: each world goes so many steps."""
    body = Body()
    deals.add_ways(flow, body)
    with body.block(f"for k in range(lesser(v[STEPS], {WALKED}))"), body.block("for w in range(v[WALKERS])"):
        body.add(f"exchange(v, w, LUCK + 3 * (k * {STATES} + w))")
    body.add("return 0")
    flow.source.add("walk", (), body)
