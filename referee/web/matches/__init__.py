"""The pages of matches: a new one, the question to answer now, the sheet, corrections.

An open page follows:

1. Every write to a club locks it (``quotas.py: lock_and_count``, ``transactions.py: lock_club``), which notes
   the change (``store/database/change_notifications.py``); the commit tells the streams of this process.
   Other processes learn by ``NOTIFY`` or, on SQLite, by watching the file's version.
2. ``server/event_streams.py`` asks, in one thread, for the newest events of the streams of that club.
   ``newest_events`` (``web/matches/match_stream.py``) reads lengths and rights in two statements and builds
   the event: id = page tag, data = poll answer, rendered once for all viewers of one page.
3. ``GET /matches/<id>/events`` answers 204, "poll": a server that has room sends the stream in its place. One
   tab of a phone holds it (``static/js/match_stream.js``); a page that reconnects sends the last id and gets
   the newest event. A heartbeat after a long event flushes the buffer of nginx.
4. Without events a page asks ``GET /matches/<id>/state`` every two seconds: one statement and 304 while
   nothing changed (``web/matches/poll_responses.py``). A form that was not touched on this phone is replaced;
   one that was touched stays (``static/js/follow_match.js``).
"""
