"""Examples: moments and courses of play with what must come of them, as a rulebook prints them.

They stand in a ruleset under ``examples:``, or in a file of their own::

    ruleset: hearts                # a shipped name, or a path beside this file
    options: {opening: left_of_dealer}
    players: 5
    examples:
      NAME: EXAMPLE                # or `groups:`, a list of such maps

An example gives a situation, and expects something of it; ``says``, ``source`` and ``note`` tell what it is for::

    EXAMPLE:  {given: GIVEN, course: [...], WORD: VALUE, ...}
    CARDS:    9D QS   or   [9D, QS]   or   hearts and rank >= J     # TC* is an exposed copy
    MOVES:    9D QS   or   [9D, 9D 9D, done]                        # cards that are each a move, or moves

What is expected says which of four forms it is. Any may choose its ``options`` and ``players`` in ``given``.

- What may be played at one moment. Expects ``legal: MOVES`` (exactly these) and ``illegal: {MOVE: CLAUSE}``, the
  clause that forbids a move, or ``impossible`` where there is no such move. Given: ``hand``, and ``trick`` (the plays so
  far), ``exposed`` (what is neither in the hand nor in the trick lies before the player), ``trick_number``, ``last``,
  ``held``, ``played``, ``aside``, ``facts``, ``scores``, ``leader``, ``dealer``.
- Who wins a trick. Expects ``winner``, the place of a play, from 0, or ``nobody``. Given: ``trick``, ``last``.
- What a deal counts. Expects ``points: [...]``, or ``decision: {SEAT: [ANSWER, ...]}``, what is asked first ({}: nothing). Given:
  ``taken: {SEAT: CARDS}``, ``exposed``, ``tricks`` (how many each has taken), ``scores``, ``facts``, ``decide: {SEAT: ANSWER}``.
- A course of play. Given: ``hands`` (from seat 0, of any one size, or such lists by the number of the deal), ``deal``,
  ``dealer``, ``leader``, ``seed``, ``scores``, ``facts``, ``aside``, ``draws`` (what chance draws when the hands are dealt, in order).
  ``course`` lists what happens: ``SEAT MOVE``, or ``{STEP: [SEAT MOVE, ...]}`` where the step is to be checked too.
  Expects, when that is done, any words of a game: ``phase``, ``actors``, ``leader``, ``dealer``, ``deal``, ``scores``, ``deals``,
  ``winners``, ``facts``, ``trick``, ``takers`` (of the finished tricks), ``exposed``, ``aside``, ``held``, ``left_out`` (cards of which none is in
  play), ``counts`` (of the hands); by seat ``hands``, ``open``, ``taken``; ``legal: {SEAT: MOVES}``, ``illegal: {SEAT: {MOVE: CLAUSE}}``.
"""

from trickbook.examples.outcome import Difference, Outcome, Results
from trickbook.examples.running import run

__all__ = ["Difference", "Outcome", "Results", "run"]
