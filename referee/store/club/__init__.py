"""Clubs, their devices and the links and codes that let these in, and their players."""
