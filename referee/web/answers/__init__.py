"""The forms of questions: one table of inputs for each kind of answer, for entries, the desk and house rules."""
