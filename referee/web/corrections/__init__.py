"""The pages that correct what was recorded."""
