"""The same on PostgreSQL."""

from tests.store.test_migrations import *  # noqa: F403
