"""What every game is declared in: tables, questions, answers, sheets, and the questions of the desk."""
