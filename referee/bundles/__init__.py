"""What travels: a club or a match as a bundle, out of the database, into a file or a code, and in again."""
