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
"""
