"""The points of a deal in a sentence: the sides it speaks of, who took, and what counts beside the points."""
