"""Cards, packs and tricks of all card games."""
