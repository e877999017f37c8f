"""The state of a deal, and the layout of a table: where cards lie, whose turn it is, what is remembered."""
