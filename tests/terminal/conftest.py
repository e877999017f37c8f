"""Servers that the terminal calls on are waited for, however slow the machine."""

from tests.server.timeouts import patience

__all__ = ["patience"]
