"""Ruling files: a position with steps, run and compared with what they expect."""
