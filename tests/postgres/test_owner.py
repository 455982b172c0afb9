"""The same on PostgreSQL."""

from tests.store.test_owner import *  # noqa: F403
