"""Export, import and backup of a club."""
