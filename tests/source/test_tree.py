"""What YAML means here, and where each part of it was written."""

import pytest

from trickbook.problems import Place
from trickbook.source import Listing, Mapping, Scalar, at, key_place, plain, read
from trickbook.source.yaml import within

HEARTS = """\
name: Hearts   # the game
players: [3, 4, 5]
play:
  follow_suit: {when: following, keep: led_suit, says: "Follow suit."}
  lead:
    keep: >
      not hearts
      or void
"""


def tree(text: str) -> Mapping:
    root, problems = read(text, "game.yaml")
    assert problems == ()
    assert root is not None
    return root


def scalar(text: str) -> Scalar:
    node = at(tree(text), ["a"])
    assert isinstance(node, Scalar)
    return node


def test_a_tree_gives_plain_data_in_the_order_written() -> None:
    data = plain(tree(HEARTS))
    assert data == {
        "name": "Hearts",
        "players": [3, 4, 5],
        "play": {
            "follow_suit": {"when": "following", "keep": "led_suit", "says": "Follow suit."},
            "lead": {"keep": "not hearts or void\n"},
        },
    }
    assert isinstance(data, dict)
    assert list(data) == ["name", "players", "play"]


@pytest.mark.parametrize("text", ["", "~", "null"])
def test_nothing_is_null(text: str) -> None:
    assert scalar(f"a: {text}").value is None


@pytest.mark.parametrize(("text", "value"), [("true", True), ("false", False)])
def test_truth_has_two_words(text: str, value: bool) -> None:  # noqa: FBT001
    assert scalar(f"a: {text}").value is value


@pytest.mark.parametrize("text", ["0", "7", "-26", "100", "999999999999999"])
def test_whole_numbers_are_numbers(text: str) -> None:
    node = scalar(f"a: {text}")
    assert node.value == int(text)
    assert type(node.value) is int
    assert node.text == text


TEXTS = """
yes no on off Yes NO True FALSE Null NULL -- = 10C 2026-01-31 10:30
1e3 1.5 0x10 0o7 007 1_000 +1 .inf .nan 1000000000000000
"""


@pytest.mark.parametrize("text", TEXTS.split())
def test_all_else_is_text(text: str) -> None:
    assert scalar(f"a: {text}").value == text


@pytest.mark.parametrize("text", ["null", "~", "", "true", "12", "-3"])
@pytest.mark.parametrize("quote", ['"', "'"])
def test_what_is_quoted_is_text(text: str, quote: str) -> None:
    node = scalar(f"a: {quote}{text}{quote}")
    assert (node.value, node.plain) == (text, False)


@pytest.mark.parametrize("key", ["yes", "12", "null", "true", "10:30", "~"])
def test_a_key_is_text(key: str) -> None:
    assert plain(tree(f"{key}: 1")) == {key: 1}


def test_a_node_knows_its_place() -> None:
    root = tree(HEARTS)
    assert at(root, ["name"]).place == Place("game.yaml", 1, 7, 6, "name")
    assert at(root, ["players", 1]).place == Place("game.yaml", 2, 14, 1, "players[1]")
    assert at(root, ["players"]).place == Place("game.yaml", 2, 10, 9, "players")
    assert at(root, ["play", "follow_suit", "says"]).place == Place(
        "game.yaml", 4, 56, 14, "play.follow_suit.says"
    )
    assert at(root, []).place == Place("game.yaml", 1, 1, 25, "")


def test_a_key_knows_its_place() -> None:
    root = tree(HEARTS)
    keep = Place("game.yaml", 4, 34, 4, "play.follow_suit.keep")
    assert key_place(root, ["play", "follow_suit", "keep"]) == keep
    assert key_place(root, ["players", 1]) == at(root, ["players", 1]).place
    assert key_place(root, []) == root.place


@pytest.mark.parametrize("path", [["nobody"], ["players", 3], ["players", -1], ["name", "x"]])
def test_there_is_nothing_at_a_path_that_leads_nowhere(path: list[str | int]) -> None:
    with pytest.raises(KeyError):
        at(tree(HEARTS), path)
    with pytest.raises(KeyError):
        key_place(tree(HEARTS), path)


def test_a_byte_order_mark_moves_nothing() -> None:
    root, problems = read(b"\xef\xbb\xbfname: Hearts\n", "game.yaml")
    assert problems == ()
    assert root is not None
    assert at(root, ["name"]).place == Place("game.yaml", 1, 7, 6, "name")
    assert root.place.column == 1


def test_lines_may_end_as_they_do_on_windows() -> None:
    root = tree("a: b\r\nc:\r\n- d\r\n- e\r\n")
    assert plain(root) == {"a": "b", "c": ["d", "e"]}
    assert at(root, ["c", 1]).place == Place("game.yaml", 4, 3, 1, "c[1]")


def test_what_is_refused_is_left_out_of_the_tree() -> None:
    text = "a: 1\na: 2\nb: *x\nc: [*x, 3]\n<<: {d: 4}\ne: {says: One, two., when: f}\n"
    root, problems = read(text, "game.yaml")
    assert root is not None
    assert plain(root) == {"a": 1, "c": [3], "e": {"says": "One, two.", "when": "f"}}
    assert [problem.code for problem in problems] == [
        "duplicate-key",
        "alias",
        "alias",
        "merge-key",
        "unquoted-comma",
    ]


def test_flow_lists_hold_text_with_single_words_and_pairs() -> None:
    root = tree("a: [two words, b: c, {d: }, []]\n")
    assert plain(root) == {"a": ["two words", {"b": "c"}, {"d": None}, []]}
    assert isinstance(at(root, ["a"]), Listing)


@pytest.mark.parametrize(
    ("source", "word", "place"),
    [
        ("a: not hearts", "hearts", (1, 8, 6)),
        ("a:   'not hearts'", "hearts", (1, 11, 6)),
        ('a: "not hearts"', "hearts", (1, 9, 6)),
        ("a: 'it''s hearts'", "hearts", (1, 11, 6)),
        ('a: "\\x41\\u0042 \\"hearts\\""', "hearts", (1, 18, 6)),
        ('a: "\\x41b"', "Ab", (1, 5, 5)),
        ("a: not\n  clubs\n\n  or hearts", "hearts", (4, 6, 6)),
        ("a: 'not\n  clubs\n\n  or hearts'", "hearts", (4, 6, 6)),
        ('a: "not \\\n   clubs or\n  hearts"', "hearts", (3, 3, 6)),
        ("a: |\n  not\n  # hearts", "hearts", (3, 5, 6)),
        ("a: >-  # folded\n\n  not\n  clubs\n    or hearts\n", "hearts", (5, 8, 6)),
        ("a: >\r\n  not\r\n  hearts\r\n", "hearts", (3, 3, 6)),
        ("a: {b: c}\nd: 1\n", None, (1, 4, 6)),
    ],
)
def test_a_word_of_a_text_has_its_own_place(
    source: str, word: str | None, place: tuple[int, int, int]
) -> None:
    node = at(tree(source), ["a"])
    if word is None:
        assert node.place[1:4] == place
        return
    assert isinstance(node, Scalar)
    start = node.text.index(word)
    found = within(node, start, start + len(word), source)
    assert found == Place("game.yaml", *place, "a")


def test_a_place_within_a_text_ends_with_its_line() -> None:
    source = "a: >\n  not hearts\n  or void\n"
    node = scalar(source)
    assert within(node, 4, len(node.text), source)[1:4] == (2, 7, 6)


def test_the_end_of_a_text_is_just_after_its_last_letter() -> None:
    source = 'a: "hearts or" # so'
    node = scalar(source)
    assert within(node, 9, 9, source)[1:4] == (1, 14, 1)


def test_a_text_that_cannot_be_matched_answers_with_its_own_place() -> None:
    node = scalar("a: hearts")
    assert within(node, 0, 3, "a: spades") == node.place
    assert within(scalar("a: ''"), 0, 0, "a: ''")[1:4] == (1, 4, 2)


@pytest.mark.parametrize("text", ["Must it go?", "why ? because", "a?b=c", "?who", "leads ?"])
@pytest.mark.parametrize("form", ["a: {b: %s}", "a: {b: %s, c: d}", "a: [%s]", "a:\n  b: %s"])
def test_a_question_mark_is_text_wherever_text_stands(form: str, text: str) -> None:
    root, problems = read(form % text, "f")
    assert root is not None
    assert not problems
    assert text in str(plain(root))


def test_a_question_mark_before_a_blank_begins_a_key() -> None:
    root, _ = read("a: {? b : c}", "f")
    assert root is not None
    assert plain(root) == {"a": {"b": "c"}}
