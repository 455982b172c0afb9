"""A club out and in: its archive (``club_file``), from the database (``export``) and into it (``plan``, ``load``)."""
