"""Several processes that share tables: who holds which, and how a request finds its holder."""
