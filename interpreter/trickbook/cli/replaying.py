"""``trickbook replay``: check a record against its ruleset."""
