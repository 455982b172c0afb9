"""The pages of a club: its evenings, players, ranking, shared links, its export and import."""
