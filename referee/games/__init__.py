"""The games: the registry, and a package for each game."""
