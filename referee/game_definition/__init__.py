"""The types that a game is declared with, and the course of every match."""
