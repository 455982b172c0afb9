"""A club that a phone took along: what came to its matches there and on the server, brought together again."""
