"""Very many deals at once, as machine code: played by chance or by ducks, from the same rules."""
