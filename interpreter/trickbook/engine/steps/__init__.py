"""The steps of a deal: one that asks, one that deals, one that moves cards, one that plays tricks."""
