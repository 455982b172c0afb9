"""The rules of scoring: the shared vocabulary, then one module a game."""
