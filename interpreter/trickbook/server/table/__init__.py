"""A table: its state, and what each message changes."""
