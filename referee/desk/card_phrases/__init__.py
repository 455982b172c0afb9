"""The cards that a sentence names: their names, counts, lists and suits."""
