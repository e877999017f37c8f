"""Keys that the schema does not have, or that stand in the wrong map: what they are likely meant for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.diagnostics.finding import PAIR, word_here, word_here_hint
from trickbook.loading.files import HOUSE, shipped
from trickbook.problems import Edit, Problem, Remedy, nearest, short, shown
from trickbook.problems.remedies import OPEN, meant, with_edit
from trickbook.sections import table
from trickbook.source import Mapping, Scalar, at, key_place
from trickbook.source.nodes import pair_place
from trickbook.source.schema import ANYTHING, conforms_to, form, key_forms
from trickbook.texts.message import Message, every

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from trickbook.loading.diagnostics.finding import Finding
    from trickbook.source import Node

    Path = tuple[str | int, ...]

EXTENDS: Final = "extends"

FILES: Final = {EXTENDS: "", "house": HOUSE}
"""Keys that name other files, and what stands before these names among all that are shipped."""


def unknown_keys(finding: Finding) -> Iterator[Problem]:
    """Tell of the keys of a map that are not in its schema."""
    known = list(finding.form.keys)
    for key in finding.value:
        if key not in known:
            yield invisible(finding, key) or _unknown(finding, key, known)


def invisible(finding: Finding, key: str) -> Problem | None:
    """A key with a character that nobody sees."""
    odd = unseen(key)
    if not odd:
        return None
    plain = "".join(char for char in key if char not in odd)
    blank = "".join(" " if char.isspace() else "" if char in odd else char for char in key)
    message = Message("there is an invisible character in the key {key}", key=shown(plain))
    place = key_place(finding.root, (*finding.path, key))
    return Problem("unknown-key", message, place, Remedy("write it anew, with plain blanks", blank))


def unseen(key: str) -> list[str]:
    """The characters of a key that nobody sees, plain blanks apart."""
    return [char for char in key if not char.isprintable() or (char.isspace() and char != " ")]


def _unknown(finding: Finding, key: str, known: list[str]) -> Problem:
    deeper, slips = _within(finding, key), finding.form.slips
    near = None if deeper or key in slips else nearest(key, known)
    if not near and (problem := _key_after_empty_key(finding.root, (*finding.path, key), known)):
        return problem
    hint = deeper or _by_content(finding, key) or _elsewhere(finding, key) or _as_pair(finding, key)
    hint = hint or word_here_hint(finding.form, key) or _setting(finding, key)
    hint = hint or _elsewhere(finding, key, near=False)
    hint = hint or Message("its keys are {list}", list=every(map(shown, known)))
    if near:
        hint = meant(near)
    if isinstance(hint, Remedy) and hint.edit and not _may_be(finding, key, hint.edit.text):
        hint = with_edit(hint, None)
    place = key_place(finding.root, (*finding.path, key))
    message = Message("{key} is not a key of {what}", key=shown(key), what=finding.title)
    return Problem("unknown-key", message, place, hint)


def _may_be(finding: Finding, key: str, other: str) -> bool:
    """Return whether a key may become another: that is not there yet, loses no word, and has such values."""
    is_whole = " " not in key or word_here(finding.form, key) or _bare(key) == _bare(other)
    is_free = bool(is_whole) and other not in finding.value
    return is_free and conforms_to(finding.value[key], finding.form.keys.get(other, ANYTHING))


def _bare(key: str) -> str:
    return "".join(char for char in key.casefold() if char.isalnum())


def _as_pair(finding: Finding, key: str) -> Message | None:
    """Return how to write a key with its value by another: ``unless: leading`` as ``when: not leading``."""
    found = PAIR.fullmatch(word_here(finding.form, key) or "")
    if found is None:
        return None
    path, edit = (*finding.path, key), None
    node, place = at(finding.root, path), pair_place(finding.root, path)
    if place and isinstance(node, Scalar) and OPEN in found[2] and found[1] not in finding.value:
        value = node.text if node.text.isalnum() else f"({node.text})"
        edit = Edit(f"{found[1]}: {found[2].replace(OPEN, value)}", place)
    return Remedy("write {word}", edit, word=shown(found[0]))


def _setting(finding: Finding, key: str) -> Message | None:
    """Return where something belongs that a ruleset says in one word, such as ``vulnerability: none``."""
    if finding.path or EXTENDS not in finding.form.keys or isinstance(finding.value[key], dict | list):
        return None
    return Message(
        "what a table can choose is an option, `options:`; what rules speak of is a word, `words:`, "
        "or a fact, `facts:`"
    )


def _elsewhere(finding: Finding, key: str, *, near: bool = True) -> Message | None:
    """Return the section, beside this one or any, whose entries have a key, and another of those here."""
    if len(finding.path) != 2:  # noqa: PLR2004 - an entry of a section
        return None
    sections = [section.key for section in table.rules()]
    if finding.path[0] not in sections:
        return None
    here, others = sections.index(str(finding.path[0])), {*finding.value} - {key}
    beside = (*sections[here + 1 : here + 2], *sections[max(0, here - 1) : here])
    for name in beside if near else sections:
        keys = _entry_keys(name)
        if key in keys and others & keys - {*table.REMARKS}:
            return Message(
                "`{key}` is a key of `{name}`; write it in an entry there", key=f"{key}:", name=f"{name}:"
            )
    return None


def _within(finding: Finding, key: str) -> Message | None:
    """Return the map below this one that has a key, as ``given:`` of an example has ``hand:``."""
    for name, inner in finding.form.keys.items():
        if key in inner.keys:
            node = at(finding.root, (*finding.path, key))
            value = node.text if isinstance(node, Scalar) else "…"
            entry = shown(short(f"{name}: {{{key}: {value}}}"))
            return Message("write it within {key}, as {entry}", key=shown(f"{name}:"), entry=entry)
    return None


def _by_content(finding: Finding, key: str) -> Message | None:
    """Return the section that is meant by a key of the ruleset, by the keys of its entries or by a name."""
    value = finding.value[key]
    if finding.path or EXTENDS not in finding.form.keys:
        return None
    if isinstance(value, dict):
        return _section(value) or _one_entry(value)
    if finding.form.slips.get(key, EXTENDS) not in FILES:
        return None
    names = value if isinstance(value, list) else [value]
    texts = [name for name in names if isinstance(name, str)]
    for head, prefix in FILES.items():
        if texts and all(f"{prefix}{name}" in shipped() for name in texts):
            written = f"[{', '.join(texts)}]" if isinstance(value, list) else texts[0]
            return Remedy("write {word}", head, word=shown(f"{head}: {written}"))
    return None


def _section(entries: dict[str, Any]) -> Message | None:
    """The one section whose entries have all the keys of these."""
    keys = {name for entry in entries.values() if isinstance(entry, dict) for name in entry}
    keys -= {*table.REMARKS}
    found = [name for name in key_forms().sections if keys and keys <= _entry_keys(name)]
    if len(found) != 1:
        return None
    return Remedy("write {key}, whose entries have these keys", found[0], key=shown(f"{found[0]}:"))


def _one_entry(value: dict[str, Any]) -> Message | None:
    """The one section of whose entries this has the keys, as ``pass: {each: 3}`` is a step."""
    keys = {*value} - {*table.REMARKS}
    found = [name for name in key_forms().sections if keys and keys <= _entry_keys(name)]
    is_flat = not any(isinstance(one, dict) for one in value.values())
    if not is_flat or len(found) != 1:
        return None
    return Message("put it under {key}, whose entries have these keys", key=shown(f"{found[0]}:"))


def _entry_keys(section: str) -> set[str]:
    """The keys of the entries of a section, as the schema has them."""
    entry = form((section,)).entry
    return set(entry.keys if entry else ())


def misindented_key(root: Node, path: Path, keys: Container[str]) -> Problem | None:
    """An entry that has the name of a key of entries: it belongs under the entry before, if there is one."""
    if not path or path[-1] not in keys:
        return None
    head = _before(root, path, lambda name: name not in keys)
    if head is None:
        return None
    if not isinstance(at(root, head), Mapping):
        return _empty_key(root, head)
    key, name = shown(str(path[-1])), shown(str(head[-1]))
    message = Message("{key} is beside {name}, not under it", key=key, name=name)
    hint = Message("indent it like the other keys of {name}", name=name)
    return Problem("indentation", message, key_place(root, path), hint)


def _key_after_empty_key(root: Node, path: Path, keys: Container[str]) -> Problem | None:
    """An unknown key: it belongs under the key before, if nothing stands there."""
    head = _before(root, path, lambda name: name in keys)
    return _empty_key(root, head) if head else None


def _before(root: Node, path: Path, wanted: Callable[[str], bool]) -> Path | None:
    """The last wanted key before another of the same map."""
    parent = at(root, path[:-1])
    names = list(parent.entries) if isinstance(parent, Mapping) else []
    found = [name for name in names[: names.index(str(path[-1]))] if wanted(name)] if names else []
    return (*path[:-1], found[-1]) if found else None


def _empty_key(root: Node, head: Path) -> Problem | None:
    """Tell of a key with nothing under it, where the next one should stand there."""
    node, parent = at(root, head), at(root, head[:-1])
    if not isinstance(node, Scalar) or node.text or not node.plain or not isinstance(parent, Mapping):
        return None
    names = list(parent.entries)
    following = names[names.index(str(head[-1])) + 1]
    key, other = shown(str(head[-1])), shown(following)
    message = Message("{key} is empty, because {other} is beside it, not under it", key=key, other=other)
    hint = Message("indent the lines after {key} further", key=shown(f"{head[-1]}:"))
    return Problem("indentation", message, key_place(root, head), hint)
