"""The HTTP server of ``referee serve``: uvicorn's HTTP/1.1 over asyncio, with limits for thousands of connections.

uvicorn speaks HTTP in a thread of its own, as it is: the loop reads requests and sends answers.
``application.py`` reads a body whole, with its limit (``request_bodies.py``), before it takes a thread; then
``a2wsgi`` runs the application in one of 64.

A page of events whose application names a subscription becomes a stream (``event_streams.py``), a coroutine
without a thread. uvicorn replaces the address and the scheme by what the proxy says, of a proxy alone that is
named; the host is the request's own. ``http_server.py`` holds the sockets and ends: seven seconds for
requests in flight, then the database is closed; ten seconds after the signal the process is gone.
``certificate_reload.py`` renews the TLS context.

Connections of one client, slow bodies and slow readers are a proxy's (HOSTING.md).

``web/http/access_log.py`` gives each request an id, in the answer's header and in every line about it, and
writes lines of JSON with the route, never the address, and the cause of a refusal.
``hosting/daily_copies.py`` copies SQLite's file in a thread of the server, one process at a time.
"""
