"""Matches: set-up, log, seats, results.

The *mark*, a digest chained over set-up and records, is stored with the match. One ``UPDATE`` on length and
mark decides a race of two keepers; the unique (match, client key) makes a retry harmless. A log has a longest
length (``LONGEST``), which undos alone may exceed; ``write_in_transaction`` and the readers of bundles hold
it. House rules and the version of the rules are stored with the match.

Results and figures (``store/matches/match_results.py``) are derived rows, written in the transaction that
appends. A damaged match takes no other down: a JSON column that holds something else is read as a mark
(``store/database/stored_json.py``), ``setup_of`` and ``stored_match`` raise, lists take the name from
``name_of``; what travels leaves it out and names it. A match counts on the day of its evening
(``match_day.py``), a column of its results that follows the evening.

A match is finished when its last entry was recorded; one played without the application begins at noon of its
day, and its finish time is its start time, since it was recorded later (``finished_at``); its start only says
where it stands among the matches of that day (``evenings/match_dates.py``).
"""
