"""The closed grammar of what a person can answer: fields of an entry, facts of a case, house rules."""
