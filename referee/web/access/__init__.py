"""Who asks and what they may do: devices, roles, origins, limits, what is refused unread.

A device is a random key in a signed cookie. A membership ties it to a club as keeper or watcher; one keeper
owns the club. Links are hashed tokens with a role and an expiry. The code of an evening's table
(``table_codes.py``) is such a link for watchers, with six characters beside it; both are derived from a
stored seed with ``SECRET_KEY``, to be shown again without being stored.

It is valid until a day after the evening's last match, or until a member is thrown out; all tries are
limited. Limits of guesses and of new clubs are counted in the database (``store/database/try_counts.py``),
for all processes; those that spare a process work, in its memory (``web/access/rate_limits.py``). A watcher
asks to keep (``keep_requests.py``): a column of the membership, part of the tag of open pages. Forms carry no
token:

``refused_requests.py`` refuses what a page of another site makes a browser send, by ``Sec-Fetch-Site``, else
``Origin``, else ``Referer``; in a phone the service worker sets ``Sec-Fetch-Site``. ``permissions.py``
(``check_access``) is the one place that looks up the visitor; another club's matches, evenings and players
are 404. ``tests/web/access/test_roles.py`` has a row for every route.
"""
