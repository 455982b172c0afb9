"""Matches of a bundle that are here already: their further records, and the choice where both went on."""
