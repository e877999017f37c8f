"""Reads a ruleset when it is loaded: processes that are copied from this one start with filled caches."""

from contextlib import suppress

from trickbook.server.process import usual_reading

with suppress(Exception):  # without them, a process is slower; without this one, there would be none
    usual_reading()
