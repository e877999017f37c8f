"""Analysis of rulesets: validation, coverage of the examples, differences, and drafts of variants."""
