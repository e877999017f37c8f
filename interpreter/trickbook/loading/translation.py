"""Messages in other languages: a catalogue translates templates, and a message follows one of them.

A template has blanks. A blank in backticks stands for code, which is copied. The name of any other blank
begins with what may stand there, one of ``KINDS``. A ``what`` is a phrase of the catalogue; it is translated.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import yaml

from trickbook.loading.conformance import schema_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

CATALOGUES: Final = Path(__file__).with_name("text")

LONGEST: Final = 2_000
"""The longest message that is translated, in characters."""

MOST_TRIES: Final = 2_000
"""How many templates are tried for one message, its phrases included."""

DEEPEST: Final = 4
"""How deep phrases may stand within one another."""

BLANK: Final = re.compile(r"\{([a-z][a-z_0-9]*)\}")

KINDS: Final[Mapping[str, re.Pattern[str] | None]] = {
    "cards": re.compile(r"[^a-z`]+(?:[.…][a-z]+)?|nothing|none"),
    "list": re.compile(r"(?:`[^`]*`|[^\s`,]+)(?:(?:, | and | or )(?:`[^`]*`|[^\s`,]+))*"),
    "name": re.compile(r"[^\s`]+"),
    "number": re.compile(r"-?[0-9][0-9,.]*"),
    "text": re.compile(r".+", re.DOTALL),
    "what": None,
}
"""What may stand in a blank, by the beginning of its name."""

ODD_QUOTES: Final = re.compile(r'"[^"]*`[^"]*"')
"""A quoted piece that holds a backtick; all others are quoted by backticks."""

WIDE: Final = re.compile("[\u2014-\u201d\u3000-\u9fff\uff00-\uffef]")
SPACED: Final = re.compile('[\u4e00-\u9fff][\\w`"-]|[\\w`"][\u4e00-\u9fff]', re.ASCII)
"""A character of full width; and two neighbours that have a space between them."""

MASK: Final = "\ue000"


class Template(NamedTuple):
    """An English template, cut at its blanks, and its translation."""

    literals: tuple[str, ...]
    blanks: tuple[str, ...]
    target: str

    @property
    def weight(self) -> int:
        """The characters that a message must have in common with it."""
        return sum(map(len, self.literals))

    @property
    def quoted(self) -> tuple[bool, ...]:
        """For each blank, whether it stands in backticks."""
        return tuple("".join(self.literals[: n + 1]).count("`") % 2 == 1 for n in range(len(self.blanks)))


class Catalogue(NamedTuple):
    """The translations of one language: whole texts, and templates by their first character."""

    whole: Mapping[str, str]
    templates: Mapping[str, Sequence[Template]]
    joints: Mapping[str, str]

    def candidates(self, text: str) -> Sequence[Template]:
        """The templates that a text may follow, those with the most characters in common first."""
        return self.templates.get(text[:1], self.templates[""])


@lru_cache(maxsize=1_024)
def translated(text: str, language: str) -> str | None:
    """Return a message, a hint or a phrase in a language; None if its catalogue does not know it."""
    catalogue = catalogue_of(language)
    if catalogue is None or len(text) > LONGEST:
        return None
    found = _Translation(catalogue).sentence(text)
    if found is None and MASK not in text and (odd := ODD_QUOTES.findall(text)):
        pieces = iter(range(len(odd)))
        found = _Translation(catalogue).sentence(ODD_QUOTES.sub(lambda _: f"`{MASK}{next(pieces)}`", text))
        for number, piece in reversed([*enumerate(odd)]) if found else ():
            found = found.replace(f"`{MASK}{number}`", piece) if found else None
    return found


class _Translation:
    """The translation of one message, with a bound on its work."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue, self.tries = catalogue, 0

    def sentence(self, text: str, depth: int = 0) -> str | None:
        """A text that is in the catalogue, or follows one of its templates."""
        found = self._known(text, depth)
        if found is None and text[:1].isupper():
            found = self._known(text[0].lower() + text[1:], depth)
        if found is None and text.endswith(".") and (said := self.sentence(text[:-1], depth)):
            found = said + self.catalogue.joints["."]
        return found

    def _known(self, text: str, depth: int) -> str | None:
        if (whole := self.catalogue.whole.get(text)) is not None:
            return whole
        for template in self.catalogue.candidates(text) if depth < DEEPEST else ():
            self.tries += 1
            if self.tries > MOST_TRIES:
                return None
            if (values := parts(template, text)) is not None:
                told = [*self._filled(template, values, depth)]
                if len(told) == len(values):
                    return filled(template.target, dict(zip(template.blanks, told, strict=True)))
        return None

    def _filled(self, template: Template, values: Sequence[str], depth: int) -> Iterator[str]:
        """Yield what stands in each blank, up to the first in which it may not stand."""
        for name, quoted, value in zip(template.blanks, template.quoted, values, strict=True):
            told = value if quoted else self._value(name.partition("_")[0], value, depth)
            if told is None or (quoted and "`" in value):
                return
            yield told

    def _value(self, kind: str, value: str, depth: int) -> str | None:
        pattern = KINDS[kind]
        if pattern is None:
            code = value[:1] == value[-1:] == "`" and KINDS["list"]
            listed = self._joined(value) if code and code.fullmatch(value) else None
            return listed or self.sentence(value, depth + 1)
        if not pattern.fullmatch(value):
            return None
        return self._joined(value) if kind == "list" else value

    def _joined(self, value: str) -> str:
        """A list with the joints of the language; what stands in backticks is copied."""
        pieces = re.split("(`[^`]*`)", value)
        for joint, told in self.catalogue.joints.items():
            pieces[::2] = [piece.replace(joint, told) for piece in pieces[::2]]
        return "".join(pieces)


def parts(template: Template, text: str) -> list[str] | None:
    """What a text has in the blanks of a template, each as short as can be; None if it does not follow it."""
    first, *middle, last = template.literals
    at, end = len(first), len(text) - len(last)
    if at > end or not text.startswith(first) or not text.endswith(last):
        return None
    found = []
    for literal in middle:
        upto = text.find(literal, at, end)
        if upto < 0:
            return None
        found.append(text[at:upto])
        at = upto + len(literal)
    return [*found, text[at:end]]


def filled(target: str, values: Mapping[str, str]) -> str:
    """A translation with its blanks filled, and a space wherever code meets a Chinese character."""
    text, in_code = "", False
    for number, piece in enumerate(BLANK.split(target)):
        added = values[piece] if number % 2 else piece
        text = text + added if in_code else _seam(text, added)
        in_code ^= number % 2 == 0 and piece.count("`") % 2 == 1
    return text


def _seam(left: str, right: str) -> str:
    before, after = left.rstrip(" "), right.lstrip(" ")
    if SPACED.fullmatch(before[-1:] + after[:1]):
        return f"{before} {after}"
    return before + after if WIDE.search(before[-1:] + after[:1]) and before and after else left + right


@cache
def catalogue_of(language: str) -> Catalogue | None:
    """The catalogue of a language; None if it has none."""
    if not re.fullmatch("[a-z]{2}", language) or not (path := CATALOGUES / f"{language}.yaml").is_file():
        return None
    sections = yaml.safe_load(path.read_text("utf-8"))
    joints = sections.pop("joints")
    entries = {english: told for section in sections.values() for english, told in section.items()}
    made = [compiled(english, told) for english, told in entries.items() if BLANK.search(english)]
    whole = {english: told for english, told in entries.items() if not BLANK.search(english)}
    whole = {**dict(_of_schema(language, joints["."])), **whole}
    made.sort(key=lambda template: -template.weight)
    firsts = {template.literals[0][:1] for template in made} | {""}
    by_first = {
        first: [template for template in made if template.literals[0][:1] in ("", first)] for first in firsts
    }
    return Catalogue(whole, by_first, joints)


def _of_schema(language: str, stop: str) -> Iterator[tuple[str, str]]:
    """Yield the titles and descriptions of the schema as they stand within messages."""
    for english, told in schema_texts(language).items():
        phrase = english[0].lower() + english[1:].removesuffix(".")
        yield phrase, told.removesuffix(stop)
        yield f"{'an' if phrase[0] in 'aeiou' else 'a'} {phrase}", told


def compiled(english: str, target: str) -> Template:
    """A template from its English text and its translation."""
    literals = BLANK.split(english)
    return Template(tuple(literals[::2]), tuple(literals[1::2]), target)
