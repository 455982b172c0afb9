"""The pages of matches: a new one, the question to answer now, the sheet, corrections."""
