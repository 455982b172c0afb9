"""What is noted of an import while it comes in, so that it goes on where it broke off and is taken back as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update

from referee.bundles.bundle import ClubMatch
from referee.bundles.match_rows import replayed_log_of
from referee.store.database.models import ImportedMatch, KeptImport
from referee.store.database.orm_base import db, table_of

FILE = "file"
"""The key of what an import brought under which the name of its file stands."""


class ImportNotes:
    """The notes of one import, each written in the transaction that is open; nothing is noted of an exchange.

    ``start``: how many of its matches were in before.
    """

    def __init__(self, kept_import: KeptImport | None) -> None:
        self._kept_id = kept_import.id if kept_import else None
        self._added: dict[str, list[int]] = dict(kept_import.added) if kept_import else {}
        self.start = kept_import.done if kept_import else 0

    @property
    def added_players(self) -> Sequence[int]:
        """The ids of the players that it added."""
        return self._added.get("players", ())

    def add(self, kind: str, *ids: int) -> None:
        """Keep in mind what it added, until that is noted."""
        self._added.setdefault(kind, []).extend(ids)

    def note_people(self, players: Mapping[int, int]) -> None:
        """Note the players of the club by those of the bundle, with what was added."""
        self._write(
            done=self.start,
            players={str(player): player_id for player, player_id in players.items()},
            added=self._added,
        )

    def note(self, done: int) -> None:
        """Note how far the import came."""
        self._write(done=done)

    def note_added(self, done: int) -> None:
        """Note how far it came, and what it added."""
        self._write(done=done, added=self._added)

    def note_match(self, done: int, match_id: int, match: ClubMatch) -> None:
        """Note how far it came, and its new match."""
        self.note(done)
        if self._kept_id is not None:
            brought = {"match_id": match_id, "import_id": self._kept_id, "mark": replayed_log_of(match).mark}
            db.session.connection().execute(insert(table_of(ImportedMatch)), brought)

    def end(self) -> None:
        """Note that the import is finished; one that brought nothing cannot be taken back."""
        kept = KeptImport.id == self._kept_id
        if set(self._added) - {FILE} or db.session.scalar(
            select(ImportedMatch.match_id).where(ImportedMatch.import_id == self._kept_id)
        ):
            db.session.execute(update(KeptImport).where(kept).values(finished=True))
        else:
            db.session.execute(delete(KeptImport).where(kept))

    def _write(self, **columns: Any) -> None:
        if self._kept_id is not None:
            noted = update(KeptImport).where(KeptImport.id == self._kept_id)
            db.session.connection().execute(noted.values(**columns))
