"""The same on PostgreSQL."""

from tests.web.conftest import visitor  # noqa: F401
from tests.web.test_corrections import *  # noqa: F403
