"""What the pages of a match show: small values that templates read, made of the replayed match."""
