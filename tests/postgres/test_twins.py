"""Nothing that is tested of the store on SQLite is forgotten on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
STORE = HERE.parent / "store"

SQLITE_ALONE = {"test_sqlite.py"}


def test_every_test_of_the_store_has_its_twin_here() -> None:
    wanted = {path.name for path in STORE.glob("test_*.py")} - SQLITE_ALONE
    assert wanted - {path.name for path in HERE.glob("test_*.py")} == set()
    for name in wanted:
        module = name.removesuffix(".py")
        assert f"from tests.store.{module} import *" in (HERE / name).read_text(encoding="utf-8"), name
