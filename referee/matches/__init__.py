"""A match: its set-up, its log, and the file formats. Pure: no web, no database."""
