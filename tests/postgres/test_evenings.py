"""The same on PostgreSQL."""

from tests.store.test_evenings import *  # noqa: F403
