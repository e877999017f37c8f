"""What was likely meant by YAML that cannot be read; imported after something failed."""
