"""The kit that the desk questions of games are made of."""
