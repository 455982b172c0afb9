"""The matches of a table: rows brought together (``raw_matches``), games by their names, what is recorded of each."""
