"""The pages of the rules of a table's own."""
