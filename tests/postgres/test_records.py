"""The same on PostgreSQL."""

from tests.store.test_records import *  # noqa: F403
