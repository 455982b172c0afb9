"""The referee's desk: the questions it answers, and the rulebook it answers from."""
