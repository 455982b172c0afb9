"""Clubs and matches out and in: the club archive, the handover of one match, the exchange of a club taken along."""
