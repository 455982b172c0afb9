"""The store: clubs, devices, players, matches and their logs in a database (SQLite, or PostgreSQL)."""
