"""A club out and in: its archive (``archive_format``), from the database (``export``),
and into it (``plan``, ``import_club``).
"""
