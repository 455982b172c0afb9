"""The pages of evenings."""
