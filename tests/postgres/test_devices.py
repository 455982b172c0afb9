"""The same on PostgreSQL."""

from tests.store.test_devices import *  # noqa: F403
