"""The engine: what a compiled ruleset does in play, from step to step and from deal to deal."""
