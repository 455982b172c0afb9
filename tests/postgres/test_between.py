"""The same on PostgreSQL."""

from tests.store.test_between import *  # noqa: F403
