"""A match from phone to phone: its codes and its file, compared with the club's own copy, brought in.

A handover (``web/bundles/handover_pages.py``):

1. ``GET /matches/<id>/handover``: ``link.py: pack`` makes few bytes of the match, ``codes.py`` cuts them into
   the addresses of the codes; or the match is a file.
2. ``POST /handover/open`` reads a file (``uploaded_match.py``), or codes, which the server keeps until all
   parts are there (``store/handover/code_parts.py``); ``arrival.py: arrival_of`` compares, a page shows both
   and asks.
3. ``POST /handover/add`` (``take``) compares again: ``add`` loads the bundle as an import does, and leads to
   the choice where both went on; ``go_on`` appends its further records, or 409.
"""
