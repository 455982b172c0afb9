"""A match from phone to phone: packed, cut into codes, compared with the club's own copy, imported."""
