"""The same on PostgreSQL."""

from tests.web.conftest import match, visitor  # noqa: F401
from tests.web.test_room import *  # noqa: F403
