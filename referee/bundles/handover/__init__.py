"""A match from phone to phone: its codes and its file, compared with the club's own copy, brought in."""
