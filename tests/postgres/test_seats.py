"""The same on PostgreSQL."""

from tests.store.test_seats import *  # noqa: F403
