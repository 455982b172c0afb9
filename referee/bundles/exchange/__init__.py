"""A club taken along in a phone: both logs brought together again."""
