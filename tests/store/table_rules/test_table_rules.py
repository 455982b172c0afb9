"""A table's own rules in the store: noted once, changed, removed, purged, and two copies of a club brought together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import Club, TableRule, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import TABLE_RULE, Full, Quotas, table_rule_bytes
from referee.store.evenings import recycle_bin
from referee.store.table_rules import table_rules as store
from tests.store.keeping import at_once, writing

FIRST = datetime(2024, 2, 29, 20, 15, tzinfo=UTC)
LATER = FIRST + timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Copy:
    """A rule as another copy of the club has it."""

    article: str = "ascenseur.follow"
    text: str = "On coupe quand on veut."
    players: Sequence[str] = ("Ana", "Bob")
    noted_at: datetime = FIRST
    changed_at: datetime = FIRST
    deleted_at: datetime | None = None


@pytest.fixture
def clubs(app: Flask) -> tuple[int, int]:
    """The ids of two clubs without rules."""
    with writing(app):
        return create_owned_club().club.id, create_owned_club().club.id


def words(club_id: int) -> list[str]:
    return [rule.text for rule in store.table_rules(club_id)]


def counted(club_id: int) -> int:
    return db.session.scalars(db.select(Club.bytes).where(Club.id == club_id)).one()


def test_a_rule_is_noted_changed_removed_and_restored_in_its_club_alone(app: Flask, clubs: tuple[int, int]) -> None:
    with writing(app):
        rule = store.note(clubs[0], "ascenseur.follow", "On coupe.", ["Ana"])
        assert (words(clubs[0]), words(clubs[1])) == (["On coupe."], [])
        assert store.table_rule(clubs[1], rule.public_id) is None
        store.change(rule, "On coupe toujours.", ["Ana", "Éric"])
        assert words(clubs[0]) == ["On coupe toujours."]
        assert counted(clubs[0]) == TABLE_RULE + table_rule_bytes("On coupe toujours.", ["Ana", "Éric"])
        store.remove(rule)
        assert words(clubs[0]) == []
        assert [gone.text for gone in store.removed_rules(clubs[0])] == ["On coupe toujours."]
        store.restore(rule)
        assert words(clubs[0]) == ["On coupe toujours."]
        assert store.removed_rules(clubs[0]) == []


def test_of_a_double_tap_one_rule_is_noted(app: Flask, clubs: tuple[int, int]) -> None:
    def note(_: int) -> str:
        with writing(app):
            return store.note(clubs[0], "ascenseur.follow", "On coupe.", [], "a key").public_id

    assert len(set(at_once(note))) == 1
    with writing(app):
        assert words(clubs[0]) == ["On coupe."]
        store.note(clubs[1], "ascenseur.follow", "Ailleurs.", [], "a key")
        assert words(clubs[1]) == ["Ailleurs."]


def test_a_removed_rule_is_purged_after_thirty_days_and_its_copies_stay_removed(
    app: Flask, clubs: tuple[int, int]
) -> None:
    with writing(app):
        rule = store.note(clubs[0], "ascenseur.follow", "On coupe.", ["Ana"])
        standing = store.note(clubs[0], "ascenseur.follow", "On surcoupe.", ["Ana"]).public_id
        public_id, before = rule.public_id, Copy("ascenseur.follow", "On coupe.", ["Ana"])
        store.remove(rule)
        recycle_bin.purge(now() + timedelta(days=29))
        assert [gone.text for gone in store.removed_rules(clubs[0])] == ["On coupe."]
        recycle_bin.purge(now() + timedelta(days=31))
        row = db.session.scalars(db.select(TableRule).where(TableRule.public_id == public_id)).one()
        assert (row.text, row.players) == ("", [])
        assert counted(clubs[0]) == 2 * TABLE_RULE + table_rule_bytes("On surcoupe.", ["Ana"])
        assert store.merge(clubs[0], {public_id: before}) == 0
        assert [rule.public_id for rule in store.table_rules(clubs[0])] == [standing]


def test_a_rule_removed_long_ago_is_found_no_more(app: Flask, clubs: tuple[int, int]) -> None:
    with writing(app):
        store.merge(clubs[0], {"old": Copy(deleted_at=FIRST), "new": Copy(deleted_at=now())})
        assert store.table_rule(clubs[0], "old") is None
        assert [rule.public_id for rule in store.removed_rules(clubs[0])] == ["new"]
        assert store.table_rule(clubs[0], "new") is not None


def test_no_more_bytes_than_a_club_may_have(app: Flask, clubs: tuple[int, int]) -> None:
    with writing(app):
        rule = store.note(clubs[0], "ascenseur.follow", "On coupe.", [])
        app.config["QUOTAS"] = Quotas(club_bytes=counted(clubs[0]) + 10)
        with pytest.raises(Full):
            store.note(clubs[0], "ascenseur.follow", "x", [])
        with pytest.raises(Full):
            store.change(rule, "On coupe, et plus longuement.", [])
        with pytest.raises(Full):
            store.merge(clubs[0], {"another": Copy()})
        store.change(rule, "x", [])
        assert words(clubs[0]) == ["x"]


# Two copies of a club


def brought(club_id: int, *copies: tuple[str, Copy]) -> int:
    return store.merge(club_id, dict(copies))


def test_what_only_one_has_comes_once_and_two_noted_apart_both_stand(app: Flask, clubs: tuple[int, int]) -> None:
    with writing(app):
        store.note(clubs[0], "ascenseur.follow", "D'ici.", [])
        assert store.changes_by(clubs[0], {"there": Copy()}) == (
            1,
            TABLE_RULE + table_rule_bytes(Copy().text, Copy().players),
        )
        assert brought(clubs[0], ("there", Copy())) == 1
        assert brought(clubs[0], ("there", Copy())) == 0
        assert words(clubs[0]) == [Copy().text, "D'ici."]
        assert store.changes_by(clubs[0], {"there": Copy()}) == (0, 0)


@pytest.mark.parametrize("newer_here", [True, False])
def test_of_a_rule_changed_in_both_the_newer_wording_stands(
    app: Flask, clubs: tuple[int, int], newer_here: bool
) -> None:
    here, there = Copy(text="D'ici."), Copy(text="De là-bas.")
    here, there = (replace(here, changed_at=LATER), there) if newer_here else (here, replace(there, changed_at=LATER))
    with writing(app):
        for club_id, first, then in ((clubs[0], here, there), (clubs[1], there, here)):
            brought(club_id, ("one", first))
            brought(club_id, ("one", then))
            assert words(club_id) == ["D'ici." if newer_here else "De là-bas."]
        assert store.digest(clubs[0]) == store.digest(clubs[1])


def test_of_two_wordings_of_one_moment_both_sides_keep_the_same(app: Flask, clubs: tuple[int, int]) -> None:
    wordings = [("one", Copy(text="D'ici.")), ("one", Copy(text="De là-bas."))]
    with writing(app):
        for club_id, order in zip(clubs, (wordings, wordings[::-1])):
            for wording in order:
                brought(club_id, wording)
        assert words(clubs[0]) == words(clubs[1])


def test_a_removal_and_a_return_go_over_too(app: Flask, clubs: tuple[int, int]) -> None:
    with writing(app):
        brought(clubs[0], ("one", Copy()))
        assert brought(clubs[0], ("one", Copy(deleted_at=LATER, changed_at=LATER))) == 1
        assert words(clubs[0]) == []
        assert brought(clubs[0], ("one", Copy())) == 0
        assert brought(clubs[0], ("one", Copy(changed_at=LATER + timedelta(hours=1)))) == 1
        assert words(clubs[0]) == [Copy().text]


def test_a_copy_of_a_clock_that_is_ahead_does_not_stay_the_newer_one(app: Flask, clubs: tuple[int, int]) -> None:
    """Both have the wording that a phone of tomorrow noted; what is changed here afterwards is the newer one."""
    with writing(app):
        brought(clubs[0], ("one", Copy(changed_at=LATER + timedelta(days=1))))
        brought(clubs[0], ("one", Copy(changed_at=FIRST)))
        assert brought(clubs[0], ("one", Copy(text="Depuis.", changed_at=LATER))) == 1
        assert words(clubs[0]) == ["Depuis."]


def test_equal_copies_have_equal_digests_and_no_others(app: Flask, clubs: tuple[int, int]) -> None:
    with writing(app):
        assert store.digest(clubs[0]) == ""
        digests = []
        for copy in (Copy(), Copy(text="x"), Copy(players=["Ana"]), Copy(deleted_at=LATER, changed_at=LATER)):
            brought(clubs[0], ("one", replace(copy, changed_at=LATER + timedelta(days=len(digests)))))
            digests.append(store.digest(clubs[0]))
        assert len({*digests, ""}) == 5
        brought(clubs[1], ("one", Copy(text="words that count no more", deleted_at=FIRST)))
        assert store.digest(clubs[1]) == digests[-1]
