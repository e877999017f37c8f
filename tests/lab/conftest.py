"""The command line, called as its own tests call it."""

from tests.cli.conftest import call, run

__all__ = ["call", "run"]
