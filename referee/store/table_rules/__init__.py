"""The rules of a club's own: noted, changed, removed, and brought together with another copy of the club."""
