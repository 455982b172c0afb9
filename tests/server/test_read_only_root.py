"""Where the data folder alone can be written, everything works: all temporary files are in it, and none stays."""

from pathlib import Path

from flask import Flask

from referee.store.database.orm_base import db, is_sqlite
from tests.bundles.clubs import packed, small_club
from tests.running import RunningServer
from tests.server.sockets import Browser
from tests.server.test_stopping import NOTE

LONG = b"x" * 3_000_000


def test_a_club_goes_out_and_comes_in_where_only_the_data_folder_can_be_written(tmp_path: Path) -> None:
    with RunningServer(tmp_path, module="tests.server.no_temporary_folder") as server, Browser(server.port) as keeper:
        match = keeper.new_match()
        assert keeper.send(f"{match}/entries", NOTE).status == 303
        exported = keeper.open("/club/export")
        assert exported.status == 200
        body = multipart("archive", packed(small_club()), LONG)
        shown = keeper.ask("POST", "/club/import", body, Content_Type="multipart/form-data; boundary=part")
        assert shown.status in (200, 303)
    assert sorted(path.name for path in tmp_path.iterdir() if not path.is_dir()) == [
        "referee.sqlite3", "secret-key", "server.log"
    ]  # fmt: skip


def multipart(name: str, archive: bytes, comment: bytes) -> bytes:
    """A form with an archive and a text longer than what is kept in memory."""
    parts = (f'name="{name}"; filename="club.zip"', archive), ('name="comment"; filename="long"', comment)
    made = b"".join(
        f"--part\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + value + b"\r\n" for head, value in parts
    )
    return made + b"--part--\r\n"


def test_sqlite_sorts_in_memory(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        if is_sqlite(db.engine):
            assert connection.exec_driver_sql("PRAGMA temp_store").scalar() == 2
