"""A process that loads this has read a ruleset once: those that are copied from it find its caches filled."""

from trickbook.server.workers.warmup import usual_reading

usual_reading()
