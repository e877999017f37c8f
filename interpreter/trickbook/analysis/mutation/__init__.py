"""Mutation testing of rulesets: small changes to the rules that no example notices."""

from trickbook.analysis.mutation.run import MutationResults, Survivor, mutation_test

__all__ = ["MutationResults", "Survivor", "mutation_test"]
