"""Every shipped ruleset, part and house rule is in the one style, and formatting changes none of them.

TRICKBOOK_MUTATED says how many files in other styles are formatted; `make soak` tries thousands.
"""

import os
import random
import re

import pytest

from trickbook.formatting import COLUMNS, format_text
from trickbook.loading import resolve_sent, shipped
from trickbook.sections.compiled import digest
from trickbook.source import plain, read

SHIPPED = sorted(shipped())
MUTATED = int(os.environ.get("TRICKBOOK_MUTATED", "60"))

ODD = [
    "no",
    "10:30",
    "2E5",
    "007",
    '"12"',
    "'null'",
    '"a: b"',
    "'it''s # so'",
    '"\\n"',
    "1",
    '"- x"',
    "what?",
]
ODD += ['"a, b"', '"[x"', '"é ü 红心"', "~", '" blank "', f'"{"long, long " * 30}"', f'"{"红" * 150}"']
"""Values that look like others, and sentences that need quotes or folding."""


def tree(text: str) -> object:
    root, problems = read(text, "mutated.yaml")
    assert root is not None
    assert not problems
    return plain(root)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_file_is_in_the_one_style(name: str) -> None:
    text = shipped()[name].read_text("utf-8")
    assert format_text(text, name).text == text
    assert max(map(len, text.splitlines())) <= COLUMNS


def unfolded(text: str, chance: random.Random) -> str:
    """Write a file in another style: keys in quotes, comments, empty lines, sections in another order."""
    parts = re.split(r"\n(?=[a-z]+:)", text.rstrip("\n"))
    head, sections = parts[0], parts[1:]
    chance.shuffle(sections)
    lines = []
    for line in "\n".join([head, *sections]).split("\n"):
        changed = line
        key = re.match(r"( *)([a-z_]+):( |$)", line)
        if key and chance.random() < 0.05:
            changed = f'{key[1]}"{key[2]}":{line[key.end(2) + 1 :]}'
        if key and chance.random() < 0.05:
            lines += ["", f"{key[1]}# {'why ' * chance.randrange(1, 9)}"]
        if re.search(r"[]}]$", line) and chance.random() < 0.1:
            changed += " # beside"
        lines.append(changed)
    return "\n".join(lines) + "\n"


def mutated(text: str, chance: random.Random) -> str:
    """Change values of a file: whole numbers, words that look like other values, odd sentences."""

    def change(found: re.Match[str]) -> str:
        return found[1] + chance.choice(ODD) if chance.random() < 0.1 else found[0]

    return re.sub(r"(?m)^( +(?:says|name|note|is|when|keep): )\S[^\"'\n{}]*$", change, text)


def test_formatting_mutated_files_changes_no_value() -> None:
    done = 0
    for number in range(MUTATED):
        chance = random.Random(number)  # noqa: S311 - no secret
        name = chance.choice(SHIPPED)
        text = unfolded(mutated(shipped()[name].read_text("utf-8"), chance), chance)
        found = format_text(text, "mutated.yaml")
        if found.text is None:
            assert "not-formatted" not in {problem.code for problem in found.problems}, (number, name)
            continue
        done += 1
        assert tree(found.text) == tree(text), (number, name)
        assert found.text.count("#") == text.count("#"), (number, name)
        assert format_text(found.text, "mutated.yaml").text == found.text, (number, name)
    assert done > MUTATED // 2


@pytest.mark.parametrize("name", [name for name in SHIPPED if not name.startswith("house/")])
def test_a_ruleset_written_anew_has_the_same_digest(name: str) -> None:
    text = shipped()[name].read_text("utf-8")
    written = format_text(unfolded(text, random.Random(name)), name).text  # noqa: S311 - no secret
    assert written
    assert len({digest(resolve_sent(each, f"{name}.yaml").root, {}, 4) for each in (text, written)}) == 1
