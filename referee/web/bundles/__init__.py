"""Import and export, handover, exchange and a season on paper: the pages of what travels."""
