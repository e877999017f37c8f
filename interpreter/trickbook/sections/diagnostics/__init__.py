"""What was likely meant by an entry that is wrong."""
