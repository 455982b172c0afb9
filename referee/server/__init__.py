"""The HTTP server of ``referee serve``: waitress, made to bear thousands of connections and whoever wastes them.

waitress reads a request whole before a thread sees it, so a slow one costs a connection and no thread. Three things
are added here: how many connections there may be and which one gives way (``connections``), how much may be sent
(``request_bodies``), and the loop around them, which lets requests in flight end when it is told to stop
(``http_server``).
"""
