"""A club out and in: its archive, from the database and into it."""
