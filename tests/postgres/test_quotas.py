"""The same on PostgreSQL."""

from tests.store.test_quotas import *  # noqa: F403
