"""The application for programs: ``/api/v1``, its description, and the tokens that open it.

``/api/v1`` is the same application for programs: ``match_resources.py`` (the event stream of a match belongs
there), ``club_resources.py``, ``paper_resources.py``, ``rule_resources.py`` call the functions and the access
check of the pages. A program shows a bearer token (``store/clubs/api_tokens.py``), stored hashed, with a role in
one club; no cookie is read there, so nothing can be forged. Its records name its own device, which has no
membership: a program is never the last keeper.

A token ends when it is revoked, or with the membership of the keeper who made it. ``Idempotency-Key`` is the
log's client key, ``If-Match`` its length or mark. Errors are problems (RFC 9457), with the members of
``referee-violations/1`` where the rules say no. SpecTree makes the OpenAPI document of what each view
declares (``description.py``, ``models.py``); ``/api`` shows it.
"""
