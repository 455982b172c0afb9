"""A match from phone to phone: as few bytes as it takes (``packed_match``), in codes (``codes``), and what it is to a
club that has it already (``relation``), taken in by the import there is (``arrival``)."""
