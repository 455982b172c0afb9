"""The closed set of field kinds, for the fields of entries, the facts of the desk and the house rules."""
