"""Questions about a position: one module a question."""
