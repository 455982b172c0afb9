"""The same on PostgreSQL."""

from tests.store.test_nobody import *  # noqa: F403
