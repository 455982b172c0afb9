"""A record that stands before an earlier entry travels as every record does."""

import io
from dataclasses import replace

import pytest
from flask import Flask

from referee.bundles.handover.link import pack, unpack
from referee.bundles.match_files import current_value
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.matches.log import Record
from tests.bundles.clubs import MOMENT, Club, packed, read, small_club, with_author
from tests.bundles.handed import handed
from tests.bundles.imports import import_club
from tests.bundles.zips import exported
from tests.databases import on_both_databases

pytestmark = on_both_databases


def forgotten(**changes: int | None) -> Club:
    """The small club with a note inserted before its second entry."""
    head, (match, *others) = small_club()
    note = Record(6, {"step": "note", "text": "oublié"}, None, 6, before=1)
    record = with_author(replace(note, **changes), MOMENT)
    return head, (replace(match, records=(*match.records, record)), *others)


def texts(match: object) -> list[str]:
    return [entry.get("text", entry["step"]) for entry in current_value(match)["entries"]]


def test_it_is_in_an_archive_and_its_match_file_has_it_in_its_place() -> None:
    club = forgotten()
    assert read(packed(club)) == club
    assert texts(read(packed(club))[1][0]) == ["bids", "oublié", "tricks", "la règle"]


def test_it_is_in_a_code() -> None:
    match = handed(forgotten())
    assert unpack(pack(match)).only.records == match.only.records
    assert texts(unpack(pack(match)).only) == ["bids", "oublié", "tricks", "la règle"]


def test_it_is_in_the_database_and_comes_out_again(app: Flask) -> None:
    archive = packed(forgotten())
    with app.app_context():
        club_id, _ = import_club(ClubFile(io.BytesIO(archive)), None)
    _, (match, *_) = read(exported(app, club_id))
    assert match.records == forgotten()[1][0].records


@pytest.mark.parametrize(
    "changes",
    [{"before": 6}, {"before": 9}, {"before": 5}, {"before": 2}, {"amends": 0}],
    ids=["itself", "nothing", "an amendment", "a removed entry", "an amendment itself"],
)
def test_one_that_could_not_have_been_recorded_is_refused(changes: dict[str, int | None]) -> None:
    with pytest.raises(ArchiveRefused):
        read(packed(forgotten(**changes)))
