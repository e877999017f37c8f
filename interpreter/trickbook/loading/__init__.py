"""Loading: from a name or a path to a whole ruleset, with every problem told at once."""

from trickbook.loading.files import shipped
from trickbook.loading.loader import Resolved, resolve, resolve_changed, resolve_edited, resolve_sent

__all__ = ["Resolved", "resolve", "resolve_changed", "resolve_edited", "resolve_sent", "shipped"]
