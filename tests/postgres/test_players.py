"""The same on PostgreSQL."""

from tests.store.test_players import *  # noqa: F403
