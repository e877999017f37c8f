"""Points: what the cards taken count, what adjustments make of them; the end of a match, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.cards.deck import bits
from trickbook.cards.gaussian import parts
from trickbook.core.clauses import add_best, begin_best
from trickbook.core.operations import in_brackets
from trickbook.core.text import ONE, ZERO, Body, Code, binary, choice, every, item, number
from trickbook.engine.course.events import write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.engine.course.flow import Flow
    from trickbook.engine.scores import Adjustment
    from trickbook.expression.types import Clause, Term


def regions(flow: Flow, name: str) -> Sequence[str]:
    """Return the region of a number of each seat, and where they are complex that of the imaginary parts."""
    return (name, f"{name}_I") if flow.layout.complex else (name,)


# Points


def score(flow: Flow) -> str:
    """Return the name of the function that finds the points of the deal as it lies."""
    if flow.source.once("score"):
        body = Body()
        body.add(f"{_card_points(flow)}(v)")
        for index, adjustment in enumerate(flow.engine.points):
            if adjustment.times is None:
                with flow.source.saying(adjustment.entry):
                    group = _group(flow, adjustment.when, index)
                    body.add(f"{_adjustment(flow, adjustment, index)}(v, {group})")
        flow.source.add("score", (), body)
    return "score"


def add_points(flow: Flow) -> str:
    """Return the name of the function that adds the points of the deal to the scores."""
    if flow.source.once("add_points"):
        body = Body()
        with body.block(f"for p in range({flow.seats})"):
            for own, more in zip(regions(flow, "SCORES"), regions(flow, "POINTS"), strict=True):
                body.add(f"v[{own} + p] = capped(v[{own} + p] + v[{more} + p])")
        flow.source.add("add_points", (), body)
    return "add_points"


def _card_points(flow: Flow) -> str:
    """Write what the cards taken count for each seat."""
    factors = [one for one in flow.engine.points if one.times is not None]
    taken = f"v[{flow.pile(flow.layout.piles['taken'], 'p')}]"
    body = Body()
    with body.block(f"for p in range({flow.seats})"):
        body.add(f"{_value_of(flow, factors)}(v, p, {taken}, {len(factors)})")
    return flow.source.add("card_points", (), body)


def _value_of(flow: Flow, factors: Sequence[Adjustment]) -> str:
    """Write what cards count for a seat, each multiplied by those of the first ``many`` factors about it."""
    body = Body()
    if factors:
        _add_products(flow, body, factors)
    else:
        for part, region in enumerate(regions(flow, "POINTS")):
            body.add(f"v[{region} + p] = {_worth(flow, part)}")
    return flow.source.add("value_of", ("p", "cards", "many"), body)


def _worth(flow: Flow, part: int) -> Code:
    """Return what cards count."""
    worths = [(parts(value)[part], cards) for value, cards in flow.engine.worth]
    return every("+", (Code(f"{value} * (cards & {some}).bit_count()") for value, some in worths if value))


def _add_products(flow: Flow, body: Body, factors: Sequence[Adjustment]) -> None:
    """Add the lines that multiply what each card counts, and add that up."""
    names = "nm" if flow.layout.complex else "n"
    for index, one in enumerate(factors):
        assert one.times is not None  # noqa: S101 - it multiplies
        body.add(f"c{index} = {_factor_cards(flow, one, index)}(v, p) if many > {index} else 0")
        for part, name in enumerate(names):
            times = choice(Code(f"c{index}"), flow.text(one.times, part=part), ZERO)
            body.add(f"{name}{index} = {times}")
    for name in names:
        body.add(f"{name} = 0")
    with body.bits("x", f"cards & {flow.engine.counting}"):
        _add_card(flow, body, len(factors))
    for name, region in zip(names, regions(flow, "POINTS"), strict=True):
        body.add(f"v[{region} + p] = {name}")


def _factor_cards(flow: Flow, factor: Adjustment, index: int) -> str:
    """Write which cards an adjustment multiplies for a seat."""
    assert factor.cards is not None  # noqa: S101 - it multiplies
    with flow.source.saying(factor.entry):
        body, cards = Body(), flow.text(factor.cards)
        body.add(f"return {cards if factor.when is None else choice(flow.text(factor.when), cards, ZERO)}")
        return flow.source.add(f"factor_cards{index}", ("p",), body)


def _add_card(flow: Flow, body: Body, many: int) -> None:
    """Add the lines that add what one card counts."""
    by_card = {card: value for value, cards in flow.engine.worth for card in bits(cards)}
    values = [by_card.get(card, 0) for card in flow.engine.pack]
    body.add("i = (x - 1).bit_count()")
    for part, name in enumerate("ab" if flow.layout.complex else "a"):
        body.add(f"{name} = {flow.source.table(parts(value)[part] for value in values)}[i]")
    for index in range(many):
        with body.block(f"if x & c{index}"):
            if flow.layout.complex:
                body.add(f"c = capped(real_times(a, b, n{index}, m{index}))")
                body.add(f"b = capped(imaginary_times(a, b, n{index}, m{index}))")
                body.add("a = c")
            else:
                body.add(f"a = capped(times(a, n{index}))")
    body.add("n += a")
    if flow.layout.complex:
        body.add("m += b")


def _adjustment(flow: Flow, adjustment: Adjustment, index: int) -> str:
    """Write what an adjustment about a group of seats makes of the totals.

    All totals read those before it, and the changes add up.
    """
    body = Body()
    with body.block("if not group"):
        body.add("return")
    terms = [term for term in (adjustment.player, adjustment.others) if term]
    if len(regions(flow, "POINTS")) == 1 and not any(map(_asks_seats, terms)):
        with body.block(f"for p in range({flow.seats})"):
            _add_total(flow, adjustment, body, 0)
            body.add("v[POINTS + p] = capped(n)")
    else:
        write(flow, body, [*_totals(flow, adjustment, index)])
    return flow.source.add(f"adjust{index}", ("group",), body)


def _asks_seats(term: Term) -> bool:
    """Return whether a term looks at other seats, whose totals may have changed already."""
    return in_brackets(term) or any(map(_asks_seats, term.parts))


def _group(flow: Flow, when: Term | None, index: int) -> str:
    """Return the call of the function that finds the seats that an adjustment is about."""
    name, all_seats = f"group{index}", number(flow.layout.everyone)
    if when is not None and flow.each(when):
        return flow.group(name, [flow.test(when)])
    body = Body()
    found = all_seats if when is None else choice(flow.text(when, "v[DEALER]"), all_seats, ZERO)
    body.add(f"return {found}")
    return f"{flow.source.add(name, (), body)}(v)"


def _totals(flow: Flow, adjustment: Adjustment, index: int) -> Iterator[tuple[str, str]]:
    """Yield the cell of each total, and what becomes of it."""
    for part, region in enumerate(regions(flow, "POINTS")):
        body, name = Body(), f"adjusted{index}_{part}"
        _add_total(flow, adjustment, body, part)
        body.add("return capped(n)")
        flow.source.add(name, ("p", "group"), body)
        yield from ((f"{region} + {seat}", f"{name}(v, {seat}, group)") for seat in range(flow.seats))


def _add_total(flow: Flow, adjustment: Adjustment, body: Body, part: int) -> None:
    """Add the lines that find one part of a seat's new total."""
    now = f"v[{regions(flow, 'POINTS')[part]} + p]"
    body.add(f"n = {now}")
    if adjustment.player:
        with body.block("if group >> p & 1"):
            body.add(f"n += {flow.sum(adjustment.player, part)} - {now}")
    if adjustment.others:
        body.add("many = (group & ~(1 << p)).bit_count()")
        with body.block("if many"):
            body.add(f"n += many * ({flow.sum(adjustment.others, part)} - {now})")


# The end of a match


def over(flow: Flow) -> Code:
    """Return 1 if the match is over, after a deal was scored, else 0."""
    ending = flow.engine.ending
    tests = [
        binary(">=", item("DEAL"), number(ending.most)),
        *(flow.text(term, "v[DEALER]") for _, term in ending.ends),
    ]
    return choice(every("or", tests), ONE, ZERO)


def winners(flow: Flow) -> str:
    """Return the name of the function that finds the seats that win the match as the scores are."""
    if flow.source.once("winners"):
        body = Body()
        left = str(flow.layout.everyone)
        for index, clause in enumerate(flow.engine.ending.wins):
            left = f"{_write_clause(flow, clause, index)}(v, {left})"
        body.add(f"return {left}")
        flow.source.add("winners", (), body)
    return "winners"


def _write_clause(flow: Flow, clause: Clause, index: int) -> str:
    """Write which of the seats that may have won a clause leaves."""
    with flow.source.saying(clause.entry):
        body = Body()
        if clause.when is not None:
            with body.block(f"if not {flow.test(clause.when, 'v[DEALER]')}"):
                body.add("return left")
        begin_best(body, clause)
        with body.block(f"for p in range({flow.seats})"), body.block("if left >> p & 1"):
            add_best(body, clause, flow.text(clause.what), "1 << p")
        body.add("return found or left" if clause.verb == "keep" else "return found")
        return flow.source.add(f"wins{index}", ("left",), body)


def cells_of(flow: Flow, name: str) -> Iterator[str]:
    """Yield the cells of a number of each seat."""
    for region in regions(flow, name):
        for seat in range(flow.seats):
            yield f"{region} + {seat}"
