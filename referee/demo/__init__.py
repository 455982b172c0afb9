"""A club to try things out with: people, evenings and matches that nobody ever played."""
