"""A club to try things out with: invented people, evenings and matches."""
