"""The machine that plays deals from programs, compiled by Numba; it knows no ruleset and no game."""
