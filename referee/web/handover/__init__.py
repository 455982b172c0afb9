"""A match from phone to phone: its codes, its link and its file, and what comes by them."""
