"""Moves by chance: each legal move is as likely, and of bids each half as likely as the one below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.batch.cells import LOT, OFFERS, most_chosen
from trickbook.batch.chance import LOW
from trickbook.cards.chance import MAX_MOVES
from trickbook.core import clauses
from trickbook.core.body import Body
from trickbook.engine.ask import MOST_ANSWERS, AskStep
from trickbook.engine.course import choices
from trickbook.engine.tricks import TrickStep
from trickbook.expression.clause import COMPARING

if TYPE_CHECKING:
    from trickbook.core.source import Source
    from trickbook.engine.course.flow import Flow
    from trickbook.expression.clause import Clause

STUCK: Final = -2
"""The fault that a seat has no move, or could play a card twice to a trick."""

TOO_MANY: Final = -3
"""The fault that there are more moves than there is room for, or more answers than a deal may have."""


def write_lot(flow: Flow) -> None:
    """Write the function ``lot``: it draws for the turns to come, side by side."""
    body = Body()
    with body.block(f"for i in range({LOT})"):
        body.add("v[LOT + i] = number_of_turn(source, turn + i)")
    body.add("return 0")
    flow.source.add("lot", ("source", "turn"), body)


def write(flow: Flow, step: AskStep | TrickStep, place: int) -> None:
    """Write the function ``choose`` of a step: a seat ``p`` makes one of its moves by chance."""
    outer, flow.source.entry = flow.source.entry, step.entry
    body = Body()
    if isinstance(step, TrickStep):
        if flow.engine.upon:
            _add_twice(flow, body)
        add = _add_play if step.low is None else _add_large_play
        add(flow, step, place, body)
    else:
        if step.source is None:
            _add_answer(flow, step, place, body)
        else:
            _add_selection(flow, step, place, body)
        if step.how == "freely" or step.again:
            _add_limit(body)
    body.add("return 0")
    flow.source.add(f"choose{place}", ("p",), body)
    flow.source.entry = outer


def _add_limit(body: Body) -> None:
    """Add the lines that give up where a question is answered very often."""
    with body.block(f"if v[LOGGED] > {MOST_ANSWERS}"):
        body.add(f"v[FAULT] = {TOO_MANY}")


# Drawing


def _draw(flow: Flow, *, ladder: bool = False) -> str:
    """Return the name of the function that draws a move of ``many``, and counts that it was offered.

    What is drawn in the turns to come lies ready, for as many turns as a lot has.
    """
    name = "rung" if ladder else "drawn"
    if flow.source.once(name):
        body = Body()
        with body.block("if many < 1"):
            body.add(f"v[FAULT] = {STUCK}")
            body.add("return 0")
        with body.block(f"if many > {MAX_MOVES}"):
            body.add(f"many = {MAX_MOVES}")
        body.add("v[CHOICES + p] += 1")
        body.add("v[FORCED + p] += many == 1")
        body.add("v[MOVES + p] += many")
        body.add("v[TURN] += 1")
        body.add(f"at = v[TURN] & {LOT - 1}")
        with body.block("if not at"):
            body.add("lot(v, v[SOURCE], v[TURN])")
        if not ladder:
            body.add("n = v[LOT + at] * many")
            with body.block(f"if n & {LOW} >= many"):
                body.add("return n >> 32")
        body.add("v[DRAW] = chance_of_turn(v[SOURCE], v[TURN])")
        body.add(f"return {'draw_rung' if ladder else 'draw_below'}(v, DRAW, many)")
        flow.source.add(name, ("p", "many"), body)
    return name


# Plays


def _add_twice(flow: Flow, body: Body) -> None:
    """Add the lines that give up if a seat holds a card of the trick, because a step has returned it."""
    hand, table = (flow.pile(flow.layout.piles[name], "p") for name in ("hand", "table"))
    with body.block("for i in range(v[PLAYS])"), body.block(f"if v[CARDS_OF_PLAYS + i] & (v[{hand}] | v[{table}])"):
        body.add(f"v[FAULT] = {STUCK}")
        body.add("return 0")


def _add_play(flow: Flow, step: TrickStep, place: int, body: Body) -> None:
    """Add the lines that play one card, seat after seat as long as each is followed by the next."""
    with body.block(f"for _ in range({flow.seats})"):
        for leads, head in ((False, "if v[PLAYS]"), (True, "else")):
            with body.block(head):
                body.add(f"cards = {_legal(flow, step, place, leads=leads)}")
        _add_card(flow, body)
        with body.block("if not x"):
            body.add("return 0")
        with body.block(f"if play{place}(v, p, x)"):
            body.add("return 0")
        body.add(f"p = {flow.onward('p')}")


def _legal(flow: Flow, step: TrickStep, place: int, *, leads: bool) -> str:
    """Return the single cards that a seat may lead, or follow with."""
    names = []
    for first in (True, False):
        name = f"legal{place}_{'lead' if leads else 'follow'}_{'first' if first else 'later'}"
        names.append(clauses.legal(flow.source, name, step.source, step.play[leads, first]))
    if step.play[leads, True] == step.play[leads, False]:
        return f"{names[1]}(v, p)"
    return f"{names[1]}(v, p) if v[TRICKS] else {names[0]}(v, p)"


def _add_card(flow: Flow, body: Body) -> None:
    """Add the lines that draw one of the ``cards``; of cards that look alike one is offered."""
    draw = _draw(flow)
    if not flow.engine.manifold:
        body.add(f"x = nth(cards, {draw}(v, p, cards.bit_count()))")
        return
    with body.block(f"if cards & v[{flow.cells.pile_at[flow.engine.exposed]}]"):
        body.add(f"many = {_groups(flow)}(v, cards)")
        body.add(f"x = lowest(v[GROUPS + {draw}(v, p, many)], 1) if many else 0")
    with body.block("else"):
        body.add(f"cards = {_first_copies(flow, 'cards')}")
        body.add(f"x = nth(cards, {draw}(v, p, cards.bit_count()))")


def _first_copies(flow: Flow, cards: str) -> str:
    """Return the first copy of each of some cards."""
    deck = flow.layout.deck
    bits = range(len(deck.names))
    found = cards
    for by in bits:
        others = sum(1 << bit for bit in bits if by and bit >= by and deck.alike[bit] >> (bit - by) & 1)
        if others:
            found += f" & ~({cards} << {by} & {others})"
    return found


def _groups(flow: Flow) -> str:
    """Return the name of the function that lists groups of cards that look alike; exposed ones come last."""
    if flow.source.once("groups"):
        body, marked = Body(), flow.cells.pile_at[flow.engine.exposed]
        body.add("n = 0")
        if not flow.engine.manifold:
            body.add("return list_cards(v, GROUPS, cards)")
        else:
            alike = flow.source.table(flow.layout.deck.alike)
            body.add("left = cards")
            with body.block(f"for _ in range({len(flow.engine.pack)})"):
                with body.block("if not left"):
                    body.add("break")
                body.add(f"own = {alike}[((left & -left) - 1).bit_count()] & left")
                body.add("left &= ~own")
                for part in (f"own & ~v[{marked}]", f"own & v[{marked}]"):
                    with body.block(f"if {part}"):
                        body.add(f"v[GROUPS + n] = {part}")
                        body.add("n += 1")
            body.add("return n")
        flow.source.add("groups", ("cards",), body)
    return "groups"


def _add_ways(flow: Flow, body: Body, most: int) -> str:
    """Add the lines that count in how many ways cards can be taken; return the row of all of ``cards``."""
    body.add(f"apart = {_groups(flow)}(v, cards)")
    if flow.engine.manifold:
        body.add(f"count_ways_of_groups(v, WAYS, {most + 1}, GROUPS, apart)")
    return f"WAYS + apart * {most + 1}"


def _add_large_play(flow: Flow, step: TrickStep, place: int, body: Body) -> None:
    """Add the lines that play one of the plays of several cards, which are listed and narrowed."""
    most = most_chosen(flow.engine)
    assert step.low is not None and step.high is not None  # noqa: PT018, S101 - seen before
    body.add(f"cards = {flow.text(step.source)}")
    body.add(f"row = {_add_ways(flow, body, most)}")
    body.add(f"low = {flow.text(step.low)}")
    body.add(f"high = lesser({flow.text(step.high)}, {most})")
    with body.block(f"if total_ways(v, row, low, high) > {OFFERS}"):
        body.add(f"v[FAULT] = {TOO_MANY}")
        body.add("return 0")
    names = {}
    for situation, rules in step.play.items():
        when = f"{place}_{'lead' if situation[0] else 'follow'}_{'first' if situation[1] else 'later'}"
        names[situation] = _write_offers(flow, rules, f"offers{when}", most)
    given = "(v, p, apart, low, high)"
    for leads, head in ((False, "if v[PLAYS]"), (True, "else")):
        with body.block(head):
            body.add(f"many = {names[leads, False]}{given} if v[TRICKS] else {names[leads, True]}{given}")
    body.add(f"n = {_draw(flow)}(v, p, many)")
    with body.block("if many"):
        body.add(f"play{place}(v, p, v[OFFERS + n])")


def _write_offers(flow: Flow, rules: tuple[Clause, ...], name: str, most: int) -> str:
    """Write what lists the plays that clauses leave in one situation; return the name of the function."""
    body, source = Body(), flow.source
    body.add("many = 0")
    only = [one for one in rules if one.verb == "only" and "play" not in one.what.reads]
    with body.block("for k in range(high + 1)"), body.block("if k >= low"):
        body.add("x = (1 << k) - 1")
        body.add("there = 1")
        for clause in only:
            holds = flow.test(clause.what, "p", "x")
            when = "" if clause.when is None else f"{flow.test(clause.when)} and "
            with body.block(f"if {when}not {holds}"):
                body.add("there = 0")
        with body.block("if there"):
            body.add(f"many = list_plays(v, WAYS, {most + 1}, GROUPS, apart, k, OFFERS, many)")
    for clause in rules:
        sift = source.of_clause("sift", clause, ("p", "many"), _sift)
        body.add(f"many = {sift}(v, p, many)")
    body.add("return many")
    return source.add(name, ("p", "apart", "low", "high"), body)


def _sift(source: Source, clause: Clause, body: Body) -> None:
    """Write what a clause leaves of so many listed plays."""
    clauses.unless(source, clause, body, "many")
    body.add("n = 0")
    comparing = clause.verb in COMPARING
    if comparing:
        body.add("best = 0")
    with body.block("for i in range(many)"):
        body.add("x = v[OFFERS + i]")
        body.add(f"one = {clauses.value(source, clause)}")
        if comparing:
            with body.block(f"if not n or one {'>' if clause.verb == 'most' else '<'} best"):
                body.add("n = 0")
                body.add("best = one")
        with body.block("if one == best" if comparing else "if one"):
            body.add("v[OFFERS + n] = x")
            body.add("n += 1")
    body.add("return n or many" if clause.verb == "keep" else "return n")


# Answers


def _add_answer(flow: Flow, step: AskStep, place: int, body: Body) -> None:
    """Add the lines that say a number or a name, or nothing where nothing need be said."""
    free = step.how == "freely"
    body.add(f"left = choices{place}(v, p)")
    body.add(f"n = {_draw(flow, ladder=step.ladder)}(v, p, left.bit_count(){' + 1' if free else ''})")
    if free:
        with body.block("if not n"):
            body.add("v[LOGGED] += 1")
            body.add(f"done{place}(v, p, 0)")
            body.add("return 0")
        body.add("n -= 1")
    body.add("left = nth(left, n)")
    with body.block("if left"):
        body.add("v[LOGGED] += 1")
        body.add(f"answer{place}(v, p, {choices.meaning(flow, step, '(left - 1).bit_count()')})")


def _add_selection(flow: Flow, step: AskStep, place: int, body: Body) -> None:
    """Add the lines that choose cards among those that the rules leave."""
    assert step.source is not None and step.low is not None and step.high is not None  # noqa: PT018, S101
    most, free = most_chosen(flow.engine), step.how == "freely"
    body.add(f"cards = {flow.text(step.source)}")
    body.add(f"low = {flow.text(step.low)}")
    body.add("least = lesser(low, cards.bit_count())")
    for clause in step.rules:
        _add_narrowing(flow, clause, body)
    body.add("least = greater(low, 1)" if free else "least = lesser(low, cards.bit_count())")
    body.add(f"high = lesser(lesser({flow.text(step.high)}, cards.bit_count()), {most})")
    if flow.engine.manifold:
        body.add(f"row = {_add_ways(flow, body, most)}")
    else:
        body.add(f"row = WAYS + cards.bit_count() * {most + 1}")
    body.add("many = total_ways(v, row, least, high)")
    body.add(f"n = {_draw(flow)}(v, p, many{' + 1' if free else ''})")
    with body.block("if v[FAULT]"):
        body.add("return 0")
    body.add("v[LOGGED] += 1")
    body.add("k = size_at(v, row, least, high, n)")
    if free:
        with body.block("if k < 0"):
            body.add(f"done{place}(v, p, 0)")
            body.add("return 0")
    body.add("n = place_among_size(v, row, least, k, n)")
    given = f"v, WAYS, {most + 1}"
    if flow.engine.manifold:
        body.add(f"x = selection_of_groups({given}, GROUPS, apart, k, n)")
    else:
        body.add(f"x = selection({given}, cards, k, n)")
    body.add(f"answer{place}(v, p, x)")


def _add_narrowing(flow: Flow, clause: Clause, body: Body) -> None:
    """Add the lines of a rule about the cards to choose from; it is waived if it leaves too few."""
    what = flow.text(clause.what)
    when = [] if clause.when is None else [flow.test(clause.when)]
    body.add(f"found = cards & ({what})")
    if clause.verb != "only":
        when.append("found.bit_count() >= least")
    if when:
        with body.block(f"if {' and '.join(when)}"):
            body.add("cards = found")
    else:
        body.add("cards = found")

