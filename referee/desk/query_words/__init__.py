"""The words of a search as facts are read from them, and those that no fact says."""
