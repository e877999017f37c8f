"""A finding of the schema validator, with what the schema says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.loading.diagnostics.wording import as_hint, with_article
from trickbook.problems import shown
from trickbook.source import at

if TYPE_CHECKING:
    from collections import abc

    from trickbook.problems import Place
    from trickbook.source import Node


class Finding(NamedTuple):
    """A finding of the validator: the place in the tree, the value, the schema that it fails, the demand."""

    root: Node
    path: tuple[str | int, ...]
    value: Any
    schema: abc.Mapping[str, Any]
    limit: Any

    @property
    def place(self) -> Place:
        """The place where the value was written."""
        return at(self.root, self.path).place

    @property
    def subject(self) -> str:
        """Return what the value belongs to, for the beginning of a message."""
        if not self.path:
            return "the file"
        *_, key = (step for step in self.path if isinstance(step, str))
        return shown(key) if self.path[-1] == key else f"an item of {shown(key)}"

    @property
    def title(self) -> str:
        """Return the schema's title for such a value."""
        return with_article(str(self.schema["title"]))

    @property
    def purpose(self) -> str | None:
        """Return the schema's description of such a value, for a hint."""
        return as_hint(self.schema.get("description"))
