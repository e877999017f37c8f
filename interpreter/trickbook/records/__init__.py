"""Records: games as text."""
