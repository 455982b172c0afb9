"""Tables from elsewhere: the season that a club kept on paper.

Papers are tables from elsewhere (``bundles/papers/``), brought in by ``web/bundles/papers_pages.py``:

1. ``POST /club/papers`` keeps what was sent (``waiting_files.py``); ``reading.py`` makes a ``Paper`` of it:
   rows of cells, within limits and 2 s of CPU. Workbooks are read by openpyxl and defusedxml, the encodings
   of eight bits told apart by charset-normalizer; all three are pure Python and stand in the later archive of
   a phone.
2. ``understanding.py: propose`` says what the table is taken for: its orientation and header
   (``table_layout.py``), its kind and columns (``table_columns.py``), its rows and sums. The person changes
   any of it (``Wishes``). What the cells do not decide is asked: dates that read both ways, numbers that only
   grow.
3. ``drafts/raw_matches.py`` brings the rows of a match together, ``drafts/plan.py: plan_of`` judges each by
   the rules of its game. ``Decisions`` is what was settled once: games, sides, names. A game is found by its
   names, ``also`` among them (``game_names.py``); for any other name the page says who wins.
4. ``POST /club/papers/<name>`` with ``record`` writes the new matches as a club archive
   (``paper_bundle.py``), which comes in as an import does and is taken back as one. What the club has is told
   by day, game and totals.
"""
