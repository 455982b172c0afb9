from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import Databases, SqliteFiles
from tests.web.bundles.exchange.carrier import InPhone, server_and_phone
from tests.web.bundles.exchange.taken import Table
from tests.web.visitor import Visitor


@pytest.fixture
def table(databases: Databases, sqlite: SqliteFiles, tmp_path: Path) -> Iterator[Table]:
    with server_and_phone(sqlite, tmp_path, server=databases) as (server, phones):
        yield Table(Visitor(server), InPhone(phones[0]))
