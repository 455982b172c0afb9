"""The HTTP server of ``referee serve``: uvicorn's HTTP/1.1 over asyncio, made to bear thousands of connections and
clients that waste them.

``connections`` says how many there may be and which one gives way, ``request_bodies`` how much may be sent,
``application`` runs the application, which is WSGI, in threads, and ``http_server`` holds the sockets and the end.
"""
