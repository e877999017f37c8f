"""The machine: it runs the program of any ruleset, deal after deal, and knows no game."""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917, RET508, SIM113 - one loop, with a branch for each operation

from __future__ import annotations

from typing import Any, Final

import numpy as np

from trickbook.engine.engine import MOST_IDLE
from trickbook.engine.plays import MOST_PLAYS
from trickbook.fast.instructions import ASK_CARDS, CardRegister, DuckMoves, NumberRegister, Op
from trickbook.fast.machine.arithmetic import (  # fmt: skip
    MAX_NUMBER,
    best,
    clamped,
    complex_product,
    copies,
    firsts,
    power,
    product,
    quotient,
    rank,
    remainder,
    suits,
    twins,
)
from trickbook.fast.machine.bit_words import ONE, U, bits_of, both_times, lowest_bit
from trickbook.fast.machine.candidates import (
    add_pairs,
    add_singles,
    earliest_with,
    highest_with,
    load_candidate,
    narrow_listed,
)
from trickbook.fast.machine.card_sets import (
    all_some,
    card,
    get,
    high,
    join,
    kept_of,
    less,
    meet,
    nth,
    put,
    size,
    some,
)
from trickbook.fast.machine.chance import STEP, mix, stream_state
from trickbook.fast.machine.code_cache import compiled
from trickbook.fast.machine.duck_moves import (
    BEST,
    MOVER,
    ORDERED,
    bid_place,
    costliest,
    keep_if_better,
    list_moves,
    look_around,
    prefer_answer,
    try_next,
)
from trickbook.fast.machine.melds import melded, tops
from trickbook.fast.machine.outside import (
    card_meant,
    clear_question,
    offer,
    offer_candidates,
    offer_cards,
)
from trickbook.fast.machine.pairs import (
    keep_plays,
    most_plays,
    nth_look,
    nth_play,
    one_per_look,
    play_counts,
    spread,
)
from trickbook.fast.machine.random_choice import (
    DRAWS,
    MAX_MOVES,
    NO_LOT,
    add_selections,
    among_cards,
    among_faces,
    among_twofold,
    count_choice,
    faces,
    in_all,
    random_place,
    random_rung,
    random_selection,
    twofold,
    ways,
)
from trickbook.fast.machine.search import (
    ASKED,
    DONE_KEY,
    at_root,
    begin_search,
    end_search,
    list_cards,
    list_given,
    list_move,
    list_play,
    pick_move,
    searches,
    tell_agreement,
)
from trickbook.fast.machine.seats import awake_from, foremost, gone_round, onward, seat_after, still_to_play
from trickbook.fast.machine.shuffle import deal_cards, deal_out, draw_cards, list_copies, share_cards
from trickbook.fast.machine.standing import (
    as_printed,
    belong_to,
    forget_agreed,
    height_of,
    kin,
    stand_at,
    stand_low,
    still_agreed,
    tallest,
)
from trickbook.fast.machine.tree import NUMBERS, SETS, VALUES

NONE: Final = U(0)
ENDLESS: Final = 1
SHIFT: Final = 32
COUNT: Final = (1 << SHIFT) - 1
LENGTH: Final = U(5)
"""An operation has five parts."""


@compiled(boundscheck=False, nogil=True, error_model="numpy", _nrt=False)
def run(
    code: Any,
    r: Any,
    c: Any,
    deck: Any,
    seating: Any,
    ducks: Any,
    room: Any,
    wanted: Any,
    told: Any,
    begun: Any,
    tree: Any,
    asked: Any,
) -> Any:
    """Play a match for each seed, from its first deal on; return how many matches and deals found room.

    ``r`` and ``c`` are the registers, ``deck`` describes the cards, ``seating`` the table, ``ducks`` how
    players duck; if nobody does it is None, and what ducks need is not compiled. ``room`` has the buffers.
    ``wanted`` has the seeds, the numbers of the first deals, and whether one deal of each is enough.
    ``told`` receives how matches ended, and for each deal: its match, from 0, the program's report, and for
    each seat its choices, those with one move only, and all its moves; where one deal is enough, as much of
    the report as there is room for. ``begun`` has deals in progress, if any: where the program
    continues, who plays, how many have yet to play to the trick, the registers, the plays and their seats;
    and for each seed its deal, who ducks, who chooses by the tree, from which root on, the play to be laid
    first. ``tree`` is the tree that grows meanwhile. ``asked`` is None, or choices come from outside: it has
    for each deal in progress what is said, and what may be. Registers and plays then change in place.
    """
    suit_at, alike, stacked, heights, columns, binomials, begins, lists = deck
    seats, turn, longest, marked, manifold, everywhere, owned = seating
    order, plays, who, offers, answers, marks, kept, weights, groups, sizes, table, tallies, nest = room
    seeds, deals, once = wanted
    endings, lines = told
    turns, numbers, sets, lying, whose, units, laid = begun
    counts, offered, draws, shuffled = tallies
    line, row, said = 0, 0, np.int64(-1)
    growing, searching, treed, asking = len(tree[VALUES]) > 0, NONE, False, False
    everyone = (ONE << U(seats)) - ONE
    nothing = less(get(c, NONE), get(c, NONE))
    whole = nothing
    for place in range(len(heights)):
        whole = join(whole, card(c, place))
    forget_agreed(nest)
    if ducks is not None:
        nest[2][ORDERED] = 0
        as_printed(whole, heights, suit_at, nest)
    for unit in range(len(seeds)):
        source = mix(stream_state(seeds[unit], NONE)) if asked is None else NONE
        luck, choices, seat, pc = NONE, NONE, NONE, NONE
        many, at, left, entry, idle = 0, 0, 0, line, 0
        draws[DRAWS], reported = NO_LOT, NONE
        for place in range(seats):
            counts[place], offered[place] = 0, 0
        if unit < len(units):
            row, asking = units[unit, 0], units[unit, 3] == ASKED
            if asked is not None:
                r, c, said = numbers[row], sets[row], np.int64(asked[row, 0])
                plays, who = lying[row], whose[row]
            put(c, U(CardRegister.PLAY), get(laid, U(unit)))
            ready = some(get(laid, U(unit))) and not asking
            pc, seat, left, luck = (
                turns[row, 1 if ready else 0],
                turns[row, 2],
                np.int64(turns[row, 3]),
                turns[row, 4],
            )
            if asked is None:
                for place in range(numbers.shape[1]):
                    r[place] = numbers[row, place]
                for place in range(sets.shape[1]):
                    if place != CardRegister.PLAY:
                        put(c, U(place), get(sets[units[unit, 4]], U(place)))
                for place in range(r[NumberRegister.PLAYS]):
                    put(plays, U(place), get(lying[row], U(place)))
                    who[place] = whose[row, place]
            r[NumberRegister.DUCKS] = units[unit, 1]
            if growing:
                searching = U(units[unit, 2])
                begin_search(units[unit, 3], tree)
        else:
            r[NumberRegister.DEAL] = deals[unit]
        while True:
            op, a, b = code[pc], U(code[pc + ONE]), U(code[pc + U(2)])
            e, d = U(code[pc + U(3)]), U(code[pc + U(4)])
            pc += LENGTH

            # Where to go on
            if op == Op.STOP:
                break
            elif op == Op.FAIL:
                endings[unit] = a
                break
            elif op == Op.JUMP:
                pc = d
            elif op == Op.UNLESS:
                pc = d if r[a] == 0 else pc
            elif op == Op.WHEN:
                pc = d if r[a] != 0 else pc
            elif op == Op.SAME:
                pc = d if r[a] == r[b] else pc
            elif op == Op.DIFFER:
                pc = d if r[a] != r[b] else pc
            elif op == Op.BELOW:
                pc = d if r[a] < r[b] else pc
            elif op == Op.REACH:
                pc = d if r[a] >= r[b] else pc
            elif op == Op.TOUCH:
                pc = d if some(meet(get(c, a), get(c, b))) else pc
            elif op == Op.MISS:
                pc = pc if some(meet(get(c, a), get(c, b))) else d
            elif op == Op.LACK:
                if not all_some(c, a, b):
                    pc = d
            elif op == Op.FULL:
                if all_some(c, a, b):
                    pc = d
            elif op == Op.CALL:
                r[a] = pc
                pc = d
            elif op == Op.BACK:
                pc = U(r[a])
            elif op == Op.BEGIN:
                luck = stream_state(seeds[unit], U(r[NumberRegister.DEAL]))
            elif op == Op.ONCE:
                pc = d if once else pc
            elif op == Op.REPORT:
                if line == len(lines):
                    return unit, entry
                idle = 1 if choices != reported else idle + 1
                reported = choices
                if idle > MOST_IDLE:
                    endings[unit] = ENDLESS
                    break
                lines[line, 0] = unit
                for place in range(min(np.int64(b), lines.shape[1] - 1)):
                    lines[line, place + 1] = r[a + U(place)]
                for place in range(seats if lines.shape[1] > np.int64(b) + 1 else 0):
                    behind = np.int64(b) + 1 + place
                    lines[line, behind] = counts[place] & COUNT
                    lines[line, behind + seats] = counts[place] >> SHIFT
                    lines[line, behind + 2 * seats] = offered[place]
                    counts[place], offered[place] = 0, 0
                if growing:
                    end_search(unit, units[unit, 3], lines[line], seats, tree)
                line += 1
                if once or r[e] != 0:
                    break

            # Tricks
            elif op == Op.LEAD:
                seat = awake_from(seat, U(r[NumberRegister.RESTING]), seats, turn)
                r[NumberRegister.LEADER] = seat
                r[NumberRegister.PLAYS] = 0
                left = seats - bits_of(U(r[NumberRegister.RESTING]))
                put(c, U(CardRegister.LED), nothing)
                put(c, U(CardRegister.LEAD), nothing)
            elif op == Op.LAY_DOWN:
                play, ever = get(c, U(CardRegister.PLAY)), e
                if asking:
                    lines[line, 0] = unit
                    tell_agreement(nest[0], many, play, get(laid, U(unit)), alike, lines[line])
                    line += 1
                    break
                put(c, a + seat, less(get(c, a + seat), play))
                if d:
                    put(c, d + seat, less(get(c, d + seat), play))
                put(c, b, join(get(c, b), play))
                put(c, ever, join(get(c, ever), play))
                place = r[NumberRegister.PLAYS]
                put(plays, U(place), play)
                who[place] = seat
                r[NumberRegister.PLAYS] = place + 1
                if place == 0:
                    put(c, U(CardRegister.LEAD), play)
                if not some(get(c, U(CardRegister.LED))):
                    put(c, U(CardRegister.LED), get(suit_at, high(play)))
            elif op == Op.DROP:
                put(c, a + seat, less(get(c, a + seat), get(c, U(CardRegister.PLAY))))
            elif op == Op.FOLLOW:
                seat = awake_from(seat_after(seat, seats, turn), U(r[NumberRegister.RESTING]), seats, turn)
                left -= 1
                if left:
                    pc = d
                else:
                    left = seats - bits_of(U(r[NumberRegister.RESTING]))
            elif op == Op.GONE_ROUND:
                r[d] = gone_round(who, r[NumberRegister.PLAYS], U(r[NumberRegister.RESTING]), seats)
            elif op == Op.RECOUNT:
                left = still_to_play(
                    seat, U(r[NumberRegister.LEADER]), U(r[NumberRegister.RESTING]), seats, turn
                )
            elif op == Op.PLAY_ON or op == Op.FOLLOW_ON:  # noqa: PLR1714 - as numba likes it
                ever, on = b + ONE, op == Op.FOLLOW_ON
                trick, led, resting = get(c, b), get(c, U(CardRegister.LED)), U(r[NumberRegister.RESTING])
                spot = U(r[NumberRegister.PLAYS])
                while True:
                    choices += ONE
                    hand = get(c, a + seat)
                    pool = kept_of(hand, get(c, e)) if on else get(c, e)
                    many = size(pool)
                    count_choice(seat, many, counts, offered)
                    play = nth(pool, random_place(source, choices, many, draws))
                    put(c, a + seat, less(hand, play))
                    trick = join(trick, play)
                    put(plays, spot, play)
                    who[spot] = seat
                    if spot == NONE:
                        put(c, U(CardRegister.LEAD), play)
                    spot += ONE
                    if not some(led):
                        led = get(suit_at, high(play))
                        put(c, U(CardRegister.LED), led)
                    seat = awake_from(seat_after(seat, seats, turn), resting, seats, turn)
                    left -= 1
                    if left == 0:
                        break
                    if not on:
                        pc = d
                        if code[pc] != Op.FOLLOW_ON:
                            break
                        e, on = U(code[pc + U(3)]), True
                        pc += LENGTH
                r[NumberRegister.PLAYS] = spot
                put(c, b, trick)
                put(c, ever, join(get(c, ever), trick))
                if left == 0:
                    left = seats - bits_of(resting)
            elif op == Op.WINNER:
                at = earliest_with(get(c, a), r[NumberRegister.PLAYS], plays)
                r[d] = who[at] if at >= 0 else -1
                r[NumberRegister.TAKER] = ONE << U(r[d]) if r[d] >= 0 else NONE
                seat = U(r[d]) if r[d] >= 0 else U(r[NumberRegister.LEADER])
            elif op == Op.HIGH_WINNER:
                cards = kept_of(get(c, a), get(c, e))
                at = highest_with(cards, columns, b, r[NumberRegister.PLAYS], plays)
                r[d] = who[at] if at >= 0 else -1
                r[NumberRegister.TAKER] = ONE << U(r[d]) if r[d] >= 0 else NONE
                seat = U(r[d]) if r[d] >= 0 else U(r[NumberRegister.LEADER])
            elif op == Op.WINS:
                at = answers[0] if many else -1
                r[d] = who[at] if many else -1
                r[NumberRegister.TAKER] = ONE << U(r[d]) if r[d] >= 0 else NONE
                seat = U(r[d]) if r[d] >= 0 else U(r[NumberRegister.LEADER])
            elif op == Op.LAID:
                put(c, d, nothing)
                for place in range(r[NumberRegister.PLAYS]):
                    put(c, d, join(get(c, d), get(plays, U(place))))
            elif op == Op.AHEAD:
                ahead = earliest_with(get(c, a), r[NumberRegister.PLAYS], plays)
                r[d] = ONE << U(who[ahead]) if ahead >= 0 else NONE
                put(c, b, get(plays, U(ahead)) if ahead >= 0 else nothing)
            elif op == Op.GATHER or op == Op.NEXT_TRICK:  # noqa: PLR1714 - as numba likes it
                taken = get(c, a)
                if r[e] < 0:
                    put(c, b, join(get(c, b), taken))
                else:
                    pile = d + U(r[e])
                    put(c, pile, join(get(c, pile), join(taken, get(c, b))))
                    put(c, b, nothing)
                    r[U(NumberRegister.WON) + U(r[e])] += 1
                put(c, a, nothing)
                r[NumberRegister.TRICKS] += 1
                r[NumberRegister.PLAYS] = 0
                if r[NumberRegister.TRICKS] > longest:
                    endings[unit] = ENDLESS
                    break
                if op == Op.NEXT_TRICK:
                    a, b, d = U(code[pc + ONE]), U(code[pc + U(2)]), U(code[pc + U(4)])
                    pc += LENGTH
                    if all_some(c, a, b):
                        pc = d
                        r[NumberRegister.LEADER] = seat
                        left = seats
                        put(c, U(CardRegister.LED), nothing)
                        put(c, U(CardRegister.LEAD), nothing)

            # Seats
            elif op == Op.SEAT:
                seat = U(r[a])
            elif op == Op.SEAT_IS:
                seat = a
            elif op == Op.SEAT_NOW:
                r[d] = seat
            elif op == Op.SEAT_BIT:
                r[d] = ONE << seat
            elif op == Op.EACH:
                if r[a] == 0:
                    pc = d
                else:
                    seat = lowest_bit(U(r[a]))
                    r[a] &= r[a] - 1
            elif op == Op.EACH_OF:
                r[e], r[a] = seat, r[b]
                if r[a] == 0:
                    pc = d
                else:
                    seat = lowest_bit(U(r[a]))
                    r[a] &= r[a] - 1
            elif op == Op.OTHERS:
                if r[a] != 0:
                    seat = lowest_bit(U(r[a]))
                    r[a] &= r[a] - 1
                    pc = d
            elif op == Op.ROUND:
                if r[a] == 0:
                    pc = d
                else:
                    seat = U(foremost(U(r[a]), U(r[b]), seats, turn))
                    r[a] = U(r[a]) ^ (ONE << seat)
            elif op == Op.FOREMOST:
                r[d] = foremost(U(r[a]), seat_after(U(r[NumberRegister.DEALER]), seats, turn), seats, turn)
            elif op == Op.ONWARD:
                r[d] = onward(U(r[a]), r[b] * turn, seats, everyone)
            elif op == Op.BIT:
                r[d] = ONE << U(r[a]) if r[a] >= 0 else NONE
            elif op == Op.HEADS:
                r[d] = bits_of(U(r[a]))
            elif op == Op.WHO_HAS:
                those = NONE
                for place in range(seats):
                    if some(meet(get(c, a + U(place)), get(c, b))):
                        those |= ONE << U(place)
                r[d] = those & U(r[e])
            elif op == Op.WHO_HAS_ALL:
                those = NONE
                for place in range(seats):
                    if not some(less(get(c, b), get(c, a + U(place)))):
                        those |= ONE << U(place)
                r[d] = those & U(r[e])

            elif op == Op.WHO_IS:
                those = NONE
                for place in range(seats):
                    those |= U(r[a + U(place)] == r[b]) << U(place)
                r[d] = those & U(r[e])
            elif op == Op.WHO_LESS:
                those = NONE
                for place in range(seats):
                    those |= U(r[a + U(place)] < r[b]) << U(place)
                r[d] = those & U(r[e])
            elif op == Op.WHO_MORE:
                those = NONE
                for place in range(seats):
                    those |= U(r[a + U(place)] > r[b]) << U(place)
                r[d] = those & U(r[e])
            elif op == Op.FIRST_OF:
                r[d] = r[a + U(lowest_bit(U(r[b])))] if r[b] else -1
            elif op == Op.SUM_OF:
                those, total = U(r[b]), np.int64(0)
                while those:
                    total += r[a + lowest_bit(those)]
                    those &= those - ONE
                r[d] = total

            # Numbers
            elif op == Op.COPY:
                r[d] = r[a]
            elif op == Op.OWN:
                r[d] = r[a + seat]
            elif op == Op.OWN_PUT:
                r[d + seat] = r[a]
            elif op == Op.PICK:
                r[d] = r[a + U(r[b])]
            elif op == Op.FILL:
                for place in range(b):
                    r[d + U(place)] = r[a]
            elif op == Op.MOVE:
                for place in range(b):
                    r[d + U(place)] = r[a + U(place)]
            elif op == Op.ADD:
                r[d] = clamped(r[a] + r[b], MAX_NUMBER)
            elif op == Op.SUBTRACT:
                r[d] = clamped(r[a] - r[b], MAX_NUMBER)
            elif op == Op.MULTIPLY:
                r[d] = product(r[a], r[b], MAX_NUMBER)
            elif op == Op.DIVIDE:
                r[d] = quotient(r[a], r[b])
            elif op == Op.MODULO:
                r[d] = remainder(r[a], r[b])
            elif op == Op.POWER:
                r[d] = power(r[a], r[b])
            elif op == Op.TOTAL:
                r[d] = r[a] + r[b]
            elif op == Op.HOLD:
                r[d] = clamped(r[a], r[b])
            elif op == Op.TIMES:
                r[d] = product(r[a], r[b], r[e])
            elif op == Op.CROSS:
                r[d], r[d + ONE] = complex_product(r[a], r[a + ONE], r[b], r[b + ONE], r[e])
            elif op == Op.NORM:
                r[d] = both_times(r[a], r[a], r[a + ONE], r[a + ONE], r[b])
            elif op == Op.SIZE:
                r[d] = abs(r[a])
            elif op == Op.OR_ELSE:
                r[d] = r[a] if r[a] >= 0 else r[b]
            elif op == Op.LEAST:
                r[d] = min(r[a], r[b])
            elif op == Op.MOST:
                r[d] = max(r[a], r[b])
            elif op == Op.BOTH:
                r[d] = r[a] & r[b]
            elif op == Op.EITHER:
                r[d] = r[a] | r[b]
            elif op == Op.EXCEPT:
                r[d] = r[a] & ~r[b]
            elif op == Op.IS:
                r[d] = r[a] == r[b]
            elif op == Op.LESS:
                r[d] = r[a] < r[b]
            elif op == Op.UP_TO:
                r[d] = r[a] <= r[b]
            elif op == Op.NOT:
                r[d] = r[a] == 0

            # Cards
            elif op == Op.CARDS:
                put(c, d, get(c, a))
            elif op == Op.CARDS_OWN:
                put(c, d, get(c, a + seat))
            elif op == Op.PICK_CARDS:
                put(c, d, get(c, a + U(r[b])))
            elif op == Op.CARDS_PUT:
                put(c, d + seat, get(c, a))
            elif op == Op.CLEAR:
                for place in range(b):
                    put(c, d + U(place), nothing)
            elif op == Op.MEET:
                put(c, d, meet(get(c, a), get(c, b)))
            elif op == Op.MEET_OWN:
                put(c, d, meet(get(c, a + seat), get(c, b)))
            elif op == Op.JOIN:
                put(c, d, join(get(c, a), get(c, b)))
            elif op == Op.JOIN_OWN:
                put(c, d, join(get(c, a + seat), get(c, b)))
            elif op == Op.WITHOUT:
                put(c, d, less(get(c, a), get(c, b)))
            elif op == Op.KEEP:
                put(c, d, kept_of(get(c, a), get(c, b)))
            elif op == Op.KEEP_OWN:
                put(c, d, kept_of(get(c, a + seat), get(c, b)))
            elif op == Op.COUNT:
                r[d] = size(get(c, a))
            elif op == Op.TALLY:
                r[d] += r[e] * size(meet(get(c, a), get(c, b)))
            elif op == Op.TALLY_ALL:
                for place in range(seats):
                    r[d + U(place)] += r[e] * size(meet(get(c, a + U(place)), get(c, b)))
            elif op == Op.TOUCHES:
                r[d] = some(meet(get(c, a), get(c, b)))
            elif op == Op.COVERS:
                r[d] = not some(less(get(c, b), get(c, a)))
            elif op == Op.WITHIN:
                r[d] = some(get(c, a)) and not some(less(get(c, a), get(c, b)))
            elif op == Op.RANK:
                r[d] = rank(get(c, a), heights)
            elif op == Op.HIGHEST:
                put(c, d, best(get(c, a), heights, NONE, 1, c))
            elif op == Op.LOWEST:
                put(c, d, best(get(c, a), heights, NONE, -1, c))
            elif op == Op.SUIT:
                put(c, d, suits(get(c, a), suit_at))
            elif op == Op.ALIKE:
                put(c, d, copies(get(c, a), alike))
            elif op == Op.TWINS:
                put(c, d, twins(get(c, a), stacked))
            elif op == Op.MELDED:
                put(c, d, melded(get(c, a), b, e, r, c))
            elif op == Op.TOPS:
                put(c, d, tops(get(c, a), np.int64(b), e, c))
            elif op == Op.BEST:
                put(c, d, best(get(c, d), columns, a, 1, c))

            # How the cards stand
            elif op == Op.AGREED:
                pc = d if still_agreed(a, np.int64(b), np.int64(e), r, c, nest) else pc
            elif op == Op.PRINTED:
                nest[2][ORDERED] = 1
                as_printed(get(c, a), heights, suit_at, nest)
            elif op == Op.STAND:
                stand_at(get(c, a), r[b], nest)
            elif op == Op.BELONG:
                belong_to(get(c, a), get(c, b), nest)
            elif op == Op.HEIGHT:
                r[d] = height_of(get(c, a), nest)
            elif op == Op.TALLEST:
                put(c, d, tallest(get(c, a), 1, nothing, nest))
            elif op == Op.SHORTEST:
                put(c, d, tallest(get(c, a), -1, nothing, nest))
            elif op == Op.KIN:
                put(c, d, kin(get(c, a), nothing, nest))
            elif op == Op.LOW:
                put(c, d, stand_low(r[a], c, len(heights), nest))
            elif op == Op.GRADED:
                step = min(r[b] - r[e], r[e + ONE] - 1)
                put(c, d, nothing if step < 0 else get(c, a + U(step)))

            # Dealing
            elif op == Op.DEAL:
                luck = deal_cards(a, d, b, U(r[NumberRegister.RESTING]), r[e], c, order, luck, shuffled)
            elif op == Op.SHARE:
                share_cards(a, r[b], r[e], d, r, seats, turn)
            elif op == Op.DEAL_OUT:
                luck = deal_out(a, b, r[e], d, r, c, order, luck, seats, turn, shuffled)
            elif op == Op.TAKE:
                taken = get(c, a)
                for pile in everywhere:
                    put(c, pile, less(get(c, pile), taken))
            elif op == Op.LAY:
                put(c, U(r[b]), join(get(c, U(r[b])), get(c, a)))
            elif op == Op.DRAW:
                found = list_copies(get(c, a), c, alike, owned, seats, get(c, marked), order)
                cards, luck = draw_cards(found, r[b], order, c, luck)
                put(c, d, cards)

            # Choosing
            elif op == Op.CHOOSE:
                choices += ONE
                pool = get(c, a)
                many = size(pool)
                count_choice(seat, many, counts, offered)
                at = np.int64(random_place(source, choices, many, draws))
                treed = growing and searches(seat, tree, searching)
                if treed:
                    list_cards(pool, tree)
                    found = pick_move(many, seat, mix(source + choices * STEP), tree)
                    treed = found < many
                    at = found if treed else at
                put(c, d, nth(pool, U(at)))
            elif op == Op.CHOOSE_FACE:
                choices += ONE
                pool = get(c, a)
                looking = one_per_look(pool, get(c, marked), alike, stacked)
                many = size(looking)
                at = np.int64(random_place(source, choices, many, draws))
                treed = growing and searches(seat, tree, searching)
                if treed:
                    for place in range(many):
                        play = nth_look(U(place), looking, pool, get(c, marked), alike)
                        list_play(place, play, get(c, marked), alike, tree)
                    found = pick_move(many, seat, mix(source + choices * STEP), tree)
                    treed = found < many
                    at = found if treed else at
                put(c, d, nth_look(U(at), looking, pool, get(c, marked), alike))
                count_choice(seat, many, counts, offered)
            elif op == Op.CHOOSE_SOME or op == Op.CHOOSE_OR_PASS:  # noqa: PLR1714 - as numba likes it
                choices += ONE
                pool, passing = get(c, a), op == Op.CHOOSE_OR_PASS
                lowest, highest = r[b], min(r[e], size(pool))
                if len(stacked) == 1 and not some(meet(pool, get(c, marked))):
                    single, double = size(firsts(pool, stacked)), size(twins(pool, stacked)) // 2
                    for place in range(lowest, highest + 1):
                        table[0, place] = twofold(single, double, place, binomials)
                    count, number, possible = random_selection(
                        lowest, highest, passing, table, 0, source, choices, draws
                    )
                    cards = among_twofold(number, count, pool, alike, stacked, binomials)
                elif manifold:
                    found = faces(pool, get(c, marked), alike, groups, sizes)
                    ways(sizes, found, max(highest, 0), table)
                    count, number, possible = random_selection(
                        lowest, highest, passing, table, 0, source, choices, draws
                    )
                    cards = among_faces(number, count, groups, sizes, found, table)
                else:
                    count, number, possible = random_selection(
                        lowest, highest, passing, binomials, size(pool), source, choices, draws
                    )
                    cards = among_cards(number, count, pool, binomials, begins, lists)
                count_choice(seat, min(possible, MAX_MOVES), counts, offered)
                treed = growing and searches(seat, tree, searching) and at_root(tree)
                if treed:
                    many = list_given(tree)
                    at = pick_move(many, seat, mix(source + choices * STEP), tree)
                    treed = at < many
                    if treed:
                        cards = get(tree[SETS], U(at))
                        count = -1 if tree[NUMBERS][at] == DONE_KEY else size(cards)
                put(c, d, cards)
                r[NumberRegister.PASSED] = count < 0

            # Candidates
            elif op == Op.NUMBERS:
                many = 0
                for number in range(r[a], min(r[b] + 1, r[a] + np.int64(e))):
                    answers[many], kept[many] = number, many
                    many += 1
            elif op == Op.NAMES:
                many = np.int64(b)
                for place in range(b):
                    answers[place], kept[place] = r[a + U(place)], place
            elif op == Op.SINGLES:
                found = faces(get(c, a), get(c, marked), alike, groups, sizes)
                many = add_singles(found, groups, offers, many)
            elif op == Op.PAIRS:
                found = faces(get(c, a), get(c, marked), alike, groups, sizes)
                many = add_pairs(found, groups, sizes, offers, many)
            elif op == Op.SEVERAL:
                found = faces(get(c, a), get(c, marked), alike, groups, sizes)
                many = add_selections(np.int64(b), found, groups, sizes, table, offers, many)
            elif op == Op.FEW:
                found = faces(get(c, a), get(c, marked), alike, groups, sizes)
                if in_all(np.int64(b), np.int64(e), found, sizes, table) <= MOST_PLAYS:
                    pc = d
            elif op == Op.PLAYS:
                many = r[NumberRegister.PLAYS]
                for place in range(many):
                    put(offers, U(place), get(plays, U(place)))
                    answers[place] = place
            elif op == Op.NOBODY:
                many = 0
            elif op == Op.FIRST:
                at = -1
            elif op == Op.NEXT:
                at += 1
                if at >= many:
                    pc = d
                else:
                    load_candidate(a, at, r, c, offers, answers)
            elif op == Op.NOTE:
                marks[at] = r[a]
                at += 1
                if at < many:
                    load_candidate(b, at, r, c, offers, answers)
                    pc = d
            elif op == Op.NOTE_ALL:
                for place in range(many):
                    marks[place] = not some(less(get(offers, U(place)), get(c, a)))
            elif op == Op.NOTE_UP_TO:
                for place in range(many):
                    number = r[a + U(answers[place])] if a else answers[place]
                    marks[place] = (number <= r[b]) != (e != 0)
            elif op == Op.NOTE_IS:
                for place in range(many):
                    number = r[a + U(answers[place])] if a else answers[place]
                    marks[place] = (number == r[b]) != (e != 0)
            elif op == Op.NARROW:
                many = narrow_listed(a, many, marks, answers, kept, offers)
            elif op == Op.OFFERED:
                r[d] = many
            elif op == Op.ANY_OF or op == Op.ANY_OR_DONE:  # noqa: PLR1714 - as numba likes it
                choices += ONE
                done = 1 if op == Op.ANY_OR_DONE else 0
                count_choice(seat, many + done, counts, offered)
                at = np.int64(
                    random_rung(source, choices, many + done)
                    if b
                    else random_place(source, choices, many + done, draws)
                )
                treed = growing and searches(seat, tree, searching) and many + done > 0
                if treed:
                    if done:
                        list_move(0, DONE_KEY, nothing, tree)
                    for place in range(many):
                        if a == 0:
                            list_play(place + done, get(offers, U(place)), get(c, marked), alike, tree)
                        else:
                            list_move(place + done, answers[place], nothing, tree)
                    found = pick_move(many + done, seat, mix(source + choices * STEP), tree)
                    treed = found < many + done
                    at = found if treed else at
                at -= done
                r[NumberRegister.PASSED] = 1 if at < 0 else 0
                if at >= 0:
                    load_candidate(a, at, r, c, offers, answers)
            elif op == Op.ONE_OF:
                at = 0
                load_candidate(a, at, r, c, offers, answers)
            elif op == Op.PLACE:
                r[d] = answers[at] + 1
            elif op == Op.WEIGH:
                for place in range(b):
                    weights[kept[at], place] = r[a + U(place)]
            elif op == Op.WEIGHED:
                r[d] = weights[kept[at], a]
            elif op == Op.WEIGHED_OWN:
                r[d] = weights[kept[at], a + seat]

            # Plays of one card or two
            elif op == Op.SPREAD:
                spread(get(c, a), b, e, d, c, alike, stacked)
            elif op == Op.KEEP_PLAYS:
                keep_plays(a, b, e, d != 0, c, alike)
            elif op == Op.MOST_PLAYS:
                most_plays(a, b, e, d != 0, c, alike)
            elif op == Op.ANY_PLAY:
                lone, unlike, doubled = play_counts(c, get(c, marked), alike, stacked)
                many = lone + unlike + doubled
                if many:
                    choices += ONE
                    count_choice(seat, many, counts, offered)
                    at = np.int64(random_place(source, choices, many, draws))
                    treed = growing and searches(seat, tree, searching)
                    if treed:
                        for place in range(many):
                            play = nth_play(place, lone, unlike, c, get(c, marked), alike, stacked)
                            list_play(place, play, get(c, marked), alike, tree)
                        found = pick_move(many, seat, mix(source + choices * STEP), tree)
                        treed = found < many
                        at = found if treed else at
                    play = nth_play(at, lone, unlike, c, get(c, marked), alike, stacked)
                    put(c, U(CardRegister.PLAY), play)
                else:
                    pc = d

            # Choosing, as the duck does
            elif ducks is not None:
                if op == Op.DUCKS:
                    pc = pc if (U(r[NumberRegister.DUCKS]) >> seat) & ONE and not treed else d
                elif op == Op.GIVE:
                    put(c, d, costliest(get(c, a), r[b], get(c, marked), alike, ducks, nest))
                elif op == Op.SAY:
                    at = np.int64(bid_place(r[a], many, answers))
                    r[NumberRegister.ANSWER] = answers[at]
                elif op == Op.PREFER:
                    prefer_answer(at, a, seat, seats, e, r, ducks, nest)
                elif op == Op.PREFERRED:
                    at = nest[2][BEST]
                    r[NumberRegister.ANSWER] = answers[at]
                elif op == Op.MOVES:
                    if np.int64(a) == DuckMoves.OFFERS:
                        for place in range(many):
                            put(nest[0], U(place), get(offers, U(place)))
                    else:
                        many = list_moves(
                            np.int64(a), b, c, get(c, marked), alike, stacked, groups, sizes, nest[0]
                        )
                    if many > 1:
                        look_around(many, seat, r, c, whole, plays, left - 1, ducks, nest)
                    else:
                        pc = d
                elif op == Op.TRY:
                    if not try_next(r, c, plays, who, suit_at, ducks, nest):
                        seat = U(nest[2][MOVER])
                        pc = d
                elif op == Op.RATE:
                    keep_if_better(at, c, plays, who, ducks, nest)
                    pc = d

            # Choosing from outside
            elif asked is not None:
                if op == Op.ASK and said < 0:
                    if r[NumberRegister.PLAYS] >= whose.shape[1]:
                        endings[unit] = ENDLESS
                        break
                    question, exposed = asked[row], get(c, marked)
                    clear_question(question)
                    if r[NumberRegister.PASSED]:
                        offer(len(heights), question)
                    if a == ASK_CARDS:
                        offer_cards(get(c, b), exposed, alike, manifold, question)
                    else:
                        offer_candidates(
                            a, r[e], many, answers, kept, offers, exposed, alike, manifold, question
                        )
                    turns[row, 0], turns[row, 1] = pc - LENGTH, pc - LENGTH
                    turns[row, 2], turns[row, 3], turns[row, 4] = seat, U(left), luck
                    break
                elif op == Op.ASK:
                    r[d] = said
                    r[NumberRegister.PASSED] = said == len(heights)
                    said = np.int64(-1)
                elif op == Op.HEARD:
                    put(c, d, card_meant(r[a], get(c, b), c, get(c, marked), alike, manifold))
        if endings[unit]:
            line = entry
    return len(seeds), line
