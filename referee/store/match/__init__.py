"""Matches, who sits at them, and the evenings they belong to."""
