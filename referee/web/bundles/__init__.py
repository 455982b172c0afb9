"""Import and export, handover, exchange and a season on paper: the pages of what travels.

An import (``web/bundles/import_export_pages.py``):

1. ``POST /club/import`` keeps the upload in the data folder, an hour at most, and shows what it would bring
   (``preview.py: preview_of``): every log is replayed, nothing is written.
2. ``POST /club/import/<name>`` brings in match by match for two seconds, each in its own transaction
   (``loading.py: load_bundle``), and goes on by ``GET /club/import/<name>``. What is here is recognised
   (``recognition.py``), and goes on or waits for a choice; how far it came stands in ``KeptImport``, so the
   same file goes on where it was broken off.
3. ``POST /club/imported/<id>/back`` takes it back within a day (``kept_imports.py: take_back``): all that it
   brought and nobody has used since.

A handover (``web/bundles/handover_pages.py``):

1. ``GET /matches/<id>/handover`` packs a match (``handover/link.py``) and cuts it into codes (``handover/codes.py``).
2. ``POST /handover/open`` reads codes or a file, compares, and asks (``handover/arrival.py``).
3. ``POST /handover/add`` loads a match as an import does, or appends its further records.

An exchange (``web/bundles/exchange_steps.py``):

1. The phone compares the marks of the server's logs with its own (``exchange/offline_clubs.py``).
2. It posts a bundle for each match and asks for what it lacks (``exchange.js``; the server's side is
   ``server_pages.py``). Both sides load them.
3. Where both went on, a keeper chooses (``known_matches/conflicts.py``).
"""
