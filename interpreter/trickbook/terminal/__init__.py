"""The terminal: a table to sit down at, as a screen or line by line. The screen needs Textual."""
