"""Evenings: the matches of one sitting, and the recycle bin."""
