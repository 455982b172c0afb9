"""The cards that the words of a search speak of, and what each of them is."""
