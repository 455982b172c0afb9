"""The databases that are measured: SQLite, and PostgreSQL as it is where data must not be lost."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.cluster import Cluster
from tests.tools.bench.yardsticks import raw_commit, raw_postgres_commit


@dataclass(frozen=True, slots=True)
class Database:
    """A database: ``environment`` is that of a command which is to use it."""

    kind: str
    name: str
    environment: Mapping[str, str]

    def raw_commit(self) -> AbstractContextManager[Callable[[], float]]:
        """What takes the milliseconds of a row and its commit at this database."""
        if self.kind == "PostgreSQL":
            return raw_postgres_commit(self.environment)
        return raw_commit(Path(self.environment["REFEREE_DATA"]))


def sqlite(folder: Path) -> Database:
    folder.mkdir()
    return Database("SQLite", "SQLite", {"REFEREE_DATA": str(folder)})


@contextmanager
def postgres(folder: Path) -> Iterator[Database]:
    """A cluster that waits for the disk at every commit."""
    folder.mkdir()
    with Cluster(durable=True) as cluster:
        environment = {"REFEREE_DATA": str(folder), "DATABASE_URL": cluster.database()}
        yield Database("PostgreSQL", "PostgreSQL with fsync on", environment)
