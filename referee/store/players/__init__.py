"""The players of a club, their statistics and the ranking."""
