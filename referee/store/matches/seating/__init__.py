"""Who sits at the table of a match: the people of its seats, their colours, and the phones that answer for them."""
