"""Catalogues: what they translate that the ruleset does not say, and what the ruleset says that they lack."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.loading.dependencies import parsed_file
from trickbook.loading.files import shipped
from trickbook.loading.merge import normal
from trickbook.problems import Problem, RulesetError, nearest, shown
from trickbook.problems.remedies import meant
from trickbook.sections.answers import answers, strains
from trickbook.sections.sentences import places
from trickbook.sections.table import WORD_SECTIONS, is_beside, is_map_of_texts, is_prose
from trickbook.source import Listing, Mapping, Scalar
from trickbook.source.catalogues import Catalogue, catalogue, catalogue_path, keyed, languages, variants
from trickbook.source.files import label
from trickbook.source.nodes import text, text_in
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path as FilePath

    from trickbook.loading import Resolved
    from trickbook.source import Node

Path = tuple[str, ...]


class Sentence(NamedTuple):
    """A text of a ruleset that people read: its path, the entry that has it, and its node."""

    path: Path
    entry: Mapping
    node: Node


def checked_catalogues(resolved: Resolved) -> Iterator[tuple[Catalogue, tuple[Problem, ...]]]:
    """Each catalogue of a ruleset's own files, with what is wrong with it."""
    for file, root in _own(resolved).items():
        for language in languages(file):
            if found := catalogue(file, language):
                unknown_entries = _unknown_entries(root, found.root, file) if found.root else ()
                yield found, (*found.problems, *unknown_entries, *_other_places(root, found, language))


def require_catalogues(resolved: Resolved, language: str) -> None:
    """Raise RulesetError if a catalogue in a language cannot be read; those of shipped rulesets can."""
    catalogues = [found for file in resolved.texts if (found := catalogue(file, language))]
    if problems := [problem for found in catalogues for problem in found.problems]:
        raise RulesetError(problems, {found.file: found.text for found in catalogues})


def require_translatable(found: Catalogue, resolved: Resolved) -> None:
    """Raise RulesetError if a catalogue has keys under which a ruleset's own file says nothing."""
    root = _own(resolved)[resolved.file]
    if problems := [*_unknown_entries(root, found.root, resolved.file)] if found.root else []:
        raise RulesetError(problems, {found.file: found.text})


def untranslated(resolved: Resolved, language: str | None = None) -> Iterator[Problem]:
    """Tell of each text that lacks a translation, into one language or each that is begun."""
    for file, root in _own(resolved).items():
        own_sentences = list(sentences(root))
        for one in (language,) if language else sorted({*languages(file), *_inline(own_sentences)}):
            for path, entry, node in own_sentences:
                if text(entry, path[-1]) and text_in(entry, path[-1], one) is None:
                    where = catalogue_path(file, one)
                    message = Message("this has no text in {language}", language=shown(one))
                    yield Problem("untranslated", message, node.place, _addition(path, where), "note")


def _addition(path: Path, catalogue: FilePath | None) -> Message | None:
    """Return which key to add to a catalogue."""
    if catalogue is None:
        return None
    return Message("add `{path}` to {name_file}", path=".".join(path), name_file=label(catalogue))


def sentences(root: Mapping, path: Path = ()) -> Iterator[Sentence]:
    """Each text of a ruleset that people read, in order."""
    for key, found in root.entries.items():
        here, node = (*path, key), found.node
        if is_map_of_texts(here) and isinstance(texts := keyed(node), Mapping):
            yield from (Sentence((*here, one), texts, pair.node) for one, pair in texts.entries.items())
        elif isinstance(node, Listing) and is_prose(here):
            for number, variant in enumerate(variants(root, key), start=1):
                inner = {str(number): pair for pair in variant.entries.values()}
                yield from (
                    Sentence((*here, one), Mapping(inner, node.place), pair.node)
                    for one, pair in inner.items()
                )
        elif is_prose(here):
            yield Sentence(here, root, node)
        elif isinstance(node, Mapping) and (here[0] != "examples" or len(here) < 3):  # noqa: PLR2004 - an example's parts
            yield from sentences(node, here)


def _other_places(root: Mapping, found: Catalogue, language: str) -> Iterator[Problem]:
    """Tell of each translation of which other things stand in its places than in those of the sentence."""
    for path, entry, _ in sentences(root):
        there = found.texts.get(".".join(path)) or found.texts.get(".".join(path[:-1]))
        here = text(entry, path[-1])
        if here is None or there is None or not _is_sentence(path):
            continue
        known, written = {*places(here)}, {*places(there.text)}
        lacking, odd = known - written, written - known
        if lacking or odd:
            template = (
                "this text in {language} lacks {list}"
                if lacking
                else "this text in {language} states {list}, and the sentence does not"
            )
            listed = listing(f"`{{{one}}}`" for one in sorted(lacking or odd))
            message = Message(template, language=shown(language), list=listed)
            hint = Message("a translation has the places of its sentence")
            yield Problem("bad-place", message, there.place, hint)


def _is_sentence(path: Path) -> bool:
    """Return whether places of a text at a path are filled."""
    return path[0] != "examples" and "says" in path[-2:]


def _own(resolved: Resolved) -> dict[str, Mapping]:
    """The trees of the files that the author may change: the ruleset's own, and all that are not shipped."""
    own = (
        file
        for file in resolved.texts
        if file == resolved.file or file in resolved.patches or not _shipped(file)
    )
    paths = ((file, getattr(file, "path", None)) for file in own)
    roots = ((file, parsed_file(path, file).root) for file, path in paths if path)
    return {file: normal(root) for file, root in roots if root}


def _shipped(file: str) -> bool:
    return getattr(file, "path", None) in shipped().values()


def _inline(own_sentences: list[Sentence]) -> set[str]:
    """The languages that stand in the file itself, besides English."""
    found = {
        one
        for sentence in own_sentences
        if isinstance(sentence.node, Mapping)
        for one in sentence.node.entries
    }
    return found - {ENGLISH}


def _unknown_entries(own: Mapping, tree: Mapping, file: str, path: Path = ()) -> Iterator[Problem]:
    """Tell of each key of a catalogue under which the ruleset says nothing."""
    for key, entry in tree.entries.items():
        here = (*path, *key.split("."))
        inner = keyed(entry.node) if is_map_of_texts(here) else entry.node
        if isinstance(inner, Mapping) and _holds(own, here):
            yield from _unknown_entries(own, inner, file, here)
        elif isinstance(entry.node, Mapping) or (isinstance(entry.node, Scalar) and not _says(own, here)):
            near = nearest(here[-1], _keys(own, here[:-1]))
            hint = meant(near) if near and near != here[-1] else None
            message = Message(
                "{name_file} says nothing at {path} that could be translated",
                name_file=file,
                path=shown(".".join(here)),
            )
            yield Problem("nothing-to-translate", message, entry.key_place, hint)
        elif not isinstance(entry.node, Scalar):
            message = Message("a catalogue holds texts and maps of them, no lists")
            yield Problem("not-a-translation", message, entry.node.place, Message("write one text"))


def _found(own: Mapping, path: Path) -> Node | None:
    node: Node = own
    for place, key in enumerate(path):
        if isinstance(node, Listing) and is_prose(path[:place]) and key.isdecimal():
            found = node.get(int(key) - 1)
        else:
            found = node.get(key) if isinstance(node, Mapping) else None
        if found is None:
            return None
        node = keyed(found) if is_map_of_texts(path[: place + 1]) else found
    return node


def _holds(own: Mapping, path: Path) -> bool:
    """Return whether texts may stand beneath a path."""
    if is_map_of_texts(path):
        return bool(_answers(own, path))
    found = _found(own, path)
    return isinstance(found, Listing) if is_prose(path) else isinstance(found, Mapping)


def _says(own: Mapping, path: Path) -> bool:
    """True if a text of the ruleset stands at a path, or a name may; an entry stands for its sentence."""
    if len(path) > 1 and is_map_of_texts(path[:-1]):
        return path[-1] in _answers(own, path[:-1])
    node = _found(own, path)
    if len(path) > 1 and is_prose(path[:-1]):
        return node is not None
    if is_prose(path):
        return (node is not None and not isinstance(node, Listing)) or (
            _may_have_name(path) and _found(own, path[:-1]) is not None
        )
    return isinstance(node, Mapping) and "says" in node.entries


def _may_have_name(path: Path) -> bool:
    """Return whether the entry of a path may have a name at the table, though it has none in English."""
    *section, _, key = ("", *path)
    inner = path[0] == "options" and path[2:3] == ("choices",)
    called = tuple(section[1:]) in WORD_SECTIONS or (len(path) == 3 and is_beside(path[0]))  # noqa: PLR2004
    return key == "name" and (inner or not any(section) or called)


def _answers(own: Mapping, path: Path) -> set[str]:
    """The answers that may be named at a path, such as ``steps.shoot.names``."""
    step, names = _found(own, path[:-1]), _found(own, path)
    asked = {*answers(step), *strains(step)} if isinstance(step, Mapping) else ()
    return {*asked, *(names.entries if isinstance(names, Mapping) else ())}


def _keys(own: Mapping, path: Path) -> set[str]:
    """The keys that a catalogue may have at a path."""
    if path and is_map_of_texts(path):
        return _answers(own, path)
    node = _found(own, path)
    if isinstance(node, Listing):
        return {str(number) for number in range(1, len(node.items) + 1)}
    known = [*node.entries, "name"] if isinstance(node, Mapping) else ["name"]
    return {key for key in known if _says(own, (*path, key)) or _holds(own, (*path, key))}
