"""The same on PostgreSQL."""

from tests.store.test_transfer import *  # noqa: F403
