"""A club taken along in a phone: what the server gives and takes back, and what the phone's own app asks of it."""
