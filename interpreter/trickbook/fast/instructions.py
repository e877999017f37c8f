"""The machine's instructions, and the registers with a fixed place.

An instruction has four operands: a, b, e and d. Numbers are in registers ``r[a]``, sets of cards in registers
``c[a]``. The machine also has a current seat, the plays of the trick, and a list of candidates with a current
one. A complex number takes two registers, the imaginary part after the real part. Most instructions write
their result to ``r[d]`` or ``c[d]``; jumps go to the instruction at d.
"""

from __future__ import annotations

from enum import IntEnum, auto
from typing import Final


class Op(IntEnum):
    """An instruction of the machine."""

    # Where to go on
    STOP = 0  # nowhere: this is all
    FAIL = auto()  # nowhere: the machine cannot do this, for the reason a
    JUMP = auto()  # at d
    UNLESS = auto()  # at d, unless r[a]
    WHEN = auto()  # at d, when r[a]
    SAME = auto()  # at d, if r[a] is r[b]
    DIFFER = auto()  # at d, if it is not
    BELOW = auto()  # at d, if r[a] < r[b]
    REACH = auto()  # at d, if r[a] >= r[b]
    TOUCH = auto()  # at d, if c[a] and c[b] share a card
    MISS = auto()  # at d, if they share none
    LACK = auto()  # at d, if one of b sets from c[a] on is empty
    FULL = auto()  # at d, if none of them is
    CALL = auto()  # at d; r[a] keeps where to come back to
    BACK = auto()  # at r[a]
    BEGIN = auto()  # a deal, with chance of its own
    ONCE = auto()  # at d, if one deal of each match is all that is asked for
    REPORT = auto()  # a deal has ended, b registers from r[a] on tell of it; this is all if r[e], or if ONCE

    # Tricks
    LEAD = auto()  # the seat leads, or the next that does not rest, and nobody has played
    # c[PLAY] goes from c[a + seat], and c[d + seat] unless d is 0, to the trick, c[b], and all played, c[e]
    LAY_DOWN = auto()
    DROP = auto()  # they leave c[a + seat], too
    FOLLOW = auto()  # the next seat that does not rest; at d, until everybody has played as often
    GONE_ROUND = auto()  # how often everybody has played to the trick who does not rest
    RECOUNT = auto()  # how many are still to play, the seat among them, now that others rest
    PLAY_ON = auto()  # CHOOSE of c[e], LAY_DOWN from c[a + seat] on c[b] and what follows it, FOLLOW
    # PLAY_ON for everybody who is still to play, of the cards of c[a + seat] that are in c[e], or of all
    FOLLOW_ON = auto()
    WINNER = (
        auto()
    )  # the seat whose play has a card of c[a], the earliest, takes the trick; -1 if there is none
    # the same, of those in c[e] or else of all, with the most in the column at b, where a play is one card
    HIGH_WINNER = auto()
    WINS = auto()  # the seat of the first candidate takes it; -1 if there is none
    LAID = auto()  # all cards of the trick's plays
    AHEAD = (
        auto()
    )  # the earliest play that has a card of c[a] is c[b], its seat the set r[d]; empty if none has
    GATHER = auto()  # r[e] gets trick c[a] and what is held at c[b], on its pile behind c[d]; or it is held
    # GATHER, and LEAD the next if none of some sets is empty; then at D. Behind it stand the first of these
    # sets (A), how many they are (B), and D, as operands of MORE
    NEXT_TRICK = auto()
    MORE = auto()  # nothing: it has more operands of the instruction before

    # Seats
    SEAT = auto()  # the seat is r[a]
    SEAT_IS = auto()  # the seat is a
    SEAT_NOW = auto()  # r[d] is the seat
    SEAT_BIT = auto()  # r[d] is the set of the seat alone
    EACH = auto()  # the seat is the lowest of r[a], which loses it; at d if there is none
    EACH_OF = auto()  # r[e] is the seat and r[a] is r[b]; then as EACH
    OTHERS = auto()  # the seat is the lowest of r[a], which loses it, and at d; if there is none, on
    ROUND = auto()  # as EACH, in playing order from seat r[b] on
    FOREMOST = auto()  # the first of the seats r[a], the dealer last; -1 if there is none
    ONWARD = auto()  # the seats r[b] places on from r[a]
    BIT = auto()  # the set of seat r[a] alone; of none if that is below 0
    HEADS = auto()  # how many seats r[a] are
    WHO_HAS = auto()  # the seats of r[e] for which c[a + seat] shares a card with c[b]
    WHO_HAS_ALL = auto()  # for which it has all of c[b]
    WHO_IS = auto()  # for which r[a + seat] is r[b]
    WHO_LESS = auto()  # for which it is less
    WHO_MORE = auto()  # for which it is more
    FIRST_OF = auto()  # r[a + seat] for the lowest of the seats r[b]; -1 if there is none
    SUM_OF = auto()  # the sum of r[a + seat] for the seats r[b]

    # Numbers
    COPY = auto()  # r[a]
    OWN = auto()  # r[a + seat]
    OWN_PUT = auto()  # r[d + seat] is r[a]
    PICK = auto()  # r[a + r[b]]
    FILL = auto()  # b registers from r[d] on are r[a]
    MOVE = auto()  # b registers from r[d] on are those from r[a] on
    ADD = auto()  # r[a] + r[b], and so on, held as numbers are
    SUBTRACT = auto()
    MULTIPLY = auto()
    DIVIDE = auto()
    MODULO = auto()
    POWER = auto()
    TOTAL = auto()  # r[a] + r[b], however large
    HOLD = auto()  # r[a], held at r[b]
    TIMES = auto()  # r[a] * r[b], held at r[e]
    CROSS = auto()  # r[d] and the next: the product of the complex numbers at r[a] and r[b], held at r[e]
    NORM = auto()  # the square of how far the complex number at r[a] is from 0, held at r[b]
    SIZE = auto()  # how far r[a] is from 0
    OR_ELSE = auto()  # r[a]; if that is below 0, r[b]
    LEAST = auto()  # the lesser of r[a] and r[b]
    MOST = auto()  # the greater
    BOTH = auto()  # the bits in r[a] and r[b]
    EITHER = auto()  # in r[a] or r[b]
    EXCEPT = auto()  # in r[a], not in r[b]
    IS = auto()  # whether r[a] is r[b]
    LESS = auto()  # whether r[a] < r[b]
    UP_TO = auto()  # whether r[a] <= r[b]
    NOT = auto()  # whether r[a] is 0

    # Cards
    CARDS = auto()  # c[a]
    CARDS_OWN = auto()  # c[a + seat]
    PICK_CARDS = auto()  # c[a + r[b]]
    CARDS_PUT = auto()  # c[d + seat] is c[a]
    CLEAR = auto()  # b sets from c[d] on have no card
    MEET = auto()  # the cards in c[a] and c[b]
    MEET_OWN = auto()  # in c[a + seat] and c[b]
    JOIN = auto()  # in c[a] or c[b]
    JOIN_OWN = auto()  # in c[a + seat] or c[b]
    WITHOUT = auto()  # in c[a], not in c[b]
    KEEP = auto()  # the cards in c[a] that are in c[b], or c[a] if none is
    KEEP_OWN = auto()  # the same, of c[a + seat]
    COUNT = auto()  # how many cards c[a] has
    TALLY = auto()  # r[d] gains r[e] for each card in c[a] and c[b]
    TALLY_ALL = auto()  # the same of c[a + seat] for r[d + seat], for every seat
    TOUCHES = auto()  # whether c[a] has a card of c[b]
    COVERS = auto()  # whether c[a] has all cards of c[b]
    WITHIN = auto()  # whether c[a] has cards, and all are in c[b]
    RANK = auto()  # how high the highest of c[a] is
    HIGHEST = auto()  # the highest cards of c[a]
    LOWEST = auto()  # the lowest
    SUIT = auto()  # all cards that share a suit with one of c[a]
    ALIKE = auto()  # all copies of the cards c[a]
    TWINS = auto()  # the cards of c[a] that have a copy there
    # the cards of c[a] in melds of each of whose sets it has a card: r[b] melds, each of as many sets, from
    # c[e] on, as the numbers behind r[b] say
    MELDED = auto()
    TOPS = auto()  # c[a] without c[e], if it has a card of c[e + 1]; and so on, for b pairs of sets
    BEST = auto()  # c[d] keeps the cards that have the most in column a

    # How the cards stand, where that rests on what the table has agreed
    # at d, if b numbers and e sets are as they were when the cards were told to stand as they do; r[a] and
    # those behind it name their registers
    AGREED = auto()
    PRINTED = auto()  # all cards stand as they are printed, those of c[a] in their printed suit
    STAND = auto()  # the cards c[a] stand at the height r[b]
    BELONG = auto()  # the cards c[a] are of the suit c[b]
    HEIGHT = auto()  # how high the highest of c[a] stands; 0 if there is none
    TALLEST = auto()  # the cards of c[a] that stand highest
    SHORTEST = auto()  # lowest
    KIN = auto()  # all cards of the suits of c[a]
    LOW = auto()  # all cards that stand no higher than r[a]
    # the cards up to the number r[b]: c[a] has those up to r[e], and each set behind it those up to the next
    # number; there are r[e + 1] sets
    GRADED = auto()

    # Dealing
    # r[a + seat] cards for each seat, as far as r[b] cards go round; if d is 1, those who come first from
    # seat r[e] on get what is left
    SHARE = auto()
    # shuffle c[a] and deal r[b + seat] cards to c[d + seat], from seat r[e] on; they are owed no more
    DEAL_OUT = auto()
    # shuffle c[a] and deal r[e] cards to each of b piles from c[d] on; below 0, all there are; of several
    # piles, none to those of seats that rest
    DEAL = auto()
    TAKE = auto()  # the cards c[a] lie nowhere
    LAY = auto()  # c[r[b]] gains the cards c[a]
    DRAW = auto()  # r[b] cards of c[a], drawn by chance

    # Choosing, as the player likes
    CHOOSE = auto()  # a card of c[a]
    CHOOSE_FACE = auto()  # the same, where cards that look alike are one choice
    CHOOSE_SOME = auto()  # r[b] to r[e] cards of c[a]
    CHOOSE_OR_PASS = auto()  # the same, or to be done, as r[PASSED] tells

    # Choosing, as the duck does; what it needs besides is told in ``machine.duck_moves``
    DUCKS = auto()  # at d, unless the seat ducks
    GIVE = auto()  # c[d] are r[b] cards of c[a] that cost most
    SAY = auto()  # look at the candidate r[a] among the answers, or at the first
    PREFER = auto()  # the scores from r[a] on, of e parts each, would come of the answer that is looked at
    PREFERRED = auto()  # look at the answer that is best by its scores
    # line up the moves, as a tells, single cards from c[b]; at d, if there is one only
    MOVES = auto()
    TRY = auto()  # the next of them lies in the trick; at d, if there is none, and c[PLAY] is the best
    RATE = auto()  # who is ahead then was found; on to the next, at d

    # Choosing from outside
    # stop until somebody says r[d], the number of a card of c[b] (a is 0), or from r[e] on the number of a
    # candidate: its place (1), itself (2), or the card that it plays (3); to be done, if r[PASSED]
    ASK = auto()
    HEARD = auto()  # the card of c[b] that the number r[a] means

    # Candidates
    NUMBERS = auto()  # are the numbers from r[a] to r[b], e at most
    NAMES = auto()  # are b numbers from r[a] on
    SINGLES = auto()  # are the cards of c[a] one by one, added to those there are; alike ones once
    PAIRS = auto()  # are the pairs of c[a], likewise
    SEVERAL = auto()  # are all selections of b cards of c[a], likewise
    FEW = auto()  # at d, if there are few enough selections of b to e cards of c[a]
    PLAYS = auto()  # are the plays of the trick
    NOBODY = auto()  # there are none
    FIRST = auto()  # look at none of them yet
    NEXT = auto()  # look at the next, a play if a is 0, else an answer; at d if there is none
    NOTE = auto()  # note r[a] of it, and look at the next, a play if b is 0, at d; if there is none, go on
    NOTE_ALL = auto()  # note of each, which are plays, whether all its cards are in c[a]
    # note of each, which are answers, whether its number is up to r[b], or is not if e is 1; the number is
    # r[a + the answer], or the answer itself if a is 0
    NOTE_UP_TO = auto()
    NOTE_IS = auto()  # the same, whether it is r[b]
    NARROW = auto()  # keep those noted, if any (a is 0), at any rate (1); with the most (2), the fewest (3)
    OFFERED = auto()  # how many there are
    ANY_OF = auto()  # look at one, as the player likes; a as in NEXT; if b is 1, low ones are likelier
    ANY_OR_DONE = auto()  # the same, or to be done, as r[PASSED] tells
    ONE_OF = auto()  # look at the first
    PLACE = auto()  # which play of the trick it is, from 1
    WEIGH = auto()  # keep of it what stands in b registers from r[a] on
    WEIGHED = auto()  # what was kept of it from the a-th of these
    WEIGHED_OWN = auto()  # from the one at a + seat

    # Plays of one card or two, narrowed as sets: of one card, of two copies, of two different cards
    SPREAD = auto()  # there are all that can be made of c[a], of each sort if b, e or d is 1
    KEEP_PLAYS = (
        auto()
    )  # keep those whose cards are all in c[a], c[b] or c[e], by sort; all if d is 0 and none is
    MOST_PLAYS = auto()  # keep those with the most cards of c[a], c[b] or c[e]; with the fewest if d is 1
    ANY_PLAY = auto()  # c[PLAY] is one, as the player likes; at d, if there is none


class NumberRegister(IntEnum):
    """The registers of numbers with a fixed place."""

    DEAL = 0
    DEALER = auto()
    LEADER = auto()  # -1 while no trick is played
    TRICKS = auto()  # how many are finished
    PLAYS = auto()  # how many lie in the trick
    LAST = auto()  # whether the leader has no card left
    TAKER = auto()  # the set of who took the trick before
    ANSWER = auto()  # the candidate, if it is an answer
    PASSED = auto()  # whether who was to choose cards is done
    DUCKS = auto()  # the set of those who duck
    RESTING = auto()  # the set of those who rest
    REPEATS = auto()  # how often the steps went back
    WON = auto()  # how many tricks each seat has taken; behind these a program may use them as it likes


class CardRegister(IntEnum):
    """The registers of sets with a fixed place."""

    LED = 0  # the suit that was led
    LEAD = auto()  # what was led
    PLAY = auto()  # the candidate, if it is a play, and what is played
    ONE = auto()  # the cards that may be played alone
    TWIN = auto()  # those of which two copies may be
    TWO = auto()  # two different ones of these
    BESIDE = auto()  # one of these and one of those before, if here are any
    FREE = auto()  # the first that a program may use as it likes


MOST_AGREED: Final = 16
"""How many numbers and sets the order of the cards may rest on."""


class DuckMoves(IntEnum):
    """The source of a duck's list of moves."""

    CARDS = 0  # single cards
    PLAYS = auto()  # plays narrowed as sets
    OFFERS = auto()  # candidates


ASK_CARDS: Final = 0
ASK_PLACES: Final = 1
ASK_VALUES: Final = 2
ASK_PLAYS: Final = 3
"""What is asked for: a card, a candidate by its place, by its value, or by the card that it plays."""
