"""An archive brought in as the command does it: first what it would bring, then all of it."""

from referee.bundles.kept_imports import import_club as load
from referee.bundles.loading import new_club_of
from referee.bundles.preview import BundlePreview, preview_of
from referee.bundles.zip_file import ClubFile


def import_club(file: ClubFile, club_id: int | None) -> tuple[int, BundlePreview]:
    """The id of the club, a new one for None, and what the archive brought."""
    preview = preview_of(file, club_id)
    into_id = new_club_of(file) if club_id is None else club_id
    load(file, into_id)
    return into_id, preview
