# ruff: noqa: RUF001 - Chinese has signs of its own
"""The messages of a text are told in Chinese: each follows a template of the catalogue."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import yaml

from trickbook.analysis.validation.codes import codes, explanation
from trickbook.loading import shipped, translation
from trickbook.loading.translation import BLANK, CATALOGUES, KINDS, LONGEST, Catalogue, Template, translated
from trickbook.server.table.choice import TASKS

ROOT = Path(__file__).parents[2]
BAD = ROOT / "tests" / "bad"
PLAIN = {"YAML", "UTF", "JSON", "Trickbook", "True", "False", "Content", "Type", "application", "json"}
"""Words that Chinese texts have as they are."""

CODE = re.compile(r"`[^`]*`|\"[^\"]*\"|\S+\.ya?ml(:\d+:\d+)?|[\w-]+(、[\w-]+)+", re.ASCII)
"""Code, quoted text, the names of files, and lists of names."""

SENTENCE = re.compile("\uff1a[A-Z][a-z]+ .*[.]")
"""Why rules conflict or require something, in the words of their author."""

WORDS = re.compile(r"[A-Za-z]{3,}")
CARD_WORDS = "clubs diamonds hearts spades jacks queens kings aces"
HEAD = re.compile(r"^(?:\S+:\d+:\d+: )?(?:note: )?[a-z][a-z0-9-]*: ")


def english_in(text: str) -> list[str]:
    """The English words outside of code."""
    return [word for word in WORDS.findall(CODE.sub("", BLANK.sub("", text))) if word not in PLAIN]


@cache
def entries() -> dict[str, str]:
    """The catalogue: each English text with its translation."""
    sections = yaml.safe_load((CATALOGUES / "zh.yaml").read_text("utf-8"))
    del sections["joints"]
    found = [pair for section in sections.values() for pair in section.items()]
    assert len(dict(found)) == len(found)
    return dict(found)


def expected_messages(path: Path) -> Iterator[str]:
    """The messages and hints of the expected answer to a wrong ruleset."""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("  hint: "):
            yield line.removeprefix("  hint: ")
        elif line and not line.startswith("  "):
            yield HEAD.sub("", line, count=1)


@cache
def messages() -> dict[str, list[Path]]:
    """All these messages, with the files that earn them."""
    found: dict[str, list[Path]] = {}
    for path in sorted(BAD.rglob("*.txt")):
        for message in expected_messages(path):
            found.setdefault(message, []).append(path)
    return found


# The catalogue


def test_an_entry_has_the_same_blanks_on_both_sides_and_no_english() -> None:
    for english, told in entries().items():
        blanks = BLANK.findall(english)
        assert sorted(BLANK.findall(told)) == sorted(blanks) == sorted(set(blanks)), english
        bare = BLANK.findall(re.sub(r"`[^`]*`", "", english))
        assert {name.partition("_")[0] for name in bare} <= KINDS.keys(), english
        assert "}{" not in english
        assert english_in(told) == [], english


class Recorder(dict[str, str]):
    """Texts that remember which of them were looked up."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__(texts)
        self.used: set[str] = set()

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.used.add(key)
        return super().get(key, default)


@cache
def source() -> str:
    """All texts in the code, and the schema, in small letters."""
    trees = [
        ast.parse(path.read_text("utf-8")) for path in (ROOT / "interpreter" / "trickbook").rglob("*.py")
    ]
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    texts = [node.value for node in nodes if isinstance(node.value, str)]
    return "\n".join([*texts, (ROOT / "schema" / "ruleset.schema.json").read_text("utf-8")]).lower()


def stands_in_source(english: str) -> bool:
    """All its pieces between blanks, code and punctuation stand there."""
    bare = re.sub(r"^an? ", "", BLANK.sub("`", english.lower()))
    pieces = [piece.strip() for piece in re.split(r"`|, |; |: | or | and |\(|\)|\"|\b(?:is|are) ", bare)]
    return all(piece in source() for piece in pieces)


ASSEMBLED = {
    "no-break space",
    "zero width space",
    "ideographic space",
    "there is no blank after the colon of `{word}`",
    "a tab stands between words here; YAML wants spaces",
    "this is a folder, not a file",
    "this is a device or a pipe, not a file",
    "`{word}` is a word of the part `{name}`: add it to `extends:`",
    "{number} more problem from here on",
    "{number} more problems from here on",
    "{what}, although its `when:` held in each of them",
    "`{name}` did not change in {number} random deals",
    "`{name}` was not taken in {number} random deals",
    "`{name}` let nobody rest in {number} random deals",
    *(
        f"by these rules {task} takes {{number}} ms at {{text}}; a server allows {{number_most}} ms; "
        "write fewer or shorter expressions, or let players choose from less"
        for task in ("making a move", *(task.name for task in TASKS))
    ),
}
"""What no wrong ruleset of the tests earns, and the code puts together of smaller pieces."""


def test_every_entry_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, templates, joints = translation.catalogue_of("zh") or Catalogue({}, {}, {})
    texts, targets, fill = Recorder(dict(whole)), set(), translation.filled
    monkeypatch.setattr(translation, "catalogue_of", lambda _: Catalogue(texts, templates, joints))

    def filled(target: str, values: Mapping[str, str]) -> str:
        targets.add(target)
        return fill(target, values)

    monkeypatch.setattr(translation, "filled", filled)
    for message in messages():
        translated.__wrapped__(message, "zh")
    several = " where a play is of several cards"
    unused = {
        english for english, told in entries().items() if english not in texts.used and told not in targets
    }
    assert {english for english in unused if not stands_in_source(english.removesuffix(several))} <= ASSEMBLED
    assert len(entries()) > len(unused)


# Messages


def test_every_message_of_a_wrong_ruleset_is_chinese() -> None:
    assert [message for message in messages() if translated(message, "zh") is None] == []
    assert messages()


def words_of(paths: list[Path]) -> set[str]:
    """The words of wrong rulesets and their parents, without comments; and the names of what is shipped."""
    files = [
        one
        for path in paths
        for one in (path.with_suffix(".yaml"), *(path.parent / "parents").glob("*.yaml"))
    ]
    bare = re.sub(r"(?m)^ *#.*$", "", "\n".join(one.read_text("utf-8") for one in files))
    inherited = shipped()["hearts"].read_text("utf-8")
    names = re.findall(r"[a-z_]+(?=:)|\[[a-z_, ]+\]", inherited)
    return {*WORDS.findall(" ".join([bare, *names, *shipped(), CARD_WORDS]))}


def test_no_english_is_left_but_names_and_sentences_of_the_text() -> None:
    for message, paths in messages().items():
        if left := english_in(SENTENCE.sub("", translated(message, "zh") or "")):
            assert {*left} <= words_of(paths) | {"nothing", "space"}, message


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("`card` is not a key of a worth", "分值没有 `card` 这个键"),
        ("did you mean `cards`?", "是不是 `cards`？"),
        ("A number must stand here, and this is cards", "这里应写数，而这是牌"),
        ("an item of `answers` is a name, not the number 1", "`answers` 的一项应为名称，而不是数 1"),
        ("its keys are `a`, `b` and `c`", "可用的键有 `a`、`b` 和 `c`"),
        ("`left` takes an option, not `红心`", "`left` 应写选项，而不是 `红心`"),
        ('text that begins with "`" needs quotes', '以 "`" 开头的文字要加引号'),
        ("What the game is called: `name: Omnibus`.", "游戏的名称：`name: Omnibus`。"),
        ("no card is left in the deck (with 3 players)", "一张牌也不剩了（3 人）"),
        ("seat 0 cannot play `2C`: 2C is not there", "座位 0 不能出 `2C`：那里没有 2C"),
        (
            "one: given: seats are numbered 0 to 3, and 7 is none of them",
            "one：given：座位号从 0 到 3，没有 7",
        ),
    ],
)
def test_a_message_is_translated_with_its_phrases(english: str, chinese: str) -> None:
    assert translated(english, "zh") == chinese


@pytest.mark.parametrize(
    "text", ["", "nobody knows this", "`x` is not a key of a whatever", "a" * (LONGEST + 1)]
)
def test_a_message_that_the_catalogue_does_not_know_is_left(text: str) -> None:
    assert translated(text, "zh") is None


@pytest.mark.parametrize("language", ["en", "", "../zh", "zhh"])
def test_a_language_without_a_catalogue_translates_nothing(language: str) -> None:
    assert translated("choose another name", language) is None


@pytest.mark.parametrize("joint", [": ", "; ", " or ", " (with ", "`, `", " is ", "seat 1 cannot play `x`: "])
def test_the_work_for_a_hostile_message_is_bounded(joint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    find = translation.parts

    def parts(template: Template, text: str) -> list[str] | None:
        tried.append(text)
        return find(template, text)

    monkeypatch.setattr(translation, "parts", parts)
    translated((joint * LONGEST)[:LONGEST], "zh")
    translated(f"a{joint}" * (LONGEST // (len(joint) + 1)), "zh")
    assert len(tried) <= 2 * translation.MOST_TRIES


# Codes


def test_every_code_is_explained_in_chinese() -> None:
    for code, about in codes().items():
        found = explanation(code, "zh")
        assert english_in(found["says"]) == [], code
        assert re.search("[\u4e00-\u9fff]", found["says"])
        assert found.keys() == about.keys()
        assert explanation(code, "en") == about
    assert explanation("none", "zh") == {}
