"""A match from phone to phone: packed into few bytes (``packed_match``), in codes (``codes``), what it is to a club
that has it already (``relation``), taken in by the import there is (``arrival``)."""
