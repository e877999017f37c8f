"""Clients find out a server that is not honest, by themselves and at the end of the deal."""

from __future__ import annotations

import pytest
from tests.server.dishonest import DEAL, ENGINE, LIES, cut, dealt, opened

from trickbook.cards.cuts import ABSENT, new_number
from trickbook.replays.sealed_deals import Sealed, with_cuts
from trickbook.server.client_state import CheckedDeal, ClientCuts, ClientState, with_fairness
from trickbook.texts.languages import tree

TABLE = ClientState(seat=0, match=1)
AT = 1, DEAL


def has_cut(table: ClientState = TABLE) -> tuple[ClientCuts, Sealed]:
    """A client that has cut with its number, and the deal as it will be."""
    nonce = new_number()
    first = {"type": "cut", "cut": cut(Sealed(nonce), shown=False)}
    known, answer = with_fairness(ClientCuts(), table, first)
    own = known.noted[AT].number or new_number()
    sealed = dealt(own, nonce)
    if table.seat == 0:
        assert answer == {"match": 1, "deal": DEAL, "hash": sealed.hashes[0]}
    known, answer = with_fairness(known, table, {"type": "cut", "cut": cut(sealed, shown=True)})
    if table.seat == 0:
        assert answer == {"match": 1, "deal": DEAL, "number": own}
    return known, sealed


def found(known: ClientCuts, sealed: Sealed, table: ClientState = TABLE) -> CheckedDeal:
    """What a client finds when a deal is opened."""
    known, _ = with_fairness(known, table, {"type": "move", "opened": opened(sealed)})
    return known.checked[AT]


def test_an_honest_deal() -> None:
    known, sealed = has_cut()
    assert found(known, sealed) == CheckedDeal(1, DEAL, None, own=True, cuts=sealed.cuts)
    absent = with_cuts_of(sealed, ABSENT)
    assert found(known, absent) == CheckedDeal(1, DEAL, None, own=False, cuts=absent.cuts)


def with_cuts_of(sealed: Sealed, own: str) -> Sealed:
    """The deal with another cut of the client's, in order."""
    return with_cuts(ENGINE, DEAL, sealed._replace(cuts=(own, *sealed.cuts[1:])))


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found_out(lie: str) -> None:
    known, sealed = has_cut()
    tell, doubt = LIES[lie]
    known, _ = with_fairness(known, TABLE, {"type": "move", "opened": opened(tell(sealed))})
    assert known.checked[AT].doubt == doubt
    assert known.doubts == {AT: tree("table", "en")["page"]["seals"]["doubts"][doubt]}


@pytest.mark.parametrize("lie", sorted({*LIES} - {"a friend's number"}))
def test_spectators_find_out_as_much(lie: str) -> None:
    table = TABLE._replace(seat=None)
    known, sealed = has_cut(table)
    assert found(known, sealed, table).doubt is None
    assert found(known, LIES[lie][0](sealed), table).doubt == LIES[lie][1]


def test_a_seal_or_hashes_that_change_before_the_deal_are_found_out_at_once() -> None:
    for tell, doubt in (LIES["many nonces"], LIES["a friend's number"]):
        known, sealed = has_cut()
        known, answer = with_fairness(known, TABLE, {"type": "cut", "cut": cut(tell(sealed), shown=True)})
        assert (known.checked[AT].doubt, answer) == (doubt, None)
        assert found(known, sealed).doubt == doubt, "it stays so"


def test_no_number_is_shown_where_the_own_hash_is_missing() -> None:
    known, _ = with_fairness(ClientCuts(), TABLE, {"type": "cut", "cut": cut(Sealed("ab" * 32), shown=False)})
    other = dealt(new_number(), "ab" * 32)
    _, answer = with_fairness(known, TABLE, {"type": "cut", "cut": cut(other, shown=True)})
    assert answer is None


def test_the_same_number_is_sent_again_after_reconnecting() -> None:
    known, sealed = has_cut()
    again, answer = with_fairness(known, TABLE, {"type": "state", "cut": cut(sealed, shown=True)})
    assert answer == {"match": 1, "deal": DEAL, "number": sealed.cuts[0]}
    assert again == known


@pytest.mark.parametrize(
    "told", [{}, [], "x", {"match": 1}, {**cut(Sealed("ab" * 32), shown=False), "seal": 5}]
)
def test_what_is_no_message_is_refused(told: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the client says that the server does not speak its protocol
        with_fairness(ClientCuts(), TABLE, {"type": "cut", "cut": told})
