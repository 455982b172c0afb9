"""The whole application in a phone's browser: the folder of static files it is opened from, and how it runs there.

The same application, in Pyodide in a worker, from a folder of static files (``build.py``).
``import_trace.py`` finds the modules the pages import, packed as bytecode in archives, one a game
(``archive_importer.py``); ``later.zst`` holds what only rare pages import. The worker calls
``worker_application.py``: prepare, start, then request and answer. The prepared memory is saved
(``memory_snapshot.mjs``) and restored at the next start.

In ``browser/``, the shell installs one version of all files and checks their hashes
(``version_download.js``), the service worker answers files and hands requests to the worker;
``file_system_persistence.js`` writes SQLite's changed blocks to IndexedDB before an answer leaves. If the
browser erased them, the user may have them written again from the worker's memory.

A new version is put beside the old one: files of the same hash are copied, ``snapshot_worker.js`` prepares
its Python, ``files.json`` comes last and makes it complete. One tab's worker holds the lock; a visible tab
asks for it repeatedly and takes over from one that sleeps. The worker reports writes on a channel, and open
pages of a match in other tabs ask for what is new (``follow_match.js``).

The archives hold neither times nor the digest of the static files, so the same commit makes the same bytes.
``PHONE`` in the configuration means: one device, owner of its club, no limits, no streams.
"""
