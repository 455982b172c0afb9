"""Changes at the table between two deals: their forms, and the sentences about them."""
