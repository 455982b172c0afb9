"""The same on PostgreSQL."""

from tests.store.test_results import *  # noqa: F403
