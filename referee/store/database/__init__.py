"""The database: its tables, how it is opened, its transactions, its quotas.

``store/database/transactions.py`` alone begins, commits and rolls back. A page reads in a transaction that
only reads; it writes within ``writing()``, short, with SQLite's write lock, or the club's row in PostgreSQL,
taken first. Nothing is written once the path of SQLite's file leads to another file than the open one
(``file_identity.py``): 503. No session stays open over a pause. Threads share a few connections to
PostgreSQL: no page holds two.
"""
