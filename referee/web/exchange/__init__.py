"""The exchange between a server and a phone that took a club along."""
