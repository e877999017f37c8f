"""The language server: what an editor is told of a ruleset while it is written."""
