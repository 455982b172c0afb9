"""The closed grammar of what a person can answer."""
