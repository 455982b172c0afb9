"""The search of the rulebook: its vocabulary, its index, and the articles that match what is asked."""
