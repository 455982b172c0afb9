"""The pages of players and of the ranking."""
