"""Matches and single moments, as people ask about them."""
