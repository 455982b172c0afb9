"""The same on PostgreSQL."""

from tests.store.test_append import *  # noqa: F403
