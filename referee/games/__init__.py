"""The rules of scoring: the shared definition, then one module a game."""
