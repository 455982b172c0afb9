"""What makes doubtful what a sentence tells."""
