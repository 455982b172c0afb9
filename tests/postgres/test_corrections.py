"""The same on PostgreSQL."""

from tests.store.test_corrections import *  # noqa: F403
