"""The facts of a desk question in the words of a search."""
