"""The pages of the desk: search, questions, verdicts; and the rulebook."""
