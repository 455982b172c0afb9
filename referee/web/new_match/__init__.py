"""The pages that start a match: game, seats, dealer, house rules."""
