"""The numbers of a search before its facts are read: those in words, and results that are only proposed."""
