"""What was likely meant by an expression that cannot be understood; imported after something failed."""
