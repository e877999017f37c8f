"""Cards: decks, sets of cards, chance, and exact numbers. It knows nothing else."""
