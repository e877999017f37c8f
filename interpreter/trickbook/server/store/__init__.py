"""The store: all tables, in SQLite."""
