"""The HTTP server of ``referee serve``: uvicorn's HTTP/1.1 over asyncio, with limits for thousands of connections."""
