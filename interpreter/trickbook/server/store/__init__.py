"""The store: what happens at the tables, in SQLite."""
