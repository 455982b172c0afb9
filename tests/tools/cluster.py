"""``make cluster``: several processes behind one address, on a PostgreSQL of their own, until Ctrl-C; nothing stays."""

import signal
import sys
import tempfile
from pathlib import Path

from tests.cluster import Cluster
from tests.proxies import behind_caddy


def main() -> None:
    processes = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder, Cluster() as cluster:
        database = cluster.database()
        with behind_caddy(Path(folder), database, processes, REFEREE_LIMITS="on") as proxied:
            print(f"{proxied.url}/ is Caddy before {', '.join(server.url for server in proxied.servers)}")
            print(f"database: {database}   (Ctrl-C: stop)", flush=True)
            try:
                signal.pause()
            except KeyboardInterrupt:
                print()


if __name__ == "__main__":
    main()
