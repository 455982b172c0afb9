"""What a game is declared in, and the course of every match."""
