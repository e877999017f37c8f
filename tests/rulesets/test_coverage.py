"""The examples that rulebooks print exercise every clause, step, fact and term of what is shipped."""

from trickbook.analysis.coverage import coverage


def test_every_own_entry_is_exercised_by_a_printed_example() -> None:
    found = coverage([], 0)
    missing = [f"{line.item.place}: {line.item}" for line in found.lines if not line.examples]
    assert not missing, "\n".join(
        [f"The examples exercise {found.share:.1f} % of the entries; none exercises", *sorted(missing)]
    )
    assert found.lines
