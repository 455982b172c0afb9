"""A match handed over in several codes: the codes that have arrived."""
