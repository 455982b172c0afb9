"""What travels: a club or a match as a bundle, out of the database, into a file or a code, and in again.

A bundle is the head of a club and some of its matches with their logs (``bundle.py``); a record is the log's
own class, with its author. Each is declared once as JSON (``Shape``), and read and replayed once: as a ZIP,
the club archive ``referee-club/1`` (``zip_file.py``), or deflated in a code (``handover/link.py``). ``comparison.py:
relation`` says how a log here stands to one there, by marks, then by records. Nothing here is overwritten.

A match whose log goes on in a bundle goes on here (``known_matches/further_records.py``). Where both went on,
``loading.py`` stores the other version as a match in the bin (``OtherVersion``), whichever way it came, until
a keeper chooses on one page (``known_matches/conflicts.py``, ``web/bundles/conflict_pages.py``); the version
not chosen stays in the bin for thirty days.

The CSV of a match, an evening and a club (``csv_sheet.py``, ``results_csv.py``) has a shape that comes in
again.

A request that reads any of this has a budget of entries and CPU time (``heavy_requests.py``), larger for a
whole club; a phone has none.
"""
