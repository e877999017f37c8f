"""What can be said about a ruleset before anybody plays it: checks, coverage, differences, drafts."""
