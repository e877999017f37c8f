"""The packs among the parts: their cards, what is printed on them, and how a hand of them is sorted."""

import re
from pathlib import Path

import pytest

import trickbook
from trickbook.console.text_tables import CardPrinter
from trickbook.seat import about
from trickbook.seat.about import card_labels, suit_labels
from trickbook.terminal.layout import card_style

SIGNS = Path(trickbook.__file__).parent / "server" / "page" / "signs.js"

PACKS = {
    "standard-pack": "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "short-pack": "7C 8C 9C TC JC QC KC AC",
    "swiss-pack": "6E 7E 8E 9E BE UE OE KE AE",
    "german-pack": "7H 8H 9H TH UH OH KH AH",
    "italian-pack": "AB 2B 3B 4B 5B 6B 7B JB NB KB",
    "tarot-pack": "1C 2C 3C 4C 5C 6C 7C 8C 9C 10C JC NC QC KC",
    "tarock-pack": "7C 8C 9C 10C JC NC QC KC",
}
"""The first suit of each pack."""


def game(pack: str, tmp_path: Path) -> trickbook.Ruleset:
    """A game with a pack."""
    path = tmp_path / "game.yaml"
    path.write_text(
        f"trickbook: 1\nname: A game\nextends: [{pack}, trick-taking, highest-wins]\nplayers: {{count: 2}}\n",
        encoding="utf-8",
    )
    return trickbook.load(path)


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_has_its_cards(pack: str, tmp_path: Path) -> None:
    deck = game(pack, tmp_path).engine(2).deck
    first = PACKS[pack].split()
    assert list(deck.names[: len(first)]) == first
    assert len(deck.names) == {"tarot-pack": 78, "tarock-pack": 54}.get(pack, 4 * len(first))


@pytest.mark.parametrize("pack", PACKS)
def test_the_page_draws_the_sign_of_each_suit(pack: str, tmp_path: Path) -> None:
    drawn = re.findall(r'^ {2}"(.)": "M', SIGNS.read_text(encoding="utf-8"), re.MULTILINE)
    assert {suit["sign"] for suit in suit_labels(game(pack, tmp_path).engine(2), "en")} <= set(drawn)


@pytest.mark.parametrize("pack", PACKS)
def test_suits_can_be_told_apart(pack: str, tmp_path: Path) -> None:
    suits = suit_labels(game(pack, tmp_path).engine(2), "en")
    for key in ("letter", "sign", "name", "group"):
        assert len({suit[key] for suit in suits}) == len(suits)


@pytest.mark.parametrize(
    ("pack", "card", "english", "chinese"),
    [
        ("swiss-pack", "BR", "banner of roses", "玫瑰旗"),
        ("german-pack", "UL", "under of leaves", "叶子下士"),
        ("german-pack", "OH", "ober of hearts", "红心上士"),
        ("italian-pack", "JD", "knave of coins", "钱币侍从"),
        ("tarot-pack", "ND", "knight of diamonds", "方块骑士"),
        ("tarot-pack", "21T", "21 of trumps", "将牌21"),
        ("tarock-pack", "XT", "the fool", "愚者"),
    ],
)
def test_cards_have_names(pack: str, card: str, english: str, chinese: str, tmp_path: Path) -> None:
    rules = game(pack, tmp_path).engine(2)
    assert card_labels(rules, "en")[card]["name"] == english
    assert card_labels(rules, "zh")[card]["name"] == chinese


@pytest.mark.parametrize(
    ("house", "card", "printed", "english", "chinese"),
    [
        ("swiss-cards", "JH", "U✿", "under of roses", "玫瑰下士"),
        ("swiss-cards", "TS", "B⛨", "banner of shields", "盾牌旗"),
        ("german-cards", "QC", "O◓", "ober of acorns", "橡子上士"),
        ("german-cards", "TS", "10❦", "ten of leaves", "叶子10"),
        ("italian-cards", "QD", "N◉", "knight of coins", "钱币骑士"),
        ("italian-cards", "JC", "J⚲", "knave of batons", "棍棒侍从"),
    ],
)
def test_cards_of_another_country_are_laid_over_a_game(
    house: str, card: str, printed: str, english: str, chinese: str
) -> None:
    """The card is printed and called as there; it is known by what is printed on it, and by its name."""
    laid = trickbook.load(f"house/{house}")
    rules, style = laid.engine(), card_style(about(laid), signs=True)
    face = card_labels(rules, "en")[card]
    sign = next(suit["sign"] for suit in suit_labels(rules, "en") if suit["letter"] == face["suit"])
    assert face["rank"] + sign == printed
    assert (face["name"], card_labels(rules, "zh")[card]["name"]) == (english, chinese)
    assert rules.deck.name(printed) == rules.deck.name(card) == card
    assert style.written(card) == printed
    assert style.written(card, short=True) == printed.replace("10", "T")
    assert CardPrinter(rules.deck, "utf-8").cards([card]).plain == printed.replace("10", "T")
    assert CardPrinter(rules.deck, "ascii").cards([card]).plain in (card, printed[0] + card[-1])


@pytest.mark.parametrize("house", ["swiss-cards", "german-cards", "italian-cards"])
def test_the_page_draws_the_signs_of_another_country(house: str) -> None:
    drawn = re.findall(r'^ {2}"(.)": "M', SIGNS.read_text(encoding="utf-8"), re.MULTILINE)
    suits = suit_labels(trickbook.load(f"house/{house}").engine(), "en")
    assert {suit["sign"] for suit in suits} <= set(drawn)
    assert len({suit["name"] for suit in suits}) == len(suits)


@pytest.mark.parametrize(("trick", "winner"), [("4D 1D", 1), ("JD 1D", 0), ("7C 10C", 1), ("21T XT", 1)])
def test_the_ace_is_the_highest_figure_of_red_suits_in_the_tarock_pack(
    trick: str, winner: int, tmp_path: Path
) -> None:
    assert game("tarock-pack", tmp_path).trick_winner(trick.split()) == winner
