"""The same on PostgreSQL, where rows are taken one by one."""

from tests.web.test_dance import *  # noqa: F403
