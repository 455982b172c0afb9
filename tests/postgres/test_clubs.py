"""The same on PostgreSQL."""

from tests.store.test_clubs import *  # noqa: F403
