"""A season on paper: the totals of many matches from one table of a spreadsheet."""
