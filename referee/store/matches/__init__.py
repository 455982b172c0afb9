"""Matches: set-up, log, seats, results."""
