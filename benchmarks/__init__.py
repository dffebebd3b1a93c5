"""What answers cost, measured on boards of invented cards: `python -m benchmarks`."""
