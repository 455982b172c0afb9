"""Cards, packs and tricks: what every card game shares, and no game by name."""
